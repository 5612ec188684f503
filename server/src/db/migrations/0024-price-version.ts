import type { MigrationStep } from './columns.ts'

// Every state that the price settings were ever in. Log rows name the one by which they were charged.
export const up: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'price_version')
    .addColumn('id', columns.id, columns.numbered)
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('cause', 'varchar(16)', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull()) // 0: nobody who was logged in
    .addColumn('returned_to', 'integer', (c) => c.notNull())
    .addColumn('note', 'varchar(255)', (c) => c.notNull())
    .addColumn('settings', columns.longText, (c) => c.notNull()) // JSON: the stored texts of the settings by key
    .addColumn('built_in', 'varchar(64)', (c) => c.notNull()) // a hash of the built-in prices
    .addColumn('changed_settings', columns.longText, (c) => c.notNull()) // JSON: the settings that differ from the version before
    .addColumn('changes', 'integer', (c) => c.notNull())
    .execute()
}
