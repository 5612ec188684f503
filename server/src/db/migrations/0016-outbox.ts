import { ensureIndex, type MigrationStep } from './columns.ts'

// Mail and webhooks on their way out. A row is written in the transaction of what it tells about, so that nothing is told that did not
// happen, and nothing that happened is left untold by a crash.
export const up: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'outbox')
    .addColumn('id', columns.id, columns.numbered)
    .addColumn('ref', 'varchar(190)', (c) => c.notNull()) // what it is about, unique for ever
    .addColumn('row_uid', 'varchar(26)', (c) => c.notNull()) // what the receiver knows it by; its body is sealed for it
    .addColumn('kind', 'varchar(16)', (c) => c.notNull()) // mail or webhook
    .addColumn('body', columns.longText, (c) => c.notNull()) // sealed; empty once it is delivered or given up
    .addColumn('state', 'varchar(16)', (c) => c.notNull()) // waiting, delivered or failed
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('next_try_at_ms', 'bigint', (c) => c.notNull()) // of a claimed one, when the claim ends
    .addColumn('claimed_by', 'varchar(26)', (c) => c.notNull()) // the process that delivers it now, or empty
    .addColumn('give_up_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('last_error', 'varchar(255)', (c) => c.notNull())
    .execute()
  await ensureIndex(db, { name: 'outbox_ref', on: 'outbox', columns: ['ref'], isUnique: true })
  await ensureIndex(db, { name: 'outbox_due', on: 'outbox', columns: ['state', 'next_try_at_ms'] })
}
