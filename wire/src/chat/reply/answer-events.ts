import type { Part } from '../request/request.ts'
import type { ChatEvent, PartDelta } from './event.ts'

type Addition = Omit<PartDelta, 'kind' | 'choice' | 'part'>

/**
 * Gathers the events of a vendor's only answer: numbers its parts, and starts and ends texts and thinking, which follow one another, in
 * dialects that mark no starts.
 */
export class AnswerEvents {
  #events: ChatEvent[] = []
  #parts = 0
  #open: { readonly key: string; readonly part: number } | undefined

  /** An event that is not of a part. */
  add(event: ChatEvent): void {
    this.#events.push(event)
  }

  /** Starts a part and gives its number. The open text ends. */
  start(initial: Part): number {
    this.endOpen()
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
   * Adds to the open text or thinking, or starts one. Gives the number of the part.
   *
   * @param key another key starts a part of its own, even where the kind is the same
   */
  append(kind: 'text' | 'reasoning', addition: Addition, key: string = kind): number {
    if (this.#open?.key !== key) this.#open = { part: this.start({ kind, text: '' }), key }
    this.grow(this.#open.part, addition)
    return this.#open.part
  }

  /** Is this the open text or thinking? */
  isOpen(part: number): boolean {
    return this.#open?.part === part
  }

  endOpen(): void {
    if (this.#open === undefined) return
    const { part } = this.#open
    this.#open = undefined
    this.end(part)
  }

  /** The events since the last time. */
  take(): ChatEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }
}
