import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'

export interface StoredResponse {
  /** User and id: the ids of one user mean nothing to another. */
  readonly key: string
  readonly userId: number
  /** The channel whose vendor keeps the answer too; 0 where none does. */
  readonly channelId: number
  /** Key of the answer that this one goes on from, or empty. */
  readonly previousKey: string
  /** The items that were asked with, as JSON: without those of the answers before. */
  readonly input: string
  /** The answer as its client got it, as JSON. */
  readonly body: string
  /** Unix seconds. */
  readonly expiresAt: number
}

/** Keeps an answer. One that is there under the same key is replaced. */
export const keepResponse = writeTask<StoredResponse, null>('response.keep', async (tx, one) => {
  await tx.db.deleteFrom('stored_response').where('response_key', '=', one.key).execute()
  await tx.db
    .insertInto('stored_response')
    .values({
      response_key: one.key,
      user_id: one.userId,
      channel_id: one.channelId,
      previous_key: one.previousKey,
      input: one.input,
      body: one.body,
      expires_at: one.expiresAt,
    })
    .execute()
  return null
})

/** Deletes an answer, and tells whether there was one. */
export const deleteResponse = writeTask<{ key: string }, boolean>('response.delete', async (tx, { key }) => {
  const result = await tx.db.deleteFrom('stored_response').where('response_key', '=', key).executeTakeFirst()
  return Number(result.numDeletedRows) > 0
})

/** Forgets what has expired, and tells how much that was. */
export const purgeResponses = writeTask<{ before: number }, number>('response.purge', async (tx, { before }) => {
  const result = await tx.db.deleteFrom('stored_response').where('expires_at', '<', before).executeTakeFirst()
  return Number(result.numDeletedRows)
})

export async function findResponse(database: Database, key: string, now: number): Promise<StoredResponse | undefined> {
  const row = await database.read
    .selectFrom('stored_response')
    .selectAll()
    .where('response_key', '=', key)
    .where('expires_at', '>=', now)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    key: row.response_key,
    userId: Number(row.user_id),
    channelId: Number(row.channel_id),
    previousKey: row.previous_key,
    input: row.input,
    body: row.body,
    expiresAt: Number(row.expires_at),
  }
}
