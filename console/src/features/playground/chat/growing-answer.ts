// One response while it streams: its content so far, when it is shown and saved, and how it ended.
import { type AnswerMessage, CallRefused, type ModelAnswer } from './message.ts'
import { type Reply, ReplyReader } from './reply/reply.ts'

export interface GrowingAnswerParts {
  /** Unix milliseconds. */
  readonly now: () => number
  /** Runs something at the next frame: what a stream brings is shown once a frame, however fast it comes. */
  readonly atNextFrame: (run: () => void) => void
  readonly show: (answer: AnswerMessage) => void
  readonly save: (answer: AnswerMessage) => void
}

/** Milliseconds between two saves of an answer that grows: what a crash of the tab may lose. */
const SAVE_EVERY_MS = 2000

export class GrowingAnswer {
  /** Unix milliseconds of the question. */
  readonly began: number
  readonly #parts: GrowingAnswerParts
  readonly #reader: ReplyReader
  #latest: AnswerMessage
  #savedAt: number
  #isFrameRequested = false
  #isOver = false

  /** @param empty the message that it grows in */
  constructor(empty: AnswerMessage, parts: GrowingAnswerParts) {
    this.#parts = parts
    this.#latest = empty
    this.#reader = new ReplyReader(parts.now)
    this.began = parts.now()
    this.#savedAt = this.began
  }

  /** Undefined until the first content arrives. */
  get requestId(): string | undefined {
    return this.#latest.requestId
  }

  /** Reads the response to its end. @throws the error of a broken connection */
  async take(answered: ModelAnswer): Promise<void> {
    this.#latest = { ...this.#latest, requestId: answered.requestId }
    if ('sound' in answered) this.#spoken(answered.sound)
    else if ('whole' in answered) this.#reader.whole(answered.whole)
    else for await (const event of answered.events) this.#event(event)
  }

  /** It came to its end. @returns the message as it stays */
  ended(): AnswerMessage {
    return this.#close(endOf(this.#reader.reply()))
  }

  /** It broke off, or was refused. @param isStopped by the person. @returns the message as it stays */
  broken(error: unknown, isStopped: boolean): AnswerMessage {
    return this.#close(isStopped ? { status: 'incomplete', reason: 'stopped' } : failed(error, this.#reader.reply()))
  }

  #spoken(sound: Blob): void {
    this.#latest = { ...this.#latest, sound }
    this.#reader.whole({})
  }

  #event(event: string): void {
    this.#reader.event(event)
    if (!this.#isFrameRequested) this.#parts.atNextFrame(() => this.#show())
    this.#isFrameRequested = true
  }

  #show(): void {
    this.#isFrameRequested = false
    if (this.#isOver) return
    this.#latest = { ...this.#latest, ...this.#shown() }
    this.#parts.show(this.#latest)
    const now = this.#parts.now()
    if (now - this.#savedAt < SAVE_EVERY_MS) return
    this.#savedAt = now
    this.#parts.save({ ...this.#latest, savedAt: now })
  }

  #close(end: Partial<AnswerMessage>): AnswerMessage {
    this.#isOver = true
    const now = this.#parts.now()
    this.#latest = { ...this.#latest, ...this.#shown(), totalMs: now - this.began, ...end, savedAt: now }
    return this.#latest
  }

  #shown(): Partial<AnswerMessage> {
    const { text, reasoning, images, thoughtMs, firstAt } = this.#reader.reply()
    return { text, reasoning, images, thoughtMs, firstMs: firstAt === undefined ? undefined : firstAt - this.began }
  }
}

function endOf({ failure, isDone, finishReason }: Reply): Partial<AnswerMessage> {
  if (failure) return { status: 'error', failure }
  if (!isDone) return { status: 'incomplete', reason: 'cut' }
  if (finishReason === 'length') return { status: 'incomplete', reason: 'length' }
  if (finishReason === 'content_filter') return { status: 'incomplete', reason: 'filtered' }
  return { status: 'complete' }
}

function failed(error: unknown, reply: Reply): Partial<AnswerMessage> {
  if (error instanceof CallRefused) return { status: 'error', failure: error.failure, requestId: error.requestId }
  // The connection broke in the middle: what came is worth keeping.
  if (reply.firstAt !== undefined) return { status: 'incomplete', reason: 'cut' }
  return { status: 'error', failure: { message: error instanceof Error ? error.message : String(error), code: 'network' } }
}
