// The ledger as the rest of the server sees it: its verbs, and its life from start to stop.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppError } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { findAccounts } from './accounts-store.ts'
import { GroupCommitter } from './commit/committer.ts'
import { shortageOfHold } from './commit/run-batch.ts'
import type { Spool } from './commit/spool.ts'
import { type BudgetShort, type HoldNeed, type HoldRequest, holdOperation, legsOf, refusalOf } from './holds/hold-request.ts'
import { purgeHolds, recoverHolds } from './holds/recover.ts'
import { endLease, endOtherLeases, LEASE_SECONDS, openSystemAccounts, renewLease } from './ledger-tasks.ts'
import type { LogDraft, Operation, SettleOperation, SystemAccounts, Verdict } from './operation.ts'
import { foldBatches, purgeBatches } from './projections/fold.ts'

const HOUR_MS = 3_600_000
/** Resolved holds are kept this long for owners that come back late (decision D12). */
const HOLD_KEPT_MS = 48 * HOUR_MS
const MARKER_KEPT_MS = HOUR_MS
const RECOVER_BATCH = 500
const FOLD_BATCH = 2000

export type RecoverPolicy = 'checkpoint' | 'void' | 'full'

export interface LedgerParts {
  readonly database: Database
  /** This process, by a ULID made at start. */
  readonly epoch: string
  readonly nodeName: string
  /** Does only this process use the database (the process lock)? Then all earlier nodes have ended. */
  readonly isExclusive: boolean
  readonly spool: Spool
  readonly clock: Clock
  readonly recoverPolicy: () => RecoverPolicy
  /** May a charge beyond the hold overdraw a balance? False: the installation bears the unpaid part (decision D43). */
  readonly mayOverdraw: () => boolean
  /** Called with what of a charge no account could pay, in quota units. */
  readonly onWriteOff?: (amount: number) => void
  /** Called with each user whose balance a call lowered. */
  readonly onCharge?: (userId: number) => void
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
  readonly onBatch?: (size: number, tookMs: number) => void
  /** Called for each operation that was refused because its id exists already with another amount; it is also reported as an error. */
  readonly onConflict?: (operation: Operation) => void
}

export interface Ledger {
  readonly epoch: string
  readonly accounts: SystemAccounts
  /** Sets quota aside; answers how much, in quota units, when it is durable. Throws insufficient_…, BudgetShort or billing_busy. */
  hold(request: HoldRequest): Promise<number>
  /** What `hold` would throw as things stand, where nothing is held; undefined: it would set the amount aside. */
  refusal(need: HoldNeed): Promise<AppError | BudgetShort | undefined>
  /** Sets more aside. False: an account cannot cover it. */
  extend(id: string, by: number): Promise<boolean>
  /** Notes what has been used so far by the whole, settled parts included, with the next commit; not waited for. */
  checkpoint(id: string, used: number, facts: LogDraft): void
  /**
   * Ends a hold: posts the charge and the log row; answers when both are durable, in the database or in the spool.
   * @param amount quota units; where parts were settled, what none of them covered. The row's quota is that of the whole
   * @param mayDelay it may wait some milliseconds to share a commit, while commits follow each other
   */
  settle(id: string, amount: number, log?: LogDraft, mayDelay?: boolean): Promise<Verdict>
  /**
   * Charges a part of something that goes on, such as one response of a realtime session; the hold shrinks by it and stays open. Answers
   * when it is durable. A part that comes after its hold was swept is set off against what the recovery charged.
   * @param part from 1, each number once; the entry's ref is `settle:<id>:<part>`
   * @param facts the log row of the whole so far, should the owner die
   */
  settlePart(id: string, part: number, amount: number, facts: LogDraft): Promise<Verdict>
  /** Gives a hold back; not waited for, since a hold that is left behind is recovered as unused. */
  release(id: string, log?: LogDraft): void
  /** Writes a log row that no money belongs to. */
  note(id: string, log: LogDraft): void
  readonly isDatabaseAway: boolean
  readonly pending: number
  /** One round of each chore; jobs call them. */
  readonly chores: {
    renew(): Promise<void>
    recover(): Promise<{ recovered: number; released: number }>
    fold(): Promise<number>
    purge(): Promise<void>
  }
  stop(limitMs: number): Promise<boolean>
}

/**
 * Opens the ledger: replays what a former process spooled, resolves what it left open, and takes this node's lease.
 * Nothing may be served before this answers.
 */
export async function openLedger(parts: LedgerParts): Promise<Ledger> {
  const { database } = parts
  const accounts = await database.run(openSystemAccounts, null)
  const ledger = new NodeLedger(parts, accounts)
  await ledger.renewLease()
  await ledger.replaySpool()
  if (parts.isExclusive) await database.run(endOtherLeases, { epoch: parts.epoch })
  await ledger.recoverAbandoned()
  return ledger
}

class NodeLedger implements Ledger {
  readonly epoch: string
  readonly accounts: SystemAccounts
  readonly chores: Ledger['chores']
  readonly #parts: LedgerParts
  readonly #committer: GroupCommitter
  #recoveries = 0

  constructor(parts: LedgerParts, accounts: SystemAccounts) {
    const { database, epoch, spool, clock, onTrouble, onBatch, onConflict } = parts
    this.#parts = parts
    this.epoch = epoch
    this.accounts = accounts
    this.#committer = new GroupCommitter({
      database,
      epoch,
      accounts,
      spool,
      clock,
      onTrouble,
      ...(onBatch ? { onBatch } : {}),
      ...(onConflict ? { onConflict } : {}),
    })
    this.chores = {
      renew: () => this.renewLease(),
      recover: async () => {
        // Cut off from the database for longer than its lease, a node must not take itself for gone.
        await this.renewLease()
        return this.#recover()
      },
      fold: () => database.run(foldBatches, { limit: FOLD_BATCH }),
      purge: async () => {
        await database.run(purgeHolds, { olderThanMs: HOLD_KEPT_MS, limit: 5000 })
        await database.run(purgeBatches, { olderThanMs: MARKER_KEPT_MS })
      },
    }
  }

  async renewLease(): Promise<void> {
    const { database, epoch, nodeName } = this.#parts
    await database.run(renewLease, { epoch, name: nodeName, leaseSeconds: LEASE_SECONDS })
  }

  async replaySpool(): Promise<void> {
    const { spool, onTrouble } = this.#parts
    await Promise.all(
      spool.leftBehind.map(async (operation) => {
        try {
          const verdict = await this.#committer.submit(operation)
          // The database is away again: the operation stays queued in the committer and recorded in the spool.
          if (verdict.kind !== 'spooled') spool.settled(operation)
        } catch (error) {
          // One record that the database refuses must not prevent the server's start. It stays in the file for a person to look at.
          onTrouble(error, { event: 'spool_record_refused', id: operation.id })
        }
      }),
    )
    spool.clearIfSettled()
  }

  async recoverAbandoned(): Promise<void> {
    for (;;) {
      const { recovered, released } = await this.#recover()
      if (recovered + released > 0) this.#parts.onTrouble(undefined, { event: 'recovered_at_start', recovered, released })
      if (recovered + released < RECOVER_BATCH) return
    }
  }

  #recover(): Promise<{ recovered: number; released: number }> {
    const { database, epoch, recoverPolicy, mayOverdraw } = this.#parts
    this.#recoveries += 1
    return database.run(recoverHolds, {
      limit: RECOVER_BATCH,
      accounts: this.accounts,
      marker: { epoch, seq: this.#recoveries },
      policy: recoverPolicy(),
      mayOverdraw: mayOverdraw(),
    })
  }

  async hold(request: HoldRequest): Promise<number> {
    const verdict = await this.#committer.submit(holdOperation(request, this.epoch))
    if (verdict.kind === 'done') return verdict.granted ?? request.amount
    if (verdict.kind !== 'short') throw new Error(`hold ${request.id} was answered with ${verdict.kind}`)
    throw refusalOf(request, verdict)
  }

  async refusal(need: HoldNeed): Promise<AppError | BudgetShort | undefined> {
    const legs = legsOf(need)
    const accounts = await findAccounts(
      this.#parts.database,
      legs.map(({ accountId }) => accountId),
    )
    const short = shortageOfHold(accounts, { ...need, legs })
    return short && refusalOf(need, short)
  }

  async extend(id: string, by: number): Promise<boolean> {
    return (await this.#committer.submit({ kind: 'extend', id, by })).kind === 'done'
  }

  checkpoint(id: string, used: number, facts: LogDraft): void {
    this.#committer.piggyback({ kind: 'checkpoint', id, used, facts: JSON.stringify(facts) })
  }

  settle(id: string, amount: number, log?: LogDraft, mayDelay?: boolean): Promise<Verdict> {
    return this.#settle({ kind: 'settle', id, amount, ...(log ? { log } : {}) }, mayDelay)
  }

  settlePart(id: string, part: number, amount: number, facts: LogDraft): Promise<Verdict> {
    return this.#settle({ kind: 'settle', id, amount, part, log: facts })
  }

  async #settle(operation: SettleOperation, mayDelay = false): Promise<Verdict> {
    const overdraft = this.#parts.mayOverdraw() ? ({ mayOverdraw: true } as const) : {}
    const verdict = await this.#committer.submit({ ...operation, ...overdraft }, mayDelay)
    if ('writeOff' in verdict && verdict.writeOff !== undefined) this.#parts.onWriteOff?.(verdict.writeOff)
    if (operation.amount > 0 && operation.log) this.#parts.onCharge?.(operation.log.userId)
    return verdict
  }

  release(id: string, log?: LogDraft): void {
    this.#committer
      .submit({ kind: 'release', id, ...(log ? { log } : {}) })
      .catch((error) => this.#parts.onTrouble(error, { event: 'ledger_operation_failed' }))
  }

  note(id: string, log: LogDraft): void {
    this.#committer.piggyback({ kind: 'log', id, log })
  }

  get isDatabaseAway(): boolean {
    return this.#committer.isDatabaseAway
  }

  get pending(): number {
    return this.#committer.pending
  }

  async stop(limitMs: number): Promise<boolean> {
    const { database, epoch, spool } = this.#parts
    const isDrained = await this.#committer.drain(limitMs)
    if (isDrained) {
      await foldUntilDone(database)
      await database.run(endLease, { epoch })
    }
    spool.close()
    return isDrained
  }
}

async function foldUntilDone(database: Database): Promise<void> {
  while ((await database.run(foldBatches, { limit: FOLD_BATCH })) === FOLD_BATCH) await sleep(0)
}
