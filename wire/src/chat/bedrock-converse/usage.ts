import { isObject, type Json, type JsonObject } from '../../json.ts'
import { type WireUsage, withTerms } from '../usage.ts'

/**
 * The vendor's usage object in buckets that do not overlap, in tokens. Never throws and never gives anything but whole numbers from 0 up.
 *
 * `inputTokens` has neither what was read from the cache nor what was written to it; `cacheDetails` tells what was written by lifetime.
 * Thinking is within the output and not told apart. Source: AWS, "TokenUsage", "CacheDetail" and "Prompt caching".
 *
 * @param beside what stands beside the usage: the tier and the latency that the call was served with
 */
export function readUsage(raw: JsonObject, { serviceTier, performanceConfig }: JsonObject): WireUsage {
  const long = Array.isArray(raw.cacheDetails) ? raw.cacheDetails.reduce<number>((sum, detail) => sum + writtenLong(detail), 0) : 0
  const written = Math.max(count(raw.cacheWriteInputTokens), long)
  return withTerms(
    {
      freshInput: count(raw.inputTokens),
      cacheRead: count(raw.cacheReadInputTokens),
      cacheWrite: written - long,
      cacheWriteLong: long,
      output: count(raw.outputTokens),
      reasoning: 0,
      audioInput: 0,
      audioOutput: 0,
      raw,
    },
    [isObject(serviceTier) ? serviceTier.type : undefined, isObject(performanceConfig) ? performanceConfig.latency : undefined],
  )
}

function writtenLong(detail: Json): number {
  return isObject(detail) && /^(?:1h|T?1H|PT1H)$/i.test(String(detail.ttl)) ? count(detail.inputTokens) : 0
}

/** A count of tokens: whole, from 0 up. */
function count(value: Json | undefined): number {
  if (typeof value !== 'number' || !(value > 0) || value > Number.MAX_SAFE_INTEGER) return 0
  return Math.trunc(value)
}
