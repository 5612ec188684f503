import { index, type MigrationStep } from './schema.ts'

// What each day came to at each channel and model.
const bookDay: MigrationStep = ({ table }) =>
  table({ name: 'book_day', isOrderedByKey: true }, (t) =>
    t
      .addColumn('day', 'bigint', (c) => c.notNull()) // unix seconds, start of the day in UTC
      .addColumn('channel_id', 'integer', (c) => c.notNull())
      .addColumn('model_name', 'varchar(190)', (c) => c.notNull())
      .addColumn('calls', 'bigint', (c) => c.notNull())
      .addColumn('quota', 'bigint', (c) => c.notNull())
      .addColumn('cost', 'bigint', (c) => c.notNull())
      .addColumn('unpriced', 'bigint', (c) => c.notNull())
      .addColumn('unpriced_quota', 'bigint', (c) => c.notNull())
      .addColumn('counted', 'bigint', (c) => c.notNull())
      .addColumn('counted_cost', 'bigint', (c) => c.notNull())
      .addColumn('cache_cost', 'bigint', (c) => c.notNull())
      .addColumn('failed', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('book_day_key', ['day', 'channel_id', 'model_name']),
  )

const vendorBill: MigrationStep = ({ table, id, numbered }) =>
  table({ name: 'vendor_bill' }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('channel_id', 'integer', (c) => c.notNull())
      .addColumn('form', 'varchar(16)', (c) => c.notNull())
      .addColumn('file_name', 'varchar(190)', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull()),
  )

const vendorBillLine: MigrationStep = ({ table }) =>
  table({ name: 'vendor_bill_line', indexes: [index('vendor_bill_line_bill', 'bill_id')] }, (t) =>
    t
      .addColumn('channel_id', 'integer', (c) => c.notNull())
      .addColumn('day', 'bigint', (c) => c.notNull()) // unix seconds, start of the day in UTC
      .addColumn('model_name', 'varchar(190)', (c) => c.notNull())
      .addColumn('bill_id', 'integer', (c) => c.notNull())
      .addColumn('micros', 'bigint', (c) => c.notNull()) // millionths of a dollar
      .addColumn('quota', 'bigint', (c) => c.notNull()) // the same in quota units
      .addColumn('slack', 'bigint', (c) => c.notNull()) // what its rounding may have changed, in quota units
      .addColumn('tokens', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('vendor_bill_line_key', ['channel_id', 'day', 'model_name']),
  )

// What was found is JSON.
const bookCheck: MigrationStep = ({ table, longText }) =>
  table({ name: 'book_check' }, (t) =>
    t
      .addColumn('id', 'integer', (c) => c.primaryKey()) // 1: the last check there was
      .addColumn('at', 'bigint', (c) => c.notNull()) // unix seconds
      .addColumn('took_ms', 'bigint', (c) => c.notNull())
      .addColumn('result', longText, (c) => c.notNull()),
  )

// The books: what calls cost at the vendors by our count, what vendors billed, and the last check of it all.
export const up: MigrationStep = async (schema) => {
  for (const make of [bookDay, vendorBill, vendorBillLine, bookCheck]) await make(schema)
}
