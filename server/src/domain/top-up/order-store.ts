// Orders of quota. What a payment credits is read from the order, under its lock, and never from a notice (I9).
import { AppError } from '@waystation/contract/errors'
import type { PaymentGatewayName } from '@waystation/contract/top-up'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import type { TopUpOrderRow } from '../../db/tables.ts'
import { insertedId, writeTask } from '../../db/write-task.ts'
import { isRowId, toRowId } from '../like-pattern.ts'
import { creditPayment } from '../reward/rebate.ts'
import { type OrderRecord, paidRef } from './order-record-store.ts'
import { settleOrder } from './reversal-store.ts'
import { nameOf } from './take-back.ts'

export type NewOrder = Pick<TopUpOrderRow, 'user_id' | 'gateway' | 'method' | 'trade_no' | 'amount' | 'quota' | 'money' | 'currency'>

/** Keeps an order that is to be paid, and answers with its id. */
export const createOrder = writeTask<NewOrder, number>('top-up.order', async (tx, order) => {
  const created_at = Math.floor((await tx.sets.nowMs()) / 1000)
  return insertedId(tx, tx.db.insertInto('top_up_order').values({ ...order, status: 'pending', created_at }))
})

export interface Payment {
  readonly gateway: PaymentGatewayName
  readonly tradeNo: string
  /** Hundredths of the currency that the gateway took. */
  readonly money: number
  readonly currency: string
  /** The gateway's own number of the payment; empty: none. */
  readonly gatewayRef: string
  readonly rebatePercent: number
  readonly requestId: string
  readonly rebateRequestId: string
}

/** `credited`: now. `known`: it was credited before. `refused`: no such order, or another amount. */
export interface Paid {
  readonly result: 'credited' | 'known' | 'refused'
  readonly userId: number
}

/** Credits a payment once, however often it is told. */
export const payOrder = writeTask<Payment, Paid>('top-up.paid', async (tx, payment) => {
  const { gateway, tradeNo, money, currency, gatewayRef, rebatePercent, requestId, rebateRequestId } = payment
  const query = tx.db.selectFrom('top_up_order').selectAll().where('gateway', '=', gateway).where('trade_no', '=', tradeNo)
  const order = await locked(tx, query).executeTakeFirst()
  // To MariaDB a text with spaces behind it is the same text.
  const isTheirs = order?.trade_no === tradeNo && Number(order.money) === money && order.currency === currency
  if (!isTheirs) return { result: 'refused', userId: 0 }
  const userId = order.user_id
  if (Number(order.paid_at) > 0) return { result: 'known', userId }
  const id = Number(order.id)
  const paid_at = Math.floor((await tx.sets.nowMs()) / 1000)
  await tx.db.updateTable('top_up_order').set({ status: 'paid', paid_at, gateway_ref: gatewayRef }).where('id', '=', id).execute()
  await creditPayment(tx, {
    ...{ userId, rebatePercent, requestId, rebateRequestId, amount: Number(order.quota), source: gateway },
    username: await nameOf(tx, userId),
    ref: paidRef(order),
    words: { key: 'paid', facts: { amount: Number(order.quota), trade: tradeNo } },
  })
  // Money may have been given back before the notice of the payment came.
  await settleOrder(tx, { ...order, status: 'paid', paid_at, gateway_ref: gatewayRef })
  return { result: 'credited', userId }
})

/** An order of this user; somebody else's does not exist. @throws AppError not_found */
export async function findOwnOrder(database: Database, userId: number, id: number): Promise<OrderRecord> {
  const order = await findOrder(database, id)
  if (order?.user_id !== userId) throw new AppError('not_found', { what: 'order' })
  return order
}

export async function findOrder(database: Database, id: number): Promise<OrderRecord | undefined> {
  return database.read.selectFrom('top_up_order').selectAll().where('id', '=', toRowId(id)).executeTakeFirst()
}

export interface OrderFilter {
  /** Only this user's. */
  readonly userId?: number | undefined
  readonly status?: string | undefined
  /** A user's name, an order's id, or its number at the gateway. */
  readonly keyword?: string | undefined
}

/** A page of orders, newest first, with the names of their users. */
export async function findOrders(
  database: Database,
  { userId, status, keyword = '' }: OrderFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: (OrderRecord & { username: string | null })[]; total: number }> {
  const typed = keyword.trim()
  const id = /^\d{1,10}$/.test(typed) && isRowId(Number(typed)) ? Number(typed) : undefined
  const matching = database.read
    .selectFrom('top_up_order')
    .leftJoin('user', 'user.id', 'top_up_order.user_id')
    .$if(userId !== undefined, (query) => query.where('top_up_order.user_id', '=', userId ?? 0))
    .$if(Boolean(status), (query) => query.where('top_up_order.status', '=', status ?? ''))
    .$if(typed !== '', (query) =>
      query.where((where) =>
        where.or([
          where('user.username', '=', typed),
          where('top_up_order.trade_no', '=', typed),
          where('top_up_order.gateway_ref', '=', typed),
          ...(id === undefined ? [] : [where('top_up_order.id', '=', id)]),
        ]),
      ),
    )
  const [rows, count] = await Promise.all([
    matching
      .selectAll('top_up_order')
      .select('user.username')
      .orderBy('top_up_order.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    matching.select((row) => row.fn.countAll().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.count) }
}
