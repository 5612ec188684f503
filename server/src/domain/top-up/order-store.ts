// Orders of quota. What a payment credits is read from the order, under its lock, and never from a notice (I9).
import { AppError } from '@waystation/contract/errors'
import { logType } from '@waystation/contract/status-table'
import type { PaymentGatewayName } from '@waystation/contract/top-up'
import type { Selectable } from 'kysely'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import type { TopUpOrderRow } from '../../db/tables.ts'
import { insertedId, type WriteTx, writeTask } from '../../db/write-task.ts'
import { ensureAccount } from '../ledger/ledger-tasks.ts'
import { type Movement, post } from '../ledger/post.ts'
import { isRowId, toRowId } from '../like-pattern.ts'
import { writeEvent } from '../log/log-row-store.ts'
import { creditPayment } from '../reward/rebate.ts'

export type OrderRecord = Selectable<TopUpOrderRow>

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

/** `credited`: now. `known`: it was credited before. `refused`: no such order, another amount, or one that was refunded. */
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
  if (order.status === 'paid') return { result: 'known', userId }
  if (order.status !== 'pending') return { result: 'refused', userId }
  const id = Number(order.id)
  const paid_at = Math.floor((await tx.sets.nowMs()) / 1000)
  await tx.db.updateTable('top_up_order').set({ status: 'paid', paid_at, gateway_ref: gatewayRef }).where('id', '=', id).execute()
  await creditPayment(tx, {
    ...{ userId, rebatePercent, requestId, rebateRequestId, amount: Number(order.quota), source: gateway },
    username: await nameOf(tx, userId),
    ref: `${gateway}:${id}`,
    words: { key: 'paid', facts: { amount: Number(order.quota), trade: tradeNo } },
  })
  return { result: 'credited', userId }
})

export interface Refund {
  readonly id: number
  readonly actorId: number
  readonly requestId: string
  readonly rebateRequestId: string
}

/** Before the gateway is asked to pay back. @throws AppError not_found, order_not_paid, order_refund_short */
export async function findRefundable(database: Database, id: number): Promise<OrderRecord> {
  const order = await findOrder(database, id)
  const balance = await database.read
    .selectFrom('account')
    .select(['posted', 'held'])
    .where('kind', '=', 'user')
    .where('owner_id', '=', order?.user_id ?? 0)
    .executeTakeFirst()
  return assertCovered(assertPaid(order), Number(balance?.posted ?? 0) - Number(balance?.held ?? 0))
}

/**
 * Takes back what an order credited, and the inviter's share of it.
 * @throws AppError not_found, order_not_paid, order_refund_short when the buyer has spent it, or running calls hold it
 */
export const refundOrder = writeTask<Refund, OrderRecord>('top-up.refund', async (tx, { id, actorId, requestId, rebateRequestId }) => {
  const found = await locked(tx, tx.db.selectFrom('top_up_order').selectAll().where('id', '=', toRowId(id))).executeTakeFirst()
  const order = assertPaid(found)
  const buyer = await ensureAccount(tx, 'user', order.user_id)
  const refunded_at = Math.floor((await tx.sets.nowMs()) / 1000)
  await tx.db.updateTable('top_up_order').set({ status: 'refunded', refunded_at }).where('id', '=', id).execute()
  const paidRef = `${order.gateway}:${id}`
  const amount = Number(order.quota)
  const house = await ensureAccount(tx, order.gateway, 0)
  const back: Movement = { ref: `refund:${paidRef}`, from: buyer, to: house, amount, kind: 'refund', actorId }
  const rebate = await rebateBack(tx, paidRef, actorId)
  await post(tx, rebate ? [back, rebate.movement] : [back])
  // Looked at after the movement, whose lock it has; a refusal takes all of it back.
  const left = await tx.db.selectFrom('account').select(['posted', 'held']).where('id', '=', buyer).executeTakeFirstOrThrow()
  assertCovered(order, Number(left.posted) - Number(left.held) + amount)
  const username = await nameOf(tx, order.user_id)
  const words = { key: 'refunded', facts: { amount, trade: order.trade_no } }
  await writeEvent(tx, { requestId, type: logType.management, userId: order.user_id, username, words })
  if (rebate) {
    const { userId, movement } = rebate
    const lost = { key: 'rebate_taken_back', facts: { share: movement.amount } }
    await writeEvent(tx, {
      ...{ requestId: rebateRequestId, type: logType.system, userId, words: lost },
      username: await nameOf(tx, userId),
    })
  }
  return { ...order, status: 'refunded', refunded_at }
})

function assertPaid(order: OrderRecord | undefined): OrderRecord {
  if (!order) throw new AppError('not_found', { what: 'order' })
  if (order.status !== 'paid') throw new AppError('order_not_paid')
  return order
}

/** @param available what the buyer has, less what running calls hold */
function assertCovered(order: OrderRecord, available: number): OrderRecord {
  if (available < Number(order.quota)) throw new AppError('order_refund_short', { available, amount: Number(order.quota) })
  return order
}

/** The movement that takes an inviter's share back, if there was one. */
async function rebateBack(tx: WriteTx, paidRef: string, actorId: number): Promise<{ userId: number; movement: Movement } | undefined> {
  const entry = await tx.db
    .selectFrom('entry')
    .innerJoin('account', 'account.id', 'entry.credit_account')
    .select(['entry.amount', 'entry.debit_account', 'entry.credit_account', 'account.owner_id'])
    .where('entry.ref', '=', `rebate:${paidRef}`)
    .executeTakeFirst()
  if (!entry) return undefined
  const [from, to] = [Number(entry.credit_account), Number(entry.debit_account)]
  const movement = { ref: `refund:rebate:${paidRef}`, from, to, amount: Number(entry.amount), kind: 'refund', actorId }
  return { userId: entry.owner_id, movement }
}

async function nameOf(tx: WriteTx, userId: number): Promise<string> {
  const user = await tx.db.selectFrom('user').select('username').where('id', '=', userId).executeTakeFirst()
  return user?.username ?? ''
}

/** An order of this user; somebody else's does not exist. @throws AppError not_found */
export async function findOwnOrder(database: Database, userId: number, id: number): Promise<OrderRecord> {
  const order = await findOrder(database, id)
  if (order?.user_id !== userId) throw new AppError('not_found', { what: 'order' })
  return order
}

async function findOrder(database: Database, id: number): Promise<OrderRecord | undefined> {
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
