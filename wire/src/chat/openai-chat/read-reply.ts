import { attempt } from '../../attempt.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../../json.ts'
import { reader } from '../../reader.ts'
import { type Frame, isDone } from '../../sse.ts'
import type { ReplyReader } from '../dialect.ts'
import type { ChatEvent } from '../event.ts'
import { keep } from '../extras.ts'
import type { Part } from '../request.ts'
import { NAME } from './name.ts'
import { OWN, stopReason } from './read-choice.ts'
import { chunkReader } from './read-chunk.ts'
import { readAnswer } from './read-message.ts'
import { attachLogprobs, failed, isError, started, usageKnown } from './read-news.ts'

/**
 * Reads the replies of this dialect: a stream's chunks, or a whole reply in one frame. Never throws.
 *
 * Every frame costs one `JSON.parse` and a walk over its keys.
 */
export function replyReader(options: { stream: boolean }): ReplyReader {
  const chunks = chunkReader()
  let isOver = false
  let isFailed = false

  function readFrame(frame: Frame): ChatEvent[] {
    if (frame.data === undefined || isOver) return []
    if (options.stream && isDone(frame)) {
      isOver = true
      return [...chunks.close(), { kind: 'reply-ended' }]
    }
    const value = parseJson(frame.data)
    if (!isObject(value)) return frame.data.trim() === '' ? [] : [{ kind: 'unknown', extras: OWN, text: frame.data }]
    const error = errorOf(value, frame)
    if (error !== undefined) isFailed = true
    if (options.stream) return chunks.push(value, error)
    isOver = Array.isArray(value.choices)
    return readWhole(value, error)
  }

  return {
    push: readFrame,
    end: () => (isOver ? [] : chunks.close()),
    get isComplete() {
      return !isFailed && (isOver || chunks.isFinished)
    },
  }
}

/** A failure inside a reply: the `error` of a chunk, or, as some servers tell it, the whole frame. */
function errorOf(value: JsonObject, frame: Frame): Json | undefined {
  if (isError(value.error)) return value.error
  return frame.event === 'error' || value.object === 'error' ? value : undefined
}

function readWhole(body: JsonObject, error: Json | undefined): ChatEvent[] {
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
  return [{ ...started(body), ...(extras && { extras }) }, ...events, { kind: 'reply-ended' }]
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
    const { initial, text } = split(content)
    events.push({ kind: 'part-started', choice, part, initial })
    if (text !== '') events.push({ kind: 'part-delta', choice, part, text })
    events.push({ kind: 'part-ended', choice, part })
  }
  if (isObject(item.logprobs) && attachLogprobs(item.logprobs, events, 0)) r.take('logprobs')
  const rawReason = typeof item.finish_reason === 'string' ? item.finish_reason : undefined
  if (rawReason !== undefined) r.take('finish_reason')
  const { fields: message, spellings } = turn.extras ?? {}
  // One text or a list of them: without a word here the writer joins what was said.
  const form = isObject(item.message) && Array.isArray(item.message.content) ? { content: 'list' } : {}
  const words = { ...spellings, ...form, index: item.index === undefined ? 'absent' : undefined }
  const extras = keep(NAME, r.rest(), { message }, words) ?? OWN
  events.push({ kind: 'choice-ended', choice, reason: stopReason(rawReason ?? ''), ...(rawReason !== undefined && { rawReason }), extras })
  return events
}

/** A whole part as what is known at its start and the text by which it grows. */
function split(part: Part): { initial: Part; text: string } {
  if (part.kind === 'text') return { initial: { ...part, text: '' }, text: part.text }
  if (part.kind === 'refusal') return { initial: { ...part, text: '' }, text: part.text }
  if (part.kind === 'reasoning') return { initial: { ...part, text: '' }, text: part.text }
  if (part.kind === 'tool-call') return { initial: { ...part, argumentsText: '' }, text: part.argumentsText }
  return { initial: part, text: '' }
}
