import { index, type MigrationStep } from './schema.ts'

// Unexpected errors of the server, a row for each kind. Nodes add what they have seen every few seconds, and keep the newest 500 kinds, which the
// index finds.
export const up: MigrationStep = ({ table, longText }) =>
  table({ name: 'server_error', indexes: [index('server_error_last', 'last_at')] }, (t) =>
    t
      .addColumn('id', 'varchar(32)', (c) => c.primaryKey()) // the fingerprint
      .addColumn('place', 'varchar(190)', (c) => c.notNull()) // the words of the log
      .addColumn('name', 'varchar(100)', (c) => c.notNull()) // the class
      .addColumn('code', 'varchar(100)', (c) => c.notNull())
      .addColumn('message', 'varchar(300)', (c) => c.notNull())
      .addColumn('stack', longText, (c) => c.notNull())
      .addColumn('times', 'bigint', (c) => c.notNull())
      .addColumn('seen_times', 'bigint', (c) => c.notNull()) // when it was last marked as seen
      .addColumn('first_at', 'bigint', (c) => c.notNull()) // unix seconds
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addColumn('node', 'varchar(190)', (c) => c.notNull())
      .addColumn('version', 'varchar(64)', (c) => c.notNull())
      .addColumn('request_id', 'varchar(64)', (c) => c.notNull()),
  )
