import type { Json } from '../../encoding/json.ts'

/**
 * What a reply cost, in tokens, in buckets that do not overlap: the sum of all but `reasoning` is everything that was counted.
 * Every dialect's reader normalises to this, so one price formula serves all. `reasoning` is the part of `output` that was thinking.
 */
export interface WireUsage {
  /** Input that was neither read from nor written to a cache, text and images alike, without audio. */
  readonly freshInput: number
  readonly cacheRead: number
  /** Written to a cache with the short lifetime (five minutes) or an unknown one. */
  readonly cacheWrite: number
  /** Written to a cache with the one-hour lifetime. */
  readonly cacheWriteLong: number
  /** Output with reasoning in it, without audio. */
  readonly output: number
  readonly reasoning: number
  readonly audioInput: number
  readonly audioOutput: number
  /** Sound that was read from a cache, of a vendor that counts it for itself. */
  readonly audioCacheRead: number
  /** Pictures in the input, of a vendor that sells their tokens at a price of their own. */
  readonly imageInput: number
  readonly imageCacheRead: number
  /** Tokens times the hours for which they are kept: counted from the request, since no vendor reports them. */
  readonly cacheStorage: number
  /** Uses of tools that the vendor runs; absent: none. */
  readonly uses?: ToolUses
  /** Searches, of a vendor that sells rankings by them; absent: it does not count any. */
  readonly searches?: number
  /** Pictures that were made; absent: it makes none. */
  readonly images?: number
  /** Pages that were read, of a vendor that sells the reading of documents by them; absent: it does not count any. */
  readonly pages?: number
  /** What makes all tokens dearer or cheaper, in the vendor's words: a service tier, a speed, a region as `geo:us`. Absent: the standard price. */
  readonly tiers?: readonly string[]
  /** The vendor's own words, for the log. */
  readonly raw: Json
}

/** Nothing counted: what a vendor does not report stays so. */
export const noTokens: Omit<WireUsage, 'raw' | 'uses' | 'searches' | 'pages' | 'images' | 'tiers'> = {
  freshInput: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteLong: 0,
  output: 0,
  reasoning: 0,
  audioInput: 0,
  audioOutput: 0,
  audioCacheRead: 0,
  imageInput: 0,
  imageCacheRead: 0,
  cacheStorage: 0,
}

/** All input, in tokens. */
export function inputTokensOf(usage: WireUsage): number {
  return (
    usage.freshInput +
    usage.cacheRead +
    usage.cacheWrite +
    usage.cacheWriteLong +
    usage.audioInput +
    usage.audioCacheRead +
    usage.imageInput +
    usage.imageCacheRead
  )
}

/** All output, in tokens. */
export function outputTokensOf(usage: WireUsage): number {
  return usage.output + usage.audioOutput
}

/**
 * A tool that a vendor runs and charges by use. Google charges older models by the prompt that was grounded, newer ones by the search; a reply
 * counts both.
 */
export type ToolUse = 'webSearch' | 'webSearchPreview' | 'groundedPrompt' | 'fileSearch'
export type ToolUses = Readonly<Partial<Record<ToolUse, number>>>

/** The usage with charges other than tokens; the same object where there are none. */
export function withTerms(usage: WireUsage, tiers: readonly (Json | undefined)[], uses: ToolUses = {}): WireUsage {
  const named = tiers.filter((tier): tier is string => typeof tier === 'string' && !STANDARD_TIERS.has(tier))
  const hasUses = Object.keys(uses).length > 0
  if (named.length === 0 && !hasUses) return usage
  return { ...usage, ...(hasUses && { uses }), ...(named.length > 0 && { tiers: named }) }
}

/** Words for the price that everybody pays. Google's: the kind of traffic. */
const STANDARD_TIERS: ReadonlySet<unknown> = new Set([
  'auto',
  'default',
  'standard',
  'standard_only',
  'not_available',
  'global',
  'on_demand',
])
