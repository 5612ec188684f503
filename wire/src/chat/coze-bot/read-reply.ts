import { defined } from '../../defined.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../../encoding/json.ts'
import type { Frame } from '../../encoding/sse.ts'
import { reportedError } from '../../openai/error.ts'
import { appUsage } from '../apps/app-usage.ts'
import type { ReplyReader } from '../dialect.ts'
import { AnswerEvents } from '../reply/answer-events.ts'
import type { ChatEvent } from '../reply/event.ts'
import { NAME } from './name.ts'

/**
 * Reads the stream of a bot's answer; whole answers are collected from it. Never throws. It is complete with the end of the chat. What the bot
 * calls is told as reasoning; what it found in its knowledge, and questions that it proposes, are no part of the answer.
 */
export function replyReader(): ReplyReader {
  return new CozeReplyReader()
}

class CozeReplyReader implements ReplyReader {
  readonly #events = new AnswerEvents()
  /** Answers of which pieces have come: they come once more as a whole. */
  readonly #streamed = new Set<string>()
  #isStarted = false
  #isDone = false
  #isFailed = false

  get isComplete(): boolean {
    return this.#isDone
  }

  push({ event, data }: Frame): ChatEvent[] {
    if (data === undefined || data.trim() === '' || event === 'done' || this.#isDone || this.#isFailed) return []
    const value = parseJson(data)
    if (isObject(value)) this.#read(event, value)
    else this.#events.add({ kind: 'unknown', extras: { dialect: NAME }, text: data })
    return this.#events.take()
  }

  end(): ChatEvent[] {
    this.#events.endOpen()
    return this.#events.take()
  }

  #read(event: Frame['event'], value: JsonObject): void {
    switch (event) {
      case 'conversation.chat.created':
        this.#start(value.id, value.created_at)
        break
      case 'conversation.message.delta':
        this.#start(value.chat_id)
        this.#readPiece(value)
        break
      case 'conversation.message.completed':
        this.#start(value.chat_id)
        this.#readMessage(value)
        break
      case 'conversation.chat.completed':
        this.#start(value.id, value.created_at)
        this.#finish(value.usage)
        break
      case 'conversation.chat.failed':
        this.#fail(value.last_error, 'the bot failed')
        break
      case 'conversation.chat.canceled':
        this.#fail(undefined, 'the chat was canceled')
        break
      case 'conversation.chat.requires_action':
        this.#fail(
          { code: 'requires_action' },
          'the bot waits for a plug-in that its client is to run, which cannot be done through this API',
        )
        break
      case 'error':
        this.#fail(value, 'the bot failed')
        break
      case undefined:
      case '':
        // A failure may stand in place of all events.
        if (reportedError(value)) this.#fail(value, 'the bot failed')
        else this.#events.add({ kind: 'unknown', extras: { dialect: NAME }, text: JSON.stringify(value) })
    }
  }

  #start(id: Json | undefined, createdAt?: Json): void {
    if (this.#isStarted) return
    this.#isStarted = true
    const started = { kind: 'reply-started' as const, id: textOf(id), createdAt: typeof createdAt === 'number' ? createdAt : undefined }
    this.#events.add(defined(started))
  }

  #readPiece({ id, type, content, content_type: contentType, reasoning_content: thought }: JsonObject): void {
    // Of other contents only the whole can be read.
    if (type !== 'answer' || (contentType !== undefined && contentType !== 'text')) return
    const place = textOf(id) ?? ''
    this.#streamed.add(place)
    this.#say('reasoning', thought, place)
    this.#say('text', content, place)
  }

  #readMessage({ id, type, content, content_type: contentType, reasoning_content: thought }: JsonObject): void {
    const place = textOf(id) ?? ''
    const text = textOf(content)
    if (type === 'answer' && !this.#streamed.has(place)) {
      this.#say('reasoning', thought, place)
      if (contentType === 'object_string' && text !== undefined) this.#sayItems(text, place)
      else this.#say('text', text, place)
    } else if (type === 'function_call') this.#note(callIn(text))
    else if (type === 'tool_response' || type === 'tool_output') this.#note(text)
  }

  #sayItems(content: string, place: string): void {
    const items = parseJson(content)
    for (const { type, text, file_url: url } of Array.isArray(items) ? items.filter(isObject) : [{ type: 'text', text: content }]) {
      const address = textOf(url)
      if (type === 'text') this.#say('text', text, place)
      else if (address !== undefined)
        this.#events.whole({ kind: type === 'image' || type === 'audio' ? type : 'file', source: { kind: 'url', url: address } })
    }
  }

  /** Each answer of the bot is a part of its own. */
  #say(kind: 'text' | 'reasoning', text: Json | undefined, place: string): void {
    if (typeof text === 'string' && text !== '') this.#events.append(kind, { text }, `${kind} ${place}`)
  }

  #note(text: string | undefined): void {
    if (text !== undefined) this.#events.append('reasoning', { text: `${text}\n`, isNote: true }, 'notes')
  }

  #finish(usage: Json | undefined): void {
    this.#isDone = true
    this.#events.endOpen()
    const { token_count: total, output_count: output, input_count: input } = isObject(usage) ? usage : {}
    if (isObject(usage) && [total, output, input].some((count) => typeof count === 'number' && count > 0))
      this.#events.add({ kind: 'usage-known', usage: appUsage(input, output, total, usage) })
    this.#events.add({ kind: 'choice-ended', choice: 0, reason: 'stop' })
    this.#events.add({ kind: 'reply-ended' })
  }

  #fail(error: Json | undefined, otherwise: string): void {
    this.#isFailed = true
    this.#events.endOpen()
    const { code } = isObject(error) ? error : {}
    const message = reportedError(error)?.message ?? otherwise
    const said = typeof code === 'number' && code !== 0 ? String(code) : textOf(code)
    this.#events.add(defined({ kind: 'reply-failed' as const, message, code: said }))
  }
}

/** A call of a plug-in or workflow as one line: `{"name":"…","arguments":{…},…}`. */
function callIn(content: string | undefined): string | undefined {
  const call = content === undefined ? undefined : parseJson(content)
  if (!isObject(call) || typeof call.name !== 'string') return content
  const { name, arguments: given } = call
  return given === undefined ? name : `${name} ${typeof given === 'string' ? given : JSON.stringify(given)}`
}

const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
