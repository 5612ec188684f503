// The ledger as the rest of the house sees it: the verbs, and its life from start to stop.
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import { GroupCommitter } from './committer.ts'
import { foldBatches, purgeBatches } from './fold.ts'
import { endLease, openSystemAccounts, renewLease } from './ledger-tasks.ts'
import type { HoldOperation, LogDraft, SystemAccounts, Verdict } from './operation.ts'
import { purgeHolds, recoverHolds } from './recover.ts'
import type { Spool } from './spool.ts'

/** A node that has not renewed its lease for this long is taken for gone. Renewed every five seconds. */
const LEASE_SECONDS = 20
const HOUR_MS = 3_600_000
/** Resolved holds are kept this long for whoever comes back late (decision D12). */
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
  readonly spool: Spool
  readonly recoverPolicy: () => RecoverPolicy
  /** May what is charged beyond a hold overdraw a balance? False: the house bears what cannot be paid (decision D43). */
  readonly mayOverdraw: () => boolean
  /** Told of each charge that no account could pay whole, in quota units. */
  readonly onHousePart?: (amount: number) => void
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
  readonly onBatch?: (size: number, tookMs: number) => void
}

export interface Ledger {
  readonly epoch: string
  readonly accounts: SystemAccounts
  /** Sets quota aside; answers how much, in quota units, when it is durable. Throws insufficient_… or billing_busy. */
  hold(request: HoldRequest): Promise<number>
  /** Sets more aside. False: an account cannot cover it. */
  extend(id: string, by: number): Promise<boolean>
  /** Notes what has been used so far, with the next commit; not waited for. */
  checkpoint(id: string, used: number, facts: LogDraft): void
  /**
   * Posts the charge and the log row; answers when both are durable, in the database or in the spool.
   * @param mayDelay it may wait some milliseconds to share a commit, while commits follow each other
   */
  settle(id: string, amount: number, log?: LogDraft, mayDelay?: boolean): Promise<Verdict>
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

/** Who pays, how much is set aside, and what the log needs. */
export interface HoldRequest {
  readonly id: string
  readonly userAccountId: number
  /** Absent where there is no token (the playground). */
  readonly token?: { readonly id: number; readonly accountId: number; readonly isUnlimited: boolean }
  readonly userId: number
  readonly amount: number
  /** Set where less will do: a share of what is available is set aside then, and never less than this. */
  readonly minimum?: number
  readonly price: string
  readonly facts: LogDraft
}

/**
 * Opens the ledger: replays what a former process spooled, resolves what it left open, and takes this node's lease.
 * Nothing may be served before this answers.
 */
export async function openLedger(parts: LedgerParts): Promise<Ledger> {
  const { database, epoch, spool } = parts
  const accounts = await database.run(openSystemAccounts, null)
  await database.run(renewLease, { epoch, name: parts.nodeName, leaseSeconds: LEASE_SECONDS })
  const committer = new GroupCommitter({
    database,
    epoch,
    accounts,
    spool,
    now: () => performance.now(),
    onTrouble: parts.onTrouble,
    ...(parts.onBatch ? { onBatch: parts.onBatch } : {}),
  })

  await Promise.all(
    spool.leftBehind.map(async (operation) => {
      try {
        const verdict = await committer.submit(operation)
        // Away again: it stands in the spool still, and the committer has it.
        if (verdict.kind !== 'spooled') spool.settled(operation)
      } catch (error) {
        // One record that the database refuses must not keep the house shut. It stays in the file for a person to look at.
        parts.onTrouble(error, { event: 'spool_record_refused', id: operation.id })
      }
    }),
  )
  spool.clearIfSettled()

  let recoveries = 0
  const recover = async (options: { onlyOtherThan?: string }) => {
    recoveries += 1
    return database.run(recoverHolds, {
      limit: RECOVER_BATCH,
      accounts,
      marker: { epoch, seq: recoveries },
      policy: parts.recoverPolicy(),
      mayOverdraw: parts.mayOverdraw(),
      ...options,
    })
  }
  // The process lock says that nobody else is on this database, so every other node's hold is an orphan, whatever its lease says.
  for (;;) {
    const { recovered, released } = await recover({ onlyOtherThan: epoch })
    if (recovered + released > 0) parts.onTrouble(undefined, { event: 'recovered_at_start', recovered, released })
    if (recovered + released < RECOVER_BATCH) break
  }

  const renew = async () => {
    await database.run(renewLease, { epoch, name: parts.nodeName, leaseSeconds: LEASE_SECONDS })
  }
  // A chore that the database refuses is tried again at its next turn; failures of releases and notes are the committer's to report.
  const unwaited = (promise: Promise<unknown>) =>
    void promise.catch((error) => parts.onTrouble(error, { event: 'ledger_operation_failed' }))

  return {
    epoch,
    accounts,
    async hold(request) {
      const operation = holdOperation(request, epoch)
      const verdict = await committer.submit(operation)
      if (verdict.kind === 'done') return verdict.granted ?? request.amount
      if (verdict.kind !== 'short') throw new Error(`hold ${request.id} was answered with ${verdict.kind}`)
      const code = verdict.accountId === request.userAccountId ? 'insufficient_user_quota' : 'pre_consume_token_quota_failed'
      throw new AppError(code, {
        need: Math.min(request.amount, request.minimum ?? request.amount),
        available: Math.max(0, verdict.available),
      })
    },
    async extend(id, by) {
      return (await committer.submit({ kind: 'extend', id, by })).kind === 'done'
    },
    checkpoint(id, used, facts) {
      committer.piggyback({ kind: 'checkpoint', id, used, facts: JSON.stringify(facts) })
    },
    async settle(id, amount, log, mayDelay) {
      const overdraft = parts.mayOverdraw() ? ({ mayOverdraw: true } as const) : {}
      const verdict = await committer.submit({ kind: 'settle', id, amount, ...(log ? { log } : {}), ...overdraft }, mayDelay)
      if ('housePart' in verdict && verdict.housePart !== undefined) parts.onHousePart?.(verdict.housePart)
      return verdict
    },
    release(id, log) {
      unwaited(committer.submit({ kind: 'release', id, ...(log ? { log } : {}) }))
    },
    note(id, log) {
      committer.piggyback({ kind: 'log', id, log })
    },
    get isDatabaseAway() {
      return committer.isDatabaseAway
    },
    get pending() {
      return committer.pending
    },
    chores: {
      renew,
      async recover() {
        // Cut off from the database for longer than its lease, a node must not take itself for gone.
        await renew()
        return recover({})
      },
      fold: () => database.run(foldBatches, { limit: FOLD_BATCH }),
      async purge() {
        await database.run(purgeHolds, { olderThanMs: HOLD_KEPT_MS, limit: 5000 })
        await database.run(purgeBatches, { olderThanMs: MARKER_KEPT_MS })
      },
    },
    async stop(limitMs) {
      const isDrained = await committer.drain(limitMs)
      if (isDrained) {
        await foldUntilDone(database)
        await database.run(endLease, { epoch })
      }
      spool.close()
      return isDrained
    },
  }
}

async function foldUntilDone(database: Database): Promise<void> {
  while ((await database.run(foldBatches, { limit: FOLD_BATCH })) === FOLD_BATCH) await sleep(0)
}

function holdOperation(request: HoldRequest, epoch: string): HoldOperation {
  if (!Number.isSafeInteger(request.amount) || request.amount < 0) throw new RangeError(`a hold of ${request.amount} is not possible`)
  const legs = [{ accountId: request.userAccountId, reserves: true }]
  if (request.token) legs.push({ accountId: request.token.accountId, reserves: !request.token.isUnlimited })
  return {
    kind: 'hold',
    id: request.id,
    legs,
    amount: request.amount,
    ...(request.minimum === undefined ? {} : { minimum: request.minimum }),
    owner: { kind: 'node', id: epoch, leaseUntilMs: 0 },
    userId: request.userId,
    tokenId: request.token?.id ?? 0,
    price: request.price,
    facts: JSON.stringify(request.facts),
  }
}
