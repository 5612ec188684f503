import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'

export interface StoredResponse {
  /** User and id: the ids of one user mean nothing to another. */
  readonly key: string
  readonly userId: number
  /** The token that it was made with; 0: a session, or a row from before this column. */
  readonly tokenId: number
  /** The requested name; empty: a row from before this column. */
  readonly model: string
  readonly group: string
  /** The channel whose vendor stores the response too; 0 where none does. */
  readonly channelId: number
  /** Key of the answer that this one goes on from, or empty. */
  readonly previousKey: string
  /** The request's input items, as JSON: without those of previous responses. */
  readonly input: string
  /** The answer as its client got it, as JSON. */
  readonly body: string
  /** What the two texts are sealed for; empty: they are plain. */
  readonly rowUid: string
  /** Size of both before they were sealed. */
  readonly bytes: number
  /** Unix seconds. */
  readonly expiresAt: number
}

/** Rows that one statement inserts or reads by their keys. */
const ROWS_AT_ONCE = 500

/** Stores a response, and which ids its items have. An existing one under the same key is replaced. */
export const saveResponse = writeTask<StoredResponse & { readonly itemKeys: readonly string[] }, null>('response.save', async (tx, one) => {
  for (let at = 0; at < one.itemKeys.length; at += ROWS_AT_ONCE) {
    const keys = one.itemKeys.slice(at, at + ROWS_AT_ONCE)
    await tx.db.deleteFrom('given_id').where('given_key', 'in', keys).execute()
    const rows = keys.map((key) => ({ given_key: key, response_key: one.key, expires_at: one.expiresAt }))
    await tx.db.insertInto('given_id').values(rows).execute()
  }
  await tx.db.deleteFrom('stored_response').where('response_key', '=', one.key).execute()
  await tx.db
    .insertInto('stored_response')
    .values({
      response_key: one.key,
      user_id: one.userId,
      token_id: one.tokenId,
      model: one.model,
      group_name: one.group,
      row_uid: one.rowUid,
      bytes: one.bytes,
      channel_id: one.channelId,
      previous_key: one.previousKey,
      input: one.input,
      body: one.body,
      expires_at: one.expiresAt,
    })
    .execute()
  return null
})

/** Deletes a response, and returns whether there was one. */
export const deleteResponse = writeTask<{ key: string }, boolean>('response.delete', async (tx, { key }) => {
  const result = await tx.db.deleteFrom('stored_response').where('response_key', '=', key).executeTakeFirst()
  return Number(result.numDeletedRows) > 0
})

/** Answers that one round of a trim looks at. */
const TRIMMED_AT_ONCE = 500

/** Deletes a user's oldest responses until the others fit; the newest is never deleted. Returns how many were deleted. */
export const trimResponses = writeTask<{ userId: number; maxBytes: number; newest: string }, number>(
  'response.trim',
  async (tx, { userId, maxBytes, newest }) => {
    const sum = await tx.db
      .selectFrom('stored_response')
      .select((eb) => eb.fn.sum<number | string | null>('bytes').as('bytes'))
      .where('user_id', '=', userId)
      .executeTakeFirst()
    let over = Number(sum?.bytes ?? 0) - maxBytes
    let deleted = 0
    while (over > 0) {
      const oldest = await tx.db
        .selectFrom('stored_response')
        .select(['response_key', 'bytes'])
        .where('user_id', '=', userId)
        .where('response_key', '!=', newest)
        .orderBy('expires_at')
        .orderBy('response_key')
        .limit(TRIMMED_AT_ONCE)
        .execute()
      if (oldest.length === 0) break
      const keys: string[] = []
      for (const row of oldest) {
        if (over <= 0) break
        keys.push(row.response_key)
        over -= Number(row.bytes)
      }
      await tx.db.deleteFrom('stored_response').where('response_key', 'in', keys).execute()
      deleted += keys.length
    }
    return deleted
  },
)

/** Deletes what has expired, and returns how many responses that were. */
export const purgeResponses = writeTask<{ before: number }, number>('response.purge', async (tx, { before }) => {
  await tx.db.deleteFrom('given_id').where('expires_at', '<', before).execute()
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
    tokenId: Number(row.token_id),
    model: row.model,
    group: row.group_name,
    rowUid: row.row_uid,
    bytes: Number(row.bytes),
    channelId: Number(row.channel_id),
    previousKey: row.previous_key,
    input: row.input,
    body: row.body,
    expiresAt: Number(row.expires_at),
  }
}

/** Keys of the responses that hold items of these keys. */
export async function findHolders(database: Database, itemKeys: readonly string[], now: number): Promise<Set<string>> {
  const found = new Set<string>()
  for (let at = 0; at < itemKeys.length; at += ROWS_AT_ONCE) {
    const rows = await database.read
      .selectFrom('given_id')
      .select('response_key')
      .where('given_key', 'in', itemKeys.slice(at, at + ROWS_AT_ONCE))
      .where('expires_at', '>=', now)
      .execute()
    for (const row of rows) found.add(row.response_key)
  }
  return found
}
