// Does the money add up? Every invariant of reliability.md 4.2 that the ledger's own tables can show, in one snapshot. It is the command
// `waystation reconcile` and the oracle of the ledger's tests: no difference is ever explained away.
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { AccountDayRow, Tables } from '../../db/tables.ts'
import { readDeltas } from './deltas.ts'
import { compareCauses, type Report } from './reconcile-causes.ts'
import { compareDays } from './reconcile-days.ts'
import { readLegs } from './state.ts'

export interface Difference {
  /** The invariant, such as I2. */
  readonly invariant: string
  /** Whose it is: an account, a hold, a request. */
  readonly subject: string
  readonly expected: number
  readonly found: number
}

export interface Reconciliation {
  readonly differences: readonly Difference[]
  readonly accounts: number
  readonly entries: number
  readonly openHolds: number
  /** Charges for which no log row exists: logs may be cleaned up, money may not. */
  readonly chargesWithoutLog: number
}

/** Checks the books. Read-only, so it may run next to a working server. */
export async function reconcile(database: Database): Promise<Reconciliation> {
  const snapshot =
    database.kind === 'sqlite' ? database.read.transaction() : database.read.transaction().setIsolationLevel('repeatable read')
  return snapshot.execute(async (db) => {
    const differences: Difference[] = []
    const report: Report = (invariant, subject, expected, found) => {
      if (expected !== found) differences.push({ invariant, subject, expected, found })
    }
    const accounts = await db.selectFrom('account').selectAll().execute()
    const unfolded = await unfoldedDeltas(db)
    await comparePosted(db, accounts, unfolded.accounts, report)
    await compareDays(db, accounts, unfolded.days, report)
    const openHolds = await compareHeld(db, accounts, report)
    const chargesWithoutLog = await compareUsed(db, accounts, report)
    for (const row of await entriesBeforeTheirHold(db)) report('I20', `hold ${row.hold_id}`, Number(row.hold_ms), Number(row.entry_ms))

    await compareCauses(db, report)
    const count = await db
      .selectFrom('entry')
      .select((row) => row.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return { differences, accounts: accounts.length, entries: Number(count.count), openHolds, chargesWithoutLog }
  })
}

type Accounts = readonly Selectable<Tables['account']>[]

/** Balances are what entries moved, and all of them together are nothing. */
async function comparePosted(db: Kysely<Tables>, accounts: Accounts, unfolded: ReadonlyMap<number, number>, report: Report): Promise<void> {
  const postedByAccount = new Map(
    accounts.map((account) => [Number(account.id), Number(account.posted) + (unfolded.get(Number(account.id)) ?? 0)]),
  )
  const all = [...postedByAccount.values()].reduce((sum, posted) => sum + posted, 0)
  report('I1', 'all accounts', 0, all)
  const moved = await movements(db)
  for (const account of accounts)
    report('I2', `${account.kind}:${account.owner_id}`, moved.get(Number(account.id)) ?? 0, postedByAccount.get(Number(account.id)) ?? 0)
  for (const id of moved.keys()) if (!postedByAccount.has(id)) report('I2', `account ${id}`, 1, 0)
}

/** Held quota must equal what open holds reserve. Returns how many are open. */
async function compareHeld(db: Kysely<Tables>, accounts: Accounts, report: Report): Promise<number> {
  const openHolds = await db.selectFrom('hold').select(['id', 'legs', 'amount']).where('state', '=', 'open').execute()
  const held = new Map<number, number>()
  for (const hold of openHolds) {
    for (const leg of readLegs(hold.legs)) if (leg.reserves) held.set(leg.accountId, (held.get(leg.accountId) ?? 0) + Number(hold.amount))
  }
  for (const account of accounts)
    report('I6', `${account.kind}:${account.owner_id}`, held.get(Number(account.id)) ?? 0, Number(account.held))
  return openHolds.length
}

/** Used quota must equal what calls cost, in the entries and in the log. Returns how many charges have no log row. */
async function compareUsed(db: Kysely<Tables>, accounts: Accounts, report: Report): Promise<number> {
  const spent = await spentByUserAccount(db)
  for (const account of accounts.filter((one) => one.kind === 'user'))
    report('I15', `used of user:${account.owner_id}`, spent.get(Number(account.id)) ?? 0, Number(account.used))
  const { mismatched, missing } = await compareWithLog(db)
  for (const row of mismatched) report('I15', `request ${row.id}`, row.charged, row.logged)
  return missing
}

async function unfoldedDeltas(db: Kysely<Tables>): Promise<{ accounts: Map<number, number>; days: AccountDayRow[] }> {
  const rows = await db.selectFrom('batch').select('deltas').where('deltas', '!=', '').execute()
  const accounts = new Map<number, number>()
  const days: AccountDayRow[] = []
  for (const row of rows) {
    const deltas = readDeltas(row.deltas)
    for (const [id, amount] of deltas.accounts) accounts.set(id, (accounts.get(id) ?? 0) + amount)
    days.push(...deltas.days)
  }
  return { accounts, days }
}

/** What the entries moved, by account: credits minus debits. */
async function movements(db: Kysely<Tables>): Promise<Map<number, number>> {
  const sums = new Map<number, number>()
  const add = (id: number, amount: number) => sums.set(id, (sums.get(id) ?? 0) + amount)
  const sumsBy = (column: 'credit_account' | 'debit_account') =>
    db
      .selectFrom('entry')
      .select([`${column} as id`, (row) => row.fn.sum('amount').as('amount')])
      .groupBy(column)
      .execute()
  for (const { id, amount } of await sumsBy('credit_account')) add(Number(id), Number(amount))
  for (const { id, amount } of await sumsBy('debit_account')) add(Number(id), -Number(amount))
  return sums
}

const callKinds = ['settle', 'recover', 'correct'] as const

/** What calls cost each user's account: charges minus what corrections gave back. */
async function spentByUserAccount(db: Kysely<Tables>): Promise<Map<number, number>> {
  const sums = new Map<number, number>()
  for (const [side, sign] of [
    ['debit_account', 1],
    ['credit_account', -1],
  ] as const) {
    const rows = await db
      .selectFrom('entry')
      .innerJoin('account', 'account.id', `entry.${side}`)
      .select(['account.id as id', (row) => row.fn.sum('entry.amount').as('amount')])
      .where('account.kind', '=', 'user')
      .where('entry.kind', 'in', callKinds)
      .groupBy('account.id')
      .execute()
    for (const { id, amount } of rows) sums.set(Number(id), (sums.get(Number(id)) ?? 0) + sign * Number(amount))
  }
  return sums
}

/** Charges by request against the log rows of the same request. */
async function compareWithLog(
  db: Kysely<Tables>,
): Promise<{ mismatched: { id: string; charged: number; logged: number }[]; missing: number }> {
  const { rows } = await sql<{ id: string; charged: number; logged: number | null }>`
    select charge.hold_id as id, charge.amount as charged, logged.quota as logged
    from (
      select entry.hold_id, sum(case when debit.kind = 'user' then entry.amount else -entry.amount end) as amount
      from entry
      join account as debit on debit.id = entry.debit_account
      join account as credit on credit.id = entry.credit_account
      where entry.kind in ('settle', 'recover', 'correct') and (debit.kind = 'user' or credit.kind = 'user')
      group by entry.hold_id
    ) as charge
    left join (select request_id, sum(quota) as quota from log where type = 2 group by request_id) as logged on logged.request_id = charge.hold_id
    where logged.quota is null or logged.quota <> charge.amount
  `.execute(db)
  const mismatched = rows
    .filter((row) => row.logged !== null)
    .map((row) => ({ id: row.id, charged: Number(row.charged), logged: Number(row.logged) }))
  return { mismatched, missing: rows.length - mismatched.length }
}

async function entriesBeforeTheirHold(db: Kysely<Tables>): Promise<{ hold_id: string; hold_ms: number; entry_ms: number }[]> {
  return db
    .selectFrom('entry')
    .innerJoin('hold', 'hold.id', 'entry.hold_id')
    .select(['entry.hold_id as hold_id', 'hold.created_at_ms as hold_ms', 'entry.created_at_ms as entry_ms'])
    .whereRef('entry.created_at_ms', '<', 'hold.created_at_ms')
    .limit(100)
    .execute()
}
