// A whole reply in one frame: the same events as those of a stream.
import { attempt } from '../../../attempt.ts'
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { reader } from '../../../encoding/reader.ts'
import { endedAs } from '../../reply/end-meaning.ts'
import type { ChatEvent } from '../../reply/event.ts'
import { keep } from '../../request/extras.ts'
import type { Part } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { OWN } from './choice.ts'
import { readAnswer } from './message.ts'
import { attachLogprobs, failed, started, usageKnown } from './reply-events.ts'
import { endMeaning } from './stop-reason.ts'

/**
 * The events of a whole reply. Never throws: a choice that cannot be read is carried whole.
 *
 * @param error the failure that the body reports, if any
 */
export function readWhole(body: JsonObject, error: Json | undefined): ChatEvent[] {
  const r = reader(body, '')
  const events: ChatEvent[] = []
  const isReply = Array.isArray(body.choices)
  if (error !== undefined) {
    r.take('error')
    events.push(failed(error))
  }
  if (Array.isArray(body.choices)) {
    r.take('choices')
    for (const [position, item] of body.choices.entries()) events.push(...readWholeChoice(item, position))
  }
  if (isObject(body.usage)) {
    r.take('usage')
    events.push(usageKnown(body.usage, body))
  } else if (isObject(body.x_groq) && isObject(body.x_groq.usage)) events.push(usageKnown(body.x_groq.usage, body))
  if (!isReply) return events.length > 0 ? events : [{ kind: 'unknown', extras: { dialect: NAME, fields: body } }]

  if (body.object === 'chat.completion') r.take('object')
  for (const key of ['id', 'model'] as const) if (typeof body[key] === 'string') r.take(key)
  if (typeof body.created === 'number') r.take('created')
  const extras = keep(NAME, r.rest(), {}, { object: body.object === undefined ? 'absent' : undefined })
  const isVoid = Array.isArray(body.choices) && body.choices.length === 0 && error === undefined
  return [{ ...started(body), ...(extras && { extras }) }, ...events, { kind: 'reply-ended', ...(isVoid && { isVoid }) }]
}

function readWholeChoice(item: Json, position: number): ChatEvent[] {
  if (!isObject(item)) return [{ kind: 'unknown', extras: { dialect: NAME, fields: { choices: [item] } } }]
  const r = reader(item, `choices[${position}]`)
  const choice = typeof item.index === 'number' ? item.index : position
  const turn = attempt(() => {
    const message = r.needObject('message')
    if (message.peek('role') === 'assistant') message.take('role')
    return readAnswer(message, { last: '', count: 0 })
  })
  // Not the message that the dialect describes: carried whole, so that at least the client sees it.
  if (turn === undefined) return [{ kind: 'unknown', extras: { dialect: NAME, fields: { choices: [{ ...item, index: choice }] } } }]

  const events: ChatEvent[] = []
  r.take('index')
  for (const [part, content] of turn.parts.entries()) {
    const { initial, text } = splitPart(content)
    events.push({ kind: 'part-started', choice, part, initial })
    if (text !== '') events.push({ kind: 'part-delta', choice, part, text })
    events.push({ kind: 'part-ended', choice, part })
  }
  if (isObject(item.logprobs) && attachLogprobs(item.logprobs, events, 0)) r.take('logprobs')
  const rawReason = typeof item.finish_reason === 'string' ? item.finish_reason : undefined
  if (rawReason !== undefined) r.take('finish_reason')
  const { fields: message, spellings } = turn.extras ?? {}
  // One text or a list of them: without this spelling the writer joins the texts.
  const form = isObject(item.message) && Array.isArray(item.message.content) ? { content: 'list' } : {}
  const words = { ...spellings, ...form, index: item.index === undefined ? 'absent' : undefined }
  const extras = keep(NAME, r.rest(), { message }, words) ?? OWN
  events.push({
    kind: 'choice-ended',
    choice,
    ...endedAs(endMeaning(rawReason ?? '')),
    ...(rawReason !== undefined && { rawReason }),
    extras,
  })
  return events
}

/** A whole part as its start and the text that follows it. */
function splitPart(part: Part): { initial: Part; text: string } {
  if (part.kind === 'text') return { initial: { ...part, text: '' }, text: part.text }
  if (part.kind === 'refusal') return { initial: { ...part, text: '' }, text: part.text }
  if (part.kind === 'reasoning') return { initial: { ...part, text: '' }, text: part.text }
  if (part.kind === 'tool-call') return { initial: { ...part, argumentsText: '' }, text: part.argumentsText }
  return { initial: part, text: '' }
}
