import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { inputTokensOf, noTokens, outputTokensOf, type WireUsage, withTerms } from '../reply/usage.ts'

/**
 * The vendor's usage object in buckets that do not overlap, in tokens.
 *
 * Never throws and never gives anything but whole numbers from 0 up; `raw` is the vendor's own object. `input_tokens` has neither what was
 * read from the cache nor what was written to it. What is written is reported in total and by lifetime; where they differ the total counts.
 * `iterations` lists the steps of one call: the totals hold the steps of the model itself, and not what a compaction of the context or an
 * adviser (another model) used in addition, though it is on the same bill, so those are added.
 * Source: Anthropic's pages "Prompt caching", "Compaction" and "Advisor tool", and its recorded answers.
 */
export function readUsage(raw: Json): WireUsage {
  const usage = isObject(raw) ? raw : {}
  const sum: Sum = { ...noTokens }
  add(sum, usage)
  if (Array.isArray(usage.iterations)) {
    for (const step of usage.iterations) {
      if (isObject(step) && (step.type === 'compaction' || step.type === 'advisor_message')) add(sum, step)
    }
  }
  const { server_tool_use: tools, service_tier: tier, speed, inference_geo: region } = usage
  const searches = isObject(tools) ? count(tools.web_search_requests) : 0
  return withTerms(
    { ...sum, raw },
    [tier, speed, typeof region === 'string' && !/^(global|not_available|)$/.test(region) ? `geo:${region}` : undefined],
    searches > 0 ? { webSearch: searches } : {},
  )
}

type Sum = { -readonly [K in keyof typeof noTokens]: number }

function add(sum: Sum, usage: JsonObject): void {
  const byLifetime = isObject(usage.cache_creation) ? usage.cache_creation : {}
  const long = count(byLifetime.ephemeral_1h_input_tokens)
  const written = count(usage.cache_creation_input_tokens) || count(byLifetime.ephemeral_5m_input_tokens) + long
  const output = count(usage.output_tokens)
  const details = isObject(usage.output_tokens_details) ? usage.output_tokens_details : {}
  sum.freshInput += count(usage.input_tokens)
  sum.cacheRead += count(usage.cache_read_input_tokens)
  sum.cacheWriteLong += Math.min(long, written)
  sum.cacheWrite += written - Math.min(long, written)
  sum.output += output
  sum.reasoning += Math.min(count(details.thinking_tokens), output)
}

/**
 * Merges a later usage report into an earlier one: each count is reported again or not at all, so later counts replace earlier, field by
 * field, and nothing is ever added.
 */
export function mergedUsage(earlier: JsonObject | undefined, later: JsonObject): JsonObject {
  if (earlier === undefined) return later
  const merged = { ...earlier }
  for (const key of Object.keys(later)) {
    const value = later[key]
    if (value !== null || merged[key] === undefined) merged[key] = value
  }
  return merged
}

/** Usage of any dialect in the words of this one, in tokens; sounds are counted with the rest, since there are none here. */
export function writeUsage(usage: WireUsage): JsonObject {
  const { cacheRead, cacheWrite, cacheWriteLong, reasoning } = usage
  const written = cacheWrite + cacheWriteLong
  return {
    input_tokens: inputTokensOf(usage) - cacheRead - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cacheRead,
    cache_creation: { ephemeral_5m_input_tokens: cacheWrite, ephemeral_1h_input_tokens: cacheWriteLong },
    output_tokens: outputTokensOf(usage),
    ...(reasoning > 0 && { output_tokens_details: { thinking_tokens: reasoning } }),
  }
}

/** A count of tokens: whole, from 0 up. */
function count(value: Json | undefined): number {
  if (typeof value !== 'number' || !(value > 0) || value > Number.MAX_SAFE_INTEGER) return 0
  return Math.trunc(value)
}
