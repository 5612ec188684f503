import type { MigrationStep } from './schema.ts'

const sums = ['calls', 'prompt_tokens', 'completion_tokens', 'quota'] as const

// Whole days of the site's zone that are over, by model and by channel, and all together in the row without a name: a month of quarters is half a
// million rows. A row of the last kind says that the day is summed. They are made from the quarters, and removed when a quarter of theirs changes.
export const up: MigrationStep = ({ table }) =>
  table({ name: 'usage_zone_day', isOrderedByKey: true }, (t) =>
    sums
      .reduce((made, name) => made.addColumn(name, 'bigint', (c) => c.notNull()), t)
      .addColumn('zone', 'varchar(64)', (c) => c.notNull())
      .addColumn('kind', 'varchar(8)', (c) => c.notNull()) // model, channel or all
      .addColumn('day', 'bigint', (c) => c.notNull()) // its first second, unix
      .addColumn('name', 'varchar(190)', (c) => c.notNull()) // of the model, or the channel's id
      .addPrimaryKeyConstraint('usage_zone_day_key', ['zone', 'kind', 'day', 'name']),
  )
