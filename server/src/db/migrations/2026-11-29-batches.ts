import { index, type MigrationStep } from './schema.ts'

// What open batches need beside their rows: how long the prompts of their requests are by our own count, where a vendor does not tell; and the files of
// requests that vendors were given for them, each written down before it is sent, so that none is left there.
export const up: MigrationStep = async ({ table, longText }) => {
  await table(
    { name: 'batch_prompts' },
    (t) =>
      t
        .addColumn('hold_id', 'varchar(26)', (c) => c.primaryKey()) // the request that submitted it
        .addColumn('tokens', longText, (c) => c.notNull()), // JSON, by hashes of the names of requests
  )
  await table(
    // by hold when its batch has ended, by time for those that nobody uses
    { name: 'batch_copy', indexes: [index('batch_copy_hold', 'hold_id'), index('batch_copy_age', 'created_ms')] },
    (t) =>
      t
        .addColumn('name', 'varchar(64)', (c) => c.primaryKey()) // the name of the file at its vendor
        .addColumn('hold_id', 'varchar(26)', (c) => c.notNull()) // the request that submits the batch
        .addColumn('channel_id', 'integer', (c) => c.notNull())
        .addColumn('key_id', 'integer', (c) => c.notNull())
        .addColumn('file_id', 'varchar(190)', (c) => c.notNull()) // the vendor's; empty: not told yet
        .addColumn('created_ms', 'bigint', (c) => c.notNull()), // unix milliseconds, the database's clock
  )
}
