import { sql } from 'kysely'
import type { MigrationStep } from './schema.ts'

// What no account could pay of a call was called `house_part` in the details of its log row, and is called `write_off` now.
export const up: MigrationStep = async ({ db }) => {
  await sql`update log_detail set other = replace(other, '"house_part":', '"write_off":') where other like '%"house_part":%'`.execute(db)
}
