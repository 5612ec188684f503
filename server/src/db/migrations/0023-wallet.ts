import { type Kysely, sql } from 'kysely'
import { ensureColumn, ensureIndex, type MigrationStep } from './columns.ts'

// What the wallet shows: the codes that a user redeemed, and how much of their invitation income came as gifts.
export const up: MigrationStep = async (db) => {
  await ensureIndex(db, { name: 'redemption_use_user', on: 'redemption_use', columns: ['user_id', 'used_at'] })
  await ensureColumn(db, { table: 'user', name: 'invite_gifts', type: 'bigint' }) // quota units
  await countGifts(db)
}

/** Gifts so far, from the entries: read once, since entries have no index by account. Few people ever invited somebody. */
async function countGifts(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ owner_id: number; amount: number | string }>`
    select account.owner_id as owner_id, sum(entry.amount) as amount
    from entry inner join account on account.id = entry.credit_account
    where account.kind = 'referral' and entry.kind = 'grant' group by account.owner_id`.execute(db)
  for (const { owner_id, amount } of rows) {
    await sql`update ${sql.table('user')} set invite_gifts = ${Number(amount)} where id = ${Number(owner_id)}`.execute(db)
  }
}
