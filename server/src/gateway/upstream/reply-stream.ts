import type { Frame } from '@waystation/wire/encoding/sse'
import type { Clock } from '../../lib/clock.ts'
import type { Meter } from '../meter/meter.ts'
import type { FrameReading } from '../reply.ts'
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

/** The beginning of a stream. */
interface Beginning {
  /** The first data that came; undefined where there was none. */
  readonly firstData: string | undefined
  /** What the frames say of a failure. */
  readonly error: FrameReading['error']
  /** Set where the stream is over already. */
  readonly end: SourceEnd | undefined
}

const NOTHING_MORE: FrameReading = { text: '', isProduce: false }

/** The frames of one reply, each metered once as it is handed over, the first like all others. */
export class ReplyStream {
  readonly #source: FrameSource
  readonly #meter: Meter
  readonly #clock: Clock
  #first: { readonly frame: Frame; readonly reading: FrameReading }[] = []
  #hasFailed = false
  #isOver = false

  constructor(source: FrameSource, meter: Meter, clock: Clock) {
    this.#source = source
    this.#meter = meter
    this.#clock = clock
  }

  /**
   * Waits for the first frames with data and reads them; `start` hands them over.
   *
   * @param lookAheadMs where they hold nothing of the answer yet, those of so long are waited for too
   */
  async begin(deadlineMs: number, lookAheadMs: number): Promise<Beginning> {
    let { frames, end } = await this.#source.first(deadlineMs)
    this.#readFirst(frames)
    const untilMs = this.#clock.now() + lookAheadMs
    while (!end && !this.#hasFailed && !this.#meter.hasProduce && !this.#meter.isComplete && this.#clock.now() < untilMs) {
      ;({ frames, end } = await this.#source.more(untilMs - this.#clock.now()))
      this.#readFirst(frames)
    }
    const error = this.#first.find(({ reading }) => reading.error !== undefined)?.reading.error
    return { firstData: this.#first.find(({ frame }) => frame.data !== undefined)?.frame.data, error, end }
  }

  #readFirst(frames: readonly Frame[]): void {
    for (const frame of frames) this.#first.push({ frame, reading: this.#read(frame) })
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
