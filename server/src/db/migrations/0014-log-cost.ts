import { sql } from 'kysely'
import { dropIndex, ensureIndex, type MigrationStep } from './columns.ts'

/** Server-side numbers of a row's kind, as of this step: see domain/log/row-type.ts. */
const CONSUMPTION = 2
const CHANNEL_TEST = 7

/** The columns that sums and the most expensive calls need, so that neither reads a row. */
const cost = ['type', 'quota', 'prompt_tokens', 'completion_tokens']

// The indexes of times hold what calls cost: a week of a million calls is summed, or its dearest found, from the index alone. They take the
// place of narrower ones, so a call still writes as many. Channel tests get a number of their own and are thereby left out.
export const up: MigrationStep = async (db, columns) => {
  await sql`update log set type = ${CHANNEL_TEST} where type = ${CONSUMPTION} and token_id = 0 and token_name = '' and quota = 0`.execute(
    db,
  )
  await ensureIndex(db, { name: 'log_time_cost', on: 'log', columns: ['created_at', ...cost] })
  await ensureIndex(db, { name: 'log_user_time_cost', on: 'log', columns: ['user_id', 'created_at', ...cost] })
  await dropIndex(db, columns, { name: 'log_time', on: 'log' })
  await dropIndex(db, columns, { name: 'log_user_time', on: 'log' })
}
