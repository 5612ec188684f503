import { isObject, type Json, type JsonObject, parseJson } from '../../encoding/json.ts'
import { type Frame, isDone } from '../../encoding/sse.ts'
import type { ReaderOptions, ReplyReader } from '../dialect.ts'
import type { ChatEvent } from '../reply/event.ts'
import { contentIndex } from './citations.ts'
import { errorText } from './error.ts'
import { readLogprobs } from './logprobs.ts'
import { NAME } from './name.ts'
import { AnswerReader } from './read-answer.ts'

/**
 * Reads the replies of this dialect: a stream's events, or a whole reply in one frame. Never throws.
 *
 * A stream is complete with its `message-end`, unless that reports a failure.
 */
export function replyReader(options: ReaderOptions): ReplyReader {
  return new CohereReplyReader(options)
}

class CohereReplyReader implements ReplyReader {
  readonly #isStream: boolean
  readonly #answer = new AnswerReader()

  constructor({ stream }: ReaderOptions) {
    this.#isStream = stream
  }

  get isComplete(): boolean {
    return this.#answer.isOver && !this.#answer.isFailed
  }

  push(frame: Frame): ChatEvent[] {
    const { data } = frame
    if (data === undefined || data.trim() === '' || this.#answer.isOver || isDone(frame)) return []
    const value = parseJson(data)
    if (!isObject(value)) return [{ kind: 'unknown', extras: { dialect: NAME }, text: data }]
    if (this.#isStream) readEvent(value, this.#answer)
    else readWhole(value, this.#answer)
    return this.#answer.take()
  }

  end(): ChatEvent[] {
    this.#answer.close()
    return this.#answer.take()
  }
}

function readEvent(event: JsonObject, answer: AnswerReader): void {
  const delta = objectAt(event, 'delta')
  const message = objectAt(delta, 'message')
  const index = typeof event.index === 'number' ? event.index : 0
  switch (event.type) {
    case 'message-start':
      answer.start(event.id)
      return
    case 'content-start':
    case 'content-delta':
      answer.content(index, objectAt(message, 'content'), readLogprobs(event.logprobs))
      return
    case 'citation-start':
      answer.cite(message.citations)
      return
    case 'tool-plan-delta':
      answer.plan(message.tool_plan)
      return
    case 'tool-call-start':
      answer.startCall(index, objectAt(message, 'tool_calls'))
      return
    case 'tool-call-delta':
      answer.growCall(index, objectAt(objectAt(message, 'tool_calls'), 'function').arguments)
      return
    case 'tool-call-end':
      answer.endCall(index)
      return
    case 'message-end':
      answer.end(delta)
      return
    // A content ends when something else begins: citations of it may still come.
    case 'content-end':
    case 'citation-end':
      return
    default: {
      const failure = event.type === undefined || event.type === 'error' ? errorText(event) : undefined
      if (failure === undefined) answer.unknown(event)
      else fail(failure, answer)
    }
  }
}

function readWhole(body: JsonObject, answer: AnswerReader): void {
  const { id, message, finish_reason, usage, logprobs, ...rest } = body
  if (!isObject(message)) {
    const failure = errorText(body)
    if (failure === undefined) answer.unknown(body)
    else fail(failure, answer)
    return
  }
  const { role: _, content, citations, tool_plan: plan, tool_calls: calls, ...messageRest } = message
  answer.start(id, filled(rest), filled(messageRest))
  const contents: readonly Json[] = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)
  const cited = listOf(citations).filter(isObject)
  const lastText = contents.findLastIndex((each) => isObject(each) && typeof each.text === 'string')
  for (const [index, each] of contents.entries()) {
    if (!isObject(each)) continue
    if (typeof each.text === 'string' || typeof each.thinking === 'string')
      answer.content(index, each, index === lastText ? readLogprobs(logprobs) : undefined)
    else answer.unknown({ message: { content: [each] } })
    for (const citation of cited) if (contentOf(citation, lastText) === index) answer.cite(citation)
  }
  for (const citation of cited) if (contents[contentOf(citation, lastText)] === undefined) answer.unknown({ citations: [citation] })
  answer.plan(plan)
  for (const [index, call] of listOf(calls).entries()) {
    if (!isObject(call)) continue
    answer.startCall(index, call)
    answer.endCall(index)
  }
  answer.end({ ...(finish_reason !== undefined && { finish_reason }), ...(usage !== undefined && { usage }) })
}

function fail(message: string, answer: AnswerReader): void {
  answer.close()
  answer.fail(message)
}

/** A citation without a content index belongs to the last text. */
function contentOf(citation: JsonObject, lastText: number): number {
  return contentIndex(citation) ?? lastText
}

/** The object under a key; an empty one where there is none. A list of one stands for its element. */
function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  const only = Array.isArray(value) ? value[0] : value
  return isObject(only) ? only : {}
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function filled(rest: JsonObject): JsonObject | undefined {
  return Object.keys(rest).length > 0 ? rest : undefined
}
