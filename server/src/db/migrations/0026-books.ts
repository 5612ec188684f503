import { sql } from 'kysely'
import { ensureIndex, type MigrationStep } from './columns.ts'

// The books: what each day came to at each channel and model, and what vendors billed for it. Calls before this step have no cost.
export const up: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'book_day', { isOrderedByKey: true })
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
    .addPrimaryKeyConstraint('book_day_key', ['day', 'channel_id', 'model_name'])
    .execute()
  // A first try may have been cut off after some of it.
  await sql`delete from book_day`.execute(db)
  await sql`insert into book_day
    (day, channel_id, model_name, calls, quota, cost, unpriced, unpriced_quota, counted, counted_cost, cache_cost, failed)
    select hour - hour % 86400 as started, channel_id, model_name, sum(calls), sum(quota), 0, sum(calls), sum(quota), 0, 0, 0, 0
    from usage_hour group by started, channel_id, model_name`.execute(db)

  await columns
    .table(db, 'vendor_bill')
    .addColumn('id', columns.id, columns.numbered)
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('form', 'varchar(16)', (c) => c.notNull())
    .addColumn('file_name', 'varchar(190)', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await columns
    .table(db, 'vendor_bill_line')
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('day', 'bigint', (c) => c.notNull()) // unix seconds, start of the day in UTC
    .addColumn('model_name', 'varchar(190)', (c) => c.notNull())
    .addColumn('bill_id', 'integer', (c) => c.notNull())
    .addColumn('micros', 'bigint', (c) => c.notNull()) // millionths of a dollar
    .addColumn('quota', 'bigint', (c) => c.notNull()) // the same in quota units
    .addColumn('slack', 'bigint', (c) => c.notNull()) // what its rounding may have changed, in quota units
    .addColumn('tokens', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('vendor_bill_line_key', ['channel_id', 'day', 'model_name'])
    .execute()
  await ensureIndex(db, { name: 'vendor_bill_line_bill', on: 'vendor_bill_line', columns: ['bill_id'] })

  await columns
    .table(db, 'book_check')
    .addColumn('id', 'integer', (c) => c.primaryKey()) // 1: the last check there was
    .addColumn('at', 'bigint', (c) => c.notNull()) // unix seconds
    .addColumn('took_ms', 'bigint', (c) => c.notNull())
    .addColumn('result', columns.longText, (c) => c.notNull()) // JSON
    .execute()
}
