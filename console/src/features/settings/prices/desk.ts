// What the parts of the price screen share: the draft, the unit, and ways to change them.
import { createContext, useContext } from 'react'
import type { PriceBook, PriceUnit } from './price-book.ts'
import type { DraftSummary, PriceDraft } from './price-draft.ts'
import type { PriceSettings } from './use-price-settings.ts'

export interface PriceDesk {
  readonly settings: PriceSettings
  readonly draft: PriceDraft
  readonly change: (next: (draft: PriceDraft) => PriceDraft) => void
  /** Saved prices, and prices with what was changed. */
  readonly saved: PriceBook
  readonly book: PriceBook
  readonly summary: DraftSummary
  /** Why nothing can be saved yet; undefined: it can. */
  readonly problems: readonly SettingProblem[]
  readonly unit: PriceUnit
  readonly setUnit: (unit: PriceUnit) => void
  /** Loads what is stored, and makes one's changes on top of it. */
  readonly refresh: () => Promise<unknown>
}

/** A setting whose text is refused, with what is wrong. */
export interface SettingProblem {
  readonly key: string
  readonly words: string
}

export const DeskContext = createContext<PriceDesk | undefined>(undefined)

/** @throws Error outside the price screen */
export function useDesk(): PriceDesk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('there is no price desk around')
  return desk
}
