// What frames and whole replies have in common: their head, failures, usage, a prompt that was refused.
import { defined } from '../../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import type { ChatEvent, ChoiceEnded, ReplyFailed, ReplyStarted } from '../../reply/event.ts'
import { secondsOf } from '../../reply/time.ts'
import { type ToolUses, withTerms } from '../../reply/usage.ts'
import { keep } from '../../request/extras.ts'
import { readErrorObject, retryDelaySeconds, statusOfError } from '../error.ts'
import { NAME, OWN } from '../name.ts'
import { readUsage } from '../usage.ts'

/** The head of a reply or frame; what has another type than it should is left out. */
export function started(body: JsonObject): ReplyStarted {
  const { responseId, modelVersion, createTime } = body
  const createdAt = typeof createTime === 'string' ? secondsOf(createTime) : undefined
  return {
    kind: 'reply-started',
    ...(typeof responseId === 'string' && { id: responseId }),
    ...(typeof modelVersion === 'string' && { model: modelVersion }),
    ...(createdAt !== undefined && createTime !== undefined && { createdAt, extras: { ...OWN, originals: { createTime } } }),
  }
}

/** Is there a failure under `error`? */
export function isError(value: Json | undefined): value is string | JsonObject {
  return isObject(value) || (typeof value === 'string' && value !== '')
}

/** The failure that a reply reports; Google's error object is carried for a writer of this dialect. */
export function failed(error: Json): ReplyFailed {
  const object: JsonObject = isObject(error) ? error : { message: error }
  const { message, ...words } = readErrorObject(object)
  return defined({
    kind: 'reply-failed' as const,
    message: message === '' ? 'the upstream reported an error' : message,
    ...words,
    status: statusOfError(object),
    retryAfterSeconds: retryDelaySeconds({ error: object }),
    extras: { dialect: NAME, fields: object },
  })
}

/** The usage as counted, and Google's object for a writer of this dialect. @param uses the searches made for the reply so far */
export function usageKnown(value: JsonObject, uses: ToolUses): ChatEvent {
  return { kind: 'usage-known', usage: withTerms(readUsage(value), [value.serviceTier], uses), extras: { dialect: NAME, fields: value } }
}

/**
 * Searches with Google for these candidates; undefined where there were none. Empty and repeated queries are not charged. Source: Gemini API, "Grounding with Google Search".
 */
export function usesOf(candidates: Json | undefined): ToolUses | undefined {
  if (!Array.isArray(candidates)) return undefined
  const queries = new Set<Json>()
  let isGrounded = false
  for (const candidate of candidates) {
    if (!isObject(candidate) || !isObject(candidate.groundingMetadata)) continue
    const { webSearchQueries, groundingChunks } = candidate.groundingMetadata
    if (Array.isArray(webSearchQueries)) for (const query of webSearchQueries) if (query !== '') queries.add(query)
    isGrounded ||= Array.isArray(groundingChunks) && groundingChunks.some((chunk) => isObject(chunk) && isObject(chunk.web))
  }
  if (queries.size === 0 && !isGrounded) return undefined
  return { webSearch: Math.max(queries.size, 1), groundedPrompt: 1 }
}

/** The end of a reply that never began: the prompt was refused, and there is no candidate. */
export function blocked(feedback: JsonObject, rawReason: string): ChoiceEnded {
  const { blockReason: _, ...rest } = feedback
  const fields = Object.keys(rest).length === 0 ? undefined : rest
  const extras = keep(NAME, undefined, { promptFeedback: fields }, { place: 'promptFeedback' }) ?? OWN
  return { kind: 'choice-ended', choice: 0, reason: 'content-filter', rawReason, extras }
}
