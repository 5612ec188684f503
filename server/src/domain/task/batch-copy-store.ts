// Files of requests that vendors were given for batches. A row is there from before the file is sent until the vendor has deleted it.
import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'

export interface BatchCopy {
  /** The name of the file at its vendor; no other file has it. */
  readonly name: string
  /** The request that submits the batch. */
  readonly holdId: string
  readonly channelId: number
  readonly keyId: number
  /** The vendor's; empty: it has not told it, and may not have the file. */
  readonly fileId: string
}

export const addCopy = writeTask<BatchCopy, null>('batch_copy.add', async (tx, { name, holdId, channelId, keyId, fileId }) => {
  const row = { name, hold_id: holdId, channel_id: channelId, key_id: keyId, file_id: fileId, created_ms: await tx.sets.nowMs() }
  await tx.db.insertInto('batch_copy').values(row).execute()
  return null
})

export const nameCopy = writeTask<Pick<BatchCopy, 'name' | 'fileId'>, null>('batch_copy.name', async (tx, { name, fileId }) => {
  await tx.db.updateTable('batch_copy').set({ file_id: fileId }).where('name', '=', name).execute()
  return null
})

export const forgetCopy = writeTask<Pick<BatchCopy, 'name'>, null>('batch_copy.forget', async (tx, { name }) => {
  await tx.db.deleteFrom('batch_copy').where('name', '=', name).execute()
  return null
})

/** Deletes what was written down so long ago that no vendor has it any more, and answers how many that were. */
export const purgeCopies = writeTask<{ readonly olderMs: number }, number>('batch_copy.purge', async (tx, { olderMs }) => {
  const before = (await tx.sets.nowMs()) - olderMs
  const result = await tx.db.deleteFrom('batch_copy').where('created_ms', '<', before).executeTakeFirst()
  return Number(result.numDeletedRows)
})

export async function findCopies({ read }: Pick<Database, 'read'>, holdId: string): Promise<readonly BatchCopy[]> {
  return (await read.selectFrom('batch_copy').selectAll().where('hold_id', '=', holdId).execute()).map(copyOf)
}

export interface UnusedCopies {
  /** Only what is so old: a submission takes less. Unix milliseconds, the node's clock. */
  readonly beforeMs: number
  /** The name behind which they begin; empty: at the first. */
  readonly after: string
  readonly limit: number
}

/** Copies of batches that are neither submitted now nor open, by their names. */
export async function findUnused(
  { read }: Pick<Database, 'read'>,
  { beforeMs, after, limit }: UnusedCopies,
): Promise<readonly BatchCopy[]> {
  const old = read.selectFrom('batch_copy').selectAll().where('created_ms', '<', beforeMs).where('name', '>', after)
  const unheld = old.where(({ not, exists, selectFrom, ref }) =>
    not(exists(selectFrom('hold').select('hold.id').where('hold.id', '=', ref('batch_copy.hold_id')).where('hold.state', '=', 'open'))),
  )
  // A hold that was given back too early does not end its batch.
  const unused = unheld.where(({ not, exists, selectFrom, ref }) =>
    not(exists(selectFrom('task').select('task.id').where('task.hold_id', '=', ref('batch_copy.hold_id')).where('task.is_open', '=', 1))),
  )
  return (await unused.orderBy('name').limit(limit).execute()).map(copyOf)
}

function copyOf(row: { name: string; hold_id: string; channel_id: number; key_id: number; file_id: string }): BatchCopy {
  return { name: row.name, holdId: row.hold_id, channelId: row.channel_id, keyId: row.key_id, fileId: row.file_id }
}
