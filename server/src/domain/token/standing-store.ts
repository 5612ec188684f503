import type { Database } from '../../db/database.ts'

/** Tokens and users as far as they decide whether a call may go on. */
export async function findStandings(
  database: Database,
  ids: { readonly tokenIds: readonly number[]; readonly userIds: readonly number[] },
) {
  const { tokenIds, userIds } = ids
  const [tokens, users] = await Promise.all([
    tokenIds.length === 0
      ? []
      : database.read.selectFrom('token').select(['id', 'status']).where('id', 'in', tokenIds).where('deleted_at', 'is', null).execute(),
    userIds.length === 0
      ? []
      : database.read
          .selectFrom('user')
          .select(['id', 'status', 'group_name'])
          .where('id', 'in', userIds)
          .where('deleted_at', 'is', null)
          .execute(),
  ])
  return { tokens, users }
}
