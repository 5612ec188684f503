// What is to be told of a run: how much was left behind, and what came along otherwise than it was.
import { type ImportNoteCode, type ImportReport, type ImportTotalName, importNotes } from '@waystation/contract/site/import'

/** Names that are told of each kind, at most. */
const EXAMPLES = 5

/** Collects what a run tells. Examples are names and ids: never a key, a code or an address with a password. */
export class Tally {
  readonly #notes = new Map<ImportNoteCode, { count: number; examples: string[] }>()
  readonly #leftOut = new Map<ImportTotalName, number>()
  /** Groups that somebody is in there. */
  readonly groups = new Set<string>()

  note(code: ImportNoteCode, example = '', count = 1): void {
    const note = this.#notes.get(code) ?? { count: 0, examples: [] }
    note.count += count
    if (example !== '' && note.examples.length < EXAMPLES && !note.examples.includes(example)) note.examples.push(example.slice(0, 100))
    this.#notes.set(code, note)
  }

  /** Counts what of a total was left behind: goods, or quota units. */
  leave(total: ImportTotalName, amount = 1): void {
    this.#leftOut.set(total, this.leftOut(total) + amount)
  }

  leftOut(total: ImportTotalName): number {
    return this.#leftOut.get(total) ?? 0
  }

  /** In the order in which the contract lists them. */
  get notes(): ImportReport['notes'] {
    const order = Object.keys(importNotes)
    const notes = [...this.#notes].map(([code, note]) => ({ code, ...note }))
    return notes.sort((one, other) => order.indexOf(one.code) - order.indexOf(other.code))
  }
}

/** A number for each total. */
export type Totals = Readonly<Record<ImportTotalName, number>>

export const noTotals: Totals = {
  ...{ users: 0, tokens: 0, channels: 0, codes: 0 },
  ...{ user_quota: 0, referral_quota: 0, token_quota: 0 },
}
