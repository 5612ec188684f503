// What versions changed, as the history tells it: prices of models in dollars, and values of other settings.
import type { PriceChange, PriceMove, PriceVersionRecord } from '@waystation/contract/prices/price-version'
import { mapKeys } from '../price-book.ts'
import { changesBack } from '../price-draft.ts'

export interface VersionChanges {
  readonly prices: readonly PriceMove[]
  /** Of settings that are no prices of models. */
  readonly others: readonly PriceChange[]
}

/** What a version changed. Where ratios changed but no price did, the ratios are shown as they are stored. */
export function changesOf({ prices, changed }: Pick<PriceVersionRecord, 'prices' | 'changed'>): VersionChanges {
  const others = changed.filter(({ key }) => !mapKeys.includes(key))
  return prices.length + others.length === 0 ? { prices, others: changed } : { prices, others }
}

/** What going back would change. @param versions what each of them changed, the newest first */
export function allBack(versions: readonly Pick<PriceVersionRecord, 'prices' | 'changed'>[]): VersionChanges {
  const moves = versions.map(({ prices }) =>
    prices.map(({ model, column, before, after }) => ({ key: column, name: model, before, after })),
  )
  const prices = changesBack(moves).map(({ key, name, before, after }) => ({ model: name, column: key, before, after }))
  return changesOf({ prices, changed: changesBack(versions.map(({ changed }) => changed)) })
}

/** How many models, prices and other settings: what the bar says before they are saved. */
export function countsOf({ prices, others }: VersionChanges) {
  return {
    models: new Set(prices.map(({ model }) => model)).size,
    prices: prices.length,
    others: new Set(others.map(({ key }) => key)).size,
  }
}

/** `$1.25`; a smaller price keeps its digits. */
export function moneyText(dollars: string): string {
  const [whole = '0', places = ''] = dollars.split('.')
  return `$${whole}.${places.padEnd(2, '0')}`
}

/** By how much a price changed, in percent; undefined: there was none, or there is none any more. */
export function moveNumbers({ before, after }: PriceMove): readonly [number | undefined, number | undefined] {
  return [before === null ? undefined : Number(before), after === null ? undefined : Number(after)]
}
