// The items of one reply come one after the other here, except for calls, which may grow side by side: Codex adds every delta to the item that
// began last. Parts that interleave in another dialect wait until those before them have ended.
import type { PartEvent } from '../reply/event.ts'

/** Brings the events of parts into an order without overlaps. */
export class PartSequencer {
  readonly #pass: (event: PartEvent) => void
  /** Is it a call, by the index of each open part. */
  readonly #open = new Map<number, boolean>()
  #waitingEvents: PartEvent[] = []
  #waitingParts = new Set<number>()

  /** @param pass takes the events in their new order */
  constructor(pass: (event: PartEvent) => void) {
    this.#pass = pass
  }

  push(event: PartEvent): void {
    if (event.kind === 'part-started' && this.#mayOpen(event.initial.kind === 'tool-call')) {
      this.#open.set(event.part, event.initial.kind === 'tool-call')
      this.#pass(event)
    } else if (event.kind === 'part-started' || this.#waitingParts.has(event.part)) {
      this.#waitingParts.add(event.part)
      this.#waitingEvents.push(event)
    } else if (this.#open.has(event.part)) {
      this.#pass(event)
      if (event.kind === 'part-ended') this.#close(event.part)
    }
  }

  /** Ends the open parts and passes on everything that waits. */
  close(): void {
    while (this.#open.size > 0 || this.#waitingEvents.length > 0) {
      for (const part of [...this.#open.keys()]) this.push({ kind: 'part-ended', choice: 0, part })
      if (this.#open.size === 0) this.#release()
    }
  }

  #mayOpen(isCall: boolean): boolean {
    if (this.#waitingEvents.length > 0) return false
    return this.#open.size === 0 || (isCall && [...this.#open.values()].every(Boolean))
  }

  #close(part: number): void {
    this.#open.delete(part)
    if (this.#open.size === 0) this.#release()
  }

  #release(): void {
    const events = this.#waitingEvents
    this.#waitingEvents = []
    this.#waitingParts = new Set()
    for (const event of events) this.push(event)
  }
}
