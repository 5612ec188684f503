import { isObject, type Json, type JsonObject, parseJson } from '../../../encoding/json.ts'
import { type Frame, isDone } from '../../../encoding/sse.ts'
import { refusalInBase } from '../../../failure-words.ts'
import type { ReaderOptions, ReplyReader } from '../../dialect.ts'
import type { ChatEvent } from '../../reply/event.ts'
import { OWN } from './choice.ts'
import { ChunkReader } from './chunk.ts'
import { Mends } from './mends.ts'
import { isError } from './reply-events.ts'
import { readWhole } from './whole.ts'

/**
 * Reads the replies of this dialect: a stream's chunks, or a whole reply in one frame. Never throws.
 *
 * A chunk that differs from the one before in its text only is compared with it; any other costs one `JSON.parse` and a walk over its keys.
 */
export function replyReader({ stream, idPrefix }: ReaderOptions): ReplyReader {
  return stream ? new StreamReader(idPrefix) : new WholeReader(idPrefix)
}

class StreamReader implements ReplyReader {
  readonly #mends: Mends
  readonly #chunks: ChunkReader
  #isOver = false
  #isFailed = false
  mended: string | undefined

  constructor(idPrefix: string | undefined) {
    this.#mends = new Mends(idPrefix)
    this.#chunks = new ChunkReader(this.#mends)
  }

  get isComplete(): boolean {
    return !this.#isFailed && (this.#isOver || this.#chunks.isFinished)
  }

  push(frame: Frame): ChatEvent[] {
    const { data } = frame
    this.mended = undefined
    if (data === undefined || this.#isOver) return []
    const alike = frame.event === 'error' ? undefined : this.#chunks.pushAlike(data)
    if (alike !== undefined) return alike
    if (isDone(frame)) {
      this.#isOver = true
      const isVoid = !this.#chunks.hasChoices && !this.#isFailed
      return [...this.#chunks.close(), { kind: 'reply-ended', ...(isVoid && { isVoid }) }]
    }
    const value = parseJson(data)
    if (!isObject(value)) return unreadable(data)
    const error = errorOf(value, frame)
    if (error !== undefined) this.#isFailed = true
    this.#mends.isNeeded = false
    const events = this.#chunks.push(value, error, data)
    if (this.#mends.isNeeded) this.mended = JSON.stringify(value)
    return events
  }

  end(): ChatEvent[] {
    return this.#isOver ? [] : this.#chunks.close()
  }
}

class WholeReader implements ReplyReader {
  readonly #mends: Mends
  #isOver = false
  #isFailed = false
  mended: string | undefined

  constructor(idPrefix: string | undefined) {
    this.#mends = new Mends(idPrefix)
  }

  get isComplete(): boolean {
    return !this.#isFailed && this.#isOver
  }

  push(frame: Frame): ChatEvent[] {
    if (frame.data === undefined || this.#isOver) return []
    const value = parseJson(frame.data)
    if (!isObject(value)) return unreadable(frame.data)
    const error = errorOf(value, frame)
    if (error !== undefined) this.#isFailed = true
    this.#isOver = Array.isArray(value.choices)
    const events = readWhole(value, error)
    if (Array.isArray(value.choices)) this.#mends.whole(value.choices)
    if (this.#mends.isNeeded) this.mended = JSON.stringify(value)
    return events
  }

  end(): ChatEvent[] {
    return []
  }
}

function unreadable(data: string): ChatEvent[] {
  return data.trim() === '' ? [] : [{ kind: 'unknown', extras: OWN, text: data }]
}

/** What Spark says with a good status, by a `code` that is not 0 in the place of choices. */
function refusedByCode({ code, message, choices }: JsonObject): JsonObject | undefined {
  const isRefusal = typeof code === 'number' && code !== 0 && !Array.isArray(choices) && typeof message === 'string'
  return isRefusal ? { message, code: String(code) } : undefined
}

/** A failure inside a reply: the `error` of a chunk, or, with some servers, the whole frame. */
function errorOf(value: JsonObject, frame: Frame): Json | undefined {
  if (isError(value.error)) return value.error
  return frame.event === 'error' || value.object === 'error' ? value : (refusalInBase(value) ?? refusedByCode(value))
}
