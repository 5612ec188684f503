import type { MigrationStep } from './schema.ts'

// The right to submit a task under an Idempotency-Key, which one request has at a time, whichever node it came to. A row is deleted when its request
// has been answered.
export const up: MigrationStep = ({ table }) =>
  table(
    { name: 'task_claim' },
    (t) =>
      t
        .addColumn('name', 'varchar(64)', (c) => c.primaryKey()) // the user's id and the key as tasks keep it
        .addColumn('owner', 'varchar(26)', (c) => c.notNull()) // a ULID of the request
        .addColumn('until_ms', 'bigint', (c) => c.notNull()), // unix milliseconds, the database's clock
  )
