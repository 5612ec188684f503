import type { Database } from '../../db/database.ts'

/** Tokens, users and sessions as far as they decide whether a call may go on. */
export async function findStandings(
  database: Database,
  ids: { readonly tokenIds: readonly number[]; readonly userIds: readonly number[]; readonly sessionHashes: readonly string[] },
) {
  const { tokenIds, userIds, sessionHashes } = ids
  const [tokens, users, sessions] = await Promise.all([
    tokenIds.length === 0
      ? []
      : database.read.selectFrom('token').select(['id', 'status']).where('id', 'in', tokenIds).where('deleted_at', 'is', null).execute(),
    userIds.length === 0
      ? []
      : database.read
          .selectFrom('user')
          .select(['id', 'status', 'role', 'auth_epoch', 'group_name'])
          .where('id', 'in', userIds)
          .where('deleted_at', 'is', null)
          .execute(),
    sessionHashes.length === 0
      ? []
      : database.read.selectFrom('session').select(['id_hash', 'auth_epoch']).where('id_hash', 'in', sessionHashes).execute(),
  ])
  return { tokens, users, sessions }
}
