import type { MigrationStep } from './schema.ts'

// Work on all channels, which one node does at a time: who does it now, and when all of it was last begun.
export const up: MigrationStep = ({ table }) =>
  table(
    { name: 'run_lease' },
    (t) =>
      t
        .addColumn('name', 'varchar(32)', (c) => c.primaryKey())
        .addColumn('owner', 'varchar(26)', (c) => c.notNull()) // a ULID of the run
        .addColumn('begun_at_ms', 'bigint', (c) => c.notNull()) // unix milliseconds; 0: all of it never was
        .addColumn('until_ms', 'bigint', (c) => c.notNull()), // unix milliseconds, the database's clock
  )
