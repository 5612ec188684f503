// What owners sort their tokens by.
import type { Database } from '../../db/database.ts'

/** The labels of a user's tokens, by their names; tokens without one are left out. */
export async function findLabels(database: Database, userId: number): Promise<{ label: string; tokens: number; used_quota: number }[]> {
  const rows = await database.read
    .selectFrom('token')
    .innerJoin('account', (join) => join.onRef('account.owner_id', '=', 'token.id').on('account.kind', '=', 'token'))
    .select((token) => ['token.label', token.fn.countAll().as('tokens'), token.fn.sum<number | string>('account.used').as('used_quota')])
    .where('token.user_id', '=', userId)
    .where('token.deleted_at', 'is', null)
    .where('token.label', '<>', '')
    .groupBy('token.label')
    .orderBy('token.label')
    .execute()
  return rows.map(({ label, tokens, used_quota }) => ({ label, tokens: Number(tokens), used_quota: Number(used_quota) }))
}
