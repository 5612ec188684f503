// Batches write what they add to shared counters into their own marker row; this folds the markers into the counters. So no batch of
// one node waits for a batch of another over a row that all of them need (reliability.md 5.4, step 5).
import { locked } from '../../../db/locked.ts'
import type {
  AccountQuarterRow,
  BookDayRow,
  OutcomeQuarterRow,
  TokenQuarterRow,
  UsageQuarterRow,
  WriteOffDayRow,
} from '../../../db/tables/tables.ts'
import { type WriteTx, writeTask } from '../../../db/write-task.ts'
import { foldWriteOffs } from '../debts/write-offs.ts'
import { readDeltas } from '../deltas.ts'
import { accountTable } from '../ledger-tables.ts'
import { readAccount } from '../state.ts'
import { addAccountQuarters } from './account-quarters.ts'
import { foldBooks } from './fold-books.ts'
import { foldTokenUsage, foldUsage } from './fold-usage.ts'
import { foldOutcomes, type LatencyDelta } from './outcomes.ts'
import { forgetDaysOf } from './zone-days-store.ts'

/** Folds up to `limit` markers and returns how many. Emptied markers stay a while, for committers that look up an unknown commit. */
export const foldBatches = writeTask<{ limit: number }, number>('ledger.fold', async (tx, { limit }) => {
  const query = tx.db
    .selectFrom('batch')
    .select(['epoch', 'seq', 'deltas'])
    .where('deltas', '!=', '')
    .orderBy('epoch')
    .orderBy('seq')
    .limit(limit)
  const rows = await locked(tx, query, { skipLocked: true }).execute()
  if (rows.length === 0) return 0

  const accountSums = new Map<number, number>()
  const quarters: AccountQuarterRow[] = []
  const usage: UsageQuarterRow[] = []
  const tokenUsage: TokenQuarterRow[] = []
  const books: BookDayRow[] = []
  const writeOffs: WriteOffDayRow[] = []
  const outcomes: OutcomeQuarterRow[] = []
  const latencies: LatencyDelta[] = []
  const lastUses = new Map<number, number>()
  for (const row of rows) {
    const deltas = readDeltas(row.deltas)
    for (const [id, amount] of deltas.accounts) accountSums.set(id, (accountSums.get(id) ?? 0) + amount)
    quarters.push(...deltas.quarters)
    usage.push(...deltas.usage)
    tokenUsage.push(...deltas.tokenUsage)
    books.push(...deltas.books)
    writeOffs.push(...deltas.writeOffs)
    outcomes.push(...deltas.outcomes)
    latencies.push(...deltas.latencies)
    for (const [id, usedAt] of deltas.tokens) lastUses.set(id, Math.max(lastUses.get(id) ?? 0, usedAt))
  }
  await foldAccounts(tx, accountSums)
  await addAccountQuarters(tx.sets, quarters)
  await foldUsage(tx.sets, usage)
  await foldTokenUsage(tx.sets, tokenUsage)
  await foldBooks(tx.sets, books)
  await foldWriteOffs(tx.sets, writeOffs)
  await foldOutcomes(tx.sets, outcomes, latencies)
  await foldChannels(tx, usage)
  await foldTokens(tx, lastUses)
  await forgetDaysOf(
    tx,
    usage.map(({ quarter }) => quarter),
  )
  for (const row of rows)
    await tx.db.updateTable('batch').set({ deltas: '' }).where('epoch', '=', row.epoch).where('seq', '=', Number(row.seq)).execute()
  return rows.length
})

/** Removes markers that no committer can look up any more. */
export const purgeBatches = writeTask<{ olderThanMs: number }, null>('ledger.purge-batches', async (tx, { olderThanMs }) => {
  const before = (await tx.sets.nowMs()) - olderThanMs
  await tx.db.deleteFrom('batch').where('deltas', '=', '').where('created_at_ms', '<', before).execute()
  return null
})

async function foldAccounts(tx: WriteTx, sums: ReadonlyMap<number, number>): Promise<void> {
  const ids = [...sums.keys()].sort((a, b) => a - b)
  const rows = (await tx.sets.selectByKeys(accountTable, 'id', ids, { lock: true })).map(readAccount)
  for (const account of rows) account.posted += sums.get(account.id) ?? 0
  await tx.sets.updateMany(accountTable, 'id', ['posted'], rows)
}

async function foldChannels(tx: WriteTx, sums: readonly UsageQuarterRow[]): Promise<void> {
  const byChannel = new Map<number, number>()
  for (const { channel_id, quota } of sums) byChannel.set(channel_id, (byChannel.get(channel_id) ?? 0) + quota)
  for (const [id, quota] of [...byChannel].sort(([a], [b]) => a - b)) {
    if (quota !== 0) {
      await tx.db
        .updateTable('channel')
        .set((row) => ({ used_quota: row('used_quota', '+', quota) }))
        .where('id', '=', id)
        .execute()
    }
  }
}

async function foldTokens(tx: WriteTx, lastUses: ReadonlyMap<number, number>): Promise<void> {
  for (const [id, accessed_at] of [...lastUses].sort(([a], [b]) => a - b))
    await tx.db.updateTable('token').set({ accessed_at }).where('id', '=', id).execute()
}
