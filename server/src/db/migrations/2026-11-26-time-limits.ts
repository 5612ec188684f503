import { sql } from 'kysely'
import type { MigrationStep } from './schema.ts'

// One limit held for the first byte of streams and of whole answers. Whole answers have one of their own now; where an admin had set the
// first, that stays in force for both.
export const up: MigrationStep = async ({ db }) => {
  await sql`
    insert into ${sql.table('option')} (${sql.ref('key')}, value, updated_at)
    select 'relay.whole_first_byte_timeout_seconds', value, updated_at from ${sql.table('option')} as earlier
    where ${sql.ref('earlier.key')} = 'relay.first_byte_timeout_seconds'
      and not exists (
        select 1 from ${sql.table('option')} as present where ${sql.ref('present.key')} = 'relay.whole_first_byte_timeout_seconds'
      )`.execute(db)
}
