import type { Database } from '../../../db/database.ts'

/** Tokens of one user, newest first: nothing of their keys is read. */
export async function findOwnedTokens(database: Database, userId: number, { offset, limit }: { offset: number; limit: number }) {
  const own = database.read.selectFrom('token').where('token.user_id', '=', userId).where('token.deleted_at', 'is', null)
  const [rows, counted] = await Promise.all([
    own
      .leftJoin('account', (join) => join.onRef('account.owner_id', '=', 'token.id').on('account.kind', '=', 'token'))
      .select(['token.id', 'token.name', 'token.status', 'token.group_name', 'token.is_unlimited', 'token.expires_at'])
      .select(['token.created_at', 'token.accessed_at', 'account.posted', 'account.used'])
      .orderBy('token.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    own.select((row) => row.fn.countAll().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(counted.count) }
}
