import { sql } from 'kysely'
import type { MigrationStep } from './schema.ts'

// What moved on accounts is summed by the quarter of an hour, with which days and months of every zone begin. Sums of before stay at the first
// quarter of their day of UTC. Days are five digits long until 2243, and quarters seven since 1998: what is renumbered already is left as it is.
export const up: MigrationStep = async ({ db, rename }) => {
  await rename(['account_day', 'account_quarter'], ['day', 'quarter_number'])
  await sql`update account_quarter set quarter_number = quarter_number * 96 where quarter_number < 100000`.execute(db)
}
