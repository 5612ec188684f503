// What a batch decided, written: each table once, in few and narrow statements.
import { logType } from '@waystation/contract/status-table'
import type { SetExecutor } from '../../db/set-executor.ts'
import type { Charges } from './charges.ts'
import type { Deltas } from './fold.ts'
import { accountTable, batchTable, entryTable, holdFactsTable, holdTable, logDetailTable, logTable, newHoldTable } from './ledger-tables.ts'
import type { Batch, LogDraft } from './operation.ts'
import type { AccountState, HoldRecord } from './state.ts'
import { tokenUses, usageDeltas } from './usage-deltas.ts'

/** A log row and the request id that it stands under. */
export interface LogRow {
  readonly id: string
  readonly log: LogDraft
}

/** Everything that a batch changes. */
export interface BatchChanges {
  readonly batch: Batch
  readonly nowMs: number
  readonly newHolds: readonly HoldRecord[]
  /** Holds that were there before. */
  readonly changedHolds: readonly HoldRecord[]
  readonly changedAccounts: readonly AccountState[]
  readonly charges: Charges
  readonly logs: readonly LogRow[]
  /** Request ids of rows that a correction replaces. */
  readonly staleLogs: readonly string[]
  /** The same rows, to be taken out of the sums of the hour that they were written in. */
  readonly withdrawn: readonly { readonly log: LogDraft; readonly writtenAtMs: number }[]
}

/** Writes the changes of a batch in its open transaction, and the batch's own row, by which it is known to have run. */
export async function writeBatch(sets: SetExecutor, changes: BatchChanges): Promise<void> {
  const { batch, nowMs, charges } = changes
  await sets.insertMany(
    newHoldTable,
    changes.newHolds.map((hold) => hold.row()),
  )
  await writeHolds(sets, changes.changedHolds)
  await writeEntries(sets, charges, nowMs)
  await writeAccounts(sets, changes.changedAccounts)
  await sets.deleteByKeys(logTable, 'request_id', changes.staleLogs)
  await sets.deleteByKeys(logDetailTable, 'request_id', changes.staleLogs)
  const kept = changes.logs.filter(({ log }) => !log.isOnlyCounted)
  await insertLogs(sets, kept, nowMs)
  await sets.insertMany(batchTable, [[batch.epoch, batch.seq, deltasOf(changes), nowMs]])
}

export async function writeEntries(sets: SetExecutor, { entries }: Charges, nowMs: number): Promise<void> {
  await sets.insertMany(
    entryTable,
    entries.map((entry) => [entry.ref, entry.debit, entry.credit, entry.amount, entry.kind, entry.holdId, nowMs]),
  )
}

export async function writeAccounts(sets: SetExecutor, accounts: readonly AccountState[]): Promise<void> {
  await sets.updateMany(
    accountTable,
    'id',
    ['posted', 'held', 'used', 'calls'],
    accounts.map((account) => [account.id, account.posted, account.held, account.used, account.calls]),
  )
}

/** Narrow statements: a hold's row is wide, and most changes are its end. */
async function writeHolds(sets: SetExecutor, changed: readonly HoldRecord[]): Promise<void> {
  await sets.updateMany(
    holdFactsTable,
    'id',
    ['state', 'resolved_by', 'facts', 'resolved_at_ms'],
    changed.filter((hold) => hold.state !== 'open').map((hold) => [hold.id, hold.state, hold.resolvedBy, '', hold.resolvedAtMs]),
  )
  const open = changed.filter((hold) => hold.state === 'open')
  await sets.updateMany(
    holdTable,
    'id',
    ['amount', 'used', 'parts'],
    open.map((hold) => [hold.id, hold.amount, hold.used, hold.parts]),
  )
  await sets.updateMany(
    holdFactsTable,
    'id',
    ['facts'],
    open.filter((hold) => hold.facts !== undefined).map((hold) => [hold.id, hold.facts ?? '']),
  )
}

/** New rows with their details. */
export async function insertLogs(sets: SetExecutor, logs: readonly LogRow[], nowMs: number): Promise<void> {
  await sets.insertMany(
    logTable,
    logs.map(({ id, log }) => logValues(id, log, Math.floor(nowMs / 1000))),
  )
  await sets.insertMany(
    logDetailTable,
    logs.map(({ id, log }) => [id, log.other]),
  )
}

/** What is folded into the sums later, as JSON text; empty when there is nothing. */
function deltasOf({ logs, withdrawn, charges, nowMs }: BatchChanges): string {
  const nowSeconds = Math.floor(nowMs / 1000)
  const charged = logs.map(({ log }) => log).filter((log) => log.type === logType.consumption)
  const takenOut = withdrawn.flatMap(({ log, writtenAtMs }) => usageDeltas([log], Math.floor(writtenAtMs / 1000), -1))
  const usage = [...usageDeltas(charged, nowSeconds), ...takenOut]
  const tokens = tokenUses(charged, nowSeconds)
  const { systemDeltas } = charges
  if (systemDeltas.size === 0 && usage.length === 0 && tokens.length === 0) return ''
  return JSON.stringify({ accounts: [...systemDeltas], usage, tokens } satisfies Deltas)
}

/** A log row in the order of its table. */
export function logValues(id: string, log: LogDraft, createdAt: number): (string | number)[] {
  return [
    createdAt,
    log.type,
    log.userId,
    log.username,
    log.channelId,
    log.tokenId,
    log.tokenName,
    log.group,
    log.model,
    log.isStream ? 1 : 0,
    log.useTime,
    log.promptTokens,
    log.completionTokens,
    log.quota,
    log.clientIp,
    id,
  ]
}
