// The columns of the price table: one for each bucket whose price can be set, and the price per call.
import { modelPrice, modelRatio } from '@waystation/contract/options/pricing'
import { type BucketName, bucketOf, priceBuckets } from '@waystation/contract/price-buckets'

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

/** Those that stand in the table; the others open from a row. */
const inTable: readonly PriceColumnName[] = ['freshInput', 'output', 'cacheRead', 'cacheWrite', 'perCall']
export const mainColumns = inTable.flatMap((name) => priceColumns.find((column) => column.name === name) ?? [])
export const extraColumns = priceColumns.filter(({ name }) => !inTable.includes(name))

/** The options that map models to numbers. */
export const mapKeys: readonly string[] = priceColumns.map(({ option }) => option)

/** Decimal text: the ratio that is charged where none is set. */
export function fallbackRatio(name: BucketName): string {
  return bucketOf(name)?.ratio.fallback ?? '1'
}
