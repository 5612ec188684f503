// Keeps what is logged as an error. Nobody waits for it: occurrences are counted in memory, and written together every few seconds.
import type { Database } from '../../db/database.ts'
import { CommitUnknown } from '../../db/database.ts'
import type { CallOff, Clock } from '../../lib/clock.ts'
import { describeError, type ErrorKind, type LoggedError, roughKind } from './describe-error.ts'
import { type ErrorSum, noteServerErrors } from './server-error-store.ts'

/** However many errors there are, a node writes once in this time. */
const WRITE_EVERY_MS = 5000
/** Kinds that wait to be written. Further ones are counted only; while the database is away they would otherwise pile up. */
const MAX_WAITING = 100

export interface ErrorLogParts {
  readonly clock: Clock
  /** NODE_NAME, else the name of its machine. */
  readonly node: string
  readonly version: string
  /** Is told of each error, kept or not. */
  readonly onError: () => void
}

interface Waiting extends ErrorKind {
  times: number
  firstAtMs: number
  lastAtMs: number
  requestId: string
}

export class ErrorLog {
  readonly #parts: ErrorLogParts
  #waiting = new Map<string, Waiting>()
  #database: Pick<Database, 'run'> | undefined
  #callOff: CallOff | undefined
  /** Ends with the last write that was asked for; never fails. */
  #written = Promise.resolve()

  constructor(parts: ErrorLogParts) {
    this.#parts = parts
  }

  /** Takes note of a line of the log. Never throws, and never waits. */
  note(logged: LoggedError): void {
    this.#parts.onError()
    const nowMs = this.#parts.clock.now()
    const key = roughKind(logged)
    const known = this.#waiting.get(key)
    if (!known && this.#waiting.size >= MAX_WAITING) return
    const entry = known ?? { ...describeError(logged), times: 0, firstAtMs: nowMs, lastAtMs: nowMs, requestId: '' }
    entry.times += 1
    entry.lastAtMs = nowMs
    entry.requestId = requestIdOf(logged) ?? entry.requestId
    this.#waiting.set(key, entry)
    this.#writeLater()
  }

  /** From now on there is a database to write to. */
  open(database: Pick<Database, 'run'>): void {
    this.#database = database
    if (this.#waiting.size > 0) this.#writeLater()
  }

  /** Writes what waits, at once. A failure is kept for the next time. */
  flush(): Promise<void> {
    this.#written = this.#written.then(() => this.#write())
    return this.#written
  }

  #writeLater(): void {
    if (this.#database === undefined) return
    this.#callOff ??= this.#parts.clock.after(WRITE_EVERY_MS, () => void this.flush())
  }

  async #write(): Promise<void> {
    this.#callOff?.()
    this.#callOff = undefined
    const [database, { clock, node, version }, taken] = [this.#database, this.#parts, this.#waiting]
    if (database === undefined || taken.size === 0) return
    this.#waiting = new Map()
    const nowMs = clock.now()
    try {
      await database.run(noteServerErrors, { sums: merged([...taken.values()], nowMs), node, version })
    } catch (error) {
      // What may be written already is not counted twice.
      if (error instanceof CommitUnknown) return
      this.#keep(taken)
    }
  }

  /** Puts back what could not be written, beside what came up meanwhile. */
  #keep(taken: ReadonlyMap<string, Waiting>): void {
    const newer = this.#waiting
    this.#waiting = new Map(taken)
    for (const [key, entry] of newer) {
      const old = this.#waiting.get(key)
      if (!old && this.#waiting.size >= MAX_WAITING) continue
      this.#waiting.set(key, old ? together(old, entry) : entry)
    }
    this.#writeLater()
  }
}

const together = (old: Waiting, entry: Waiting): Waiting => ({
  ...entry,
  times: old.times + entry.times,
  firstAtMs: old.firstAtMs,
  requestId: entry.requestId === '' ? old.requestId : entry.requestId,
})

/** One sum for each kind: what was told apart for speed may be the same. */
function merged(entries: readonly Waiting[], nowMs: number): ErrorSum[] {
  const byId = new Map<string, Waiting>()
  for (const entry of entries) {
    const old = byId.get(entry.id)
    byId.set(entry.id, old ? together(old, entry) : entry)
  }
  return [...byId.values()].map(({ firstAtMs, lastAtMs, ...sum }) => {
    return { ...sum, firstAgoMs: Math.round(nowMs - firstAtMs), lastAgoMs: Math.round(nowMs - lastAtMs) }
  })
}

const MAX_REQUEST_ID = 64

/** The call that met it, under the names by which lines of the log have it. */
function requestIdOf({ facts: { request_id, requestId, id } }: LoggedError): string | undefined {
  const told = request_id ?? requestId ?? id
  return typeof told === 'string' ? told.slice(0, MAX_REQUEST_ID) : undefined
}
