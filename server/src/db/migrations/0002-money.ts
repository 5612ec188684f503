import { sql } from 'kysely'
import { ensureIndex, type MigrationStep } from './columns.ts'

// `posted` is what entries moved; `held` is what open holds reserve; `used` and `calls` only grow.
const account: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'account')
    .addColumn('id', columns.id, columns.numbered)
    .addColumn('kind', 'varchar(16)', (c) => c.notNull())
    .addColumn('owner_id', 'integer', (c) => c.notNull())
    .addColumn('posted', 'bigint', (c) => c.notNull().defaultTo(0)) // quota units
    .addColumn('held', 'bigint', (c) => c.notNull().defaultTo(0).check(sql`held >= 0`)) // quota units
    .addColumn('used', 'bigint', (c) => c.notNull().defaultTo(0)) // quota units
    .addColumn('calls', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await ensureIndex(db, { name: 'account_owner', on: 'account', columns: ['kind', 'owner_id'], isUnique: true })
}

// Quota set aside while something runs: a call, a realtime session, a drawing. A row is resolved exactly once, and purged later.
const hold: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'hold', { isOrderedByKey: true })
    .addColumn('id', 'varchar(26)', (c) => c.primaryKey()) // the request id, a ULID of our own
    .addColumn('legs', 'varchar(255)', (c) => c.notNull()) // JSON: [[account, reserves], …]
    .addColumn('amount', 'bigint', (c) => c.notNull().check(sql`amount >= 0`)) // quota units
    .addColumn('used', 'bigint', (c) => c.notNull().defaultTo(0)) // quota units at the last checkpoint
    .addColumn('state', 'varchar(9)', (c) => c.notNull().check(sql`state in ('open', 'settled', 'released', 'recovered', 'corrected')`))
    .addColumn('resolved_by', 'varchar(8)', (c) => c.notNull().defaultTo(''))
    .addColumn('owner_kind', 'varchar(8)', (c) => c.notNull()) // node, task or session
    .addColumn('owner_id', 'varchar(64)', (c) => c.notNull())
    .addColumn('lease_until_ms', 'bigint', (c) => c.notNull()) // the database's clock; 0 when the owner node's lease counts
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('token_id', 'integer', (c) => c.notNull())
    .addColumn('price', columns.longText, (c) => c.notNull())
    .addColumn('facts', columns.longText, (c) => c.notNull())
    .addColumn('parts', 'integer', (c) => c.notNull().defaultTo(0)) // settled parts so far
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('resolved_at_ms', 'bigint')
    .execute()
  // recovery reads open holds, of which there are few; the purge uses the key, which is in the order of time
  const onlyOpen = columns.kind === 'mysql' ? {} : { onlyState: 'open' }
  await ensureIndex(db, { name: 'hold_open', on: 'hold', columns: ['state'], ...onlyOpen })
}

const entry: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'entry')
    .addColumn('id', columns.bigId, columns.numbered)
    .addColumn('ref', 'varchar(128)', (c) => c.notNull().unique())
    .addColumn('debit_account', 'integer', (c) => c.notNull())
    .addColumn('credit_account', 'integer', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull().check(sql`amount > 0`)) // quota units
    .addColumn('kind', 'varchar(16)', (c) => c.notNull())
    .addColumn('hold_id', 'varchar(26)', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('actor_id', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('reason', 'varchar(255)', (c) => c.notNull().defaultTo(''))
    .execute()
}

const batch: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'batch')
    .addColumn('epoch', 'varchar(26)', (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('deltas', columns.longText, (c) => c.notNull())
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('batch_key', ['epoch', 'seq'])
    .execute()
}

const node: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'node')
    .addColumn('epoch', 'varchar(26)', (c) => c.primaryKey())
    .addColumn('name', 'varchar(128)', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('lease_until_ms', 'bigint', (c) => c.notNull())
    .execute()
}

// The ledger (reliability.md 4 and 5): accounts, holds, immutable entries, the marker of every committed batch, and the nodes' leases.
export const up: MigrationStep = async (db, columns) => {
  for (const table of [account, hold, entry, batch, node]) await table(db, columns)
}
