import type { MigrationStep } from './schema.ts'

// What the server remembers of itself, such as the check of its master key.
const meta: MigrationStep = ({ table, longText }) =>
  table({ name: 'meta' }, (t) => t.addColumn('key', 'varchar(64)', (c) => c.primaryKey()).addColumn('value', longText, (c) => c.notNull()))

const option: MigrationStep = ({ table, longText }) =>
  table({ name: 'option' }, (t) =>
    t
      .addColumn('key', 'varchar(128)', (c) => c.primaryKey())
      .addColumn('value', longText, (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull()),
  )

// Every state that the price settings were ever in. Log rows name the one by which they were charged.
const priceVersion: MigrationStep = ({ table, id, numbered, longText }) =>
  table({ name: 'price_version' }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('cause', 'varchar(16)', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.notNull()) // 0: nobody who was logged in
      .addColumn('returned_to', 'integer', (c) => c.notNull())
      .addColumn('note', 'varchar(255)', (c) => c.notNull())
      .addColumn('settings', longText, (c) => c.notNull()) // JSON: the stored texts of the settings by key
      .addColumn('built_in', 'varchar(64)', (c) => c.notNull()) // a hash of the built-in prices
      .addColumn('changed_settings', longText, (c) => c.notNull()) // JSON: the settings that differ from the version before
      .addColumn('changes', 'integer', (c) => c.notNull()),
  )

// What admins set.
export const up: MigrationStep = async (schema) => {
  for (const make of [meta, option, priceVersion]) await make(schema)
}
