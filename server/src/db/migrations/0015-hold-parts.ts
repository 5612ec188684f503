import { ensureColumn, type MigrationStep } from './columns.ts'

// What a hold was placed for, so that a repeat with another amount is noticed; and what each of its settled parts came to, as JSON.
export const up: MigrationStep = async (db, columns) => {
  await ensureColumn(db, { table: 'hold', name: 'requested', type: 'bigint', initial: 0 })
  await ensureColumn(db, { table: 'hold', name: 'part_charges', type: columns.longText })
}
