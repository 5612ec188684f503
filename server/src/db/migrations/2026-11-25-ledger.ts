import { sql } from 'kysely'
import { index, type MigrationStep, unique } from './schema.ts'

// `posted` is what entries moved; `held` is what open holds reserve; `used` and `calls` only grow.
const account: MigrationStep = ({ table, id, numbered }) =>
  table({ name: 'account', indexes: [unique('account_owner', 'kind', 'owner_id')] }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('kind', 'varchar(16)', (c) => c.notNull())
      .addColumn('owner_id', 'integer', (c) => c.notNull())
      .addColumn('posted', 'bigint', (c) => c.notNull().defaultTo(0)) // quota units
      .addColumn('held', 'bigint', (c) => c.notNull().defaultTo(0).check(sql`held >= 0`)) // quota units
      .addColumn('used', 'bigint', (c) => c.notNull().defaultTo(0)) // quota units
      .addColumn('calls', 'bigint', (c) => c.notNull().defaultTo(0)),
  )

// Recovery reads open holds, of which there are few; the purge uses the key, which is in the order of time.
const openHolds = { ...index('hold_open', 'state'), onlyState: 'open' }

// Quota set aside while something runs: a call, a realtime session, a drawing. A row is resolved exactly once, and purged later. A
// correction must know what the house bore (decision D43), a repeat with another amount is noticed by what was requested, and `part_charges`
// is JSON: what each of the settled parts came to.
const hold: MigrationStep = ({ table, longText }) =>
  table({ name: 'hold', isOrderedByKey: true, indexes: [openHolds] }, (t) =>
    t
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
      .addColumn('price', longText, (c) => c.notNull())
      .addColumn('facts', longText, (c) => c.notNull())
      .addColumn('parts', 'integer', (c) => c.notNull().defaultTo(0)) // settled parts so far
      .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
      .addColumn('resolved_at_ms', 'bigint')
      .addColumn('house', 'bigint', (c) => c.notNull().defaultTo(0)) // quota units of a recovered charge that no account could pay
      .addColumn('requested', 'bigint', (c) => c.notNull().defaultTo(0)) // quota units that it was placed for
      .addColumn('part_charges', longText),
  )

const entry: MigrationStep = ({ table, bigId, numbered }) =>
  table({ name: 'entry' }, (t) =>
    t
      .addColumn('id', bigId, numbered)
      .addColumn('ref', 'varchar(128)', (c) => c.notNull().unique())
      .addColumn('debit_account', 'integer', (c) => c.notNull())
      .addColumn('credit_account', 'integer', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull().check(sql`amount > 0`)) // quota units
      .addColumn('kind', 'varchar(16)', (c) => c.notNull())
      .addColumn('hold_id', 'varchar(26)', (c) => c.notNull().defaultTo(''))
      .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
      .addColumn('actor_id', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('reason', 'varchar(255)', (c) => c.notNull().defaultTo('')),
  )

const batch: MigrationStep = ({ table, longText }) =>
  table({ name: 'batch' }, (t) =>
    t
      .addColumn('epoch', 'varchar(26)', (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('deltas', longText, (c) => c.notNull())
      .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('batch_key', ['epoch', 'seq']),
  )

const node: MigrationStep = ({ table }) =>
  table({ name: 'node' }, (t) =>
    t
      .addColumn('epoch', 'varchar(26)', (c) => c.primaryKey())
      .addColumn('name', 'varchar(128)', (c) => c.notNull())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('lease_until_ms', 'bigint', (c) => c.notNull()),
  )

// Statements read what moved on somebody's account in a month. Entries have no index by account, so what moved is summed by day and cause,
// and entries that are no calls, of which there are few, are named by account and time. Only accounts that people own are in these tables.
const accountDay: MigrationStep = ({ table }) =>
  table({ name: 'account_day', isOrderedByKey: true }, (t) =>
    t
      .addColumn('account_id', 'integer', (c) => c.notNull())
      .addColumn('day', 'integer', (c) => c.notNull()) // days since 1 January 1970, in UTC
      .addColumn('kind', 'varchar(16)', (c) => c.notNull()) // of the entries
      .addColumn('entries', 'bigint', (c) => c.notNull())
      .addColumn('amount_in', 'bigint', (c) => c.notNull()) // quota units
      .addColumn('amount_out', 'bigint', (c) => c.notNull()) // quota units
      .addPrimaryKeyConstraint('account_day_key', ['account_id', 'day', 'kind']),
  )

const accountEntry: MigrationStep = ({ table }) =>
  table({ name: 'account_entry', isOrderedByKey: true }, (t) =>
    t
      .addColumn('account_id', 'integer', (c) => c.notNull())
      .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
      .addColumn('ref', 'varchar(128)', (c) => c.notNull())
      .addPrimaryKeyConstraint('account_entry_key', ['account_id', 'created_at_ms', 'ref']),
  )

// What a token or a user may spend in a period that renews. What is left of it stands on an account, on which calls reserve. `warned_for`
// is the start of the last period in which the owner was warned.
const budget: MigrationStep = ({ table, id, numbered }) =>
  table({ name: 'budget', indexes: [unique('budget_owner', 'owner_kind', 'owner_id')] }, (t) =>
    t
      .addColumn('id', id, numbered)
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
      .addColumn('warned_for', 'bigint', (c) => c.notNull()),
  )

// The ledger (decision 2): accounts, holds, immutable entries, the marker of every committed batch, and the nodes' leases; what
// statements read of it, and budgets.
export const up: MigrationStep = async (schema) => {
  for (const make of [account, hold, entry, batch, node, accountDay, accountEntry, budget]) await make(schema)
}
