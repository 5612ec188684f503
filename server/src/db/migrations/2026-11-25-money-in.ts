import { index, type MigrationStep, unique } from './schema.ts'

// Quota as a code. The code itself is money, so it is stored like a key: a hash to find it by, and sealed to show it to admins.
const redemption: MigrationStep = ({ table, id, numbered }) =>
  table({ name: 'redemption', indexes: [unique('redemption_code_hash', 'code_hash'), index('redemption_name', 'name')] }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('user_id', 'integer', (c) => c.notNull()) // the admin who made it
      .addColumn('name', 'varchar(64)', (c) => c.notNull())
      .addColumn('code_hash', 'varchar(64)', (c) => c.notNull())
      .addColumn('code_enc', 'varchar(255)', (c) => c.notNull())
      .addColumn('row_uid', 'varchar(26)', (c) => c.notNull())
      .addColumn('status', 'integer', (c) => c.notNull())
      .addColumn('quota', 'bigint', (c) => c.notNull()) // quota units
      .addColumn('is_gift', 'integer', (c) => c.notNull())
      .addColumn('max_uses', 'integer', (c) => c.notNull()) // -1: unlimited
      .addColumn('used_count', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('used_user_id', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('valid_from', 'bigint', (c) => c.notNull().defaultTo(0)) // unix seconds, 0: unset
      .addColumn('valid_until', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('redeemed_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('deleted_at', 'bigint'),
  )

// Who redeemed what: the key keeps anybody from redeeming a code twice, and the index gives a wallet its codes.
const redemptionUse: MigrationStep = ({ table }) =>
  table({ name: 'redemption_use', indexes: [index('redemption_use_user', 'user_id', 'used_at')] }, (t) =>
    t
      .addColumn('redemption_id', 'integer', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('quota', 'bigint', (c) => c.notNull()) // quota units
      .addColumn('used_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('redemption_use_key', ['redemption_id', 'user_id']),
  )

// One row for each day on which a user checked in. Days are counted from 1 January 1970, in UTC.
const checkIn: MigrationStep = ({ table }) =>
  table({ name: 'check_in' }, (t) =>
    t
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('quota', 'bigint', (c) => c.notNull()) // quota units
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('check_in_key', ['user_id', 'day']),
  )

const orderIndexes = [unique('top_up_order_trade', 'gateway', 'trade_no'), index('top_up_order_user', 'user_id', 'id')]

// What somebody wants to pay, and what became of it. What is credited stands here from the beginning; no notice of a gateway changes it.
const topUpOrder: MigrationStep = ({ table, id, numbered }) =>
  table({ name: 'top_up_order', indexes: orderIndexes }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('gateway', 'varchar(16)', (c) => c.notNull()) // epay or stripe
      .addColumn('method', 'varchar(16)', (c) => c.notNull())
      .addColumn('trade_no', 'varchar(64)', (c) => c.notNull())
      .addColumn('gateway_ref', 'varchar(255)', (c) => c.notNull().defaultTo('')) // the gateway's own number
      .addColumn('amount', 'bigint', (c) => c.notNull()) // as it was asked for: dollars, or quota units
      .addColumn('quota', 'bigint', (c) => c.notNull()) // quota units that a payment credits
      .addColumn('money', 'bigint', (c) => c.notNull()) // hundredths of the currency
      .addColumn('currency', 'varchar(8)', (c) => c.notNull())
      .addColumn('status', 'varchar(16)', (c) => c.notNull()) // pending, paid, refunded or expired
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('paid_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('refunded_at', 'bigint', (c) => c.notNull().defaultTo(0)),
  )

// How quota comes in: codes, check-ins and payments.
export const up: MigrationStep = async (schema) => {
  for (const make of [redemption, redemptionUse, checkIn, topUpOrder]) await make(schema)
}
