import type { MigrationStep } from './schema.ts'

// What the super admins were told, and when, so that several nodes and a restart tell nothing twice.
export const up: MigrationStep = ({ table }) =>
  table(
    { name: 'root_notice' },
    (t) =>
      t
        .addColumn('identity', 'varchar(190)', (c) => c.primaryKey()) // such as channel_update_7_3
        .addColumn('told_at', 'bigint', (c) => c.notNull()), // unix seconds
  )
