// The group committer (reliability.md 5.4): operations of all calls of this node gather while a commit is under way, and the next
// transaction takes them all. One commit to the disk then serves dozens of calls.
import { AppError } from '@waystation/contract/errors'
import type { Database } from '../../../db/database.ts'
import type { CallOff, Clock } from '../../../lib/clock.ts'
import { amountOf, type Operation, type SystemAccounts, type Verdict } from '../operation.ts'
import { commitOnce } from './commit-once.ts'
import { isAboutTheRows } from './refused-rows.ts'
import type { Spool } from './spool.ts'

/** One transaction takes at most this many awaited operations, and as many that are not awaited. */
const BATCH_LIMIT = 512
/** New holds are refused when this many operations wait, or when the oldest has waited this long. Settlements are always taken. */
const QUEUE_LIMIT = 10_000
const QUEUE_AGE_LIMIT_MS = 2000
/** A hold that is not placed by then is refused; should it be placed after all, it is given back. */
const HOLD_DEADLINE_MS = 2000
/** A settlement that the database has not confirmed by then goes to the spool, so that the client's stream can end (FLT-28). */
const SPOOL_AFTER_MS = 5000
/** A settlement that neither the database nor the spool has confirmed by then is rejected to its caller; it stays queued. */
const SETTLE_DEADLINE_MS = 30_000
const RETRY_PAUSE_MS = 250
/** An operation that may be delayed waits this long for others to share its commit, where the last commit is no longer ago than that. */
const MAX_DELAY_MS = 25
const COMPANY_WITHIN_MS = 100
/** An operation that is not awaited shares the commit of an awaited one, or gets its own after this time. */
const PIGGYBACK_MS = 250

interface Waiting {
  readonly operation: Operation
  readonly queuedAtMs: number
  readonly answer: (verdict: Verdict) => void
  readonly refuse: (error: Error) => void
  /** The caller has its result, though the operation is still to be committed. */
  isAnswered: boolean
  isSpooled: boolean
}

export interface CommitterParts {
  readonly database: Database
  readonly epoch: string
  readonly accounts: SystemAccounts
  readonly spool: Spool
  readonly clock: Clock
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
  readonly onBatch?: (size: number, tookMs: number) => void
  /** Called for each operation that was refused because its id exists already with another amount (decision D52). */
  readonly onConflict?: (operation: Operation) => void
}

export class GroupCommitter {
  readonly #parts: CommitterParts
  #queue: Waiting[] = []
  /** Operations that are not awaited, by request id. */
  readonly #piggybacked = new Map<string, Waiting>()
  /** The latest time at which the queue is committed. */
  #due: { readonly atMs: number; readonly callOff: CallOff } | undefined
  /** When the last batch was committed. */
  #committedMs = Number.NEGATIVE_INFINITY
  #seq = 0
  #isRunning = false
  #isDatabaseAway = false
  #isSpoolFailing = false
  #inFlight: readonly Waiting[] = []
  /** Since when the first awaited operation of the current batch waits; in a batch without one, since when it is being committed. */
  #waitsSinceMs = 0

  constructor(parts: CommitterParts) {
    this.#parts = parts
  }

  /**
   * Queues an operation and answers when it is durable.
   * @param mayDelay it may wait some milliseconds to share a commit, while commits follow each other
   * @throws AppError billing_busy for a hold or an extension that cannot be placed in time, settlement_failed for a settlement that can be
   *   stored nowhere in time
   */
  submit(operation: Operation, mayDelay = false): Promise<Verdict> {
    return new Promise((answer, refuse) => {
      const queuedAtMs = this.#parts.clock.now()
      if (operation.kind === 'hold' && this.#isOverloaded(queuedAtMs)) {
        refuse(new AppError('billing_busy'))
        return
      }
      this.#queue.push({ operation, queuedAtMs, answer, refuse, isAnswered: false, isSpooled: false })
      if (mayDelay && queuedAtMs - this.#committedMs < COMPANY_WITHIN_MS) this.#startWithin(MAX_DELAY_MS)
      else this.#start()
    })
  }

  /**
   * Queues an operation that is not awaited, a checkpoint or the row of a refusal, for the next batch: a commit of its own would cost as
   * much as dozens of events of a stream, and after an outage there may be thousands of these. A later one about the same call replaces it.
   */
  piggyback(operation: Operation): void {
    const waiting = { operation, queuedAtMs: this.#parts.clock.now(), answer() {}, refuse() {}, isAnswered: true, isSpooled: false }
    this.#piggybacked.set(operation.id, waiting)
    this.#startWithin(PIGGYBACK_MS)
  }

  /** Operations that are queued or being committed. */
  get pending(): number {
    return this.#queue.length + this.#piggybacked.size + this.#inFlight.length
  }

  get isDatabaseAway(): boolean {
    return this.#isDatabaseAway
  }

  /** Answers when everything that was submitted so far is committed, or rejects after the time limit. */
  async drain(limitMs: number): Promise<boolean> {
    const until = this.#parts.clock.now() + limitMs
    if (this.pending > 0) this.#start()
    while (this.pending > 0 && this.#parts.clock.now() < until) await new Promise((resolve) => setTimeout(resolve, 10))
    return this.pending === 0
  }

  #isOverloaded(nowMs: number): boolean {
    const sinceMs = this.#inFlight.length > 0 ? this.#waitsSinceMs : this.#queue[0]?.queuedAtMs
    return this.#queue.length >= QUEUE_LIMIT || (sinceMs !== undefined && nowMs - sinceMs > QUEUE_AGE_LIMIT_MS)
  }

  #start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    // Operations that arrive in this turn of the event loop join the batch.
    setImmediate(() => void this.#run())
  }

  /** Commits with the next batch that has an awaited operation, or after this time. */
  #startWithin(limitMs: number): void {
    if (this.#isRunning) return
    const dueMs = this.#parts.clock.now() + limitMs
    if (this.#due && this.#due.atMs <= dueMs) return
    this.#due?.callOff()
    this.#due = { atMs: dueMs, callOff: this.#parts.clock.after(limitMs, () => this.#start()) }
  }

  async #run(): Promise<void> {
    do {
      const batch = this.#next()
      this.#inFlight = batch
      const stopWatching = this.#parts.clock.every(100, () => this.#watch())
      try {
        await this.#commit(batch)
      } finally {
        stopWatching()
        this.#inFlight = []
      }
    } while (this.#queue.length > 0 || this.#piggybacked.size >= BATCH_LIMIT)
    this.#isRunning = false
    this.#committedMs = this.#parts.clock.now()
    if (this.#piggybacked.size > 0) this.#startWithin(PIGGYBACK_MS)
    if (!this.#isDatabaseAway) this.#parts.spool.clearIfSettled()
  }

  /** The next batch. Checkpoints come before the settlements that end their holds. */
  #next(): Waiting[] {
    this.#due?.callOff()
    this.#due = undefined
    const piggybacked: Waiting[] = []
    for (const [id, waiting] of this.#piggybacked) {
      if (piggybacked.length === BATCH_LIMIT) break
      piggybacked.push(waiting)
      this.#piggybacked.delete(id)
    }
    const waited = this.#queue.splice(0, BATCH_LIMIT)
    this.#waitsSinceMs = waited[0]?.queuedAtMs ?? this.#parts.clock.now()
    return [...piggybacked, ...waited]
  }

  /** Refuses holds that have waited too long, and spools settlements, while the database does not answer. */
  #watch(): void {
    const nowMs = this.#parts.clock.now()
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
      const late = settlements.filter((waiting) => this.#parts.clock.now() - waiting.queuedAtMs > SETTLE_DEADLINE_MS)
      for (const waiting of late) {
        waiting.isAnswered = true
        waiting.refuse(new AppError('settlement_failed'))
      }
      // Reported when it begins and for every settlement that is refused; it is tried again every tenth of a second.
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
      const startedMs = this.#parts.clock.now()
      try {
        const verdicts = await this.#attempt(batch, seq)
        this.#isDatabaseAway = false
        this.#parts.onBatch?.(batch.length, this.#parts.clock.now() - startedMs)
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

  #attempt(batch: readonly Waiting[], seq: number): Promise<Verdict[]> {
    const { database, epoch, accounts, onTrouble } = this.#parts
    const operations = batch.map((waiting) => waiting.operation)
    return commitOnce(
      database,
      { epoch, seq, accounts, operations },
      {
        unknown: (error) => onTrouble(error, { event: 'commit_unknown', seq }),
        away: () => {
          this.#isDatabaseAway = true
        },
      },
    )
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

  /** Handled here: a spooled or unawaited operation has no caller any more. */
  #reportConflict(operation: Operation, recorded: number): void {
    const { id, kind } = operation
    const part = operation.kind === 'settle' ? operation.part : undefined
    const facts = { operation: kind, id, ...(part === undefined ? {} : { part }), amount: amountOf(operation), recorded }
    this.#parts.onTrouble(new Error(`a ${kind} was repeated with another amount`), { event: 'ledger_amount_conflict', ...facts })
    this.#parts.onConflict?.(operation)
  }

  #answerAll(batch: readonly Waiting[], verdicts: readonly Verdict[]): void {
    batch.forEach((waiting, at) => {
      const verdict = verdicts[at] ?? { kind: 'unknown' }
      if (verdict.kind === 'different-amount') this.#reportConflict(waiting.operation, verdict.recorded)
      if (waiting.isSpooled) this.#parts.spool.settled(waiting.operation)
      if (!waiting.isAnswered) {
        waiting.isAnswered = true
        waiting.answer(verdict)
      } else if (waiting.operation.kind === 'hold' && verdict.kind === 'done') {
        // Its caller was refused as busy and has gone, so the hold is released.
        void this.submit({ kind: 'release', id: waiting.operation.id })
      }
    })
  }
}
