/**
 * What a call used, in buckets that do not overlap (decision D19): the price formula multiplies each by its own weight and adds.
 * `reasoning` is told for the log only; it is a part of `output`.
 */
export interface Usage {
  readonly freshInput: number
  readonly cacheRead: number
  /** Cache writes with a five-minute lifetime, or one that the vendor does not tell. */
  readonly cacheWrite: number
  /** Cache writes with a one-hour lifetime. */
  readonly cacheWriteLong: number
  readonly output: number
  readonly reasoning: number
  readonly audioInput: number
  readonly audioOutput: number
  readonly images: number
  /** Seconds of sound or video, for what is priced by time. */
  readonly seconds: number
  /** Calls, for fixed prices: 1 when anything was produced. */
  readonly calls: number
  /** Uses of tools that the vendor runs and charges by use, such as `webSearch`; absent: none. */
  readonly uses?: Readonly<Record<string, number>>
  /** What makes all tokens dearer or cheaper: a service tier, a speed, a region as `geo:us`. Absent: the standard price. */
  readonly tiers?: readonly string[]
}

export const noUsage: Usage = {
  freshInput: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteLong: 0,
  output: 0,
  reasoning: 0,
  audioInput: 0,
  audioOutput: 0,
  images: 0,
  seconds: 0,
  calls: 0,
}

/** All input tokens: the `prompt_tokens` of a log row. */
export function promptTokensOf(usage: Usage): number {
  return usage.freshInput + usage.cacheRead + usage.cacheWrite + usage.cacheWriteLong + usage.audioInput
}

/** All output tokens: the `completion_tokens` of a log row. */
export function completionTokensOf(usage: Usage): number {
  return usage.output + usage.audioOutput
}
