// What a statement is made of, read in one snapshot: what moved by day and cause, the entries that are no calls, and the calls by model.
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { AccountQuarterRow, Tables } from '../../db/tables/tables.ts'
import type { Deltas } from '../ledger/deltas.ts'
import { ownedKinds, QUARTERS_A_DAY, quarterOf } from '../ledger/projections/account-quarters.ts'
import { unfoldedDeltas } from '../ledger/projections/unfolded-store.ts'
import type { StatementMonth } from './statement-month.ts'

/** What moved on a date and for one cause. */
export interface DaySum extends Omit<AccountQuarterRow, 'account_id' | 'quarter_number'> {
  /** Of the month's zone, days since 1 January 1970. */
  readonly day: number
}

/** One account in a month. Quota units. */
export interface AccountMonth {
  /** What moved before the month, and after it: into the account less out of it. */
  readonly before: number
  readonly after: number
  /** The month, by day and cause. */
  readonly days: readonly DaySum[]
  /** The balance of this moment. */
  readonly posted: number
}

export interface EntryRecord {
  readonly ref: string
  readonly kind: string
  readonly createdAtMs: number
  /** Quota units: positive into the account, negative out of it. */
  readonly amount: number
  readonly actorId: number
  readonly reason: string
}

export interface ModelSum {
  readonly model: string
  readonly calls: number
  readonly quota: number
}

export interface MonthRecord {
  readonly user: AccountMonth
  /** Undefined: there is no such account. */
  readonly referral: AccountMonth | undefined
  readonly debt: AccountMonth | undefined
  readonly entries: readonly EntryRecord[]
  readonly models: readonly ModelSum[]
  /** Days of UTC on which something moved on the balance. */
  readonly activeDays: readonly number[]
}

/** Reads a month of a user's accounts. Batches that are not folded yet are added, so that all figures are of one moment. */
export async function findMonth(database: Database, userId: number, month: StatementMonth): Promise<MonthRecord> {
  const transaction = database.read.transaction()
  // SQLite has no other level, and a read transaction of it is a snapshot.
  const snapshot = database.kind === 'sqlite' ? transaction : transaction.setIsolationLevel('repeatable read')
  return snapshot.execute(async (db) => {
    const accounts = await db
      .selectFrom('account')
      .select(['id', 'kind', 'posted'])
      .where('owner_id', '=', userId)
      .where('kind', 'in', ownedKinds)
      .execute()
    const unfolded = await unfoldedDeltas(db)
    const monthOf = (account: { id: number; posted: number }) => accountMonth(db, account, { month, unfolded })
    const [user, referral, debt] = ownedKinds.map((name) => accounts.find(({ kind }) => kind === name))
    return {
      user: user ? await monthOf(user) : { before: 0, after: 0, days: [], posted: 0 },
      referral: referral && (await monthOf(referral)),
      debt: debt && (await monthOf(debt)),
      entries: user ? await namedEntries(db, Number(user.id), month) : [],
      models: await modelSums(db, userId, { month, unfolded }),
      activeDays: user ? await activeDays(db, Number(user.id), unfolded) : [],
    }
  })
}

async function accountMonth(
  db: Kysely<Tables>,
  { id, posted }: { id: number; posted: number },
  { month, unfolded }: { month: StatementMonth; unfolded: readonly Deltas[] },
): Promise<AccountMonth> {
  const accountId = Number(id)
  const added = unfolded.flatMap(({ quarters }) => quarters.filter((row) => row.account_id === accountId))
  const [start, end] = [quarterOf(month.start * 1000), quarterOf(month.end * 1000)]
  const rows = await db
    .selectFrom('account_quarter')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('quarter_number', '>=', start)
    .where('quarter_number', '<', end)
    .execute()
  const stored = rows.map((row) => ({
    ...{ account_id: accountId, quarter_number: Number(row.quarter_number), kind: row.kind, entries: Number(row.entries) },
    ...{ amount_in: Number(row.amount_in), amount_out: Number(row.amount_out) },
  }))
  const isIn = ({ quarter_number: at }: AccountQuarterRow) => at >= start && at < end
  return {
    before: (await netOf(db, accountId, ['<', start])) + netSum(added.filter(({ quarter_number }) => quarter_number < start)),
    after: (await netOf(db, accountId, ['>=', end])) + netSum(added.filter(({ quarter_number }) => quarter_number >= end)),
    days: daySums([...stored, ...added.filter(isIn)], month),
    posted: Number(posted),
  }
}

/** One row for each date of the month and cause, in this order. A month that ends with another zone's has its last hours on its last date. */
function daySums(rows: readonly AccountQuarterRow[], { dates }: StatementMonth): DaySum[] {
  const sums = new Map<string, { -readonly [Key in keyof DaySum]: DaySum[Key] }>()
  for (const { quarter_number, kind, entries, amount_in, amount_out } of rows) {
    const { day } = dates.findLast(({ start }) => quarterOf(start * 1000) <= quarter_number) ?? { day: dates[0]?.day ?? 0 }
    const key = `${day} ${kind}`
    const sum = sums.get(key) ?? { day, kind, entries: 0, amount_in: 0, amount_out: 0 }
    sums.set(key, sum)
    sum.entries += entries
    sum.amount_in += amount_in
    sum.amount_out += amount_out
  }
  return [...sums.values()].sort((a, b) => a.day - b.day || (a.kind < b.kind ? -1 : 1))
}

async function netOf(db: Kysely<Tables>, accountId: number, [operator, quarter]: readonly ['<' | '>=', number]): Promise<number> {
  const row = await db
    .selectFrom('account_quarter')
    .select(sql<number | string | null>`sum(amount_in - amount_out)`.as('net'))
    .where('account_id', '=', accountId)
    .where('quarter_number', operator, quarter)
    .executeTakeFirst()
  return Number(row?.net ?? 0)
}

const netSum = (rows: readonly AccountQuarterRow[]): number => rows.reduce((sum, row) => sum + row.amount_in - row.amount_out, 0)

/** Entries that are no calls, oldest first. */
async function namedEntries(db: Kysely<Tables>, accountId: number, { start, end }: StatementMonth): Promise<EntryRecord[]> {
  const rows = await db
    .selectFrom('account_entry')
    .innerJoin('entry', 'entry.ref', 'account_entry.ref')
    .select(['entry.id', 'entry.ref', 'entry.kind', 'entry.amount', 'entry.credit_account', 'entry.created_at_ms'])
    .select(['entry.actor_id', 'entry.reason'])
    .where('account_entry.account_id', '=', accountId)
    .where('account_entry.created_at_ms', '>=', start * 1000)
    .where('account_entry.created_at_ms', '<', end * 1000)
    .orderBy('account_entry.created_at_ms')
    .orderBy('entry.id')
    .execute()
  return rows.map(({ ref, kind, amount, credit_account, created_at_ms, actor_id, reason }) => ({
    ...{ ref, kind, reason },
    createdAtMs: Number(created_at_ms),
    amount: Number(credit_account) === accountId ? Number(amount) : -Number(amount),
    actorId: Number(actor_id),
  }))
}

async function modelSums(
  db: Kysely<Tables>,
  userId: number,
  { month: { start, end }, unfolded }: { month: StatementMonth; unfolded: readonly Deltas[] },
): Promise<ModelSum[]> {
  const rows = await db
    .selectFrom('usage_quarter')
    .select(['model_name', sql<number | string>`sum(calls)`.as('calls'), sql<number | string>`sum(quota)`.as('quota')])
    .where('user_id', '=', userId)
    .where('quarter', '>=', start)
    .where('quarter', '<', end)
    .groupBy('model_name')
    .execute()
  const added = unfolded.flatMap(({ usage }) =>
    usage.filter(({ user_id, quarter }) => user_id === userId && quarter >= start && quarter < end),
  )
  const sums = new Map<string, ModelSum>()
  for (const { model_name: model, calls, quota } of [...rows, ...added]) {
    const sum = sums.get(model)
    sums.set(model, { model, calls: Number(calls) + (sum?.calls ?? 0), quota: Number(quota) + (sum?.quota ?? 0) })
  }
  return [...sums.values()]
}

async function activeDays(db: Kysely<Tables>, accountId: number, unfolded: readonly Deltas[]): Promise<number[]> {
  const day = sql<number | string>`quarter_number - quarter_number % ${sql.lit(QUARTERS_A_DAY)}`
  const rows = await db.selectFrom('account_quarter').select(day.as('first')).distinct().where('account_id', '=', accountId).execute()
  const added = unfolded.flatMap(({ quarters }) => quarters.filter((row) => row.account_id === accountId))
  const quarters = [...rows.map(({ first }) => Number(first)), ...added.map(({ quarter_number }) => quarter_number)]
  return [...new Set(quarters.map((quarter) => Math.floor(quarter / QUARTERS_A_DAY)))]
}

/** How orders were paid, and the names of codes, by id. Ids that nobody has are left out. */
export async function findNames(
  database: Database,
  { orderIds, codeIds, userIds }: { orderIds: readonly number[]; codeIds: readonly number[]; userIds: readonly number[] },
): Promise<{ methods: Map<number, string>; codes: Map<number, string>; people: Map<number, string> }> {
  const { read } = database
  const orders =
    orderIds.length === 0 ? [] : await read.selectFrom('top_up_order').select(['id', 'method']).where('id', 'in', orderIds).execute()
  const codes = codeIds.length === 0 ? [] : await read.selectFrom('redemption').select(['id', 'name']).where('id', 'in', codeIds).execute()
  const users = userIds.length === 0 ? [] : await read.selectFrom('user').select(['id', 'username']).where('id', 'in', userIds).execute()
  return {
    methods: new Map(orders.map(({ id, method }) => [Number(id), method])),
    codes: new Map(codes.map(({ id, name }) => [Number(id), name])),
    people: new Map(users.map(({ id, username }) => [Number(id), username])),
  }
}
