// What a statement is made of, read in one snapshot: what moved by day and cause, the entries that are no calls, and the calls by model.
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { AccountDayRow, Tables } from '../../db/tables.ts'
import { dayOf, ownedKinds, summedDays } from '../ledger/account-days.ts'
import type { Deltas } from '../ledger/deltas.ts'
import { unfoldedDeltas } from '../ledger/unfolded-store.ts'

const DAY_MS = 86_400_000

/** A span of whole days in UTC. Days since 1 January 1970; `end` is the first one after it. */
export interface DaySpan {
  readonly start: number
  readonly end: number
}

/** One account in a month. Quota units. */
export interface AccountMonth {
  /** What moved before the month, and after it: into the account less out of it. */
  readonly before: number
  readonly after: number
  /** The month, by day and cause. */
  readonly days: readonly AccountDayRow[]
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
  /** Days on which something moved on the balance. */
  readonly activeDays: readonly number[]
}

/** Reads a month of a user's accounts. Batches that are not folded yet are added, so that all figures are of one moment. */
export async function findMonth(database: Database, userId: number, span: DaySpan): Promise<MonthRecord> {
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
    const monthOf = (account: { id: number; posted: number }) => accountMonth(db, account, { span, unfolded })
    const [user, referral, debt] = ownedKinds.map((name) => accounts.find(({ kind }) => kind === name))
    return {
      user: user ? await monthOf(user) : { before: 0, after: 0, days: [], posted: 0 },
      referral: referral && (await monthOf(referral)),
      debt: debt && (await monthOf(debt)),
      entries: user ? await namedEntries(db, Number(user.id), span) : [],
      models: await modelSums(db, userId, { span, unfolded }),
      activeDays: user ? await activeDays(db, Number(user.id), unfolded) : [],
    }
  })
}

async function accountMonth(
  db: Kysely<Tables>,
  { id, posted }: { id: number; posted: number },
  { span, unfolded }: { span: DaySpan; unfolded: readonly Deltas[] },
): Promise<AccountMonth> {
  const accountId = Number(id)
  const added = unfolded.flatMap(({ days }) => days.filter((row) => row.account_id === accountId))
  const rows = await db
    .selectFrom('account_day')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('day', '>=', span.start)
    .where('day', '<', span.end)
    .execute()
  const stored = rows.map((row) => ({
    ...{ account_id: accountId, day: Number(row.day), kind: row.kind, entries: Number(row.entries) },
    ...{ amount_in: Number(row.amount_in), amount_out: Number(row.amount_out) },
  }))
  const isIn = ({ day }: AccountDayRow) => day >= span.start && day < span.end
  return {
    before: (await netOf(db, accountId, ['<', span.start])) + netSum(added.filter(({ day }) => day < span.start)),
    after: (await netOf(db, accountId, ['>=', span.end])) + netSum(added.filter(({ day }) => day >= span.end)),
    days: summedDays([...stored, ...added.filter(isIn)]),
    posted: Number(posted),
  }
}

async function netOf(db: Kysely<Tables>, accountId: number, [operator, day]: readonly ['<' | '>=', number]): Promise<number> {
  const row = await db
    .selectFrom('account_day')
    .select(sql<number | string | null>`sum(amount_in - amount_out)`.as('net'))
    .where('account_id', '=', accountId)
    .where('day', operator, day)
    .executeTakeFirst()
  return Number(row?.net ?? 0)
}

const netSum = (rows: readonly AccountDayRow[]): number => rows.reduce((sum, row) => sum + row.amount_in - row.amount_out, 0)

/** Entries that are no calls, oldest first. */
async function namedEntries(db: Kysely<Tables>, accountId: number, { start, end }: DaySpan): Promise<EntryRecord[]> {
  const rows = await db
    .selectFrom('account_entry')
    .innerJoin('entry', 'entry.ref', 'account_entry.ref')
    .select(['entry.id', 'entry.ref', 'entry.kind', 'entry.amount', 'entry.credit_account', 'entry.created_at_ms'])
    .select(['entry.actor_id', 'entry.reason'])
    .where('account_entry.account_id', '=', accountId)
    .where('account_entry.created_at_ms', '>=', start * DAY_MS)
    .where('account_entry.created_at_ms', '<', end * DAY_MS)
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
  { span, unfolded }: { span: DaySpan; unfolded: readonly Deltas[] },
): Promise<ModelSum[]> {
  const rows = await db
    .selectFrom('usage_quarter')
    .select(['model_name', sql<number | string>`sum(calls)`.as('calls'), sql<number | string>`sum(quota)`.as('quota')])
    .where('user_id', '=', userId)
    .where('quarter', '>=', (span.start * DAY_MS) / 1000)
    .where('quarter', '<', (span.end * DAY_MS) / 1000)
    .groupBy('model_name')
    .execute()
  const added = unfolded.flatMap(({ usage }) =>
    usage.filter(({ user_id, quarter }) => user_id === userId && dayOf(quarter * 1000) >= span.start && dayOf(quarter * 1000) < span.end),
  )
  const sums = new Map<string, ModelSum>()
  for (const { model_name: model, calls, quota } of [...rows, ...added]) {
    const sum = sums.get(model)
    sums.set(model, { model, calls: Number(calls) + (sum?.calls ?? 0), quota: Number(quota) + (sum?.quota ?? 0) })
  }
  return [...sums.values()]
}

async function activeDays(db: Kysely<Tables>, accountId: number, unfolded: readonly Deltas[]): Promise<number[]> {
  const rows = await db.selectFrom('account_day').select('day').distinct().where('account_id', '=', accountId).execute()
  const added = unfolded.flatMap(({ days }) => days.filter((row) => row.account_id === accountId))
  return [...rows, ...added].map(({ day }) => Number(day))
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
