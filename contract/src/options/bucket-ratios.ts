// The options that set what the tokens of a bucket cost. Each comes from its bucket's line in price-buckets.ts.
import { z } from 'zod'
import type { Words } from '../errors.ts'
import { type BucketName, bucketOf, type PriceBucket, priceBuckets, type RatioOption } from '../prices/price-buckets.ts'
import { json, type Option, option, priceNumber, safeName } from './option.ts'

export const priceEdits = z.record(safeName, priceNumber.nullable())
/** Model to price; null: the built-in price was taken away. */
export type PriceEdits = Readonly<Record<string, number | null>>

/** How such a map is read and written, for its description. */
export const WHOLE_MAP: Words = {
  en: 'Built-in prices are included. null removes a built-in price; models left out keep theirs.',
  zh: '包含内置价格；null 表示移除内置价格，未写出的模型保持内置价格。',
}

/** What each is called, and in Chinese what its ratio is relative to. */
const ratioWords: Readonly<Record<RatioOption, { readonly name: Words; readonly relative: string }>> = {
  CompletionRatio: { name: { en: 'Output ratio', zh: '输出倍率' }, relative: '输出价格相对输入价格' },
  CacheRatio: { name: { en: 'Cached input ratio', zh: '缓存命中倍率' }, relative: '缓存命中的输入相对输入价格' },
  CacheCreationRatio: { name: { en: 'Cache write ratio', zh: '缓存写入倍率' }, relative: '写入缓存相对输入价格' },
  AudioRatio: { name: { en: 'Audio input ratio', zh: '音频输入倍率' }, relative: '音频输入相对文本输入价格' },
  AudioCompletionRatio: { name: { en: 'Audio output ratio', zh: '音频输出倍率' }, relative: '音频输出相对音频输入价格' },
}

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
  const { name, relative } = ratioWords[ratio.option]
  return option({
    key: ratio.option,
    type: json(priceEdits, {}),
    default: {},
    name,
    about: {
      en: `${title} price relative to the ${over} price: model to ratio, ${ratio.fallback} if not set. ${WHOLE_MAP.en}`,
      zh: `${relative}的倍数：模型到倍率，未设置时为 ${ratio.fallback}。${WHOLE_MAP.zh}`,
    },
    card: 'prices',
  })
}
