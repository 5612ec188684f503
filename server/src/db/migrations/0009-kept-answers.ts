import { sql } from 'kysely'
import { ensureColumn, ensureIndex, type MigrationStep } from './columns.ts'

// The token and the model of a stored answer, since another token may not be allowed to use that model; its size, since each user has a
// limit; and a row id that its sealed texts are bound to. Older rows have none, and are plain text until they expire.
export const up: MigrationStep = async (db) => {
  const add = (name: string, type: Parameters<typeof ensureColumn>[1]['type'], initial: string | number) =>
    ensureColumn(db, { table: 'stored_response', name, type, initial })
  await add('token_id', 'integer', 0) // 0: a session
  await add('model', 'varchar(255)', '') // the requested name
  await add('group_name', 'varchar(64)', '')
  await add('row_uid', 'varchar(26)', '') // empty: input and body are plain text
  await add('bytes', 'bigint', 0) // input and body, before they are sealed
  await sql`update stored_response set bytes = length(input) + length(body) where bytes = 0`.execute(db)
  await ensureIndex(db, { name: 'stored_response_user', on: 'stored_response', columns: ['user_id', 'expires_at'] })
}
