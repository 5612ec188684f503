import { type BucketName, type Medium, type PriceBucket, priceBuckets, type RatioKey } from '@waystation/contract/prices/price-buckets'

/** Decimal texts: what a token of each bucket weighs against one of fresh input. */
export type Weights = Readonly<Record<BucketName, string>>

/** The ratios of a price as numbers, under the names that this family gives them. */
export type ShownRatios = Readonly<Partial<Record<RatioKey, number>>>

/**
 * The ratios of the buckets that `isShown` picks, as log rows and the pricing table show them. A ratio over another bucket is a quotient of
 * weights, and 0 where that bucket is free.
 */
export function shownRatios(weights: Weights, isShown: (bucket: PriceBucket) => boolean): ShownRatios {
  const shown: Partial<Record<RatioKey, number>> = {}
  for (const bucket of priceBuckets) {
    const { key, over } = bucket.ratio
    if (key === undefined || !isShown(bucket)) continue
    shown[key] = over === undefined ? Number(weights[bucket.name]) : quotient(weights[bucket.name], weights[over])
  }
  return shown
}

/** The same for all buckets, medium by medium. */
export function ratiosByMedium(weights: Weights): ReadonlyMap<Medium, ShownRatios> {
  const media = new Set(priceBuckets.map(({ medium }) => medium))
  return new Map([...media].map((medium) => [medium, shownRatios(weights, (bucket) => bucket.medium === medium)]))
}

function quotient(weight: string, base: string): number {
  return Number(base) === 0 ? 0 : Number(weight) / Number(base)
}
