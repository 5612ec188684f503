// Orders as people look for them.
import type { Database } from '../../db/database.ts'
import { isRowId } from '../like-pattern.ts'
import { findNamed } from '../user/registration/former-names-store.ts'
import type { OrderRecord } from './order-record-store.ts'

export interface OrderFilter {
  /** Only this user's. */
  readonly userId?: number | undefined
  readonly status?: string | undefined
  /** A user's name, an order's id, or its number at the gateway. */
  readonly keyword?: string | undefined
  /** Unix seconds between which it was made, both included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** With the name of its user, and how many notices of it were refused. */
export type ListedOrder = OrderRecord & { readonly username: string | null; readonly refused_notices: number | string | bigint | null }

/** A page of orders, newest first, with the names of their users. */
export async function findOrders(
  database: Database,
  filter: OrderFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: ListedOrder[]; total: number }> {
  const matching = await matchingOrders(database, filter)
  const [rows, count] = await Promise.all([
    matching
      .selectAll('top_up_order')
      .select('user.username')
      .select((row) =>
        row
          .selectFrom('payment_notice')
          .select((notice) => notice.fn.countAll().as('count'))
          .whereRef('payment_notice.order_id', '=', 'top_up_order.id')
          .as('refused_notices'),
      )
      .orderBy('top_up_order.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    matching.select((row) => row.fn.countAll().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.count) }
}

/** What was paid in one currency, in hundredths of it. */
export interface OrderSum {
  readonly currency: string
  readonly orders: number
  readonly money: number
  readonly returnedOrders: number
  readonly returned: number
}

/** Sums over the orders that match and were paid. */
export async function sumPaidOrders(database: Database, filter: OrderFilter): Promise<OrderSum[]> {
  const matching = await matchingOrders(database, filter)
  const rows = await matching
    .where('top_up_order.paid_at', '>', 0)
    .select(['top_up_order.currency', 'top_up_order.status'])
    .select((row) => [row.fn.countAll().as('orders'), row.fn.sum('top_up_order.money').as('money')])
    .groupBy(['top_up_order.currency', 'top_up_order.status'])
    .execute()
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    const returned = own.filter(({ status }) => RETURNED.has(status))
    return { currency, ...totals(own), returnedOrders: totals(returned).orders, returned: totals(returned).money }
  })
}

const RETURNED = new Set(['refunding', 'refunded', 'charged_back'])

const totals = (rows: readonly Readonly<Record<'orders' | 'money', unknown>>[]) => ({
  orders: rows.reduce((sum, { orders }) => sum + Number(orders), 0),
  money: rows.reduce((sum, { money }) => sum + Number(money), 0),
})

async function matchingOrders(database: Database, { userId, status, keyword = '', from, to }: OrderFilter) {
  const typed = keyword.trim()
  const id = /^\d{1,10}$/.test(typed) && isRowId(Number(typed)) ? Number(typed) : undefined
  const named = typed === '' ? [] : await findNamed(database, typed)
  const query = database.read
    .selectFrom('top_up_order')
    .leftJoin('user', 'user.id', 'top_up_order.user_id')
    .where((where) =>
      where.and([
        ...(userId === undefined ? [] : [where('top_up_order.user_id', '=', userId)]),
        ...(status ? [where('top_up_order.status', '=', status)] : []),
        ...(from ? [where('top_up_order.created_at', '>=', from)] : []),
        ...(to ? [where('top_up_order.created_at', '<=', to)] : []),
      ]),
    )
  if (typed === '') return query
  return query.where((where) =>
    where.or([
      ...(named.length === 0 ? [] : [where('top_up_order.user_id', 'in', named)]),
      where('top_up_order.trade_no', '=', typed),
      where('top_up_order.gateway_ref', '=', typed),
      ...(id === undefined ? [] : [where('top_up_order.id', '=', id)]),
    ]),
  )
}
