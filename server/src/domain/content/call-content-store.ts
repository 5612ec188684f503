import type { Database } from '../../db/database.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'

export interface StoredContent {
  /** The id of the call. */
  readonly requestId: string
  readonly userId: number
  /** Unix seconds. */
  readonly createdAt: number
  /** Sealed. */
  readonly content: string
}

/** Stores what was said in a call, once. */
export const saveContent = writeTask<StoredContent, null>('content.save', async (tx, { requestId, userId, createdAt, content }) => {
  const row = { request_id: requestId, user_id: userId, created_at: createdAt, content }
  await tx.db.insertInto('call_content').values(row).execute()
  return null
})

/** Deletes some from before a time, in unix seconds, and returns how many; fewer than `limit`: there are no more. */
export const purgeContents = writeTask<{ before: number; limit: number }, number>('content.purge', async (tx, { before, limit }) => {
  const rows = await tx.db.selectFrom('call_content').select('request_id').where('created_at', '<', before).limit(limit).execute()
  const requests = rows.map((row) => row.request_id)
  if (requests.length > 0) await removeContents(tx, requests)
  return requests.length
})

/** Deletes what was said in these calls. Used inside tasks. */
export async function removeContents(tx: WriteTx, requestIds: readonly string[]): Promise<void> {
  await tx.db.deleteFrom('call_content').where('request_id', 'in', requestIds).execute()
}

/** Deletes what was said in all calls of a user. Used inside tasks. */
export async function removeContentsOf(tx: WriteTx, userId: number): Promise<void> {
  await tx.db.deleteFrom('call_content').where('user_id', '=', userId).execute()
}

/** The sealed content of a call. @param userId set: only of this user's calls */
export async function findContent(database: Database, requestId: string, userId: number | undefined): Promise<string | undefined> {
  const row = await database.read
    .selectFrom('call_content')
    .select('content')
    .where('request_id', '=', requestId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .executeTakeFirst()
  return row?.content
}
