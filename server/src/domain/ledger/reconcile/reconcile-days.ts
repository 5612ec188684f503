// Do the sums that statements are made of agree with the entries and the balances (I21)?
import { type Kysely, type Selectable, sql } from 'kysely'
import type { AccountQuarterRow, Tables } from '../../../db/tables/tables.ts'
import { isOwned, ownedKinds, QUARTERS_A_DAY, summedQuarters } from '../projections/account-quarters.ts'
import type { Report } from './reconcile-causes.ts'

/**
 * Compares days of UTC by account and cause, what they come to, and which entries are named by account. Returns how many days there are.
 * By days, since sums of an earlier version have no quarters.
 * @param unfolded sums not added up yet
 */
export async function compareDays(
  db: Kysely<Tables>,
  accounts: readonly Selectable<Tables['account']>[],
  unfolded: readonly AccountQuarterRow[],
  report: Report,
): Promise<number> {
  const owned = accounts.filter(({ kind }) => isOwned(kind))
  const names = new Map(owned.map(({ id, kind, owner_id }) => [Number(id), `${kind}:${owner_id}`]))
  const stored = (await db.selectFrom('account_quarter').selectAll().execute()).map(numbersOf)
  const summed = new Map(summedQuarters([...stored, ...unfolded].map(atDay)).map((row) => [keyOf(row), row]))
  const entered = new Map((await enteredDays(db)).map((row) => [keyOf(row), row]))
  for (const key of new Set([...summed.keys(), ...entered.keys()])) {
    const [expected, found] = [entered.get(key), summed.get(key)]
    const subject = `${names.get(Number(key.split(' ')[0]))} day ${key}`
    report(CHECK, `entries of ${subject}`, [expected?.entries ?? 0, found?.entries ?? 0])
    report(CHECK, `in of ${subject}`, [expected?.amount_in ?? 0, found?.amount_in ?? 0])
    report(CHECK, `out of ${subject}`, [expected?.amount_out ?? 0, found?.amount_out ?? 0])
  }
  const balances = new Map<number, number>()
  for (const row of summed.values()) balances.set(row.account_id, (balances.get(row.account_id) ?? 0) + row.amount_in - row.amount_out)
  for (const { id, owner_id, posted } of owned) {
    const about = { kind: 'user', id: String(owner_id) } as const
    report(CHECK, `days of ${names.get(Number(id))}`, [Number(posted), balances.get(Number(id)) ?? 0], about)
  }
  for (const { subject, expected, found } of await wronglyNamed(db)) report(CHECK, subject, [expected, found])
  return summed.size
}

const CHECK = ['days', 'I21'] as const

/** Moved to the first quarter of its day. */
const atDay = (row: AccountQuarterRow): AccountQuarterRow => ({
  ...row,
  quarter_number: row.quarter_number - (row.quarter_number % QUARTERS_A_DAY),
})

const keyOf = ({ account_id, quarter_number, kind }: AccountQuarterRow): string =>
  `${account_id} ${quarter_number / QUARTERS_A_DAY} ${kind}`

const numbersOf = ({ account_id, quarter_number, kind, entries, amount_in, amount_out }: AccountQuarterRow): AccountQuarterRow => ({
  account_id: Number(account_id),
  quarter_number: Number(quarter_number),
  kind,
  entries: Number(entries),
  amount_in: Number(amount_in),
  amount_out: Number(amount_out),
})

async function enteredDays(db: Kysely<Tables>): Promise<AccountQuarterRow[]> {
  const { rows } = await sql<AccountQuarterRow>`
    select account.id as account_id, (moved.at_ms - moved.at_ms % 86400000) / 900000 as quarter_number, moved.kind as kind,
      count(*) as entries, sum(moved.amount_in) as amount_in, sum(moved.amount_out) as amount_out
    from (
      select credit_account as account_id, created_at_ms as at_ms, kind, amount as amount_in, 0 as amount_out from entry
      union all
      select debit_account, created_at_ms, kind, 0, amount from entry
    ) moved
    inner join account on account.id = moved.account_id
    where account.kind in (${sql.join(ownedKinds.map((kind) => sql.lit(kind)))})
    group by account.id, quarter_number, moved.kind`.execute(db)
  return rows.map(numbersOf)
}

/** Entries that are no calls and not named once for each account that they moved, and names without such an entry. */
async function wronglyNamed(db: Kysely<Tables>): Promise<{ subject: string; expected: number; found: number }[]> {
  const { rows } = await sql<{ ref: string; expected: number; found: number }>`
    select both_sides.ref as ref, sum(both_sides.expected) as expected, sum(both_sides.found) as found
    from (
      select account.id as account_id, entry.created_at_ms as at_ms, entry.ref as ref, 1 as expected, 0 as found
      from entry inner join account on account.id = entry.credit_account
      where account.kind in (${sql.join(ownedKinds.map((kind) => sql.lit(kind)))}) and entry.hold_id = ''
      union all
      select account.id, entry.created_at_ms, entry.ref, 1, 0
      from entry inner join account on account.id = entry.debit_account
      where account.kind in (${sql.join(ownedKinds.map((kind) => sql.lit(kind)))}) and entry.hold_id = ''
      union all
      select account_id, created_at_ms, ref, 0, 1 from account_entry
    ) both_sides
    group by both_sides.account_id, both_sides.at_ms, both_sides.ref
    having sum(both_sides.expected) <> sum(both_sides.found)`.execute(db)
  return rows.map(({ ref, expected, found }) => ({ subject: `named entry ${ref}`, expected: Number(expected), found: Number(found) }))
}
