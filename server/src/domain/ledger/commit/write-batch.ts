// What a transaction decided, written: each table once, in few and narrow statements.
import { logType } from '@waystation/contract/site/status-table'
import type { NewRow, SetExecutor } from '../../../db/set-executor.ts'
import type { Charges } from '../charges.ts'
import { writeOffDeltas } from '../debts/write-offs.ts'
import { printDeltas } from '../deltas.ts'
import {
  accountTable,
  batchTable,
  entryTable,
  holdTable,
  logClientIdTable,
  logDetailTable,
  logFailureTable,
  logTable,
  type NewHoldRow,
  newHoldTable,
  wideHoldTable,
} from '../ledger-tables.ts'
import type { LogDraft } from '../operation.ts'
import { bookDeltas, failureDeltas } from '../projections/book-deltas.ts'
import { latencyDeltas, outcomeDeltas } from '../projections/outcomes.ts'
import { tokenDeltas, tokenUses, usageDeltas } from '../projections/usage-deltas.ts'
import { type AccountState, type HoldRecord, printParts } from '../state.ts'

/** A log row and its request id. */
export interface LogRow {
  readonly id: string
  readonly log: LogDraft
}

/** Names the batch's own row, by which it is known to have run: the node, and a number that it uses once. */
export interface BatchMarker {
  readonly epoch: string
  readonly seq: number
}

/** Everything that a transaction changes. */
export interface BatchChanges {
  readonly marker: BatchMarker
  readonly nowMs: number
  readonly newHolds: readonly NewHoldRow[]
  readonly changedHolds: readonly HoldRecord[]
  readonly changedAccounts: readonly AccountState[]
  readonly charges: Charges
  readonly logs: readonly LogRow[]
  /** Rows that a correction replaces, to be taken out of the log and of the sums of the hour in which they were written. */
  readonly withdrawn: readonly (LogRow & { readonly writtenAtMs: number })[]
}

/** Writes the changes in the open transaction, and the batch's own row. */
export async function writeBatch(sets: SetExecutor, changes: BatchChanges): Promise<void> {
  const { marker, nowMs, charges, logs, withdrawn } = changes
  await sets.insertMany(newHoldTable, changes.newHolds)
  await writeHolds(sets, changes.changedHolds)
  await sets.insertMany(entryTable, charges.entries)
  await sets.updateMany(accountTable, 'id', ['posted', 'held', 'used', 'calls'], changes.changedAccounts)
  const stale = withdrawn.map(({ id }) => id)
  await sets.deleteByKeys(logTable, 'request_id', stale)
  await sets.deleteByKeys(logDetailTable, 'request_id', stale)
  await sets.deleteByKeys(logClientIdTable, 'request_id', stale)
  await sets.deleteByKeys(logFailureTable, 'request_id', stale)
  const rows = logs.filter(({ log }) => !log.isOnlyCounted)
  const created_at = Math.floor(nowMs / 1000)
  await sets.insertMany(
    logTable,
    rows.map(({ id, log }) => newLogRow(id, log, created_at)),
  )
  await sets.insertMany(
    logDetailTable,
    rows.map(({ id, log }) => ({ request_id: id, other: log.other })),
  )
  await sets.insertMany(
    logClientIdTable,
    rows.flatMap(({ id, log: { userId, clientRequestId } }) =>
      clientRequestId === undefined ? [] : [{ request_id: id, user_id: userId, client_id: clientRequestId }],
    ),
  )
  await sets.insertMany(
    logFailureTable,
    rows.flatMap(({ id, log: { outcome } }) =>
      outcome && outcome.kind !== '' ? [{ request_id: id, kind: outcome.kind, created_at }] : [],
    ),
  )
  await sets.insertMany(batchTable, [{ ...marker, deltas: deltasOf(changes), created_at_ms: nowMs }])
}

/** Narrow statements: a hold's row is wide, and most changes are its end. */
async function writeHolds(sets: SetExecutor, changed: readonly HoldRecord[]): Promise<void> {
  await sets.updateMany(
    holdTable,
    'id',
    ['amount', 'used'],
    changed.filter((hold) => hold.state === 'open'),
  )
  const resolved = changed.filter((hold) => hold.state !== 'open').map(resolution)
  await sets.updateMany(
    wideHoldTable,
    'id',
    ['state', 'resolved_by', 'resolved_at_ms', 'used', 'house', 'facts'],
    // The prepared log row is not needed any more.
    resolved.filter((hold) => hold.resolved_by === 'owner').map((hold) => ({ ...hold, facts: '' })),
  )
  await sets.updateMany(
    wideHoldTable,
    'id',
    ['state', 'resolved_by', 'resolved_at_ms', 'used', 'house'],
    resolved.filter((hold) => hold.resolved_by === 'sweeper'),
  )
  await sets.updateMany(
    wideHoldTable,
    'id',
    ['facts'],
    changed.filter((hold) => hold.hasNewFacts && hold.resolvedBy !== 'owner').map(({ id, facts = '' }) => ({ id, facts })),
  )
  await sets.updateMany(
    wideHoldTable,
    'id',
    ['parts', 'part_charges'],
    changed
      .filter((hold) => hold.hasNewParts)
      .map(({ id, partCount, parts }) => ({ id, parts: partCount, part_charges: printParts(parts) })),
  )
}

function resolution({ id, state, resolvedBy, resolvedAtMs, used, house }: HoldRecord) {
  return { id, state, resolved_by: resolvedBy, resolved_at_ms: resolvedAtMs, used, house }
}

/** What is added to the sums later, as JSON text; empty when there is nothing. */
function deltasOf({ logs, withdrawn, charges, nowMs }: BatchChanges): string {
  const nowSeconds = Math.floor(nowMs / 1000)
  const drafts = logs.map(({ log }) => log)
  const charged = drafts.filter((log) => log.type === logType.consumption)
  const givenBack = drafts.filter((log) => log.isGivenBack)
  const uncharged = drafts.filter((log) => log.type !== logType.consumption && !log.isGivenBack && log.vendor)
  /** What rows that are withdrawn had added is taken out where it was added. */
  const takenOut = <Delta>(deltas: (logs: readonly LogDraft[], atSeconds: number, sign: -1) => readonly Delta[]): Delta[] =>
    withdrawn.flatMap(({ log, writtenAtMs }) => deltas([log], Math.floor(writtenAtMs / 1000), -1))
  return printDeltas({
    accounts: charges.systemDeltas,
    quarters: charges.quarters.rows,
    usage: [...usageDeltas([...charged, ...givenBack], nowSeconds), ...takenOut(usageDeltas)],
    tokenUsage: [...tokenDeltas([...charged, ...givenBack], nowSeconds), ...takenOut(tokenDeltas)],
    books: [
      ...bookDeltas(charged, nowSeconds),
      ...bookDeltas(givenBack, nowSeconds, -1),
      ...failureDeltas(uncharged, nowSeconds),
      ...takenOut(bookDeltas),
    ],
    writeOffs: [...writeOffDeltas(charged, nowSeconds), ...takenOut(writeOffDeltas)],
    outcomes: [...outcomeDeltas(drafts, nowSeconds), ...takenOut(outcomeDeltas)],
    latencies: latencyDeltas(drafts, nowSeconds),
    tokens: tokenUses(charged, nowSeconds),
  })
}

/** A log row as its table has it. @param created_at unix seconds */
export function newLogRow(id: string, log: LogDraft, created_at: number): NewRow<(typeof logTable)['columns']> {
  return {
    created_at,
    type: log.type,
    user_id: log.userId,
    username: log.username,
    channel_id: log.channelId,
    token_id: log.tokenId,
    token_name: log.tokenName,
    group_name: log.group,
    model_name: log.model,
    is_stream: log.isStream ? 1 : 0,
    use_time: log.useTime,
    prompt_tokens: log.promptTokens,
    completion_tokens: log.completionTokens,
    quota: log.quota,
    client_ip: log.clientIp,
    request_id: id,
  }
}
