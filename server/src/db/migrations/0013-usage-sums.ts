import { sql } from 'kysely'
import { type Columns, ensureIndex, type MigrationStep } from './columns.ts'

// Usage by hour and model, by hour and channel, and by day and user, in a table each: usage_hour has nearly as many rows as calls where
// there are many users, and everybody's dashboard would read them all. Users are many too, so theirs are sums of UTC days; where a viewer's
// day begins at another hour, the hours before and after are read from usage_hour. The indexes serve the usage of one user and of one
// channel; the ledger changes only columns that are in neither.
export const up: MigrationStep = async (db, columns) => {
  for (const { table, time, seconds, key, type } of dimensions) {
    await columns
      .table(db, table, { isOrderedByKey: true })
      .addColumn(time, 'bigint', (c) => c.notNull())
      .addColumn(key, type, (c) => c.notNull())
      .addColumn('calls', 'bigint', (c) => c.notNull())
      .addColumn('prompt_tokens', 'bigint', (c) => c.notNull())
      .addColumn('completion_tokens', 'bigint', (c) => c.notNull())
      .addColumn('quota', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, [time, key])
      .execute()
    // A first try may have been cut off after some of it.
    await sql`delete from ${sql.table(table)}`.execute(db)
    await sql`insert into ${sql.table(table)} (${sql.ref(time)}, ${sql.ref(key)}, calls, prompt_tokens, completion_tokens, quota)
      select hour - hour % ${sql.lit(seconds)} as started, ${sql.ref(key)}, sum(calls), sum(prompt_tokens), sum(completion_tokens), sum(quota)
      from usage_hour group by started, ${sql.ref(key)}`.execute(db)
  }
  await ensureIndex(db, { name: 'usage_hour_user', on: 'usage_hour', columns: ['user_id', 'hour'] })
  await ensureIndex(db, { name: 'usage_hour_channel', on: 'usage_hour', columns: ['channel_id', 'hour'] })
}

const dimensions = [
  { table: 'usage_model_hour', time: 'hour', seconds: 3600, key: 'model_name', type: 'varchar(190)' },
  { table: 'usage_channel_hour', time: 'hour', seconds: 3600, key: 'channel_id', type: 'integer' },
  { table: 'usage_user_day', time: 'day', seconds: 86_400, key: 'user_id', type: 'integer' },
] as const satisfies readonly { table: string; time: string; seconds: number; key: string; type: Columns['id'] }[]
