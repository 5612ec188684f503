// The version that a change of settings makes.
import { isPriced } from '@waystation/contract/prices/price-version'
import { builtInHash } from '../built-in-prices.ts'
import { versionDifference } from './price-moves.ts'
import type { NewPriceVersion, PriceSettings } from './price-version-store.ts'

/** Who makes a version, and why, as far as it is known. */
export interface VersionMaker {
  readonly id?: number
  readonly note?: string
  readonly returnedTo?: number
}

/** The version that these values make; undefined where no price setting is another one than before. */
export function versionOfChange(
  before: PriceSettings,
  values: Readonly<Record<string, string>>,
  { id = 0, returnedTo = 0, note = '' }: VersionMaker,
): NewPriceVersion | undefined {
  const changed = Object.entries(values).filter(([key, text]) => isPriced(key) && text !== before[key])
  if (changed.length === 0) return undefined
  const settings = { ...before, ...Object.fromEntries(changed) }
  const { changed: changes, count } = versionDifference(before, settings)
  const cause = returnedTo > 0 ? 'return' : id > 0 ? 'change' : 'command'
  return {
    ...{ cause, userId: id, returnedTo, note, settings, builtIn: builtInHash, changes: count },
    changedSettings: [...new Set(changes.map(({ key }) => key))],
  }
}

/** The version of a product with other built-in prices, at the same settings. */
export function versionOfProduct(settings: PriceSettings): NewPriceVersion {
  return { cause: 'product', userId: 0, returnedTo: 0, note: '', settings, builtIn: builtInHash, changedSettings: [], changes: 0 }
}
