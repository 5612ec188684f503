import { ensureColumn, ensureIndex, type MigrationStep } from './columns.ts'

// The system access token, of which only a keyed hash is stored, and when people were last here.
export const up: MigrationStep = async (db) => {
  await ensureColumn(db, { table: 'user', name: 'access_token_hash', type: 'varchar(64)' })
  await ensureColumn(db, { table: 'user', name: 'access_token_used_at', type: 'bigint' }) // unix seconds
  await ensureColumn(db, { table: 'user', name: 'last_login_at', type: 'bigint' }) // unix seconds
  await ensureIndex(db, { name: 'user_access_token', on: 'user', columns: ['access_token_hash'], isUnique: true })
}
