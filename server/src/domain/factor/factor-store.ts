// What a user can prove more than a password with, all in one look, and how all of it is taken away.
import type { Database } from '../../db/database.ts'
import type { WriteTx } from '../../db/write-task.ts'

export interface OwnProofs {
  /** Empty: there is none. */
  readonly passwordHash: string
  readonly hasTotp: boolean
  readonly passkeys: number
}

/** By what a user can prove who they are. */
export async function findOwnProofs(database: Database, userId: number): Promise<OwnProofs> {
  const user = await database.read
    .selectFrom('user')
    .leftJoin('totp', (join) => join.onRef('totp.user_id', '=', 'user.id').on('totp.is_enabled', '=', 1))
    .select((expression) => [
      'user.password_hash',
      'totp.user_id as totp_of',
      expression
        .selectFrom('passkey')
        .select((inner) => inner.fn.countAll().as('count'))
        .whereRef('passkey.user_id', '=', 'user.id')
        .as('passkeys'),
    ])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  return { passwordHash: user?.password_hash ?? '', hasTotp: user?.totp_of != null, passkeys: Number(user?.passkeys ?? 0) }
}

/** Takes all passkeys, one-time passwords and recovery codes of a user away. Used inside tasks. */
export async function removeFactors(tx: WriteTx, userId: number): Promise<void> {
  await tx.db.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await tx.db.deleteFrom('totp').where('user_id', '=', userId).execute()
  await tx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}
