// What a user has confirmed once more, in one session and for one purpose. A confirmation ends with its session.
import type { ConfirmPurpose } from '@waystation/contract/people/second-factor'
import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'

export interface Confirmation {
  /** SHA-256 of the session's id. */
  readonly idHash: string
  readonly purpose: string
  /** Unix seconds. */
  readonly expiresAt: number
}

/** What a login with a password or passkey is kept as: it counts for every purpose but ways in. */
export const BY_LOGIN = 'login'

/** Keeps a confirmation, in the place of an earlier one for the same purpose. */
export const keepConfirmation = writeTask<Confirmation, null>('confirmation.keep', async (tx, { idHash, purpose, expiresAt }) => {
  const insert = tx.db.insertInto('session_confirmation').values({ id_hash: idHash, purpose, expires_at: expiresAt })
  const values = { expires_at: expiresAt }
  await (tx.kind === 'mysql'
    ? insert.onDuplicateKeyUpdate(values)
    : insert.onConflict((conflict) => conflict.columns(['id_hash', 'purpose']).doUpdateSet(values))
  ).execute()
  return null
})

/**
 * The user's session, if it still counts: when it was opened, and until when this purpose is confirmed in it (0: it is not), both in unix
 * seconds.
 * @param isLoginEnough counts a login of just now for every purpose but ways in, by default
 */
export async function findOwnSession(
  database: Database,
  { userId, idHash, purpose, isLoginEnough = true }: { userId: number; idHash: string; purpose: ConfirmPurpose; isLoginEnough?: boolean },
): Promise<{ openedAt: number; confirmedUntil: number } | undefined> {
  const purposes = purpose === 'ways_in' || !isLoginEnough ? [purpose] : [purpose, BY_LOGIN]
  const rows = await database.read
    .selectFrom('session')
    .innerJoin('user', (join) => join.onRef('user.id', '=', 'session.user_id').onRef('user.auth_epoch', '=', 'session.auth_epoch'))
    .leftJoin('session_confirmation', (join) =>
      join.onRef('session_confirmation.id_hash', '=', 'session.id_hash').on('session_confirmation.purpose', 'in', purposes),
    )
    .select(['session.created_at', 'session_confirmation.expires_at'])
    .where('session.id_hash', '=', idHash)
    .where('session.user_id', '=', userId)
    .execute()
  const [row] = rows
  return row && { openedAt: Number(row.created_at), confirmedUntil: Math.max(...rows.map(({ expires_at }) => Number(expires_at ?? 0))) }
}
