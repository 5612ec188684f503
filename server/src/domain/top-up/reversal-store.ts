// What a payment service does to an order after it was paid: it gives money back, or a buyer disputes the payment. The order's credit follows
// what the service said in all, whatever came first and however often it is told.
import { logType } from '@waystation/contract/site/status-table'
import type { Selectable } from 'kysely'
import { locked } from '../../db/locked.ts'
import type { TopUpDisputeRow } from '../../db/tables/tables.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { postAside, postIncome } from '../ledger/debts/debt.ts'
import { ensureAccount } from '../ledger/ledger-tasks.ts'
import { post } from '../ledger/post.ts'
import { writeEvent } from '../log/log-row-store.ts'
import { type Telling, tellRoots } from '../notice/root-notice-store.ts'
import type { CheckoutEnded, DisputeTold, MoneyGivenBack } from '../payment-ports.ts'
import { type OrderRecord, paidRef } from './order-record-store.ts'
import { lockForTakingBack, nameOf, noteTakenBack, partOf, takeBack } from './take-back.ts'

type Dispute = Selectable<TopUpDisputeRow>

/** `done`: now. `known`: before. `unknown`: no such order. `amount`: in another currency than the order. */
export interface Reversed {
  readonly result: 'done' | 'known' | 'unknown' | 'amount'
  readonly userId: number
  readonly orderId: number
}

const reversed = (result: Reversed['result'], order?: OrderRecord): Reversed => ({
  ...{ result, userId: order?.user_id ?? 0, orderId: Number(order?.id ?? 0) },
})

type FromGateway<Notice> = Notice & { readonly gateway: string }

/** The page to pay on has ended: an order that waits to be paid is shown so. Whoever pays it all the same has paid it. */
export const endCheckout = writeTask<FromGateway<CheckoutEnded>, Reversed>('top-up.ended', async (tx, { gateway, tradeNo, became }) => {
  const order = await lockTold(tx, { gateway, tradeNo, gatewayRef: '' })
  if (!order) return reversed('unknown')
  if (order.status !== 'pending') return reversed('known', order)
  await tx.db.updateTable('top_up_order').set({ status: became }).where('id', '=', Number(order.id)).execute()
  return reversed('done', order)
})

/** Takes back what the payment service gave back in all, less what was taken back before, in proportion to the order's credit. */
export const followGivenBack = writeTask<FromGateway<MoneyGivenBack>, Reversed>('top-up.given-back', async (tx, told) => {
  const order = await lockTold(tx, told)
  if (!order) return reversed('unknown')
  if (order.currency !== told.currency) return reversed('amount', order)
  // Events may overtake each other: the largest sum is the newest.
  if (told.money <= Number(order.money_back)) return reversed('known', order)
  await tx.db.updateTable('top_up_order').set({ money_back: told.money }).where('id', '=', Number(order.id)).execute()
  await settleOrder(tx, { ...order, money_back: told.money })
  return reversed('done', order)
})

/** Locks the credit of a payment that is disputed; when that is over, unlocks it or takes it back. The super admins are told. */
export const followDispute = writeTask<FromGateway<DisputeTold> & { telling: Telling }, Reversed>('top-up.dispute', async (tx, told) => {
  const order = await lockTold(tx, { ...told, tradeNo: '' })
  if (!order) return reversed('unknown')
  if (order.currency !== told.currency) return reversed('amount', order)
  const { id, state, money, reason } = told
  const known = await tx.db.selectFrom('top_up_dispute').selectAll().where('id', '=', id).executeTakeFirst()
  if (known && (state === 'open' || known.state !== 'open')) return reversed('known', order)
  const now = Math.floor((await tx.sets.nowMs()) / 1000)
  const closed_at = state === 'open' ? 0 : now
  if (known) {
    await unlock(tx, order, known, state)
    await tx.db.updateTable('top_up_dispute').set({ state, closed_at, quota_locked: 0 }).where('id', '=', id).execute()
  } else {
    const row = { id, order_id: Number(order.id), money, reason: reason.slice(0, 64), state, opened_at: now, closed_at }
    await tx.db.insertInto('top_up_dispute').values(row).execute()
  }
  await settleOrder(tx, order)
  await tellRoots(tx, told.telling)
  return reversed('done', order)
})

/** Brings credit and state of a paid order up to what the payment service has said of it. Used inside tasks that hold its lock. */
export async function settleOrder(tx: WriteTx, before: OrderRecord): Promise<OrderRecord> {
  if (Number(before.paid_at) === 0) return before
  const id = Number(before.id)
  const [money, quota] = [Number(before.money), Number(before.quota)]
  const disputes = await tx.db.selectFrom('top_up_dispute').selectAll().where('order_id', '=', id).orderBy('id').execute()
  const lost = disputes.filter(({ state }) => state === 'lost').reduce((sum, dispute) => sum + Number(dispute.money), 0)
  const quotaBack = partOf(quota, Math.min(money, Number(before.money_back) + lost), money)
  let order = before
  if (quotaBack > Number(order.quota_back)) {
    order = (await takeBack(tx, order, { quotaBack, actorId: 0 })).order
    await noteTakenBack(tx, order, { number: order.reversals })
  }
  const open = disputes.filter(({ state }) => state === 'open')
  for (const dispute of open) order = await lockCredit(tx, order, dispute)
  const status = stateOf(order, { isDisputed: open.length > 0, isLost: lost > 0 })
  if (status === order.status) return order
  const isOver = status === 'refunded' || status === 'charged_back'
  const changed = { status, ...(isOver ? { refunded_at: Math.floor((await tx.sets.nowMs()) / 1000) } : {}) }
  await tx.db.updateTable('top_up_order').set(changed).where('id', '=', id).execute()
  return { ...order, ...changed }
}

function stateOf(order: OrderRecord, { isDisputed, isLost }: { isDisputed: boolean; isLost: boolean }): string {
  if (order.refund_number > 0) return 'refunding'
  if (Number(order.quota_back) >= Number(order.quota)) return isLost ? 'charged_back' : 'refunded'
  return isDisputed ? 'disputed' : 'paid'
}

/** Locks what a dispute is about, as far as there is; what is locked already stays so. */
async function lockCredit(tx: WriteTx, order: OrderRecord, dispute: Dispute): Promise<OrderRecord> {
  const [money, quota] = [Number(order.money), Number(order.quota)]
  const wanted = Math.min(partOf(quota, Math.min(money, Number(dispute.money)), money), quota - Number(order.quota_back))
  if (Number(dispute.quota_locked) > 0 || wanted === 0) return order
  const number = order.reversals + 1
  const to = await ensureAccount(tx, 'locked', order.user_id)
  const claim = { ref: lockRef(order, number), userId: order.user_id, to, amount: wanted, kind: 'dispute', actorId: 0 }
  const quota_locked = await postAside(tx, claim)
  await tx.db.updateTable('top_up_dispute').set({ number, quota_locked }).where('id', '=', dispute.id).execute()
  await tx.db.updateTable('top_up_order').set({ reversals: number }).where('id', '=', Number(order.id)).execute()
  await tellBuyer(tx, order, 'credit_locked', quota_locked)
  return { ...order, reversals: number }
}

/** What was locked is the buyer's again; where the dispute was lost, it is taken back in the same transaction. */
async function unlock(tx: WriteTx, order: OrderRecord, { number, quota_locked }: Dispute, state: DisputeTold['state']): Promise<void> {
  const amount = Number(quota_locked)
  if (amount === 0) return
  const [from, to] = [await ensureAccount(tx, 'locked', order.user_id), await ensureAccount(tx, 'user', order.user_id)]
  await lockForTakingBack(tx, order, [from])
  const movement = { ref: `${lockRef(order, number)}:undo`, from, to, amount, kind: 'dispute', actorId: 0 }
  if (state === 'lost') return post(tx, [movement])
  await postIncome(tx, [movement])
  await tellBuyer(tx, order, 'credit_unlocked', amount)
}

const lockRef = (order: OrderRecord, number: number): string => `dispute:${paidRef(order)}:${number}`

async function tellBuyer(tx: WriteTx, order: OrderRecord, key: string, amount: number): Promise<void> {
  const words = { key, facts: { amount, trade: order.trade_no } }
  const username = await nameOf(tx, order.user_id)
  await writeEvent(tx, { requestId: newRequestId(), type: logType.system, userId: order.user_id, username, words })
}

/** The order that a notice is about, locked: by our number, or by the payment service's own. */
async function lockTold(
  tx: WriteTx,
  { gateway, tradeNo, gatewayRef }: { gateway: string; tradeNo: string; gatewayRef: string },
): Promise<OrderRecord | undefined> {
  const orders = tx.db.selectFrom('top_up_order').selectAll().where('gateway', '=', gateway)
  if (tradeNo !== '') {
    const order = await locked(tx, orders.where('trade_no', '=', tradeNo)).executeTakeFirst()
    // To MariaDB a text with spaces behind it is the same text.
    if (order?.trade_no === tradeNo) return order
  }
  if (gatewayRef === '') return undefined
  return locked(tx, orders.where('gateway_ref', '=', gatewayRef)).executeTakeFirst()
}
