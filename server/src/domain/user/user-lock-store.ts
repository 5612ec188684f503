import { AppError } from '@waystation/contract/errors'
import { userStatus } from '@waystation/contract/site/status-table'
import { locked } from '../../db/locked.ts'
import type { WriteTx } from '../../db/write-task.ts'

/**
 * Locks a user who may log in: of several changes to one user's ways in, each sees what the one before left. Used inside tasks.
 * @throws AppError not_logged_in when they may not log in any more
 */
export async function lockActiveUser(tx: WriteTx, userId: number) {
  const query = tx.db.selectFrom('user').select(['status', 'deleted_at', 'password_hash']).where('id', '=', userId)
  const user = await locked(tx, query).executeTakeFirst()
  if (!user || user.deleted_at !== null || user.status !== userStatus.active) throw new AppError('not_logged_in')
  return user
}
