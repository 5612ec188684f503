// What differs between two states of the price settings, value by value.

import type { Option } from '@waystation/contract/options/option'
import { decodeOption } from '@waystation/contract/options/registry'
import { type PriceChange, pricedOptions } from '@waystation/contract/prices/price-version'
import { builtInMap, isPriceOption } from '../built-in-prices.ts'
import type { PriceSettings } from './price-version-store.ts'

/**
 * Every value that is another one in `after`. Maps are compared entry by entry; in price maps an entry that was not edited stands at its
 * built-in price.
 */
export function priceChanges(before: PriceSettings, after: PriceSettings): PriceChange[] {
  return pricedOptions.flatMap((option) => {
    const { key } = option
    if (before[key] === after[key]) return []
    const [old, now] = [valuesOf(option, before[key]), valuesOf(option, after[key])]
    const names = new Set([...old.keys(), ...now.keys()])
    return [...names].sort().flatMap((name) => {
      const change = { key, name, before: old.get(name) ?? builtIn(option, name, old), after: now.get(name) ?? builtIn(option, name, now) }
      return change.before === change.after ? [] : [change]
    })
  })
}

/** Name to text; the whole under the empty name where the setting is no map. Null: a built-in price was taken away. */
function valuesOf(option: Option, text: string | undefined): ReadonlyMap<string, string | null> {
  const decoded = decodeOption(option, text ?? '')
  const value = decoded.ok ? decoded.value : option.default
  if (typeof value !== 'object' || value === null) return new Map([['', textOf(value)]])
  return new Map(Object.entries(value).map(([name, one]) => [name, textOf(one)]))
}

function textOf(value: unknown): string | null {
  if (value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The price that counts where no edit stands; an edit that takes it away is one. */
function builtIn(option: Option, name: string, edits: ReadonlyMap<string, string | null>): string | null {
  if (!isPriceOption(option) || edits.has(name)) return null
  return builtInMap(option)[name]?.toString() ?? null
}
