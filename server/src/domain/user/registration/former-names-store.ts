// Which user has a username, or had it earlier: log rows keep the username of their time, and searches use either.
import { loginKey } from '@waystation/contract/people/user-name'
import type { Database } from '../../../db/database.ts'
import type { WriteTx } from '../../../db/write-task.ts'

/** Keeps a name that a user no longer has. Used inside tasks. */
export async function keepFormerName(tx: WriteTx, userId: number, username: string): Promise<void> {
  const renamed_at = Math.floor((await tx.sets.nowMs()) / 1000)
  const insert = tx.db.insertInto('former_name').values({ username_key: loginKey(username), user_id: userId, renamed_at })
  await (tx.kind === 'mysql'
    ? insert.onDuplicateKeyUpdate({ renamed_at })
    : insert.onConflict((conflict) => conflict.columns(['username_key', 'user_id']).doUpdateSet({ renamed_at }))
  ).execute()
}

/** Of users who shared a name one after the other so many are found, those who had it last. */
const FOUND_MAX = 20

/** The users who have a name, deleted ones included, and then those who had it, the last first. */
export async function findNamed(database: Database, typed: string): Promise<number[]> {
  const key = loginKey(typed)
  if (key === '') return []
  const present = await database.read
    .selectFrom('user')
    .select('id')
    .where((expression) => expression.or([expression('username', '=', typed), expression('username_key', '=', key)]))
    .limit(FOUND_MAX)
    .execute()
  const former = await database.read
    .selectFrom('former_name')
    .select('user_id')
    .where('username_key', '=', key)
    .orderBy('renamed_at', 'desc')
    .limit(FOUND_MAX)
    .execute()
  return [...new Set([...present.map(({ id }) => Number(id)), ...former.map(({ user_id }) => Number(user_id))])]
}
