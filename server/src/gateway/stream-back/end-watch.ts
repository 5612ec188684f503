import type { Frame } from '@waystation/wire/encoding/sse'
import type { CallOff, Clock } from '../../lib/clock.ts'
import type { FrameReading } from '../reply.ts'

/** A stream that has all it is to have is over after so long without a frame. */
const QUIET_MS = 5000
/** However much still comes. */
const MOST_MS = 30_000

/**
 * Finds the end of a stream whose vendor neither marks it nor closes, but pings on: every choice that was requested has its finish reason,
 * a usage has come with the last of them or after it, and then nothing but comments (decision D67).
 */
export class EndWatch {
  readonly #choices: number
  readonly #clock: Clock
  readonly #over: () => void
  readonly #ended = new Set<number>()
  #untilMs: number | undefined
  #callOff: CallOff | undefined

  /** @param choices as many answers as were requested */
  constructor(choices: number, clock: Clock, over: () => void) {
    this.#choices = choices
    this.#clock = clock
    this.#over = over
  }

  /** Takes note of a frame. Runs for each frame of a stream. */
  note({ data }: Frame, { ended, usage }: FrameReading): void {
    if (this.#untilMs !== undefined) {
      if (data !== undefined) this.#wait()
      return
    }
    if (ended !== undefined) for (const choice of ended) this.#ended.add(choice)
    if (usage === undefined || this.#ended.size < this.#choices) return
    this.#untilMs = this.#clock.now() + MOST_MS
    this.#wait()
  }

  /** Begins the wait anew: the client was too slow for what may have come. */
  wait(): void {
    if (this.#untilMs !== undefined) this.#wait()
  }

  stop(): void {
    this.#callOff?.()
  }

  #wait(): void {
    this.#callOff?.()
    const leftMs = (this.#untilMs ?? 0) - this.#clock.now()
    this.#callOff = this.#clock.after(Math.max(0, Math.min(QUIET_MS, leftMs)), this.#over)
  }
}
