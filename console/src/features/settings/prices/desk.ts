// What the parts of the price screen share: what is stored, the draft, the unit, and ways to change them.
import { useQuery } from '@tanstack/react-query'
import { listPriceVersions } from '@waystation/contract/api/money/price'
import { listOptions } from '@waystation/contract/api/option'
import type { PriceVersion } from '@waystation/contract/prices/price-version'
import { createContext, useContext } from 'react'
import { call } from '~/api/call'
import type { PriceBook, PriceUnit } from './price-book.ts'
import type { DraftSummary, PriceDraft, SettingTexts } from './price-draft.ts'

export interface PriceSettings {
  readonly texts: SettingTexts
  /** The newest version; undefined while there is none. */
  readonly newest: PriceVersion | undefined
}

/** The stored price settings, with the version that they are at least of. */
export function usePriceSettings(): {
  readonly settings: PriceSettings | undefined
  readonly error: Error | null
  readonly refresh: () => Promise<unknown>
} {
  const query = useQuery({
    // Whatever loads the options again loads these too.
    queryKey: [listOptions.path, 'prices'],
    // The version first: prices that are saved in between are then refused as outdated, and never overwritten.
    queryFn: async (): Promise<PriceSettings> => {
      const { items } = await call(listPriceVersions, { query: { p: 1, page_size: 1 } })
      const options = await call(listOptions)
      return { texts: Object.fromEntries(options.map(({ key, value }) => [key, value])), newest: items[0] }
    },
    refetchOnWindowFocus: false,
  })
  return { settings: query.data, error: query.error, refresh: () => query.refetch() }
}

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
