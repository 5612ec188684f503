import type { Tables } from '../tables/tables.ts'
import { index, type MigrationStep } from './schema.ts'

/** The bounds are those of contract/calls/outcomes.ts, as they were on this day. */
const buckets = Array.from({ length: 56 }, (_, bucket) => `b${bucket}` as const)

// How calls ended and how long they took, summed like what they used, so that the dashboard need not read the log for it. Usage knows charged
// calls only, and no reasons. Since when they are counted stands in `meta` as `outcomes_since`, in unix seconds.
export const up: MigrationStep = async ({ db, table }) => {
  // Of user 0: of everybody together.
  await table({ name: 'outcome_quarter', isOrderedByKey: true }, (t) =>
    t
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('quarter', 'bigint', (c) => c.notNull()) // unix seconds, start of the quarter of an hour
      .addColumn('kind', 'varchar(64)', (c) => c.notNull()) // of the failure; empty: answered
      .addColumn('calls', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('outcome_quarter_key', ['user_id', 'quarter', 'kind']),
  )
  // A histogram of everybody's answered calls, with a column for each of its parts: a month is read as some thousand rows.
  await table({ name: 'latency_quarter', isOrderedByKey: true }, (t) =>
    buckets
      .reduce((made, name) => made.addColumn(name, 'bigint', (c) => c.notNull()), t)
      .addColumn('quarter', 'bigint', (c) => c.notNull())
      .addColumn('measure', 'integer', (c) => c.notNull()) // 0: to the first token, 1: the whole call
      .addPrimaryKeyConstraint('latency_quarter_key', ['quarter', 'measure']),
  )
  // Rows of the log by the kind of failure. Few calls fail, so the rows of the log themselves stay as narrow as they are.
  await table({ name: 'log_failure', indexes: [index('log_failure_kind', 'kind', 'created_at', 'request_id')] }, (t) =>
    t
      .addColumn('request_id', 'varchar(26)', (c) => c.primaryKey())
      .addColumn('kind', 'varchar(64)', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull()),
  )
  const tables = db.withTables<Pick<Tables, 'meta' | 'log'>>()
  const noted = await tables.selectFrom('meta').select('key').where('key', '=', 'outcomes_since').executeTakeFirst()
  const logged = await tables.selectFrom('log').select('id').limit(1).executeTakeFirst()
  if (logged && !noted)
    await tables
      .insertInto('meta')
      .values({ key: 'outcomes_since', value: String(Math.ceil(Date.now() / 1000)) })
      .execute()
}
