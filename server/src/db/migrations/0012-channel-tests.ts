import { ensureColumn, type MigrationStep } from './columns.ts'

// Why a channel's last test failed, as JSON of an error's code and facts; empty after a good test and before the first. And the currency of
// its balance at the vendor; empty before it was read.
export const up: MigrationStep = async (db) => {
  await ensureColumn(db, { table: 'channel', name: 'test_failure', type: 'varchar(2000)', initial: '' })
  await ensureColumn(db, { table: 'channel', name: 'balance_currency', type: 'varchar(8)', initial: '' })
}
