import type { Frame } from '@waystation/wire/sse'
import type { Meter } from '../meter/meter.ts'
import type { FrameReading } from '../types.ts'
import type { FrameSource, SourceEnd } from './frame-source.ts'

export interface StreamConsumer {
  /** One frame, with its reading. Frames after an error belong to that error and have no reading. */
  take(frame: Frame, reading: FrameReading): void
  /** The first frames have been handed over; those to come follow. */
  begun(): void
  /** All frames that came in together have been handed over. */
  flush(): void
  ended(end: SourceEnd): void
}

const NOTHING_MORE: FrameReading = { text: '', isProduce: false }

/** The frames of one reply, each metered once as it is handed over, the first like all others. */
export class ReplyStream {
  readonly #source: FrameSource
  readonly #meter: Meter
  #first: { readonly frame: Frame; readonly reading: FrameReading }[] = []
  #hasFailed = false
  #isOver = false

  constructor(source: FrameSource, meter: Meter) {
    this.#source = source
    this.#meter = meter
  }

  /**
   * Waits for the first frames with data and reads them; `start` hands them over. `error`: what they say of a failure; `end`: set where the
   * stream is over already.
   */
  async begin(deadlineMs: number): Promise<{ hasData: boolean; error: FrameReading['error']; end: SourceEnd | undefined }> {
    const { frames, end } = await this.#source.first(deadlineMs)
    this.#first = frames.map((frame) => ({ frame, reading: this.#read(frame) }))
    const error = this.#first.find(({ reading }) => reading.error !== undefined)?.reading.error
    return { hasData: frames.some(({ data }) => data !== undefined), error, end }
  }

  /** Hands all frames to the consumer: those that `begin` has read, at once, then those to come. */
  start(consumer: StreamConsumer): void {
    for (const { frame, reading } of this.#first) if (!this.#isOver) consumer.take(frame, reading)
    this.#first = []
    if (!this.#isOver) consumer.flush()
    if (!this.#isOver) consumer.begun()
    if (this.#isOver) return
    this.#source.start({
      frames: (frames) => {
        for (const frame of frames) {
          if (this.#isOver) return
          consumer.take(frame, this.#read(frame))
        }
        if (!this.#isOver) consumer.flush()
      },
      ended: (end) => consumer.ended(end),
    })
  }

  pause(): void {
    this.#source.pause()
  }

  resume(): void {
    this.#source.resume()
  }

  /** Stops the upstream at once. */
  stop(): void {
    this.#isOver = true
    this.#source.stop()
  }

  /** Everything of interest has come: lets the upstream close in order, so that its connection can be used again. */
  finish(): void {
    this.#isOver = true
    this.#source.finish()
  }

  #read(frame: Frame): FrameReading {
    if (this.#hasFailed) return NOTHING_MORE
    const reading = this.#meter.push(frame)
    if (reading.error) this.#hasFailed = true
    return reading
  }
}
