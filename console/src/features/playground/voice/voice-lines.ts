import type { Bill, IncompleteReason } from '../chat/message.ts'
import { failureOf } from '../chat/reply/fields.ts'
import type { DoneResponse } from './session-events.ts'
import type { VoiceLine } from './voice-line.ts'

/** The lines of one session that may still change. */
export class VoiceLines {
  readonly #onLine: (line: VoiceLine) => void
  readonly #lines = new Map<string, VoiceLine>()
  /** What the response that ended last used, until it is charged. */
  #answered: { readonly itemIds: readonly string[]; readonly usage: Omit<Bill, 'quota'> } | undefined
  /** Of the response that is under way. */
  #answering: string[] = []

  constructor(onLine: (line: VoiceLine) => void) {
    this.#onLine = onLine
  }

  /** A line begins. */
  put(line: VoiceLine): void {
    this.#lines.set(line.itemId, line)
    if (line.role === 'assistant') this.#answering.push(line.itemId)
    this.#onLine(line)
  }

  change(itemId: string, part: Partial<VoiceLine>): void {
    const line = this.#lines.get(itemId)
    if (!line) return
    const changed = { ...line, ...part }
    this.#lines.set(itemId, changed)
    this.#onLine(changed)
  }

  /** More of a text, or the whole of it. */
  write(itemId: string, { piece = '', whole }: { readonly piece?: string; readonly whole?: string }): void {
    const line = this.#lines.get(itemId)
    if (whole !== undefined) this.change(itemId, { text: whole.trim(), status: 'complete' })
    else if (line) this.change(itemId, { text: line.text + piece })
  }

  /** The response is over: so are its lines, but for those that the person has cut off before. */
  answered(response: DoneResponse, usage: Omit<Bill, 'quota'>): void {
    for (const itemId of this.#answering) if (this.#lines.get(itemId)?.status === 'loading') this.change(itemId, endOf(response))
    this.#answered = { itemIds: this.#answering, usage }
    this.#answering = []
  }

  /** What the response that ended last cost. @param quota units */
  charged(quota: number): void {
    const last = this.#answered?.itemIds.at(-1)
    if (last !== undefined && this.#answered) this.change(last, { bill: { ...this.#answered.usage, quota } })
    this.#answered = undefined
  }

  /** The session is over: nothing more comes. */
  close(reason: IncompleteReason): void {
    for (const { itemId, role, status } of [...this.#lines.values()]) {
      if (status !== 'loading') continue
      this.change(itemId, role === 'user' ? { status: 'complete' } : { status: 'incomplete', reason })
    }
  }
}

function endOf({ status, reason, error }: DoneResponse): Partial<VoiceLine> {
  switch (status) {
    case 'completed':
      return { status: 'complete' }
    case 'cancelled':
      return { status: 'incomplete', reason: 'interrupted' }
    case 'incomplete':
      return { status: 'incomplete', reason: reason === 'content_filter' ? 'filtered' : 'length' }
    case 'failed':
      return { status: 'error', failure: failureOf(error ?? { message: reason }) }
  }
}
