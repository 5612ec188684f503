import { ensureIndex, type MigrationStep } from './columns.ts'

// What vendors want back and a client's dialect cannot carry: signatures of thinking, by the id of the call that they belong to.
export const up: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'vault')
    .addColumn('vault_key', 'varchar(190)', (c) => c.primaryKey())
    .addColumn('value', columns.longText, (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull()) // unix seconds
    .execute()
  await ensureIndex(db, { name: 'vault_expiry', on: 'vault', columns: ['expires_at'] })
}
