// Heavy work that cannot be interrupted, one piece per turn of the event loop: whatever else waits (other calls, health checks) comes in
// between, however many large bodies have arrived together.

export class Turns {
  readonly #waiting: (() => void)[] = []
  #isRunning = false

  /** Answers when it is this caller's turn. What is done synchronously after it is the turn's whole work. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#isRunning) return
      this.#isRunning = true
      setImmediate(this.#step)
    })
  }

  readonly #step = () => {
    const resolve = this.#waiting.shift()
    if (!resolve) {
      this.#isRunning = false
      return
    }
    resolve()
    setImmediate(this.#step)
  }
}
