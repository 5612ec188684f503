// The ledger's changes, each one transaction.
import type { Database } from '../../db/database.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { runBatch } from './commit/run-batch.ts'
import type { Batch, SystemAccounts, Verdict } from './operation.ts'

export const commitBatch = writeTask<Batch, Verdict[]>('ledger.batch', runBatch)

/** Was this batch committed? Its marker is in the same transaction. */
export async function batchSettled(database: Database, epoch: string, seq: number): Promise<boolean> {
  const row = await database.read.selectFrom('batch').select('seq').where('epoch', '=', epoch).where('seq', '=', seq).executeTakeFirst()
  return row !== undefined
}

/** Finds the accounts of the house, making them at the first start. */
export const openSystemAccounts = writeTask<null, SystemAccounts>('ledger.system-accounts', async (tx) => ({
  revenue: await ensureAccount(tx, 'revenue', 0),
  limit: await ensureAccount(tx, 'limit', 0),
  grant: await ensureAccount(tx, 'grant', 0),
  adjust: await ensureAccount(tx, 'adjust', 0),
  house: await ensureAccount(tx, 'house', 0),
}))

/** The id of an account, which is made empty if it does not exist. For use inside other tasks. */
export async function ensureAccount(tx: WriteTx, kind: string, ownerId: number): Promise<number> {
  const query = tx.db.selectFrom('account').select('id').where('kind', '=', kind).where('owner_id', '=', ownerId)
  const found = await query.executeTakeFirst()
  if (found) return Number(found.id)
  const insert = tx.db.insertInto('account').values({ kind, owner_id: ownerId, posted: 0, held: 0, used: 0, calls: 0 })
  // Another transaction may make it at the same moment: then it is theirs, and there when the insert is over.
  await (tx.kind === 'mysql'
    ? insert.ignore()
    : insert.onConflict((conflict) => conflict.columns(['kind', 'owner_id']).doNothing())
  ).execute()
  return Number((await query.executeTakeFirstOrThrow()).id)
}

/** A node that has not renewed its lease for this long is taken for gone. Renewed every five seconds. */
export const LEASE_SECONDS = 20

/** Renews this node's lease until `leaseSeconds` from now by the database's clock. */
export const renewLease = writeTask<{ epoch: string; name: string; leaseSeconds: number }, null>(
  'ledger.renew-lease',
  async (tx, { epoch, name, leaseSeconds }) => {
    const nowMs = await tx.sets.nowMs()
    const lease_until_ms = nowMs + leaseSeconds * 1000
    const found = await tx.db.selectFrom('node').select('epoch').where('epoch', '=', epoch).executeTakeFirst()
    if (found) await tx.db.updateTable('node').set({ lease_until_ms }).where('epoch', '=', epoch).execute()
    else
      await tx.db
        .insertInto('node')
        .values({ epoch, name, started_at: Math.floor(nowMs / 1000), lease_until_ms })
        .execute()
    return null
  },
)

/** Takes this node's lease away: it ended in order, and nothing of it is open. */
export const endLease = writeTask<{ epoch: string }, null>('ledger.end-lease', async (tx, { epoch }) => {
  await tx.db.updateTable('node').set({ lease_until_ms: 0 }).where('epoch', '=', epoch).execute()
  return null
})

/** Takes the leases of all other nodes away: for a process that has the database to itself, whose predecessors can only be dead. */
export const endOtherLeases = writeTask<{ epoch: string }, null>('ledger.end-other-leases', async (tx, { epoch }) => {
  await tx.db.updateTable('node').set({ lease_until_ms: 0 }).where('epoch', '!=', epoch).where('lease_until_ms', '!=', 0).execute()
  return null
})
