import { sql } from 'kysely'
import { ensureColumn, ensureIndex, type MigrationStep } from './columns.ts'

// Quota as a code. The code itself is money, so it is stored like a key: a hash to find it by, and sealed to show it to admins.
const redemption: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'redemption')
    .addColumn('id', columns.id, columns.numbered)
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
    .addColumn('deleted_at', 'bigint')
    .execute()
  await ensureIndex(db, { name: 'redemption_code_hash', on: 'redemption', columns: ['code_hash'], isUnique: true })
  await ensureIndex(db, { name: 'redemption_name', on: 'redemption', columns: ['name'] })
}

// Who redeemed what: the key keeps anybody from redeeming a code twice.
const redemptionUse: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'redemption_use')
    .addColumn('redemption_id', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('quota', 'bigint', (c) => c.notNull()) // quota units
    .addColumn('used_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('redemption_use_key', ['redemption_id', 'user_id'])
    .execute()
}

// One row for each day on which a user checked in. Days are counted from 1 January 1970, in UTC.
const checkIn: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'check_in')
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('quota', 'bigint', (c) => c.notNull()) // quota units
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('check_in_key', ['user_id', 'day'])
    .execute()
}

// What somebody wants to pay, and what became of it. What is credited stands here from the beginning; no notice of a gateway changes it.
const topUpOrder: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'top_up_order')
    .addColumn('id', columns.id, columns.numbered)
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
    .addColumn('refunded_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await ensureIndex(db, { name: 'top_up_order_trade', on: 'top_up_order', columns: ['gateway', 'trade_no'], isUnique: true })
  await ensureIndex(db, { name: 'top_up_order_user', on: 'top_up_order', columns: ['user_id', 'id'] })
}

// When a user was last told of something, such as a low balance.
const notice: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'notice')
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('kind', 'varchar(32)', (c) => c.notNull())
    .addColumn('sent_at', 'bigint', (c) => c.notNull()) // unix seconds
    .addPrimaryKeyConstraint('notice_key', ['user_id', 'kind'])
    .execute()
}

// Everything that somebody ever earned by inviting. Before there were transfers, that was what lies on their referral account.
const inviteIncome: MigrationStep = async (db) => {
  await ensureColumn(db, { table: 'user', name: 'invite_income', type: 'bigint' }) // quota units
  await sql`update ${sql.table('user')} set invite_income = coalesce(
    (select posted from account where account.kind = 'referral' and account.owner_id = ${sql.table('user')}.id), 0)
    where invite_income is null`.execute(db)
}

export const up: MigrationStep = async (db, columns) => {
  await redemption(db, columns)
  await redemptionUse(db, columns)
  await checkIn(db, columns)
  await topUpOrder(db, columns)
  await inviteIncome(db, columns)
  await notice(db, columns)
}
