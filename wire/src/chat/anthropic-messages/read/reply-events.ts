// What streams and whole replies have in common: their head, the end of the answer, failures, usage.

import { attempt } from '../../../attempt.ts'
import { defined } from '../../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { added, reader } from '../../../encoding/reader.ts'
import { normalizeStatus, waitSeconds } from '../../../failure-facts.ts'
import type { ChatEvent, ChoiceEnded, ReplyFailed, ReplyStarted, UsageKnown } from '../../reply/event.ts'
import { keep, type MayCarryExtras } from '../../request/extras.ts'
import type { Part } from '../../request/request.ts'
import { readError } from '../error.ts'
import { NAME, OWN } from '../name.ts'
import { stopReason } from '../stop-reason.ts'
import { readUsage } from '../usage.ts'
import { readBlock, unknownPart } from './block.ts'

/** Fields of a whole message that a stream sends at its end, next to the stop reason. */
const ofTheEnd: readonly string[] = ['stop_reason', 'stop_sequence', 'stop_details', 'container']
/** Those that a stream sends next to the `delta` that ends the response. */
const endFrameFields: readonly string[] = ['context_management']

/**
 * The head of a message: as a whole reply, or as a stream begins. Unread fields that belong to the end of the answer are in `end`, to be
 * carried there when the reason is known.
 *
 * @param isWhole a stream's message has the fields of the end too, but empty
 */
export function readHead(
  message: JsonObject,
  isWhole: boolean,
  frame?: JsonObject,
): { started: ReplyStarted; end: JsonObject; beside: JsonObject } {
  const r = reader(message, '')
  const id = typeof message.id === 'string' ? r.text('id') : undefined
  const model = typeof message.model === 'string' ? r.text('model') : undefined
  if (message.type === 'message') r.take('type')
  if (message.role === 'assistant') r.take('role')
  if (Array.isArray(message.content)) r.take('content')
  if (isObject(message.usage)) r.take('usage')
  if (typeof message.stop_reason === 'string') r.take('stop_reason')
  if (typeof message.stop_sequence === 'string') r.take('stop_sequence')
  const end: JsonObject = {}
  const beside: JsonObject = {}
  let fields: JsonObject | undefined
  const rest = r.rest() ?? {}
  for (const key of Object.keys(rest)) {
    if (isWhole && ofTheEnd.includes(key)) end[key] = rest[key]
    else if (isWhole && endFrameFields.includes(key)) beside[key] = rest[key]
    else {
      fields ??= {}
      fields[key] = rest[key]
    }
  }
  const extras = keep(NAME, fields, { message_start: frame }) ?? OWN
  return { started: { kind: 'reply-started', ...(id !== undefined && { id }), ...(model !== undefined && { model }), extras }, end, beside }
}

/** The end of the response. `fields` stood next to the stop reason, `beside` in the frame around it. */
export function choiceEnded(rawReason: string, stopSequence: Json | undefined, fields: JsonObject, beside: JsonObject): ChoiceEnded {
  const extras = keep(NAME, filled(fields), { message_delta: filled(beside) }) ?? OWN
  const sequence = typeof stopSequence === 'string' ? { stopSequence } : {}
  return { kind: 'choice-ended', choice: 0, reason: stopReason(rawReason), rawReason, ...sequence, extras }
}

/** The usage as counted, and the vendor's object for a writer of this dialect. */
export function usageKnown(usage: JsonObject): UsageKnown {
  return { kind: 'usage-known', usage: readUsage(usage), extras: { dialect: NAME, fields: usage } }
}

/** The failure that a frame or a body reports; the body is carried whole for a writer of this dialect. */
export function failed(body: JsonObject): ReplyFailed {
  const { message, type, code, param } = readError(0, body)
  const error = isObject(body.error) ? body.error : body
  return defined({
    kind: 'reply-failed' as const,
    message: message.startsWith('bad response') ? 'the upstream reported an error' : message,
    ...{ type, code, param },
    status: normalizeStatus(error),
    retryAfterSeconds: waitSeconds(error),
    extras: { dialect: NAME, originals: { body } },
  })
}

/** A block of a reply as a part, whatever it is: what does not read is carried whole. */
export function replyPart(block: JsonObject): Part {
  const part = attempt(() => readBlock(block, 'content')) ?? unknownPart(block)
  return part.extras === undefined && part.kind !== 'unknown' ? { ...part, extras: OWN } : part
}

/** An event of unread fields that stood in a frame of this type, to be laid under the next such frame. */
export function unread(frame: string, fields: JsonObject): ChatEvent {
  const carrier: Required<MayCarryExtras> = { extras: { dialect: NAME, fields, spellings: { frame } } }
  return { kind: 'unknown', ...carrier }
}

/** The unread fields of a frame: all but its type, its index and the field that is read. */
export function restOf(event: JsonObject, read?: string): JsonObject | undefined {
  let rest: JsonObject | undefined
  for (const key in event) if (key !== 'type' && key !== 'index' && key !== read) rest = added(rest, key, event[key])
  return rest
}

function filled(fields: JsonObject): JsonObject | undefined {
  return Object.keys(fields).length === 0 ? undefined : fields
}
