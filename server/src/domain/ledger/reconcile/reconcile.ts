// Does the money add up? Every invariant of reliability.md 4.2 that the ledger's own tables can show, in one snapshot. It is the command
// `waystation reconcile`, the check of the books page and the oracle of the ledger's tests: no difference is ever explained away.
import { type CheckName, checkNames } from '@waystation/contract/money/books'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import type { AccountQuarterRow, Tables } from '../../../db/tables/tables.ts'
import { isOwned } from '../projections/account-quarters.ts'
import { unfoldedDeltas } from '../projections/unfolded-store.ts'
import { readLegs } from '../state.ts'
import { type About, compareCauses, type Report } from './reconcile-causes.ts'
import { compareDays } from './reconcile-days.ts'

export interface Difference {
  readonly check: CheckName
  /** The invariant, such as I2. */
  readonly invariant: string
  /** Whose it is: an account, a hold, a request. */
  readonly subject: string
  readonly expected: number
  readonly found: number
  readonly about?: About
}

export interface Reconciliation {
  /** What was compared, how much of it there is, and how often it did not agree. */
  readonly checks: readonly { readonly name: CheckName; readonly covered: number; readonly differences: number }[]
  readonly differences: readonly Difference[]
  readonly accounts: number
  readonly entries: number
  readonly openHolds: number
  /** Charges for which no log row exists: logs may be cleaned up, money may not. */
  readonly chargesWithoutLog: number
}

/** Checks the books. Read-only, so it may run next to a working server. */
export async function reconcile(database: Pick<Database, 'kind' | 'read'>): Promise<Reconciliation> {
  const snapshot =
    database.kind === 'sqlite' ? database.read.transaction() : database.read.transaction().setIsolationLevel('repeatable read')
  return snapshot.execute(async (db) => {
    const differences: Difference[] = []
    const report: Report = ([check, invariant], subject, [expected, found], about) => {
      if (expected !== found) differences.push({ check, invariant, subject, expected, found, ...(about ? { about } : {}) })
    }
    const accounts = await db.selectFrom('account').selectAll().execute()
    const unfolded = await unfoldedSums(db)
    await comparePosted(db, accounts, unfolded.accounts, report)
    const days = await compareDays(db, accounts, unfolded.quarters, report)
    const openHolds = await compareHeld(db, accounts, report)
    await compareUsed(db, accounts, report)
    const { charges, withoutLog: chargesWithoutLog } = await compareWithLog(db, report)
    for (const { hold_id, hold_ms, entry_ms } of await entriesBeforeTheirHold(db))
      report(['times', 'I20'], `hold ${hold_id}`, [Number(hold_ms), Number(entry_ms)], { kind: 'request', id: hold_id })

    const causes = await compareCauses(db, report)
    const users = accounts.filter(({ kind }) => kind === 'user').length
    const covered = {
      balances: accounts.length,
      held: openHolds,
      days,
      used: users,
      logs: charges - chargesWithoutLog,
      times: charges,
      ...causes,
    }
    return {
      checks: checkNames.map((name) => ({
        name,
        covered: covered[name],
        differences: differences.filter(({ check }) => check === name).length,
      })),
      ...{ differences, accounts: accounts.length, entries: await countEntries(db), openHolds, chargesWithoutLog },
    }
  })
}

async function countEntries(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('entry')
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whose account it is, where it is somebody's. */
const ownerOf = ({ kind, owner_id }: { kind: string; owner_id: number }): About | undefined =>
  isOwned(kind) ? { kind: 'user', id: String(owner_id) } : undefined

type Accounts = readonly Selectable<Tables['account']>[]

/** Balances are what entries moved, and all of them together are nothing. */
async function comparePosted(db: Kysely<Tables>, accounts: Accounts, unfolded: ReadonlyMap<number, number>, report: Report): Promise<void> {
  const postedByAccount = new Map(
    accounts.map((account) => [Number(account.id), Number(account.posted) + (unfolded.get(Number(account.id)) ?? 0)]),
  )
  // On the way to nothing the sum may leave what numbers hold exactly.
  const all = [...postedByAccount.values()].reduce((sum, posted) => sum + BigInt(posted), 0n)
  report(['balances', 'I1'], 'all accounts', [0, Number(all)])
  const moved = await movements(db)
  for (const account of accounts) {
    const amounts = [moved.get(Number(account.id)) ?? 0, postedByAccount.get(Number(account.id)) ?? 0] as const
    report(['balances', 'I2'], `${account.kind}:${account.owner_id}`, amounts, ownerOf(account))
  }
  for (const id of moved.keys()) if (!postedByAccount.has(id)) report(['balances', 'I2'], `account ${id}`, [1, 0])
}

/** Held quota must equal what open holds reserve. Returns how many are open. */
async function compareHeld(db: Kysely<Tables>, accounts: Accounts, report: Report): Promise<number> {
  const openHolds = await db.selectFrom('hold').select(['id', 'legs', 'amount']).where('state', '=', 'open').execute()
  const held = new Map<number, number>()
  for (const hold of openHolds) {
    for (const { accountId, reserves, counted } of readLegs(hold.legs))
      if (reserves) held.set(accountId, (held.get(accountId) ?? 0) + (counted?.amount ?? Number(hold.amount)))
  }
  for (const account of accounts)
    report(
      ['held', 'I6'],
      `${account.kind}:${account.owner_id}`,
      [held.get(Number(account.id)) ?? 0, Number(account.held)],
      ownerOf(account),
    )
  return openHolds.length
}

/** Used quota must equal what calls cost. */
async function compareUsed(db: Kysely<Tables>, accounts: Accounts, report: Report): Promise<void> {
  const spent = await spentByUserAccount(db)
  for (const account of accounts.filter((one) => one.kind === 'user'))
    report(
      ['used', 'I15'],
      `used of user:${account.owner_id}`,
      [spent.get(Number(account.id)) ?? 0, Number(account.used)],
      ownerOf(account),
    )
}

/** What is not folded yet: sums by account, and by their quarters. */
async function unfoldedSums(db: Kysely<Tables>): Promise<{ accounts: Map<number, number>; quarters: AccountQuarterRow[] }> {
  const unfolded = await unfoldedDeltas(db)
  const accounts = new Map<number, number>()
  for (const deltas of unfolded) for (const [id, amount] of deltas.accounts) accounts.set(id, (accounts.get(id) ?? 0) + amount)
  return { accounts, quarters: unfolded.flatMap(({ quarters }) => quarters) }
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

const callKinds = ['settle', 'recover', 'correct', 'task-refund'] as const

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

/** Charges by request, each with the sum of its log rows, which is null where there are none. */
const chargesWithLog = sql`
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
`

/** Charges must be what the log says, where it has a row: rows may be cleaned up. Only what differs leaves the database. */
async function compareWithLog(db: Kysely<Tables>, report: Report): Promise<{ charges: number; withoutLog: number }> {
  const { rows: counts } = await sql<{ charges: number; logged: number }>`
    select count(*) as charges, count(logged) as logged from (${chargesWithLog}) as compared
  `.execute(db)
  const { rows } = await sql<{ id: string; charged: number; logged: number }>`
    select id, charged, logged from (${chargesWithLog}) as compared where logged <> charged
  `.execute(db)
  for (const { id, charged, logged } of rows)
    report(['logs', 'I15'], `request ${id}`, [Number(charged), Number(logged)], { kind: 'request', id })
  const charges = Number(counts[0]?.charges)
  return { charges, withoutLog: charges - Number(counts[0]?.logged) }
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
