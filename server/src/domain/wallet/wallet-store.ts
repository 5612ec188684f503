// What somebody has, what they spent, and how money came in: queries only.
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'

export interface Held {
  /** Quota units, with what is held. */
  readonly balance: number
  readonly held: number
  readonly debt: number
  readonly locked: number
  readonly runningCalls: number
}

/** The balance, what of it is set aside for calls that run, what is owed, and what is locked. */
export async function findHeld(database: Database, userId: number): Promise<Held> {
  const [accounts, running] = await Promise.all([
    database.read
      .selectFrom('account')
      .select(['kind', 'posted', 'held'])
      .where('kind', 'in', ['user', 'debt', 'locked'])
      .where('owner_id', '=', userId)
      .execute(),
    database.read
      .selectFrom('hold')
      .select((row) => row.fn.countAll().as('count'))
      .where('state', '=', 'open')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  ])
  const of = (name: string) => accounts.find(({ kind }) => kind === name)
  const posted = (name: string) => Number(of(name)?.posted ?? 0)
  return {
    ...{ balance: posted('user'), held: Number(of('user')?.held ?? 0), debt: Math.max(0, -posted('debt')), locked: posted('locked') },
    runningCalls: Number(running.count),
  }
}

export interface MoneyInRecord {
  readonly kind: string
  readonly id: number | string
  readonly at: number | string
  readonly method: string
  readonly trade_no: string
  readonly name: string
  readonly is_gift: number | string
  readonly status: string
  readonly money: number | string
  readonly currency: string
  readonly quota: number | string
  readonly quota_back: number | string
}

/** A page of orders and redeemed codes together, newest first. */
export async function findMoneyIn(
  database: Database,
  { userId, kind }: { userId: number; kind: 'all' | 'paid' | 'code' },
  page: { offset: number; limit: number },
): Promise<{ rows: MoneyInRecord[]; total: number }> {
  const orders = ordersOf(database, userId)
  const codes = codesOf(database, userId)
  const all = kind === 'paid' ? orders : kind === 'code' ? codes : orders.unionAll(codes)
  const [rows, count] = await Promise.all([
    database.read
      .selectFrom(all.as('money_in'))
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('kind')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    database.read
      .selectFrom(all.as('money_in'))
      .select((row) => row.fn.countAll().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.count) }
}

const ordersOf = (database: Database, userId: number) =>
  database.read
    .selectFrom('top_up_order')
    .select([
      sql<string>`'paid'`.as('kind'),
      sql<number>`id`.as('id'),
      sql<number>`created_at`.as('at'),
      'method',
      'trade_no',
      sql<string>`''`.as('name'),
      sql<number>`0`.as('is_gift'),
      'status',
      'money',
      'currency',
      'quota',
      'quota_back',
    ])
    .where('user_id', '=', userId)

/** A code that was deleted since keeps its row, and with it its name. */
const codesOf = (database: Database, userId: number) =>
  database.read
    .selectFrom('redemption_use')
    .innerJoin('redemption', 'redemption.id', 'redemption_use.redemption_id')
    .select([
      sql<string>`'code'`.as('kind'),
      sql<number>`redemption.id`.as('id'),
      sql<number>`redemption_use.used_at`.as('at'),
      sql<string>`''`.as('method'),
      sql<string>`''`.as('trade_no'),
      'redemption.name',
      sql<number>`redemption.is_gift`.as('is_gift'),
      sql<string>`'paid'`.as('status'),
      sql<number>`0`.as('money'),
      sql<string>`''`.as('currency'),
      'redemption_use.quota',
      sql<number>`0`.as('quota_back'),
    ])
    .where('redemption_use.user_id', '=', userId)
