// What chunks and whole replies have in common: their head, failures, usage.
import { defined } from '../../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { normalizeStatus } from '../../../failure-facts.ts'
import { readErrorObject } from '../../../openai/error.ts'
import { readUsage } from '../../../openai/usage.ts'
import type { ChatEvent, ReplyFailed, ReplyStarted, UsageKnown } from '../../reply/event.ts'
import { withTerms } from '../../reply/usage.ts'
import { NAME } from '../name.ts'

/** The head of a reply or chunk; what has another type than it should is left out. */
export function started(body: JsonObject): ReplyStarted {
  const { id, model, created } = body
  return {
    kind: 'reply-started',
    ...(typeof id === 'string' && { id }),
    ...(typeof model === 'string' && { model }),
    ...(typeof created === 'number' && { createdAt: created }),
  }
}

/** Is there a failure under `error`? Some vendors write a null or an empty text into every reply. */
export function isError(value: Json | undefined): value is string | JsonObject {
  return isObject(value) || (typeof value === 'string' && value !== '')
}

/** The failure that a reply reports; the vendor's error object is carried for a writer of this dialect. */
export function failed(error: Json): ReplyFailed {
  const object: JsonObject = isObject(error) ? error : { message: error }
  const extras = { dialect: NAME, fields: object }
  return defined({ kind: 'reply-failed' as const, ...readErrorObject(object), status: normalizeStatus(object), extras })
}

/** The usage as counted, and the vendor's object for a writer of this dialect. @param body the reply or chunk that it stands in */
export function usageKnown(value: JsonObject, body: JsonObject): UsageKnown {
  return { kind: 'usage-known', usage: withTerms(readUsage(value), [body.service_tier]), extras: { dialect: NAME, fields: value } }
}

/** Log probabilities go with the first text of their chunk; false when it has none. */
export function attachLogprobs(logprobs: JsonObject, events: ChatEvent[], begin: number): boolean {
  for (let at = begin; at < events.length; at++) {
    const event = events[at]
    if (event?.kind !== 'part-delta' || event.text === undefined) continue
    events[at] = { ...event, logprobs }
    return true
  }
  return false
}
