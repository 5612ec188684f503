export interface PendingWritesParts {
  /** Called after a write that lists and other tabs show. */
  readonly onSaved: () => void
  /** Called when a write failed, for instance because the disk is full. */
  readonly onWriteFailed: (error: unknown) => void
}

/** The writes of one chat to the shelf: how many were begun, and when all are done. */
export class PendingWrites {
  readonly #parts: PendingWritesParts
  #isClosed = false
  #begun = 0
  #last = Promise.resolve()

  constructor(parts: PendingWritesParts) {
    this.#parts = parts
  }

  /** Writes, unless it is closed. Never rejects. */
  save(write: () => Promise<void>): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    this.#begun += 1
    const written = write().then(this.#parts.onSaved, this.#parts.onWriteFailed)
    this.#last = this.#last.then(() => written)
    return written
  }

  /** How many writes were begun. */
  get begun(): number {
    return this.#begun
  }

  /** Waits for the writes begun until now. */
  done(): Promise<void> {
    return this.#last
  }

  /** Nothing is written any more. */
  close(): void {
    this.#isClosed = true
  }
}
