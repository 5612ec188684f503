// The buckets in which tokens are counted, priced, logged and explained. A bucket is added here: the meter, the prices, the log and the
// console go through this list, and only the readers of vendors' usage and the words of the console stand elsewhere.

/** What tokens stand for: what is read or written, or kept. */
export type Medium = 'text' | 'audio' | 'image' | 'storage'

/** What one token weighs in a price. */
interface BucketRatio {
  /** The option in which an admin sets it, model by model; absent: it cannot be set. */
  readonly option?: string
  /** The column of the built-in prices. It is always the weight against a token of fresh input. */
  readonly column?: string
  /** The bucket that the option's ratio is over; absent: fresh input. */
  readonly over?: string
  /** Decimal text: the ratio where neither the admin nor the built-in prices know one. Source: server-behaviour 4.1. */
  readonly fallback: string
  /** The family's name of the ratio, in log rows and in the pricing table. */
  readonly key?: string
}

interface BucketRow {
  /** The field of `Usage` that counts it, and what it is called in stored prices and charges. */
  readonly name: string
  /** What an admin reads in the description of its option. */
  readonly title: string
  /** The console's word for its line of a charge. */
  readonly textKey: string
  /**
   * Input is the `prompt_tokens` of a log row, output the `completion_tokens`. Storage counts tokens again that were input: by the hour for which
   * they are kept.
   */
  readonly partOf: 'input' | 'output' | 'storage'
  /** Log rows of calls with media other than text list the tokens per medium. */
  readonly medium: Medium
  readonly ratio: BucketRatio
  /** The key of a log row to which its tokens are added; absent: none but the keys of its medium. */
  readonly tokensKey?: string
  /** A part of it that has no price of its own and is only displayed. */
  readonly part?: { readonly name: string; readonly tokensKey: string; readonly textKey: string }
}

const rows = [
  {
    name: 'freshInput',
    title: 'Input',
    textKey: 'log.bucketFreshInput',
    partOf: 'input',
    medium: 'text',
    ratio: { fallback: '1' },
  },
  {
    name: 'cacheRead',
    title: 'Cached input',
    textKey: 'log.bucketCacheRead',
    partOf: 'input',
    medium: 'text',
    ratio: { option: 'CacheRatio', column: 'cache', fallback: '1', key: 'cache_ratio' },
    tokensKey: 'cache_tokens',
  },
  {
    // Written with a lifetime of five minutes, or with one that the vendor does not report.
    name: 'cacheWrite',
    title: 'Cache write',
    textKey: 'log.bucketCacheWrite',
    partOf: 'input',
    medium: 'text',
    ratio: { option: 'CacheCreationRatio', column: 'cacheWrite', fallback: '1.25', key: 'cache_creation_ratio' },
    tokensKey: 'cache_creation_tokens',
  },
  {
    // Written with a lifetime of one hour. The fallback is Anthropic's price.
    name: 'cacheWriteLong',
    title: 'Cache write (1 hour)',
    textKey: 'log.bucketCacheWriteLong',
    partOf: 'input',
    medium: 'text',
    ratio: { column: 'cacheWriteLong', fallback: '2' },
    tokensKey: 'cache_creation_tokens',
  },
  {
    name: 'output',
    title: 'Output',
    textKey: 'log.bucketOutput',
    partOf: 'output',
    medium: 'text',
    ratio: { option: 'CompletionRatio', column: 'completion', fallback: '1', key: 'completion_ratio' },
    part: { name: 'reasoning', tokensKey: 'reasoning_tokens', textKey: 'log.reasoning' },
  },
  {
    name: 'audioInput',
    title: 'Audio input',
    textKey: 'log.bucketAudioInput',
    partOf: 'input',
    medium: 'audio',
    ratio: { option: 'AudioRatio', column: 'audioInput', fallback: '20', key: 'audio_ratio' },
  },
  {
    name: 'audioOutput',
    title: 'Audio output',
    textKey: 'log.bucketAudioOutput',
    partOf: 'output',
    medium: 'audio',
    ratio: { option: 'AudioCompletionRatio', column: 'audioOutput', over: 'audioInput', fallback: '2', key: 'audio_completion_ratio' },
  },
  {
    // Said or heard before, in a session that goes on.
    name: 'audioCacheRead',
    title: 'Cached audio input',
    textKey: 'log.bucketAudioCacheRead',
    partOf: 'input',
    medium: 'audio',
    ratio: { column: 'audioCache', over: 'cacheRead', fallback: '1' },
    tokensKey: 'cache_tokens',
  },
  {
    // Of models whose vendor counts the tokens of pictures for themselves; those of other models are text.
    name: 'imageInput',
    title: 'Image input',
    textKey: 'log.bucketImageInput',
    partOf: 'input',
    medium: 'image',
    ratio: { column: 'imageInput', fallback: '1', key: 'image_ratio' },
  },
  {
    name: 'imageCacheRead',
    title: 'Cached image input',
    textKey: 'log.bucketImageCacheRead',
    partOf: 'input',
    medium: 'image',
    ratio: { column: 'imageCache', over: 'cacheRead', fallback: '1' },
    tokensKey: 'cache_tokens',
  },
  {
    // A token that is kept for an hour. The fallback is Google's price at its larger models, 4.50 against 1.25 dollars a million.
    name: 'cacheStorage',
    title: 'Cache storage',
    textKey: 'log.bucketCacheStorage',
    partOf: 'storage',
    medium: 'storage',
    ratio: { column: 'cacheStorage', fallback: '3.6', key: 'cache_storage_ratio' },
  },
] as const satisfies readonly BucketRow[]

type Row = (typeof rows)[number]
type RatioWith<Key extends string> = Extract<Row['ratio'], Readonly<Record<Key, string>>>
type RowWith<Key extends string> = Extract<Row, Readonly<Record<Key, unknown>>>

export type BucketName = Row['name']
/** A part of a bucket that has no price of its own. */
export type BucketPartName = RowWith<'part'>['part']['name']
/** A column of the built-in prices. */
export type BucketColumn = RatioWith<'column'>['column']
/** An option that sets the ratios of a bucket. */
export type RatioOption = RatioWith<'option'>['option']
/** The family's name of a ratio. */
export type RatioKey = RatioWith<'key'>['key']
/** A key of a log row that counts tokens of buckets. */
export type TokensKey =
  | RowWith<'tokensKey'>['tokensKey']
  | RowWith<'part'>['part']['tokensKey']
  | `${Exclude<Medium, 'storage'>}_${Exclude<BucketRow['partOf'], 'storage'>}`

export interface PriceBucket extends BucketRow {
  readonly name: BucketName
  readonly textKey: Row['textKey']
  readonly ratio: BucketRatio & {
    readonly option?: RatioOption
    readonly column?: BucketColumn
    readonly over?: BucketName
    readonly key?: RatioKey
  }
  readonly tokensKey?: TokensKey
  readonly part?: RowWith<'part'>['part']
}

/** All buckets, in the order in which a charge shows them. They do not overlap (decision D19). */
export const priceBuckets: readonly PriceBucket[] = rows

const byName: ReadonlyMap<string, PriceBucket> = new Map(priceBuckets.map((bucket) => [bucket.name, bucket]))

/** The bucket of a name; undefined where there is none, as for the line of a price per call. */
export function bucketOf(name: string): PriceBucket | undefined {
  return byName.get(name)
}

/** One value for each bucket, in the order of the list. */
export function perBucket<Value>(of: (bucket: PriceBucket) => Value): Readonly<Record<BucketName, Value>> {
  return recordOf(priceBuckets.map((bucket) => [bucket.name, of(bucket)]))
}

/** One value for each name of a ratio, in the order of the buckets. */
export function perRatioKey<Value>(of: (key: RatioKey) => Value): Readonly<Record<RatioKey, Value>> {
  return recordOf(priceBuckets.flatMap(({ ratio: { key } }) => (key === undefined ? [] : [[key, of(key)]])))
}

function recordOf<Key extends string, Value>(entries: readonly (readonly [Key, Value])[]): Readonly<Record<Key, Value>> {
  // Sound: the types of the names come from the list whose names these are.
  return Object.fromEntries(entries) as Record<Key, Value>
}
