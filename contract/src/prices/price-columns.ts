// The prices of a model that an admin can set, one by one, and what each comes to in dollars. Exact; only what is shown is rounded.
import { decimalText, product, type Rational, rational } from '../money/rational.ts'
import { modelPrice, modelRatio } from '../options/pricing.ts'
import { type BucketName, bucketOf, priceBuckets } from './price-buckets.ts'

export type PriceColumnName = BucketName | 'perCall'

export interface PriceColumn {
  readonly name: PriceColumnName
  /** The option in which it is stored. */
  readonly option: string
  /** The bucket that its ratio is relative to; absent: fresh input, or none. */
  readonly over?: BucketName
}

export const perCall: PriceColumn = { name: 'perCall', option: modelPrice.key }

/** Fresh input first, then every bucket with a ratio that an admin can set. */
export const tokenColumns: readonly PriceColumn[] = priceBuckets.flatMap(({ name, ratio: { option, over } }) => {
  const key = name === 'freshInput' ? modelRatio.key : option
  return key === undefined ? [] : [{ name, option: key, ...(over === undefined ? {} : { over }) }]
})

export const priceColumns: readonly PriceColumn[] = [...tokenColumns, perCall]

/** A ratio of 1 is so many dollars per million tokens of input. */
export const DOLLARS_PER_RATIO = rational('2')
/** Places that are shown of a price of a tenth of a cent or more, and digits of a smaller one. */
const SHOWN_PLACES = 6
const SHOWN_DIGITS = 4

/** What is stored of one model for a column; undefined: nothing. */
export type StoredPrices = (column: PriceColumn) => number | undefined

/** Dollars of a column, per million tokens or per call; undefined: no price is set. */
export function columnDollars(stored: StoredPrices, column: PriceColumn): Rational | undefined {
  const value = stored(column)
  if (value === undefined) return undefined
  if (column.name === perCall.name) return rational(value)
  const base = column.name === 'freshInput' ? DOLLARS_PER_RATIO : baseDollars(stored, column)
  return base && product(base, rational(value))
}

/** Dollars of what a column's ratio is relative to; where no ratio of it is set, at the one that is charged then. */
export function baseDollars(stored: StoredPrices, { over }: PriceColumn): Rational | undefined {
  const input = columnDollars(stored, columnOf('freshInput'))
  if (over === undefined || input === undefined) return input
  return columnDollars(stored, columnOf(over)) ?? product(input, rational(bucketOf(over)?.ratio.fallback ?? '1'))
}

export function columnOf(name: BucketName): PriceColumn {
  const column = tokenColumns.find((one) => one.name === name)
  if (!column) throw new RangeError(`no price is set for ${name}`)
  return column
}

/** A price as it is shown: what a quotient that never ends leaves in its last places is no other price. */
export function shownDollars(price: Rational): string {
  const size = Number(price.numerator) / Number(price.denominator)
  const places = size > 0 ? Math.max(SHOWN_PLACES, SHOWN_DIGITS - 1 - Math.floor(Math.log10(size))) : SHOWN_PLACES
  return decimalText(price, places)
}
