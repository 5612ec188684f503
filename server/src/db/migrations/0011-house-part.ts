import { ensureColumn, type MigrationStep } from './columns.ts'

// What of a recovered charge no account could pay: a correction must know it (decision D43).
export const up: MigrationStep = (db) => ensureColumn(db, { table: 'hold', name: 'house', type: 'bigint', initial: 0 })
