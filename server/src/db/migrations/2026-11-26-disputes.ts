import { index, type MigrationStep } from './schema.ts'

// Payments that a buyer disputes at their bank, by the payment service's own id. What of the order's credit could be locked stands on the
// buyer's account of kind `locked` until it is settled.
const dispute: MigrationStep = ({ table }) =>
  table({ name: 'top_up_dispute', indexes: [index('top_up_dispute_order', 'order_id')] }, (t) =>
    t
      .addColumn('id', 'varchar(255)', (c) => c.primaryKey())
      .addColumn('order_id', 'integer', (c) => c.notNull())
      .addColumn('money', 'bigint', (c) => c.notNull()) // hundredths of the order's currency
      .addColumn('reason', 'varchar(64)', (c) => c.notNull())
      .addColumn('state', 'varchar(8)', (c) => c.notNull()) // open, won or lost
      .addColumn('number', 'integer', (c) => c.notNull().defaultTo(0)) // names the movements
      .addColumn('quota_locked', 'bigint', (c) => c.notNull().defaultTo(0)) // quota units
      .addColumn('opened_at', 'bigint', (c) => c.notNull())
      .addColumn('closed_at', 'bigint', (c) => c.notNull().defaultTo(0)),
  )

// What of a debt running calls held when it arose: taken from the balance once they are over, so that no call hides it.
const debtDue: MigrationStep = ({ table }) =>
  table(
    { name: 'debt_due' },
    (t) =>
      t
        .addColumn('user_id', 'integer', (c) => c.primaryKey())
        .addColumn('quota', 'bigint', (c) => c.notNull()) // quota units
        .addColumn('collections', 'integer', (c) => c.notNull().defaultTo(0)), // names the movements
  )

export const up: MigrationStep = async (schema) => {
  for (const make of [dispute, debtDue]) await make(schema)
}
