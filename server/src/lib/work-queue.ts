// Heavy work that cannot be interrupted, one piece per turn of the event loop: whatever else waits (other calls, health checks) comes in
// between, however many large bodies have arrived together.

/**
 * Rounds of the event loop between two pieces. A new connection needs one round to be accepted, one to be read and one to be answered:
 * with a heavy piece in each, a health check would wait for three of them.
 */
const ROUNDS_BETWEEN = 4

export class WorkQueue {
  readonly #waiting: (() => void)[] = []
  #isRunning = false
  #roundsLeft = 0

  /** Resolves when it is this caller's turn. The synchronous work after it is the turn's whole work. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#isRunning) return
      this.#isRunning = true
      setImmediate(this.#step)
    })
  }

  readonly #step = () => {
    if (this.#roundsLeft > 0) {
      this.#roundsLeft -= 1
      setImmediate(this.#step)
      return
    }
    const resolve = this.#waiting.shift()
    if (!resolve) {
      this.#isRunning = false
      return
    }
    this.#roundsLeft = ROUNDS_BETWEEN
    resolve()
    setImmediate(this.#step)
  }
}
