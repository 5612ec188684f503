// Usage as OpenAI counts it, in both its dialects and in the endpoints other than chat, with the names that other vendors give the counts.

import { noTokens, type WireUsage } from '../chat/reply/usage.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'

/**
 * A vendor's usage object in buckets that do not overlap, in tokens.
 *
 * Never throws and never gives anything but whole numbers from 0 up: a count that is missing, negative or no number reads as 0, and `raw`
 * keeps the vendor's own object. Vendors differ (decision D19):
 * - cached input is `prompt_tokens_details.cached_tokens` (OpenAI), `prompt_cache_hit_tokens` (DeepSeek) or `cached_tokens` (Moonshot), and is
 *   part of `prompt_tokens`; where more is cached than prompted, the vendor counts cached input outside the prompt, as Anthropic does.
 * - reasoning is part of `completion_tokens` (OpenAI) or counted on top of it (xAI), so output = max(completion, total − prompt).
 */
export function readUsage(raw: Json): WireUsage {
  const usage = isObject(raw) ? raw : {}
  const promptDetails = child(usage, 'prompt_tokens_details', 'input_tokens_details', 'input_token_details')
  const outputDetails = child(usage, 'completion_tokens_details', 'output_tokens_details')

  const prompt = first(count(usage.prompt_tokens), count(usage.input_tokens))
  const completion = first(count(usage.completion_tokens), count(usage.output_tokens))
  const read = first(
    count(promptDetails.cached_tokens),
    count(usage.prompt_cache_hit_tokens),
    count(usage.cached_tokens),
    count(usage.cache_read_input_tokens),
  )
  const byLifetime = isObject(promptDetails.cache_creation) ? promptDetails.cache_creation : child(usage, 'cache_creation')
  const longWrite = count(byLifetime.ephemeral_1h_input_tokens)
  const allWrite = first(
    count(promptDetails.cache_write_tokens),
    count(promptDetails.cache_creation_tokens),
    count(promptDetails.cache_creation_input_tokens),
    count(usage.cache_creation_input_tokens),
    count(usage.cache_write_tokens),
    count(byLifetime.ephemeral_5m_input_tokens) + longWrite,
  )
  const isCacheOutsidePrompt = read + allWrite > prompt
  const input = isCacheOutsidePrompt ? prompt + read + allWrite : prompt
  const uncached = input - read - allWrite
  const audioInput = Math.min(count(promptDetails.audio_tokens), uncached)

  const thought = first(count(outputDetails.reasoning_tokens), count(usage.reasoning_tokens))
  const inTotal = Math.max(completion, count(usage.total_tokens) - input)
  // More thinking than output: it was counted on top of the output, and the total, if there is one, leaves it out.
  const allOutput = thought > inTotal ? completion + thought : inTotal
  const audioOutput = Math.min(count(outputDetails.audio_tokens), allOutput)
  const output = allOutput - audioOutput
  const cacheWriteLong = Math.min(longWrite, allWrite)

  return {
    ...noTokens,
    freshInput: uncached - audioInput,
    cacheRead: read,
    cacheWrite: allWrite - cacheWriteLong,
    cacheWriteLong,
    output,
    reasoning: Math.min(thought, output),
    audioInput,
    audioOutput,
    raw,
  }
}

/** Is this a usage object that counts at least one token? A null, an empty object and one full of zeros do not. */
export function hasUsage(value: Json | undefined): value is JsonObject {
  if (!isObject(value)) return false
  return (
    count(value.prompt_tokens) > 0 ||
    count(value.completion_tokens) > 0 ||
    count(value.total_tokens) > 0 ||
    count(value.input_tokens) > 0 ||
    count(value.output_tokens) > 0
  )
}

/** A count of tokens: whole, from 0 up. Some vendors write numbers as text. */
export function count(value: Json | undefined): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !(number > 0) || number > Number.MAX_SAFE_INTEGER) return 0
  return Math.trunc(number)
}

/** The first that is not 0: vendors that know a number by two names fill either or both. */
function first(...counts: number[]): number {
  return counts.find((each) => each > 0) ?? 0
}

/** The object under the first of these names that there is; else an empty one. */
export function child(usage: JsonObject, ...keys: string[]): JsonObject {
  for (const key of keys) {
    const found = usage[key]
    if (isObject(found)) return found
  }
  return {}
}
