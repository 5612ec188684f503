// What a change of the settings means in dollars, price by price: a new price of input is one, although every ratio over it is another one.
import type { PriceEdits } from '@waystation/contract/options/bucket-ratios'
import type { Option } from '@waystation/contract/options/option'
import { decodeOption, optionByKey } from '@waystation/contract/options/registry'
import { columnDollars, type PriceColumn, priceColumns, shownDollars } from '@waystation/contract/prices/price-columns'
import type { PriceChange, PriceMove } from '@waystation/contract/prices/price-version'
import { builtInMap, isPriceOption } from '../built-in-prices.ts'
import { priceChanges } from './price-changes.ts'
import type { PriceSettings } from './price-version-store.ts'

/** What differs between two states of the settings. */
export interface VersionDifference {
  /** Each value as it is stored. */
  readonly changed: PriceChange[]
  /** Prices of models in dollars, by model. */
  readonly prices: PriceMove[]
  /** How many prices of models, and values of other settings. */
  readonly count: number
}

export function versionDifference(before: PriceSettings, after: PriceSettings): VersionDifference {
  const changed = priceChanges(before, after)
  const isOfModel = ({ key }: PriceChange) => isPriceKey(key)
  const models = [...new Set(changed.filter(isOfModel).map(({ name }) => name))].sort()
  const prices = models.length === 0 ? [] : movesOf(models, before, after)
  const count = prices.length + changed.filter((one) => !isOfModel(one)).length
  // Ratios of models without a price of input, and such that mean the same price, count as what they are.
  return { changed, prices, count: count === 0 ? changed.length : count }
}

function movesOf(models: readonly string[], before: PriceSettings, after: PriceSettings): PriceMove[] {
  const [old, now] = [shownIn(before), shownIn(after)]
  return models.flatMap((model) =>
    priceColumns.flatMap((column) => {
      const move = { model, column: column.name, before: old(model, column), after: now(model, column) }
      return move.before === move.after ? [] : [move]
    }),
  )
}

/** Dollars of a column of a model at these settings; null: none are set. */
function shownIn(settings: PriceSettings): (model: string, column: PriceColumn) => string | null {
  const maps = new Map(
    priceColumns.flatMap(({ option: key }) => {
      const option = optionByKey(key)
      return option && isPriceOption(option) ? [[key, { built: builtInMap(option), edits: editsIn(settings, option) }] as const] : []
    }),
  )
  return (model, column) => {
    const price = columnDollars(({ option: key }) => {
      const map = maps.get(key)
      return map && Object.hasOwn(map.edits, model) ? (map.edits[model] ?? undefined) : map?.built[model]
    }, column)
    return price === undefined ? null : shownDollars(price)
  }
}

function editsIn(settings: PriceSettings, option: Option<PriceEdits>): PriceEdits {
  const decoded = decodeOption(option, settings[option.key] ?? '')
  return decoded.ok ? decoded.value : {}
}

function isPriceKey(key: string): boolean {
  const option = optionByKey(key)
  return option !== undefined && isPriceOption(option)
}
