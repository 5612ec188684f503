import { defined } from '../../defined.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../../encoding/json.ts'
import type { Frame } from '../../encoding/sse.ts'
import type { ReaderOptions, ReplyReader } from '../dialect.ts'
import { typeOfData } from '../media/type-of-data.ts'
import { AnswerEvents } from '../reply/answer-events.ts'
import { type EndMeaning, type EndWords, endedAs, meaningOf } from '../reply/end-meaning.ts'
import type { ChatEvent } from '../reply/event.ts'
import { secondsOf } from '../reply/time.ts'
import type { MediaPart } from '../request/request.ts'
import { errorText } from './error.ts'
import { NAME } from './name.ts'
import { readUsage } from './usage.ts'

/**
 * Reads the replies of this dialect. A whole reply is the same as a stream of one line: a message, with what it cost when it is done. Never
 * throws. A stream is complete with the line that is marked as done.
 */
export function replyReader(options: ReaderOptions): ReplyReader {
  return new OllamaReplyReader(options)
}

class OllamaReplyReader implements ReplyReader {
  readonly #events = new AnswerEvents()
  readonly #idPrefix: string
  #calls = 0
  #isStarted = false
  #isDone = false
  #isFailed = false

  constructor({ idPrefix }: ReaderOptions) {
    this.#idPrefix = idPrefix === undefined ? 'call_' : `call_${idPrefix}_`
  }

  get isComplete(): boolean {
    return this.#isDone
  }

  push({ data }: Frame): ChatEvent[] {
    if (data === undefined || data.trim() === '' || this.#isDone || this.#isFailed) return []
    const value = parseJson(data)
    if (isObject(value)) this.#readLine(value)
    else this.#events.add({ kind: 'unknown', extras: { dialect: NAME }, text: data })
    return this.#events.take()
  }

  end(): ChatEvent[] {
    this.#events.endOpen()
    return this.#events.take()
  }

  #readLine(line: JsonObject): void {
    const failure = errorText(line)
    if (failure !== undefined) {
      this.#isFailed = true
      this.#events.endOpen()
      this.#events.add({ kind: 'reply-failed', message: failure })
      return
    }
    const { message, done } = line
    if (!isObject(message) && done !== true) {
      this.#events.add({ kind: 'unknown', extras: { dialect: NAME, fields: line } })
      return
    }
    this.#start(line)
    if (isObject(message)) this.#readMessage(message, line.logprobs)
    if (done === true) this.#finish(line)
  }

  #start({ model, created_at: createdAt }: JsonObject): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#events.add(
      defined({
        kind: 'reply-started' as const,
        model: typeof model === 'string' ? model : undefined,
        createdAt: typeof createdAt === 'string' ? secondsOf(createdAt) : undefined,
      }),
    )
  }

  #readMessage({ thinking, content, images, tool_calls: calls }: JsonObject, logprobs: Json | undefined): void {
    if (typeof thinking === 'string' && thinking !== '') this.#events.append('reasoning', { text: thinking })
    if (typeof content === 'string' && content !== '') {
      // Each of them has OpenAI's shape.
      this.#events.append('text', { text: content, ...(Array.isArray(logprobs) && { logprobs: { content: logprobs, refusal: null } }) })
    }
    for (const image of Array.isArray(images) ? images : []) if (typeof image === 'string') this.#events.whole(imagePart(image))
    for (const call of Array.isArray(calls) ? calls : []) if (isObject(call)) this.#readCall(call)
  }

  /** Calls come whole. Before version 0.12 they have no ids, which the hub needs. */
  #readCall({ id, function: inner }: JsonObject): void {
    const { name, arguments: values } = isObject(inner) ? inner : {}
    this.#calls += 1
    this.#events.whole({
      kind: 'tool-call',
      id: typeof id === 'string' && id !== '' ? id : `${this.#idPrefix}${this.#calls}`,
      name: typeof name === 'string' ? name : '',
      argumentsText: typeof values === 'string' ? values : JSON.stringify(values ?? {}),
    })
  }

  #finish(line: JsonObject): void {
    this.#isDone = true
    this.#events.endOpen()
    const usage = readUsage(line)
    if (usage !== undefined) this.#events.add({ kind: 'usage-known', usage })
    const rawReason = typeof line.done_reason === 'string' ? line.done_reason : undefined
    this.#events.add(defined({ kind: 'choice-ended' as const, choice: 0, ...endedAs(endMeaning(rawReason, this.#calls > 0)), rawReason }))
    this.#events.add({ kind: 'reply-ended' })
  }
}

/** Ollama has no word for calls, and old versions give no reason. Source: Ollama API reference, "Generate a chat completion", 2026-09. */
const words: EndWords = {
  stop: 'stop',
  tool_calls: 'stop',
  length: 'length',
  load: { failure: 'the server loaded the model and gave no answer' },
  unload: { failure: 'the server unloaded the model and gave no answer' },
}

function endMeaning(raw: string | undefined, hasCalls: boolean): EndMeaning {
  const meaning = meaningOf(words, raw ?? 'stop') ?? 'unknown'
  return meaning === 'stop' && hasCalls ? 'tool-calls' : meaning
}

function imagePart(data: string): MediaPart {
  return defined({ kind: 'image' as const, source: { kind: 'base64' as const, data }, mediaType: typeOfData(data) })
}
