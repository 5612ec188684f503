import type { MigrationStep } from './schema.ts'

// What no account could pay of charges, by day, user and model: few rows, which the books show.
export const up: MigrationStep = ({ table }) =>
  table({ name: 'write_off_day', isOrderedByKey: true }, (t) =>
    t
      .addColumn('day', 'bigint', (c) => c.notNull()) // unix seconds, start of the day in UTC
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('model_name', 'varchar(190)', (c) => c.notNull())
      .addColumn('calls', 'bigint', (c) => c.notNull())
      .addColumn('quota', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('write_off_day_key', ['day', 'user_id', 'model_name']),
  )
