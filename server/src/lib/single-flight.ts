// Callers that ask for the same work while it is under way share one run and its result.

export class SingleFlight<Key, Value> {
  readonly #running = new Map<Key, Promise<Value>>()

  /** Runs the work, or answers with the run that is under way for this key; a failure reaches all callers too. */
  run(key: Key, work: () => Promise<Value>): Promise<Value> {
    const running = this.#running.get(key)
    if (running) return running
    const promise = work().finally(() => this.#running.delete(key))
    this.#running.set(key, promise)
    return promise
  }
}
