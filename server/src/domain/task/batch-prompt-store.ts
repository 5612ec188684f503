// Our own count of the prompts of a batch: beside its row, which is read and written again and again until it ends.
import type { Database } from '../../db/database.ts'
import type { WriteTx } from '../../db/write-task.ts'
import type { TaskRecord } from './task.ts'

/** Keeps it until the batch has ended. */
export async function keepPrompts(tx: WriteTx, holdId: string, tokens: string): Promise<void> {
  await tx.db.insertInto('batch_prompts').values({ hold_id: holdId, tokens }).execute()
}

/** Forgets those of tasks that have ended. */
export async function forgetPrompts(tx: WriteTx, ended: readonly Pick<TaskRecord, 'kind' | 'holdId'>[]): Promise<void> {
  const ids = ended.filter(({ kind }) => kind === 'batch').map(({ holdId }) => holdId)
  if (ids.length > 0) await tx.db.deleteFrom('batch_prompts').where('hold_id', 'in', ids).execute()
}

/** What was counted of a batch; empty: nothing. */
export async function findPrompts({ read }: Pick<Database, 'read'>, holdId: string): Promise<string> {
  const row = await read.selectFrom('batch_prompts').select('tokens').where('hold_id', '=', holdId).executeTakeFirst()
  return row?.tokens ?? ''
}
