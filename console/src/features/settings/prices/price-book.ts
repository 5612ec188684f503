// The columns of the price table (one for each bucket whose price can be set, and the price per call), and prices of models in them: as they
// are stored (ratios, and dollars per call) and as they are shown (dollars per million tokens). All arithmetic is exact; only a quotient that
// never ends is cut, after twelve places.

import { decimalText, product, type Rational, rational } from '@waystation/contract/money/rational'
import * as pricing from '@waystation/contract/options/pricing'
import {
  baseDollars,
  columnDollars,
  columnOf,
  DOLLARS_PER_RATIO,
  type PriceColumn,
  type PriceColumnName,
  priceColumns,
  shownDollars,
  tokenColumns,
} from '@waystation/contract/prices/price-columns'

/** Those that stand in the table; the others open from a row. */
const inTable: readonly PriceColumnName[] = ['freshInput', 'output', 'cacheRead', 'cacheWrite', 'perCall']
export const mainColumns = inTable.flatMap((name) => priceColumns.find((column) => column.name === name) ?? [])
export const extraColumns = priceColumns.filter(({ name }) => !inTable.includes(name))

/** The options that map models to numbers. */
export const mapKeys: readonly string[] = priceColumns.map(({ option }) => option)

// The settings of the price screen, in the order in which they stand as texts.
export const groupKeys: readonly string[] = [pricing.groupRatio.key, pricing.userGroupRatio.key, pricing.userUsableGroups.key]

const [ratio = '', ...others] = mapKeys
export const jsonKeys: readonly string[] = [
  pricing.modelPrice.key,
  ratio,
  ...others.filter((key) => key !== pricing.modelPrice.key),
  ...groupKeys,
  pricing.toolPrices.key,
  pricing.tierRatios.key,
  pricing.lengthTiers.key,
]

export const flagKeys: readonly string[] = [pricing.redirectBillingEnabled.key, pricing.fallbackPricingEnabled.key]
export const numberKeys: readonly string[] = [
  pricing.fallbackSinglePrice.key,
  pricing.fallbackInputRatio.key,
  pricing.fallbackCompletionRatio.key,
]

/** All settings of the price screen. */
export const priceSettingKeys: readonly string[] = [...jsonKeys, ...flagKeys, ...numberKeys, pricing.modelMapping.key]

/** Model to number, as one option has it. */
export type PriceMap = Readonly<Record<string, number>>
/** By option. */
export type PriceBook = Readonly<Record<string, PriceMap>>

export type PriceUnit = 'dollars' | 'ratio'

/** The places of a quotient; the server works out ratios with as many. */
const QUOTIENT_PLACES = 12
/** What is left of a price while another one changes: fewer places than a quotient has, so that what was cut off is not kept. */
const KEPT_PLACES = 10
const INPUT = 'freshInput'

/** The map of a text; entries that are null were taken away. Undefined: the text is no map of numbers. */
export function readMap(text: string): PriceMap | undefined {
  try {
    const json: unknown = text.trim() === '' ? {} : JSON.parse(text)
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
    const entries = Object.entries(json).filter(([, value]) => value !== null)
    return entries.every((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] >= 0)
      ? Object.fromEntries(entries)
      : undefined
  } catch {
    return undefined
  }
}

/** The book of these texts. What cannot be read is taken from `instead`. */
export function readBook(textOf: (key: string) => string, instead: PriceBook = {}): PriceBook {
  return Object.fromEntries(mapKeys.map((key) => [key, readMap(textOf(key)) ?? instead[key] ?? {}]))
}

/** What is stored for a column of a model; undefined: nothing. */
export function storedOf(book: PriceBook, { option }: PriceColumn, model: string): number | undefined {
  const map = book[option]
  return map && Object.hasOwn(map, model) ? map[model] : undefined
}

/** What a column shows: dollars, per million tokens or per call, or the number as it is stored. Undefined: none is set. */
export function shownOf(book: PriceBook, column: PriceColumn, model: string, unit: PriceUnit): number | undefined {
  const stored = storedOf(book, column, model)
  if (stored === undefined || unit === 'ratio' || column.name === 'perCall') return stored
  const price = dollarsOf(book, column, model)
  return price === undefined ? undefined : Number(shownDollars(price))
}

/** Sets what a column shows, in a unit. In dollars, the prices of the other columns stay what they are. Undefined takes it away. */
export function withShown(
  book: PriceBook,
  change: { readonly column: PriceColumn; readonly model: string; readonly text: string | undefined; readonly unit: PriceUnit },
): PriceBook {
  const { column, model, text, unit } = change
  if (text === undefined || unit === 'ratio' || column.name === 'perCall')
    return withStored(book, column, model, text === undefined ? undefined : Number(text))
  const price = rational(text)
  const next = column.name === INPUT ? withStored(book, column, model, ratioOf(price, DOLLARS_PER_RATIO)) : book
  const kept = tokenColumns.flatMap((other) => {
    if (other.name === INPUT) return []
    const target = other === column ? price : keptPrice(book, other, column, model)
    return target === undefined ? [] : [{ other, target }]
  })
  return kept.reduce((sofar, { other, target }) => withDollars(sofar, other, model, target), next)
}

/** The price that another column keeps while this one changes; undefined where its ratio says the same as before. */
function keptPrice(book: PriceBook, other: PriceColumn, changed: PriceColumn, model: string): Rational | undefined {
  const base = other.over ?? INPUT
  if (base !== changed.name || storedOf(book, other, model) === undefined) return undefined
  const price = keptText(book, other, model)
  return price === undefined ? undefined : rational(price)
}

function keptText(book: PriceBook, column: PriceColumn, model: string): string | undefined {
  const price = dollarsOf(book, column, model)
  return price && decimalText(price, KEPT_PLACES)
}

/** Stores the ratio at which a column costs so many dollars; a book without a price of what it is relative to stays as it is. */
function withDollars(book: PriceBook, column: PriceColumn, model: string, dollars: Rational): PriceBook {
  const base = basePrice(book, column, model)
  return base === undefined || base.numerator === 0n ? book : withStored(book, column, model, ratioOf(dollars, base))
}

/** Sets or takes away a stored number. */
export function withStored(book: PriceBook, { option }: PriceColumn, model: string, value: number | undefined): PriceBook {
  const { [model]: _, ...others } = book[option] ?? {}
  const map = value === undefined ? others : { ...book[option], [model]: value }
  return { ...book, [option]: map }
}

/** The numbers of a model from another book, in all columns. */
export function withModelOf(book: PriceBook, from: PriceBook, model: string): PriceBook {
  return priceColumns.reduce((sofar, column) => withStored(sofar, column, model, storedOf(from, column, model)), book)
}

/**
 * Where a column shows the same price as in `saved`, it has the same number too: dividing a price and multiplying it again may leave the
 * last place of a quotient different.
 */
export function settled(book: PriceBook, saved: PriceBook, model: string): PriceBook {
  return tokenColumns.reduce((sofar, column) => {
    const base = column.name === INPUT ? [] : [columnOf(INPUT), ...(column.over ? [columnOf(column.over)] : [])]
    const isSame =
      base.every((one) => storedOf(sofar, one, model) === storedOf(saved, one, model)) &&
      keptText(sofar, column, model) === keptText(saved, column, model)
    return isSame ? withStored(sofar, column, model, storedOf(saved, column, model)) : sofar
  }, book)
}

/** Dollars per million tokens of a column; undefined: none are set. */
function dollarsOf(book: PriceBook, column: PriceColumn, model: string): Rational | undefined {
  return columnDollars((one) => storedOf(book, one, model), column)
}

/** Dollars of what the column's ratio is relative to. */
function basePrice(book: PriceBook, column: PriceColumn, model: string): Rational | undefined {
  return baseDollars((one) => storedOf(book, one, model), column)
}

function ratioOf(price: Rational, base: Rational): number {
  return Number(decimalText(product(price, { numerator: base.denominator, denominator: base.numerator }), QUOTIENT_PLACES))
}

const MAX_DIGITS = 20

/** A number as a cell shows it: dollars with two digits behind the point at least. */
export function cellText(value: number, unit: PriceUnit): string {
  const digits = unit === 'dollars' ? 2 : 0
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: MAX_DIGITS, useGrouping: false })
}
