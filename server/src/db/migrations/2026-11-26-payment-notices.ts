import { index, type MigrationStep, unique } from './schema.ts'

const noticeIndexes = [unique('payment_notice_digest', 'digest'), index('payment_notice_order', 'order_id', 'id')]

// Notices of payments that were refused: what they said and why. A repetition raises the count of the first; `digest` names what is the same.
const paymentNotice: MigrationStep = ({ table, id, numbered }) =>
  table({ name: 'payment_notice', indexes: noticeIndexes }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('order_id', 'integer', (c) => c.notNull()) // 0: no order has the number that it names
      .addColumn('gateway', 'varchar(16)', (c) => c.notNull())
      .addColumn('kind', 'varchar(16)', (c) => c.notNull()) // of what it told
      .addColumn('reason', 'varchar(16)', (c) => c.notNull())
      .addColumn('trade_no', 'varchar(64)', (c) => c.notNull())
      .addColumn('gateway_ref', 'varchar(255)', (c) => c.notNull())
      .addColumn('money', 'bigint', (c) => c.notNull()) // hundredths of the currency
      .addColumn('currency', 'varchar(8)', (c) => c.notNull())
      .addColumn('digest', 'varchar(64)', (c) => c.notNull())
      .addColumn('times', 'integer', (c) => c.notNull())
      .addColumn('first_at', 'bigint', (c) => c.notNull())
      .addColumn('last_at', 'bigint', (c) => c.notNull()),
  )

// Orders whose notice never came: where the payment service is asked about them, when it last was, and who completed one by hand, and why.
const orderColumns: Parameters<Parameters<MigrationStep>[0]['addColumns']>[1] = {
  checkout_ref: ['varchar(255)', (c) => c.notNull().defaultTo('')], // the payment service's number of the page to pay on
  asked_at: ['bigint', (c) => c.notNull().defaultTo(0)], // unix seconds
  completed_by: ['integer', (c) => c.notNull().defaultTo(0)],
  completed_because: ['varchar(255)', (c) => c.notNull().defaultTo('')],
}

export const up: MigrationStep = async (schema) => {
  await paymentNotice(schema)
  await schema.addColumns('top_up_order', orderColumns)
}
