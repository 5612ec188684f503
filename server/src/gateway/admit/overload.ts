// Is this process too busy for new calls (R10)? Those under way, settlements and the console go on: what is refused early costs little, and leaves
// the time to end what was begun.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Clock } from '../../lib/clock.ts'

export interface OverloadParts {
  /** The delay of the event loop, in milliseconds, from which on it is too busy; 0: it never is. */
  readonly limitMs: () => number
  readonly clock: Pick<Clock, 'every'>
  /** What is measured; absent: this process. For tests. */
  readonly measure?: Measure
}

interface Measure {
  /** How late the event loop was since the last question, but for one turn in a hundred; milliseconds. */
  delayMs(): number
  /** The share of its memory that is used, from 0 to 1. */
  heapShare(): number
}

const LOOK_EVERY_MS = 1000
/** So many looks in a row find it too busy before calls are refused: a single long turn is no overload. */
const LOOKS = 5
const HEAP_LIMIT = 0.85

export class Overload {
  readonly #parts: OverloadParts
  readonly #measure: Measure
  readonly #stop: () => void
  #busyLooks = 0
  #delayMs = 0

  constructor(parts: OverloadParts) {
    this.#parts = parts
    this.#measure = parts.measure ?? thisProcess()
    this.#stop = parts.clock.every(LOOK_EVERY_MS, () => this.#look())
  }

  /** Are new calls refused? */
  get isOn(): boolean {
    return this.#busyLooks >= LOOKS
  }

  /** How late the event loop was in the last second, in milliseconds. */
  get delayMs(): number {
    return Math.round(this.#delayMs)
  }

  close(): void {
    this.#stop()
  }

  #look(): void {
    const limitMs = this.#parts.limitMs()
    this.#delayMs = Math.max(0, this.#measure.delayMs())
    const isBusy = limitMs > 0 && (this.#delayMs > limitMs || this.#measure.heapShare() > HEAP_LIMIT)
    this.#busyLooks = isBusy ? this.#busyLooks + 1 : 0
  }
}

/** The histogram looks this often, and counts that time as a delay. */
const RESOLUTION_MS = 50

function thisProcess(): Measure {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  return {
    delayMs() {
      const delayMs = delays.percentile(99) / 1e6 - RESOLUTION_MS
      delays.reset()
      return delayMs
    },
    heapShare() {
      const { used_heap_size, heap_size_limit } = getHeapStatistics()
      return used_heap_size / heap_size_limit
    },
  }
}
