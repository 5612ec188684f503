// Orders of quota. What a payment credits is read from the order, under its lock, and never from a notice (I9).
import { AppError } from '@waystation/contract/errors'
import { moneyOf, type NoticeReason, type PaymentGatewayName } from '@waystation/contract/money/top-up'
import { ORDER_OPEN_SECONDS } from '@waystation/contract/money/wallet'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import type { TopUpOrderRow } from '../../db/tables/tables.ts'
import { insertedId, type WriteTx, writeTask } from '../../db/write-task.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { toRowId } from '../like-pattern.ts'
import { creditPayment } from '../reward/rebate.ts'
import { type OrderRecord, paidRef } from './order-record-store.ts'
import { settleOrder } from './reversal-store.ts'
import type { TermsOfToday } from './sale-terms.ts'
import { nameOf } from './take-back.ts'

export type NewOrder = Pick<TopUpOrderRow, 'user_id' | 'gateway' | 'method' | 'trade_no' | 'amount' | 'quota' | 'money' | 'currency'>

/** Keeps an order that is to be paid, and answers with its id. */
export const createOrder = writeTask<NewOrder, number>('top-up.order', async (tx, order) => {
  const created_at = Math.floor((await tx.sets.nowMs()) / 1000)
  return insertedId(tx, tx.db.insertInto('top_up_order').values({ ...order, status: 'pending', created_at }))
})

export interface Payment extends TermsOfToday {
  readonly gateway: PaymentGatewayName
  readonly tradeNo: string
  /** Hundredths of the currency that the gateway took. */
  readonly money: number
  readonly currency: string
  /** The gateway's own number of the payment; empty: none. */
  readonly gatewayRef: string
  readonly requestId: string
}

/** `credited`: now. `known`: it was credited before. `late`: it waits for a super admin. Where it was not taken as it came, the reason. */
export interface Paid {
  readonly result: 'credited' | 'known' | 'late' | 'refused'
  readonly userId: number
  readonly reason?: NoticeReason
}

/** Credits a payment once, however often it is told. */
export const payOrder = writeTask<Payment, Paid>('top-up.paid', async (tx, payment) => {
  const { gateway, tradeNo, money, currency, gatewayRef, rebatePercent, requestId } = payment
  const query = tx.db.selectFrom('top_up_order').selectAll().where('gateway', '=', gateway).where('trade_no', '=', tradeNo)
  const order = await locked(tx, query).executeTakeFirst()
  // To MariaDB a text with spaces behind it is the same text.
  if (order?.trade_no !== tradeNo) return { result: 'refused', userId: 0, reason: 'unknown_order' }
  const userId = order.user_id
  if (order.currency !== currency) return { result: 'refused', userId, reason: 'currency' }
  if (Number(order.money) !== money) return { result: 'refused', userId, reason: 'amount' }
  if (Number(order.paid_at) > 0) {
    const isSecond = order.gateway_ref !== '' && gatewayRef !== '' && order.gateway_ref !== gatewayRef
    return isSecond ? { result: 'refused', userId, reason: 'second' } : { result: 'known', userId }
  }
  if (await isTooLate(tx, order, payment)) {
    const late = { status: 'late', gateway_ref: gatewayRef }
    await tx.db.updateTable('top_up_order').set(late).where('id', '=', Number(order.id)).execute()
    return { result: 'late', userId, reason: 'late' }
  }
  await creditOrder(tx, order, { rebatePercent, requestId, gatewayRef })
  return { result: 'credited', userId }
})

/** Was an order of Epay paid after its time, when the same money would not buy as much any more? Stripe's pages end by themselves. */
async function isTooLate(
  tx: WriteTx,
  order: OrderRecord,
  { prices: { price, groupRatios, quotaPerUnit } }: TermsOfToday,
): Promise<boolean> {
  const now = (await tx.sets.nowMs()) / 1000
  if (order.gateway !== 'epay' || Number(order.created_at) + ORDER_OPEN_SECONDS > now) return false
  const buyer = await tx.db.selectFrom('user').select('group_name').where('id', '=', order.user_id).executeTakeFirst()
  const terms = { price, groupRatio: groupRatios[buyer?.group_name ?? ''], isInCurrency: false, quotaPerUnit }
  return moneyOf(Number(order.quota), terms) > BigInt(order.money)
}

/** Credits an order whose lock is held and that was not paid before. Used inside tasks. */
export async function creditOrder(
  tx: WriteTx,
  order: OrderRecord,
  { rebatePercent, requestId, gatewayRef }: { rebatePercent: number; requestId: string; gatewayRef: string },
): Promise<OrderRecord> {
  const { user_id: userId, trade_no: trade } = order
  const amount = Number(order.quota)
  const paid = { status: 'paid', paid_at: Math.floor((await tx.sets.nowMs()) / 1000), gateway_ref: gatewayRef }
  await tx.db.updateTable('top_up_order').set(paid).where('id', '=', Number(order.id)).execute()
  await creditPayment(tx, {
    ...{ userId, rebatePercent, requestId, rebateRequestId: newRequestId(), amount, source: order.gateway },
    username: await nameOf(tx, userId),
    ref: paidRef(order),
    words: { key: 'paid', facts: { amount, trade } },
  })
  // Money may have been given back before the notice of the payment came.
  return settleOrder(tx, { ...order, ...paid })
}

/** An order of this user; somebody else's does not exist. @throws AppError not_found */
export async function findOwnOrder(database: Database, userId: number, id: number): Promise<OrderRecord> {
  const order = await findOrder(database, id)
  if (order?.user_id !== userId) throw new AppError('not_found', { what: 'order' })
  return order
}

export async function findOrder(database: Database, id: number): Promise<OrderRecord | undefined> {
  return database.read.selectFrom('top_up_order').selectAll().where('id', '=', toRowId(id)).executeTakeFirst()
}
