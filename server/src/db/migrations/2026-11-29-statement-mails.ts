import type { MigrationStep } from './schema.ts'

// Who wants their statements by mail, since when, and the last month that was seen to: the row is locked while its mail is written, so that each
// month is mailed once whatever is repeated.
export const up: MigrationStep = ({ table }) =>
  table(
    { name: 'statement_mail' },
    (t) =>
      t
        .addColumn('user_id', 'integer', (c) => c.primaryKey())
        .addColumn('since', 'bigint', (c) => c.notNull()) // unix seconds
        .addColumn('last_month', 'varchar(7)', (c) => c.notNull()), // 2026-11; empty: none yet
  )
