// A legacy text completion at a vendor that only chats: its prompt is the one message of a user, and the reply is told as a completion.
// Source: OpenAI's API reference, "Create completion (legacy)" and "The completion object", 2026.
import { isObject, type Json, type JsonObject, parseJson } from '../../encoding/json.ts'
import type { Frame } from '../../encoding/sse.ts'
import type { ReplyWriter, WriterOptions } from '../dialect.ts'
import type { LossLog } from '../losses/loss.ts'
import type { ChatRequest } from '../request/request.ts'
import { readRequest } from './read/request.ts'
import { replyWriter } from './write/reply.ts'

/** The one prompt of a body, as text. Undefined: it has several, or tokens by their numbers. */
function onlyPrompt({ prompt }: JsonObject): string | undefined {
  const only = Array.isArray(prompt) && prompt.length === 1 ? prompt[0] : prompt
  return typeof only === 'string' ? only : undefined
}

/** The fields of a completion that no chat can do though the reply hangs on them. Empty: it can be a chat. */
export function unchattable(body: JsonObject): readonly string[] {
  const { suffix, echo, best_of: best, n, logprobs } = body
  return [
    ...(onlyPrompt(body) === undefined ? ['prompt'] : []),
    ...(typeof suffix === 'string' && suffix !== '' ? ['suffix'] : []),
    ...(echo === true ? ['echo'] : []),
    ...(typeof best === 'number' && best > (typeof n === 'number' ? n : 1) ? ['best_of'] : []),
    ...(typeof logprobs === 'number' ? ['logprobs'] : []),
  ]
}

/** The chat that stands for a completion; all else in the body means the same in both. Throws WireError, with the path. */
export function chatOfCompletion(body: JsonObject): ChatRequest {
  const { prompt: _, suffix: __, echo: ___, best_of: ____, logprobs: _____, ...alike } = body
  return readRequest({ ...alike, messages: [{ role: 'user', content: onlyPrompt(body) ?? '' }] })
}

/** Writes the reply of a chat as a text completion: chunk by chunk, or as one body. What is no text is added to the losses. */
export function completionWriter(options: WriterOptions, losses: LossLog): ReplyWriter {
  const chat = replyWriter(options, losses)
  const told = (frames: readonly Frame[]) => frames.flatMap((frame) => completionFrame(frame, losses))
  return { push: (event) => told(chat.push(event)), end: () => told(chat.end()) }
}

/** A frame of a chat as one of a completion; none where it adds nothing. The end and failures are the same in both. */
function completionFrame(frame: Frame, losses: LossLog): Frame[] {
  const body = parseJson(frame.data ?? '')
  if (!isObject(body) || !Array.isArray(body.choices)) return [frame]
  const choices = body.choices.flatMap((choice) => (isObject(choice) ? textChoice(choice, losses) : []))
  const isSilent = choices.length === 0 && body.choices.length > 0
  return isSilent ? [] : [{ event: frame.event, data: JSON.stringify({ ...body, object: 'text_completion', choices }) }]
}

/** A choice with its text; none where a chunk has neither text nor an end. */
function textChoice({ index = 0, finish_reason = null, delta, message }: JsonObject, losses: LossLog): JsonObject[] {
  const said = isObject(message) ? message : isObject(delta) ? delta : {}
  const { role: _, content, refusal, ...others } = said
  for (const name of Object.keys(others)) if (!isEmpty(others[name])) losses.add(`choices[${index}].${name}`, 'not-expressible')
  const text = [content, refusal].filter((one) => typeof one === 'string').join('')
  if (text === '' && finish_reason === null && delta !== undefined) return []
  return [{ text, index, logprobs: null, finish_reason }]
}

const isEmpty = (value: Json | undefined) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
