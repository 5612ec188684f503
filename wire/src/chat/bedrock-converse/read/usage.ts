import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { noTokens, type WireUsage, withTerms } from '../../reply/usage.ts'

/**
 * The vendor's usage object in buckets that do not overlap, in tokens. Never throws and never gives anything but whole numbers from 0 up.
 *
 * `inputTokens` has neither what was read from the cache nor what was written to it; `cacheDetails` has the written tokens by lifetime.
 * Thinking is part of the output and not reported separately. Source: AWS, "TokenUsage", "CacheDetail" and "Prompt caching".
 *
 * @param beside the fields next to the usage: the tier and the latency that the call was served with
 */
export function readUsage(raw: JsonObject, { serviceTier, performanceConfig }: JsonObject): WireUsage {
  const long = Array.isArray(raw.cacheDetails) ? raw.cacheDetails.reduce<number>((sum, detail) => sum + writtenLong(detail), 0) : 0
  const written = Math.max(count(raw.cacheWriteInputTokens), long)
  return withTerms(
    {
      ...noTokens,
      freshInput: count(raw.inputTokens),
      cacheRead: count(raw.cacheReadInputTokens),
      cacheWrite: written - long,
      cacheWriteLong: long,
      output: count(raw.outputTokens),
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
