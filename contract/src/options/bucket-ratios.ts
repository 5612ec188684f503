// The options that set what the tokens of a bucket cost. Each comes from its bucket's line in price-buckets.ts.
import { z } from 'zod'
import { type BucketName, bucketOf, type PriceBucket, priceBuckets } from '../price-buckets.ts'
import { json, type Option, option, priceNumber, safeName } from './option.ts'

export const priceEdits = z.record(safeName, priceNumber.nullable())
/** Model to price; null: the built-in price was taken away. */
export type PriceEdits = Readonly<Record<string, number | null>>

/** How such a map is read and written, for its description. */
export const WHOLE_MAP = 'Built-in prices are included. null removes a built-in price; models left out keep theirs.'

/** Bucket to the option with its ratios; buckets whose ratio cannot be set have none. */
export const bucketRatios: ReadonlyMap<BucketName, Option<PriceEdits>> = new Map(
  priceBuckets.flatMap((bucket) => {
    const ratio = ratioOption(bucket)
    return ratio ? [[bucket.name, ratio] as const] : []
  }),
)

function ratioOption({ title, ratio }: PriceBucket): Option<PriceEdits> | undefined {
  if (ratio.option === undefined) return undefined
  const over = bucketOf(ratio.over ?? 'freshInput')?.title.toLowerCase()
  return option({
    key: ratio.option,
    type: json(priceEdits, {}),
    default: {},
    about: `${title} price relative to the ${over} price: model to ratio, ${ratio.fallback} if not set. ${WHOLE_MAP}`,
    isReady: true,
  })
}
