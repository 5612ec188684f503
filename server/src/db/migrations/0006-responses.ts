import { ensureIndex, type MigrationStep } from './columns.ts'

// Answers of the Responses API that their callers may go on from, read and delete: what was asked and what was answered, as JSON.
export const up: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'stored_response')
    .addColumn('response_key', 'varchar(190)', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull()) // 0: the vendor does not know this answer
    .addColumn('previous_key', 'varchar(190)', (c) => c.notNull())
    .addColumn('input', columns.longText as 'text', (c) => c.notNull())
    .addColumn('body', columns.longText as 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull()) // unix seconds
    .execute()
  await ensureIndex(db, { name: 'stored_response_expiry', on: 'stored_response', columns: ['expires_at'] })
}
