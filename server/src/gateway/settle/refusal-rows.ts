// Which refused calls get a row in the log. A refusal costs its caller nothing, so without a limit anybody could fill the database with
// them; a row in their place says how many were left out.
import { LRUCache } from 'lru-cache'
import { atMost } from '../../lib/at-most.ts'

/** Rows of one user in one minute. */
const MAX_ROWS = 30
const WINDOW_MS = 60_000
/** Users whose refusals are remembered. */
const MAX_USERS = 20_000

interface Count {
  windowStartMs: number
  rows: number
  leftOut: number
}

export class RefusalRows {
  readonly #counts = new LRUCache<number, Count>(atMost(MAX_USERS))
  readonly #now: () => number

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts a refusal. How many of this user's were left out since their last row; undefined: this one is left out too. */
  take(userId: number): number | undefined {
    const nowMs = this.#now()
    let count = this.#counts.get(userId)
    if (!count) {
      count = { windowStartMs: nowMs, rows: 0, leftOut: 0 }
      this.#counts.set(userId, count)
    }
    if (nowMs - count.windowStartMs >= WINDOW_MS) {
      count.windowStartMs = nowMs
      count.rows = 0
    }
    if (count.rows >= MAX_ROWS) {
      count.leftOut += 1
      return undefined
    }
    count.rows += 1
    const { leftOut } = count
    count.leftOut = 0
    return leftOut
  }
}
