import { ensureIndex, type MigrationStep } from './columns.ts'

// The usage log: a narrow row to list and sum, its details in another table by request id (decision D39), and sums by the hour.
export const up: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'log')
    .addColumn('id', columns.bigId, columns.numbered)
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('type', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('username', 'varchar(64)', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('token_id', 'integer', (c) => c.notNull())
    .addColumn('token_name', 'varchar(64)', (c) => c.notNull())
    .addColumn('group_name', 'varchar(64)', (c) => c.notNull())
    .addColumn('model_name', 'varchar(190)', (c) => c.notNull())
    .addColumn('is_stream', 'integer', (c) => c.notNull())
    .addColumn('use_time', 'integer', (c) => c.notNull()) // seconds
    .addColumn('prompt_tokens', 'bigint', (c) => c.notNull())
    .addColumn('completion_tokens', 'bigint', (c) => c.notNull())
    .addColumn('quota', 'bigint', (c) => c.notNull())
    .addColumn('client_ip', 'varchar(64)', (c) => c.notNull())
    .addColumn('request_id', 'varchar(26)', (c) => c.notNull())
    .execute()
  await ensureIndex(db, { name: 'log_time', on: 'log', columns: ['created_at', 'type'] })
  await ensureIndex(db, { name: 'log_user_time', on: 'log', columns: ['user_id', 'created_at'] })
  await ensureIndex(db, { name: 'log_request', on: 'log', columns: ['request_id'] })

  await columns
    .table(db, 'log_detail', { isOrderedByKey: true })
    .addColumn('request_id', 'varchar(26)', (c) => c.primaryKey())
    .addColumn('other', columns.longText, (c) => c.notNull())
    .execute()

  await columns
    .table(db, 'usage_hour')
    .addColumn('hour', 'bigint', (c) => c.notNull()) // unix seconds, start of the hour
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('model_name', 'varchar(190)', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('calls', 'bigint', (c) => c.notNull())
    .addColumn('prompt_tokens', 'bigint', (c) => c.notNull())
    .addColumn('completion_tokens', 'bigint', (c) => c.notNull())
    .addColumn('quota', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('usage_hour_key', ['hour', 'user_id', 'model_name', 'channel_id'])
    .execute()
}
