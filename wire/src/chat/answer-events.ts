import type { ChatEvent, PartDelta } from './event.ts'
import type { Part } from './request.ts'

type Addition = Omit<PartDelta, 'kind' | 'choice' | 'part'>

/**
 * Gathers the events of a vendor's only answer: numbers its parts, and starts and ends those that flow one after the other, speech and
 * thinking, in dialects that mark no starts.
 */
export class AnswerEvents {
  #events: ChatEvent[] = []
  #parts = 0
  #flow: { readonly key: string; readonly part: number } | undefined

  /** An event that is not of a part. */
  add(event: ChatEvent): void {
    this.#events.push(event)
  }

  /** Starts a part and gives its number. What flowed before it ends. */
  start(initial: Part): number {
    this.endFlow()
    const part = this.#parts++
    this.#events.push({ kind: 'part-started', choice: 0, part, initial })
    return part
  }

  grow(part: number, addition: Addition): void {
    this.#events.push({ kind: 'part-delta', choice: 0, part, ...addition })
  }

  end(part: number): void {
    this.#events.push({ kind: 'part-ended', choice: 0, part })
  }

  /** A part that comes in one piece. */
  whole(part: Part): void {
    this.end(this.start(part))
  }

  /**
   * Adds to what flows, which begins with it where something else flowed before. Gives the number of the part.
   *
   * @param key parts apart two that follow each other and are of one kind
   */
  append(kind: 'text' | 'reasoning', addition: Addition, key: string = kind): number {
    if (this.#flow?.key !== key) this.#flow = { part: this.start({ kind, text: '' }), key }
    this.grow(this.#flow.part, addition)
    return this.#flow.part
  }

  /** Is this the part that flows? */
  isFlowing(part: number): boolean {
    return this.#flow?.part === part
  }

  endFlow(): void {
    if (this.#flow === undefined) return
    const { part } = this.#flow
    this.#flow = undefined
    this.end(part)
  }

  /** The events since the last time. */
  take(): ChatEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }
}
