// The head of a response: everything but its output. Most of it repeats the request, so it is carried as the text that it came in, for a
// writer of this dialect, and is no loss elsewhere.
import { isObject, type JsonObject } from '../../../encoding/json.ts'
import { put } from '../../../encoding/reader.ts'
import { type EndMeaning, type EndWords, meaningOf } from '../../reply/end-meaning.ts'
import type { ReplyStarted } from '../../reply/event.ts'
import { NAME } from '../name.ts'

/** The fields of a response that the reference and the vendors' own know. */
const known: ReadonlySet<string> = new Set(
  [
    'id object created_at completed_at status background error incomplete_details instructions max_output_tokens max_tool_calls model output',
    'output_text parallel_tool_calls presence_penalty frequency_penalty previous_response_id conversation prompt prompt_cache_key',
    'prompt_cache_retention reasoning safety_identifier service_tier store temperature text tool_choice tools top_logprobs top_p truncation',
    'usage user metadata',
  ].flatMap((line) => line.split(' ')),
)

/** The unknown fields of a response, without those that an earlier event had. */
export function unknownOf(response: JsonObject, told?: JsonObject): JsonObject | undefined {
  let rest: JsonObject | undefined
  for (const key in response) {
    if (known.has(key) || (told !== undefined && Object.hasOwn(told, key))) continue
    rest ??= {}
    put(rest, key, response[key])
  }
  return rest
}

/**
 * The head of a reply; what has another type than it should is left out.
 *
 * @param text the frame that it came in
 */
export function started(response: JsonObject, unknown: JsonObject | undefined, text: string): ReplyStarted {
  const { id, model, created_at: created } = response
  return {
    kind: 'reply-started',
    ...(typeof id === 'string' && { id }),
    ...(typeof model === 'string' && { model }),
    ...(typeof created === 'number' && { createdAt: created }),
    extras: { dialect: NAME, ...(unknown && { fields: unknown }), spellings: { head: text } },
  }
}

/** The vendor's word for how a response ended: its status, or the reason where it is incomplete. */
export function rawReason(response: JsonObject): string | undefined {
  const { status, incomplete_details: details } = response
  if (status === 'incomplete') return isObject(details) && typeof details.reason === 'string' ? details.reason : status
  return typeof status === 'string' ? status : undefined
}

/** The vendor's words for the end of a response. Source: OpenAI API reference, "The response object", `status` and `incomplete_details`, 2026-09. */
const words: EndWords = {
  completed: 'stop',
  max_output_tokens: 'length',
  content_filter: 'content-filter',
  failed: { failure: 'the model failed while it answered' },
  cancelled: { failure: 'the vendor stopped the answer' },
}

/** What that word means; incomplete for another reason, or not finished yet, is not whole. @param hasCalls does the answer call a tool of the caller's? */
export function endMeaning(raw: string | undefined, hasCalls: boolean): EndMeaning {
  const meaning = raw === undefined ? 'stop' : (meaningOf(words, raw) ?? 'length')
  return meaning === 'stop' && hasCalls ? 'tool-calls' : meaning
}
