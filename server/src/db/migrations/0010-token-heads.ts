import { ensureColumn, type MigrationStep } from './columns.ts'

// The first characters of a token's key, as they are shown, so that a token is found by them where the key is not stored. Older rows have
// none: the master key is not available here, and a stored key is decrypted when it is searched for.
export const up: MigrationStep = (db) => ensureColumn(db, { table: 'token', name: 'key_head', type: 'varchar(8)', initial: '' })
