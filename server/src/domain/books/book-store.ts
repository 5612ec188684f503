// Queries on the sums of the books. Ranges are whole days in UTC, the end not included.
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { BookDayRow } from '../../db/tables/tables.ts'

export interface DaySpan {
  /** Unix seconds. */
  readonly from: number
  readonly to: number
}

/** What calls came to. Quota units. */
export interface CallSums {
  readonly calls: number
  readonly revenue: number
  readonly cost: number
  readonly unpriced: number
  readonly unpriced_revenue: number
}

const sums = [
  sql<number | null>`sum(calls)`.as('calls'),
  sql<number | null>`sum(quota)`.as('revenue'),
  sql<number | null>`sum(cost)`.as('cost'),
  sql<number | null>`sum(unpriced)`.as('unpriced'),
  sql<number | null>`sum(unpriced_quota)`.as('unpriced_revenue'),
]

type SumRow = Record<keyof CallSums, number | string | null>

/** PostgreSQL gives sums as text, and a sum of nothing is null. */
const read = (row: SumRow): CallSums => ({
  calls: Number(row.calls),
  revenue: Number(row.revenue),
  cost: Number(row.cost),
  unpriced: Number(row.unpriced),
  unpriced_revenue: Number(row.unpriced_revenue),
})

function within(database: Database, { from, to }: DaySpan) {
  return database.read.selectFrom('book_day').select(sums).where('day', '>=', from).where('day', '<', to)
}

export async function sumByDay(database: Database, span: DaySpan): Promise<(CallSums & { day: number })[]> {
  const rows = await within(database, span).select('day').groupBy('day').orderBy('day').execute()
  return rows.map((row) => ({ day: Number(row.day), ...read(row) }))
}

export async function sumByChannel(database: Database, span: DaySpan): Promise<(CallSums & { channelId: number })[]> {
  const rows = await within(database, span).select('channel_id').groupBy('channel_id').execute()
  return rows.map((row) => ({ channelId: Number(row.channel_id), ...read(row) }))
}

export async function sumByModel(database: Database, span: DaySpan): Promise<(CallSums & { model: string })[]> {
  const rows = await within(database, span).select('model_name').groupBy('model_name').execute()
  return rows.map((row) => ({ model: row.model_name, ...read(row) }))
}

/** What users paid in a span. */
export async function sumRevenue(database: Database, span: DaySpan): Promise<number> {
  return read(await within(database, span).executeTakeFirstOrThrow()).revenue
}

/** The sums of all days and channels that have a bill, model by model. */
export async function findBilledDays(database: Database, { from, to }: DaySpan): Promise<BookDayRow[]> {
  const rows = await database.read
    .selectFrom('book_day')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<', to)
    // Few channels have a bill: the days of the others are not looked up one by one.
    .where('channel_id', 'in', database.read.selectFrom('vendor_bill_line').select('channel_id').distinct())
    .where(
      (row): Expression<SqlBool> =>
        row.exists(
          row
            .selectFrom('vendor_bill_line as line')
            .select('line.bill_id')
            .whereRef('line.channel_id', '=', 'book_day.channel_id')
            .whereRef('line.day', '=', 'book_day.day'),
        ),
    )
    .execute()
  return rows.map(numbered)
}

/** The sums of some days of one channel: what a bill is about to be compared with. */
export async function findDaysOfChannel(database: Database, channelId: number, { from, to }: DaySpan): Promise<BookDayRow[]> {
  const rows = await database.read
    .selectFrom('book_day')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('day', '>=', from)
    .where('day', '<', to)
    .execute()
  return rows.map(numbered)
}

function numbered({ model_name, ...row }: BookDayRow): BookDayRow {
  const numbers = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Omit<BookDayRow, 'model_name'>
  return { ...numbers, model_name }
}

/** A line of a bill, as far as it is compared. */
export interface BilledLine {
  readonly channelId: number
  readonly day: number
  readonly model: string
  readonly quota: number
  readonly slack: number
}

export async function findBillLines(database: Database, { from, to }: DaySpan): Promise<BilledLine[]> {
  const rows = await database.read
    .selectFrom('vendor_bill_line')
    .select(['channel_id', 'day', 'model_name', 'quota', 'slack'])
    .where('day', '>=', from)
    .where('day', '<', to)
    .execute()
  return rows.map((row) => ({
    ...{
      channelId: Number(row.channel_id),
      day: Number(row.day),
      model: row.model_name,
      quota: Number(row.quota),
      slack: Number(row.slack),
    },
  }))
}

/** What lies on all users' accounts, and what of it is held. */
export async function sumBalances(database: Database): Promise<{ accounts: number; posted: number; held: number }> {
  const row = await database.read
    .selectFrom('account')
    .select((account) => [account.fn.countAll().as('accounts'), account.fn.sum('posted').as('posted'), account.fn.sum('held').as('held')])
    .where('kind', '=', 'user')
    .executeTakeFirstOrThrow()
  return { accounts: Number(row.accounts), posted: Number(row.posted), held: Number(row.held) }
}
