import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { inputTokensOf, noTokens, outputTokensOf, type WireUsage } from '../reply/usage.ts'

/**
 * Google's `usageMetadata` in buckets that do not overlap, in tokens.
 *
 * Never throws and never gives anything but whole numbers from 0 up. `promptTokenCount` holds what was read from the cache;
 * `toolUsePromptTokenCount` is input on top of it (results of tools that Google ran); `thoughtsTokenCount` is output on top of
 * `candidatesTokenCount`, and what the total counts beyond these is output too (decision D19).
 * Source: Gemini API reference, "UsageMetadata".
 */
export function readUsage(raw: Json): WireUsage {
  const usage = isObject(raw) ? raw : {}
  const prompt = count(usage.promptTokenCount)
  const cacheRead = count(usage.cachedContentTokenCount)
  const toolUse = count(usage.toolUsePromptTokenCount)
  // More cached tokens than prompt tokens: the prompt count excludes them.
  const promptInput = cacheRead > prompt ? prompt + cacheRead : prompt
  const cachedAudio = audioOf(usage.cacheTokensDetails)
  const promptAudio = Math.min(Math.max(audioOf(usage.promptTokensDetails) - cachedAudio, 0), promptInput - cacheRead)
  const toolAudio = Math.min(audioOf(usage.toolUsePromptTokensDetails), toolUse)

  const thought = count(usage.thoughtsTokenCount)
  const counted = count(usage.candidatesTokenCount) + thought
  const allOutput = Math.max(counted, count(usage.totalTokenCount) - promptInput - toolUse)
  const audioOutput = Math.min(audioOf(usage.candidatesTokensDetails), allOutput - thought)
  const audioInput = promptAudio + toolAudio
  return {
    ...noTokens,
    freshInput: promptInput - cacheRead + toolUse - audioInput,
    cacheRead,
    output: allOutput - audioOutput,
    reasoning: thought,
    audioInput,
    audioOutput,
    raw,
  }
}

/** Is this a usage object that counts at least one token? Vertex AI sends one with only the kind of traffic on every frame. */
export function hasUsage(value: Json | undefined): value is JsonObject {
  if (!isObject(value)) return false
  return count(value.promptTokenCount) > 0 || count(value.candidatesTokenCount) > 0 || count(value.totalTokenCount) > 0
}

/**
 * Usage reported twice in one reply: the later one counts. Only where it leaves out the prompt, which an earlier frame had, the earlier fields
 * stand under it.
 */
export function laterUsage(earlier: JsonObject | undefined, later: JsonObject): JsonObject {
  return earlier !== undefined && hasUsage(earlier) && later.promptTokenCount === undefined ? { ...earlier, ...later } : later
}

/** Usage of any dialect in the form of this one, in tokens; cache writes are part of the prompt here. */
export function writeUsage(usage: WireUsage): JsonObject {
  const prompt = inputTokensOf(usage)
  const answer = outputTokensOf(usage) - usage.reasoning
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: answer,
    totalTokenCount: prompt + answer + usage.reasoning,
    ...(usage.cacheRead > 0 && { cachedContentTokenCount: usage.cacheRead }),
    ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
    promptTokensDetails: byKind(prompt, usage.audioInput),
    candidatesTokensDetails: byKind(answer, usage.audioOutput),
  }
}

function byKind(all: number, audio: number): Json[] {
  const kinds: Json[] = [{ modality: 'TEXT', tokenCount: all - audio }]
  if (audio > 0) kinds.push({ modality: 'AUDIO', tokenCount: audio })
  return kinds
}

function audioOf(details: Json | undefined): number {
  if (!Array.isArray(details)) return 0
  let sum = 0
  for (const item of details) if (isObject(item) && item.modality === 'AUDIO') sum += count(item.tokenCount)
  return sum
}

/** A count of tokens: whole, from 0 up. Large ones may be text in the JSON form of protocol buffers. */
function count(value: Json | undefined): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !(number > 0) || number > Number.MAX_SAFE_INTEGER) return 0
  return Math.trunc(number)
}
