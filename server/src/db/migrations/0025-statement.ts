import { type Kysely, sql } from 'kysely'
import type { MigrationStep } from './columns.ts'

// Statements read what moved on somebody's account in a month. Entries have no index by account, so what moved is summed by day and cause,
// and entries that are no calls, of which there are few, are named by account and time. Only accounts that people own are in these tables.
export const up: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'account_day', { isOrderedByKey: true })
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull()) // days since 1 January 1970, in UTC
    .addColumn('kind', 'varchar(16)', (c) => c.notNull()) // of the entries
    .addColumn('entries', 'bigint', (c) => c.notNull())
    .addColumn('amount_in', 'bigint', (c) => c.notNull()) // quota units
    .addColumn('amount_out', 'bigint', (c) => c.notNull()) // quota units
    .addPrimaryKeyConstraint('account_day_key', ['account_id', 'day', 'kind'])
    .execute()
  await columns
    .table(db, 'account_entry', { isOrderedByKey: true })
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('ref', 'varchar(128)', (c) => c.notNull())
    .addPrimaryKeyConstraint('account_entry_key', ['account_id', 'created_at_ms', 'ref'])
    .execute()
  // A first try may have been cut off after some of it.
  await sql`delete from account_day`.execute(db)
  await sql`delete from account_entry`.execute(db)
  await sumEntries(db)
}

/** Reads all entries once. */
async function sumEntries(db: Kysely<unknown>): Promise<void> {
  await sql`insert into account_day (account_id, day, kind, entries, amount_in, amount_out)
    select account.id, (moved.at_ms - moved.at_ms % 86400000) / 86400000 as moved_day, moved.kind,
      count(*), sum(moved.amount_in), sum(moved.amount_out)
    from (
      select credit_account as account_id, created_at_ms as at_ms, kind, amount as amount_in, 0 as amount_out from entry
      union all
      select debit_account, created_at_ms, kind, 0, amount from entry
    ) moved
    inner join account on account.id = moved.account_id
    where account.kind in ('user', 'referral')
    group by account.id, moved_day, moved.kind`.execute(db)
  await sql`insert into account_entry (account_id, created_at_ms, ref)
    select account.id, entry.created_at_ms, entry.ref
    from entry inner join account on account.id in (entry.credit_account, entry.debit_account)
    where account.kind in ('user', 'referral') and entry.hold_id = ''`.execute(db)
}
