import type { MigrationStep } from './schema.ts'

// The list of models of each channel's vendor as it was last read, why it could not be read since, and what is done about differences.
export const up: MigrationStep = ({ table, longText }) =>
  table({ name: 'upstream_models' }, (t) =>
    t
      .addColumn('channel_id', 'integer', (c) => c.primaryKey())
      .addColumn('listed', longText, (c) => c.notNull()) // JSON, a list of names
      .addColumn('looked_at', 'bigint', (c) => c.notNull()) // unix seconds; 0: it never was read
      .addColumn('failure', longText, (c) => c.notNull()) // JSON of an error's code and facts; empty: none
      .addColumn('failed_at', 'bigint', (c) => c.notNull()) // unix seconds
      .addColumn('is_doubtful', 'integer', (c) => c.notNull())
      .addColumn('ignored', longText, (c) => c.notNull()) // JSON, a list of ids of differences
      .addColumn('applies_added', 'integer', (c) => c.notNull())
      .addColumn('applies_gone', 'integer', (c) => c.notNull()),
  )
