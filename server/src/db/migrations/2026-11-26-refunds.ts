import type { Tables } from '../tables/tables.ts'
import { index, type MigrationStep } from './schema.ts'

// What of an order was taken back. `reversals` numbers the movements, which are named by it; `refund_number` is that of the refund that a
// payment service is being asked for, which a crash may leave open.
const columns: Parameters<Parameters<MigrationStep>[0]['addColumns']>[1] = {
  reversals: ['integer', (c) => c.notNull().defaultTo(0)],
  refund_number: ['integer', (c) => c.notNull().defaultTo(0)], // 0: none
  refunding_at: ['bigint', (c) => c.notNull().defaultTo(0)], // unix seconds
  quota_back: ['bigint', (c) => c.notNull().defaultTo(0)], // quota units
  rebate_back: ['bigint', (c) => c.notNull().defaultTo(0)], // quota units, of the inviter's share
  money_back: ['bigint', (c) => c.notNull().defaultTo(0)], // hundredths that the payment service says it gave back
}

// Refunds take the credit first, and may be of a part. Orders are found by their state when open ones are looked after, and by the payment
// service's number when it tells of a payment that was given back.
export const up: MigrationStep = async (schema) => {
  await schema.addColumns('top_up_order', columns)
  await schema.addIndex('top_up_order', index('top_up_order_status', 'status', 'created_at'))
  await schema.addIndex('top_up_order', index('top_up_order_ref', 'gateway_ref'))
  const db = schema.db.withTables<Pick<Tables, 'top_up_order' | 'entry'>>()
  const before = await db
    .selectFrom('top_up_order')
    .select(['id', 'gateway', 'quota'])
    .where('status', '=', 'refunded')
    .where('quota_back', '=', 0)
    .execute()
  for (const { id, gateway, quota } of before) {
    const share = await db.selectFrom('entry').select('amount').where('ref', '=', `refund:rebate:${gateway}:${id}`).executeTakeFirst()
    await db
      .updateTable('top_up_order')
      .set({ reversals: 1, quota_back: quota, rebate_back: share?.amount ?? 0 })
      .where('id', '=', id)
      .execute()
  }
}
