// An upstream stream as frames, with backpressure: while paused, nothing more is read from the socket.
import { endsAtClose, type FramingName, frameCutter } from '@waystation/wire/encoding/framing'
import type { Frame } from '@waystation/wire/encoding/sse'
import { errors } from 'undici'
import type { ByteSource } from '../../lib/bodies/byte-source.ts'
import type { Clock } from '../../lib/clock.ts'

/** One event, at most (R7). */
const MAX_EVENT_BYTES = 8 * 1024 * 1024
/** Maximum bytes before the first frame with data: bounds a stream of keep-alives only. */
const MAX_EMPTY_BYTES = 16 * 1024 * 1024
/** After its last frame the upstream may take this long to close; then its connection is dropped. */
const LINGER_MS = 2000

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const decode = (bytes: Uint8Array) => decoder.decode(bytes)

/** All frames of a stream that has been read to its end. Throws RangeError where one is too large. */
export function framesOf(body: Buffer, framing: FramingName): Frame[] {
  const cutter = frameCutter(framing, decode, MAX_EVENT_BYTES)
  const frames = cutter.push(body)
  return endsAtClose(framing) ? [...frames, ...cutter.end()] : frames
}

/** How the upstream closed: in order, or with an error. */
export type SourceEnd = { readonly kind: 'closed' } | { readonly kind: 'failed'; readonly error: Error }

export interface FrameConsumer {
  frames(frames: readonly Frame[]): void
  ended(end: SourceEnd): void
}

export class FrameSource {
  readonly #body: ByteSource
  readonly #clock: Clock
  #consumer: FrameConsumer | undefined
  #waiting: Frame[] = []
  #end: SourceEnd | undefined
  #wake: (() => void) | undefined
  #emptyBytes = 0
  #isStarted = false

  constructor(body: ByteSource, framing: FramingName, clock: Clock) {
    this.#body = body
    this.#clock = clock
    const cutter = frameCutter(framing, decode, MAX_EVENT_BYTES)
    body.read({
      chunk: (bytes) => {
        try {
          const frames = cutter.push(bytes)
          if (!this.#isStarted && this.#waiting.length === 0) this.#countEmpty(bytes, frames)
          if (frames.length > 0) this.#deliver(frames)
        } catch (error) {
          this.#fail(error instanceof Error ? error : new Error(String(error)))
        }
      },
      end: () => {
        const last = endsAtClose(framing) ? cutter.end() : []
        if (last.length > 0) this.#deliver(last)
        this.#finish({ kind: 'closed' })
      },
      failed: (error) => this.#finish({ kind: 'failed', error }),
    })
  }

  /**
   * The first frames, from the first on that carries data; comments before it are dropped. Empty when the stream ended without any.
   * @param deadlineMs the stream fails when there is none by then; needed since comments alone keep resetting the library's own timeout
   */
  async first(deadlineMs: number): Promise<{ frames: Frame[]; end: SourceEnd | undefined }> {
    const callOff = this.#clock.after(deadlineMs, () => this.#fail(new errors.BodyTimeoutError()))
    while (!this.#end && this.#waiting.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    callOff()
    return this.#takeWaiting()
  }

  /** The frames after those: the next that come together, none where there are none for so long. */
  async more(waitMs: number): Promise<{ frames: Frame[]; end: SourceEnd | undefined }> {
    this.#body.resume()
    if (!this.#end && this.#waiting.length === 0) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      const callOff = this.#clock.after(waitMs, resolve)
      await promise
      callOff()
    }
    return this.#takeWaiting()
  }

  #takeWaiting(): { frames: Frame[]; end: SourceEnd | undefined } {
    this.#body.pause()
    const frames = this.#waiting
    this.#waiting = []
    return { frames, end: this.#end }
  }

  /** Hands everything that has not been taken by `first` and `more` to the consumer. */
  start(consumer: FrameConsumer): void {
    this.#isStarted = true
    this.#consumer = consumer
    this.#body.resume()
    if (this.#end) consumer.ended(this.#end)
  }

  pause(): void {
    this.#body.pause()
  }

  resume(): void {
    this.#body.resume()
  }

  /** Stops the upstream at once. */
  stop(): void {
    this.#consumer = undefined
    this.#body.destroy()
  }

  /** Everything of interest has come: lets the upstream close in order, so that its connection can be used again. */
  finish(): void {
    this.#consumer = undefined
    this.#body.resume()
    if (!this.#end) this.#clock.after(LINGER_MS, () => this.#body.destroy())
  }

  #deliver(frames: readonly Frame[]): void {
    this.#consumer?.frames(frames)
    if (this.#isStarted) return
    const from = this.#waiting.length > 0 ? 0 : frames.findIndex((frame) => frame.data !== undefined)
    if (from < 0) return
    for (const frame of frames.slice(from)) this.#waiting.push(frame)
    this.#wake?.()
  }

  #countEmpty(chunk: Buffer, frames: readonly Frame[]): void {
    if (frames.some((frame) => frame.data !== undefined)) return
    this.#emptyBytes += chunk.length
    if (this.#emptyBytes > MAX_EMPTY_BYTES) throw new RangeError(`nothing but comments in ${MAX_EMPTY_BYTES} bytes`)
  }

  #fail(error: Error): void {
    this.#finish({ kind: 'failed', error })
    this.#body.destroy()
  }

  #finish(end: SourceEnd): void {
    if (this.#end) return
    this.#end = end
    this.#consumer?.ended(end)
    this.#wake?.()
  }
}
