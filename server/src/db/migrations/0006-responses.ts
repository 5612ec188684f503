import { ensureIndex, type MigrationStep } from './columns.ts'

// Stored answers of the Responses API that callers may continue, read and delete: the input and the output, as JSON.
export const up: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'stored_response')
    .addColumn('response_key', 'varchar(190)', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull()) // 0: the vendor does not know this answer
    .addColumn('previous_key', 'varchar(190)', (c) => c.notNull())
    .addColumn('input', columns.longText, (c) => c.notNull())
    .addColumn('body', columns.longText, (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull()) // unix seconds
    .execute()
  await ensureIndex(db, { name: 'stored_response_expiry', on: 'stored_response', columns: ['expires_at'] })
}
