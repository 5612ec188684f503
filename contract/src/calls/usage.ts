import { type BucketName, type BucketPartName, type PriceBucket, perBucket, priceBuckets } from '../prices/price-buckets.ts'

/**
 * What a call used, in tokens, in the buckets of `price-buckets.ts`: the price formula multiplies each by its own weight and adds.
 * `reasoning` is for the log only; it is part of `output`.
 */
export interface Usage extends Readonly<Record<BucketName | BucketPartName, number>> {
  /** Seconds of sound or video, for what is priced by time. Its tokens are counted from them. */
  readonly seconds: number
  /** Characters that were spoken, where the tokens are counted from those; absent: none. */
  readonly characters?: number
  /** Searches, for what is priced by them: a price per call is one per search then. Absent: it is not. */
  readonly searches?: number
  /** Pages of a document that were read, for what is priced by them in the same way. Absent: it is not. */
  readonly pages?: number
  /** Pictures that were made, for what is priced by them in the same way. Absent: it makes none. */
  readonly images?: number
  /** Seconds of films that were made, for what is priced by them in the same way. Absent: it makes none. */
  readonly filmSeconds?: number
  /** Films that were made, where one costs the same however long it is. Absent: it makes none, or they are sold by the second. */
  readonly films?: number
  /** What one picture, or one second of a film, costs against a usual one: decimal text. Absent: the same. */
  readonly unitFactor?: string
  /** Calls, for fixed prices: 1 when anything was produced. */
  readonly calls: number
  /** Uses of tools that the vendor runs and charges by use, such as `webSearch`; absent: none. */
  readonly uses?: Readonly<Record<string, number>>
  /** What makes all tokens dearer or cheaper: a service tier, a speed, a region as `geo:us`. Absent: the standard price. */
  readonly tiers?: readonly string[]
}

/** What a price per call is for, where it is not for the call. */
export const soldUnits = ['searches', 'pages', 'images', 'filmSeconds', 'films'] as const
export type SoldUnit = (typeof soldUnits)[number]

/** What a price per call is multiplied by. */
export function soldOf(usage: Pick<Usage, SoldUnit | 'calls'>): { readonly unit: SoldUnit | 'calls'; readonly count: number } {
  const unit = soldUnits.find((name) => usage[name] !== undefined) ?? 'calls'
  return { unit, count: usage[unit] ?? 0 }
}

export const noUsage: Usage = { ...perBucket(() => 0), reasoning: 0, seconds: 0, calls: 0 }

const inputBuckets = priceBuckets.filter(({ partOf }) => partOf === 'input')
const outputBuckets = priceBuckets.filter(({ partOf }) => partOf === 'output')

/** All input tokens: the `prompt_tokens` of a log row. */
export function promptTokensOf(usage: Usage): number {
  return tokensIn(inputBuckets, usage)
}

/** All output tokens: the `completion_tokens` of a log row. */
export function completionTokensOf(usage: Usage): number {
  return tokensIn(outputBuckets, usage)
}

/** All tokens, of input and output. */
export function totalTokensOf(usage: Usage): number {
  return promptTokensOf(usage) + completionTokensOf(usage)
}

function tokensIn(buckets: readonly PriceBucket[], usage: Usage): number {
  let tokens = 0
  for (const { name } of buckets) tokens += usage[name]
  return tokens
}
