// An upstream stream as frames, with the brake handed through: paused, nothing more is read from the socket.
import type { Readable } from 'node:stream'
import { type Frame, sseCutter } from '@waystation/wire/sse'

/** One event, at most (R7). */
const MOST_EVENT_BYTES = 8 * 1024 * 1024
/** After its last frame the upstream may take this long to close; then its connection is dropped. */
const LINGER_MS = 2000

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const decode = (bytes: Uint8Array) => decoder.decode(bytes)

/** How the far end closed: in order, or with an error. */
export type SourceEnd = { readonly kind: 'closed' } | { readonly kind: 'failed'; readonly error: Error }

export interface FrameConsumer {
  frames(frames: readonly Frame[]): void
  ended(end: SourceEnd): void
}

export class FrameSource {
  readonly #body: Readable
  #consumer: FrameConsumer | undefined
  #waiting: Frame[] = []
  #end: SourceEnd | undefined
  #wake: (() => void) | undefined

  constructor(body: Readable) {
    this.#body = body
    const cutter = sseCutter(decode, MOST_EVENT_BYTES)
    body.on('data', (chunk: Buffer) => {
      try {
        const frames = cutter.push(chunk)
        if (frames.length > 0) this.#deliver(frames)
      } catch (error) {
        this.#finish({ kind: 'failed', error: error as Error })
        body.destroy()
      }
    })
    // An event that no blank line closed is not passed on: it may be half of one (FLT-12).
    body.on('end', () => this.#finish({ kind: 'closed' }))
    body.on('error', (error: Error) => this.#finish({ kind: 'failed', error }))
    body.on('close', () => this.#finish({ kind: 'failed', error: new Error('the upstream closed the connection') }))
  }

  /** The first frames that carry data, with whatever came before them; empty when the stream ended without any. */
  async first(): Promise<{ frames: Frame[]; end: SourceEnd | undefined }> {
    while (!this.#end && !this.#waiting.some((frame) => frame.data !== undefined)) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    this.#body.pause()
    return { frames: this.#waiting, end: this.#end }
  }

  /** Hands everything that has not been taken by `first`, and everything to come, to the consumer. */
  start(consumer: FrameConsumer): void {
    this.#waiting = []
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
    if (!this.#end) setTimeout(() => this.#body.destroy(), LINGER_MS).unref()
  }

  #deliver(frames: readonly Frame[]): void {
    if (this.#consumer) this.#consumer.frames(frames)
    else this.#waiting.push(...frames)
    this.#wake?.()
  }

  #finish(end: SourceEnd): void {
    if (this.#end) return
    this.#end = end
    this.#consumer?.ended(end)
    this.#wake?.()
  }
}
