// The same work that several want at once is done once, and all get what comes of it.

export class SharedRuns<Key, Value> {
  readonly #running = new Map<Key, Promise<Value>>()

  /** What this work comes to, or what it comes to that is under way under this key. */
  run(key: Key, work: () => Promise<Value>): Promise<Value> {
    const running = this.#running.get(key)
    if (running) return running
    const promise = work().finally(() => this.#running.delete(key))
    this.#running.set(key, promise)
    return promise
  }
}
