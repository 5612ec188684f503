// The prices that come with the product, by model and as the maps that GET /api/option/ answers with (decision D51).
import { createHash } from 'node:crypto'
import { bucketRatios, type PriceEdits } from '@waystation/contract/options/bucket-ratios'
import type { Option } from '@waystation/contract/options/option'
import * as pricing from '@waystation/contract/options/pricing'
import type { LengthTier } from '@waystation/contract/prices/length-tiers'
import { type BucketColumn, bucketOf, type PriceBucket, priceBuckets } from '@waystation/contract/prices/price-buckets'
import callSeedJson from './call-price-seed.json' with { type: 'json' }
import seedJson from './price-seed.json' with { type: 'json' }

/** Both weights were rounded to twelve places; so many are what their quotient is good for. */
export const MAX_QUOTIENT_PLACES = 9

/** A row of price-seed.json; tools/make-price-seed.ts explains each column. */
export interface SeedPrice extends Readonly<Partial<Record<BucketColumn, string>>> {
  readonly ratio: string
  readonly maxOutput?: number
  readonly context?: number
  readonly uses?: Readonly<Record<string, string>>
  readonly tiers?: Readonly<Record<string, string>>
  readonly lengthTiers?: readonly LengthTier[]
  /** A key of price-sources.json. */
  readonly source?: string
}

/** The seed by model. The file is printed in this shape, and its test reads every row. */
export const priceSeed: ReadonlyMap<string, SeedPrice> = new Map(Object.entries(seedJson as Record<string, SeedPrice>))

/** A row of call-price-seed.json: dollars for one call, one search, one image of the usual size and quality, or one second of a film. */
export interface CallSeedPrice {
  readonly dollars: string
  readonly unit: 'call' | 'search' | 'page' | 'image' | 'second'
  readonly source: string
}

/** Fixed prices by model, as printed by the same tool. */
export const callPriceSeed: ReadonlyMap<string, CallSeedPrice> = new Map(Object.entries(callSeedJson as Record<string, CallSeedPrice>))

/** Tells whether the product came with other built-in prices than before. */
export const builtInHash = createHash('sha256')
  .update(JSON.stringify([seedJson, callSeedJson]))
  .digest('hex')

/** Model to number; the shape of all price options without what was taken away. */
export type PriceMap = Readonly<Record<string, number>>

/** The price options, each with its built-in map. */
const builtIn: ReadonlyMap<string, PriceMap> = new Map<string, PriceMap>([
  [pricing.modelPrice.key, Object.fromEntries([...callPriceSeed].map(([model, { dollars }]) => [model, Number(dollars)]))],
  [pricing.modelRatio.key, mapOf(({ ratio }) => ratio)],
  ...priceBuckets.flatMap((bucket) => {
    const option = bucketRatios.get(bucket.name)
    return option ? [[option.key, mapOf((row) => builtInRatio(bucket, row))] as const] : []
  }),
])

/** Is it a map of prices, whose stored value is the edits of a built-in one? */
export function isPriceOption(option: Option): option is Option<PriceEdits> {
  return builtIn.has(option.key)
}

/** The built-in map of a price option. */
export function builtInMap(option: Option<PriceEdits>): PriceMap {
  return builtIn.get(option.key) ?? {}
}

/** What counts: the built-in map with the edits above it, and without the prices that were taken away. */
export function effectiveMap(base: PriceMap, edits: PriceEdits): PriceMap {
  const kept = Object.entries({ ...base, ...edits }).filter((entry): entry is [string, number] => entry[1] !== null)
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * The edits in `saved`. Only null removes a built-in price: a map that names one model only, as scripts save it, removes no price of the
 * others. A price that was removed before and is missing in `saved` stays removed. A value equal to the built-in one is no edit, so that a
 * later version's prices reach it.
 */
export function editsOf(base: PriceMap, saved: PriceEdits, before: PriceEdits): PriceEdits {
  const changed = Object.entries(saved).filter(([model, value]) => (Object.hasOwn(base, model) ? value !== base[model] : value !== null))
  const gone = Object.entries(before).filter(([model, value]) => value === null && !Object.hasOwn(saved, model))
  return Object.fromEntries([...changed, ...gone])
}

/** The built-in ratio of a bucket as its option states it: relative to its base bucket. Undefined: none is known. */
export function builtInRatio({ ratio: { column, over } }: PriceBucket, row: SeedPrice | undefined): string | undefined {
  const weight = column && row?.[column]
  if (over === undefined || weight === undefined) return weight
  const base = bucketOf(over)?.ratio.column
  const baseWeight = base && row?.[base]
  return baseWeight === undefined ? undefined : (Number(weight) / Number(baseWeight)).toFixed(MAX_QUOTIENT_PLACES)
}

function mapOf(column: (row: SeedPrice) => string | undefined): PriceMap {
  const entries = [...priceSeed].map(([model, row]) => [model, column(row)] as const)
  return Object.fromEntries(entries.flatMap(([model, text]) => (text === undefined ? [] : [[model, Number(text)]])))
}
