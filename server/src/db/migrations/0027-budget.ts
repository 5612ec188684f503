import { ensureIndex, type MigrationStep } from './columns.ts'

// What a token or a user may spend in a period that renews. What is left of it stands on an account of the ledger, on which calls reserve.
export const up: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'budget')
    .addColumn('id', columns.id, columns.numbered)
    .addColumn('owner_kind', 'varchar(8)', (c) => c.notNull()) // user or token
    .addColumn('owner_id', 'integer', (c) => c.notNull())
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('period', 'varchar(8)', (c) => c.notNull()) // day, week or month
    .addColumn('zone', 'varchar(64)', (c) => c.notNull()) // a time zone's IANA name
    .addColumn('quota', 'bigint', (c) => c.notNull()) // quota units per period
    .addColumn('soft_quota', 'bigint', (c) => c.notNull()) // quota units from which the owner is warned; 0: never
    .addColumn('used_before', 'bigint', (c) => c.notNull()) // what the account had used when the period began, quota units
    .addColumn('started_at', 'bigint', (c) => c.notNull()) // unix seconds
    .addColumn('renews_at', 'bigint', (c) => c.notNull())
    .addColumn('warned_for', 'bigint', (c) => c.notNull()) // the start of the last period in which the owner was warned
    .execute()
  await ensureIndex(db, { name: 'budget_owner', on: 'budget', columns: ['owner_kind', 'owner_id'], isUnique: true })
}
