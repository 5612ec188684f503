import type { Json } from '../json.ts'

/**
 * What a reply cost, in tokens, in buckets that do not overlap: the sum of all but `reasoning` is everything that was counted.
 * Every dialect's reader normalises to this, so one price formula serves all. `reasoning` is the part of `output` that was thinking.
 */
export interface WireUsage {
  /** Input that was neither read from nor written to a cache, text and images alike, without audio. */
  readonly freshInput: number
  readonly cacheRead: number
  /** Written to a cache with the short lifetime (five minutes) or one that is not told. */
  readonly cacheWrite: number
  /** Written to a cache with the one-hour lifetime. */
  readonly cacheWriteLong: number
  /** Output with reasoning in it, without audio. */
  readonly output: number
  readonly reasoning: number
  readonly audioInput: number
  readonly audioOutput: number
  /** The vendor's own words, for the log. */
  readonly raw: Json
}
