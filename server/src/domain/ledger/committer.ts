// The group committer (reliability.md 5.4): operations of all calls of this node gather while a commit is under way, and the next
// transaction takes them all. One commit to the disk then serves dozens of calls.
import { AppError } from '@waystation/contract/errors'
import { CommitUnknown, type Database } from '../../db/database.ts'
import { batchSettled, commitBatch } from './ledger-tasks.ts'
import type { Operation, SystemAccounts, Verdict } from './operation.ts'
import { isAboutTheRows } from './refused-rows.ts'
import type { Spool } from './spool.ts'

/** Operations in one transaction at most: so many that somebody waits for, and so many that nobody does. */
const BATCH_LIMIT = 512
/** New holds are refused when this many operations wait, or when the oldest has waited this long. Settlements are always taken. */
const QUEUE_LIMIT = 10_000
const QUEUE_AGE_LIMIT_MS = 2000
/** A hold that is not placed by then is refused; should it be placed after all, it is given back. */
const HOLD_DEADLINE_MS = 2000
/** A settlement that the database has not answered by then goes to the spool, and the client gets its end (FLT-28). */
const SPOOL_AFTER_MS = 5000
/** One that neither the database nor the spool has taken by then is told as failed; it stays queued. */
const SETTLE_DEADLINE_MS = 30_000
const RETRY_PAUSE_MS = 250
/** A patient operation waits this long for a commit to go with, if the last one is no longer ago: each would make one of its own otherwise. */
const PATIENCE_MS = 15
/** What nobody waits for goes with a batch that somebody waits for, and alone when none has come by then. */
const RIDE_MS = 250

interface Waiting {
  readonly operation: Operation
  readonly queuedAtMs: number
  readonly answer: (verdict: Verdict) => void
  readonly refuse: (error: Error) => void
  /** The caller has been answered, though the operation is still to be committed. */
  isAnswered: boolean
  isSpooled: boolean
}

export interface CommitterParts {
  readonly database: Database
  readonly epoch: string
  readonly accounts: SystemAccounts
  readonly spool: Spool
  /** Monotonic milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
  readonly onBatch?: (size: number, tookMs: number) => void
}

export class GroupCommitter {
  readonly #parts: CommitterParts
  #queue: Waiting[] = []
  /** By the call that they are about. */
  readonly #riders = new Map<string, Waiting>()
  /** When what waits is committed at the latest. */
  #due: { readonly atMs: number; readonly timer: NodeJS.Timeout } | undefined
  /** When the last batch was committed. */
  #committedMs = Number.NEGATIVE_INFINITY
  #seq = 0
  #isRunning = false
  #isDatabaseAway = false
  #isSpoolFailing = false
  #inFlight: readonly Waiting[] = []
  /** Since when somebody waits for what is being committed, or since when it is, where nobody does. */
  #waitsSinceMs = 0

  constructor(parts: CommitterParts) {
    this.#parts = parts
  }

  /**
   * Queues an operation and answers when it is durable.
   * @param isPatient where commits follow each other, it may wait a little for one to go with
   * @throws AppError billing_busy for a hold or an extension that cannot be placed in time, settlement_failed for a settlement that can be
   *   stored nowhere in time
   */
  submit(operation: Operation, isPatient = false): Promise<Verdict> {
    return new Promise((answer, refuse) => {
      const queuedAtMs = this.#parts.now()
      if (operation.kind === 'hold' && this.#isOverloaded(queuedAtMs)) {
        refuse(new AppError('billing_busy'))
        return
      }
      this.#queue.push({ operation, queuedAtMs, answer, refuse, isAnswered: false, isSpooled: false })
      if (isPatient && queuedAtMs - this.#committedMs < PATIENCE_MS) this.#startWithin(PATIENCE_MS)
      else this.#start()
    })
  }

  /**
   * Takes an operation that nobody waits for, a checkpoint or the row of a refusal, along with the next batch: a commit to the disk costs what
   * dozens of events of a stream do, and whoever waits must not wait for thousands of these after an outage. A later one about the same
   * call takes its place.
   */
  ride(operation: Operation): void {
    const waiting = { operation, queuedAtMs: this.#parts.now(), answer() {}, refuse() {}, isAnswered: true, isSpooled: false }
    this.#riders.set(operation.id, waiting)
    this.#startWithin(RIDE_MS)
  }

  /** Operations that are queued or being committed. */
  get pending(): number {
    return this.#queue.length + this.#riders.size + this.#inFlight.length
  }

  get isDatabaseAway(): boolean {
    return this.#isDatabaseAway
  }

  /** Answers when everything that was submitted so far is committed, or rejects after the time limit. */
  async drain(limitMs: number): Promise<boolean> {
    const until = this.#parts.now() + limitMs
    if (this.pending > 0) this.#start()
    while (this.pending > 0 && this.#parts.now() < until) await new Promise((resolve) => setTimeout(resolve, 10))
    return this.pending === 0
  }

  #isOverloaded(nowMs: number): boolean {
    const sinceMs = this.#inFlight.length > 0 ? this.#waitsSinceMs : this.#queue[0]?.queuedAtMs
    return this.#queue.length >= QUEUE_LIMIT || (sinceMs !== undefined && nowMs - sinceMs > QUEUE_AGE_LIMIT_MS)
  }

  #start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    // What else arrives in this turn of the loop joins the batch.
    setImmediate(() => void this.#run())
  }

  /** Starts when a batch that somebody waits for does, and after this time if none has. */
  #startWithin(limitMs: number): void {
    if (this.#isRunning) return
    const dueMs = performance.now() + limitMs
    if (this.#due && this.#due.atMs <= dueMs) return
    clearTimeout(this.#due?.timer)
    this.#due = { atMs: dueMs, timer: setTimeout(() => this.#start(), limitMs).unref() }
  }

  async #run(): Promise<void> {
    do {
      const batch = this.#next()
      this.#inFlight = batch
      const watch = setInterval(() => this.#watch(), 100)
      watch.unref()
      try {
        await this.#commit(batch)
      } finally {
        clearInterval(watch)
        this.#inFlight = []
      }
    } while (this.#queue.length > 0 || this.#riders.size >= BATCH_LIMIT)
    this.#isRunning = false
    this.#committedMs = this.#parts.now()
    if (this.#riders.size > 0) this.#startWithin(RIDE_MS)
    if (!this.#isDatabaseAway) this.#parts.spool.clearIfSettled()
  }

  /** The next batch. Notes on holds come before what ends these. */
  #next(): Waiting[] {
    clearTimeout(this.#due?.timer)
    this.#due = undefined
    const riders: Waiting[] = []
    for (const [id, rider] of this.#riders) {
      if (riders.length === BATCH_LIMIT) break
      riders.push(rider)
      this.#riders.delete(id)
    }
    const waited = this.#queue.splice(0, BATCH_LIMIT)
    this.#waitsSinceMs = waited[0]?.queuedAtMs ?? this.#parts.now()
    return [...riders, ...waited]
  }

  /** Refuses holds that have waited too long, and spools settlements, while the database does not answer. */
  #watch(): void {
    const nowMs = this.#parts.now()
    const late = [...this.#inFlight, ...this.#queue]
    const toSpool: Waiting[] = []
    for (const waiting of late) {
      if (waiting.isAnswered) continue
      const waitedMs = nowMs - waiting.queuedAtMs
      if ((waiting.operation.kind === 'hold' || waiting.operation.kind === 'extend') && waitedMs > HOLD_DEADLINE_MS) {
        waiting.isAnswered = true
        waiting.refuse(new AppError('billing_busy'))
      } else if (waiting.operation.kind === 'settle' && waitedMs > SPOOL_AFTER_MS) {
        toSpool.push(waiting)
      }
    }
    // A hold that was refused while still queued never needs to be placed.
    this.#queue = this.#queue.filter((waiting) => !(waiting.isAnswered && waiting.operation.kind === 'hold'))
    if (toSpool.length > 0) this.#spool(toSpool)
  }

  #spool(settlements: readonly Waiting[]): void {
    try {
      this.#parts.spool.append(settlements.map((waiting) => waiting.operation))
    } catch (error) {
      // A full spool: the ends stay withheld, the settlements stay queued.
      const late = settlements.filter((waiting) => this.#parts.now() - waiting.queuedAtMs > SETTLE_DEADLINE_MS)
      for (const waiting of late) {
        waiting.isAnswered = true
        waiting.refuse(new AppError('settlement_failed'))
      }
      // Told when it begins, and for every end that is lost; it is tried again every tenth of a second.
      if (late.length > 0 || !this.#isSpoolFailing) this.#parts.onTrouble(error, { event: 'spool_failed', count: settlements.length })
      this.#isSpoolFailing = true
      return
    }
    this.#isSpoolFailing = false
    for (const waiting of settlements) {
      waiting.isSpooled = true
      waiting.isAnswered = true
      waiting.answer({ kind: 'spooled' })
    }
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    for (;;) {
      this.#seq += 1
      const seq = this.#seq
      const startedMs = this.#parts.now()
      try {
        const verdicts = await this.#attempt(batch, seq)
        this.#isDatabaseAway = false
        this.#parts.onBatch?.(batch.length, this.#parts.now() - startedMs)
        this.#answerAll(batch, verdicts)
        return
      } catch (error) {
        if (isAboutTheRows(error)) {
          this.#isDatabaseAway = false
          await this.#isolate(batch, error)
          return
        }
        if (!this.#isDatabaseAway) this.#parts.onTrouble(error, { event: 'database_away', waiting: batch.length })
        this.#isDatabaseAway = true
        await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS))
      }
    }
  }

  async #attempt(batch: readonly Waiting[], seq: number): Promise<Verdict[]> {
    const { database, epoch, accounts } = this.#parts
    try {
      return await database.run(commitBatch, { epoch, seq, accounts, operations: batch.map((waiting) => waiting.operation) })
    } catch (error) {
      if (!(error instanceof CommitUnknown)) throw error
      this.#parts.onTrouble(error, { event: 'commit_unknown', seq })
      return this.#afterUnknownCommit(error.output as Verdict[], seq)
    }
  }

  /** The batch's marker tells whether the commit took place (FLT-30). */
  async #afterUnknownCommit(verdicts: Verdict[], seq: number): Promise<Verdict[]> {
    const { database, epoch } = this.#parts
    for (;;) {
      try {
        if (await batchSettled(database, epoch, seq)) return verdicts
        throw new Error('the batch was not committed; it runs again')
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('the batch was not committed')) throw error
        this.#isDatabaseAway = true
        await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS))
      }
    }
  }

  /** One bad operation must not hold up the others: the batch is halved until it is found. */
  async #isolate(batch: readonly Waiting[], error: unknown): Promise<void> {
    const [only] = batch
    if (batch.length === 1 && only) {
      this.#parts.onTrouble(error, { event: 'operation_refused_by_database', operation: only.operation.kind, id: only.operation.id })
      if (!only.isAnswered) only.refuse(error instanceof Error ? error : new Error(String(error)))
      only.isAnswered = true
      return
    }
    const middle = Math.ceil(batch.length / 2)
    await this.#commit(batch.slice(0, middle))
    await this.#commit(batch.slice(middle))
  }

  #answerAll(batch: readonly Waiting[], verdicts: readonly Verdict[]): void {
    batch.forEach((waiting, at) => {
      const verdict = verdicts[at] ?? { kind: 'unknown' }
      if (waiting.isSpooled) this.#parts.spool.settled(waiting.operation)
      if (!waiting.isAnswered) {
        waiting.isAnswered = true
        waiting.answer(verdict)
      } else if (waiting.operation.kind === 'hold' && verdict.kind === 'done') {
        // Its caller was told that billing is busy and has gone: the hold goes too.
        void this.submit({ kind: 'release', id: waiting.operation.id })
      }
    })
  }
}
