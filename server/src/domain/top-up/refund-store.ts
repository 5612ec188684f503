// Refunds that an admin asks for. The credit goes first, so that it cannot be spent while the payment service is asked; a refund that a crash
// left open is found by its state.
import { AppError } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { toRowId } from '../like-pattern.ts'
import type { OrderRecord } from './order-record-store.ts'
import { settleOrder } from './reversal-store.ts'
import { giveBack, noteTakenBack, takeBack } from './take-back.ts'

interface RefundRequest {
  readonly id: number
  readonly actorId: number
  readonly requestId: string
  /** Does the payment service pay the money back when it is asked? Otherwise a person does, and the refund is over at once. */
  readonly isAsked: boolean
}

/**
 * Takes back what is left of an order's credit, with the inviter's share of it.
 * @returns the order, `refunding` where the payment service must be asked and `refunded` otherwise
 * @throws AppError not_found, order_not_paid, order_refund_short when the buyer has spent it, or running calls hold it
 */
export const beginRefund = writeTask<RefundRequest, OrderRecord>(
  'top-up.begin-refund',
  async (tx, { id, actorId, isAsked, ...request }) => {
    const found = await lockOrder(tx, id)
    if (!found) throw new AppError('not_found', { what: 'order' })
    if (found.status !== 'paid') throw new AppError('order_not_paid')
    const { order, amount, owed } = await takeBack(tx, found, { quotaBack: Number(found.quota), actorId })
    // Looked at after the movement, whose locks it has; a refusal takes all of it back.
    if (owed > 0) throw new AppError('order_refund_short', { available: amount - owed, amount })
    const number = order.reversals
    if (!isAsked) return end(tx, order, { number, ...request })
    const refunding_at = Math.floor((await tx.sets.nowMs()) / 1000)
    return changed(tx, order, { status: 'refunding', refund_number: number, refunding_at })
  },
)

interface RefundEnd {
  readonly id: number
  /** The refund's number; another one, or none, may be open by now. */
  readonly number: number
  readonly actorId: number
  readonly requestId: string
}

/** The payment service paid back. A refund that is over stays as it is. @throws AppError not_found */
export const endRefund = writeTask<RefundEnd, OrderRecord>('top-up.end-refund', async (tx, refund) => {
  const order = await lockOpen(tx, refund)
  return isOpen(order, refund) ? end(tx, order, refund) : order
})

/** The payment service refused: the buyer and the inviter have again what was taken. @throws AppError not_found */
export const undoRefund = writeTask<RefundEnd, OrderRecord>('top-up.undo-refund', async (tx, refund) => {
  const order = await lockOpen(tx, refund)
  if (!isOpen(order, refund)) return order
  const given = await giveBack(tx, order, refund)
  return settleOrder(tx, await changed(tx, given, { refund_number: 0, refunding_at: 0 }))
})

async function end(tx: WriteTx, order: OrderRecord, refund: { number: number; requestId: string }): Promise<OrderRecord> {
  await noteTakenBack(tx, order, refund)
  const refunded_at = Math.floor((await tx.sets.nowMs()) / 1000)
  return changed(tx, order, { status: 'refunded', refund_number: 0, refunded_at })
}

async function changed(tx: WriteTx, order: OrderRecord, change: Partial<OrderRecord>): Promise<OrderRecord> {
  await tx.db.updateTable('top_up_order').set(change).where('id', '=', Number(order.id)).execute()
  return { ...order, ...change }
}

async function lockOpen(tx: WriteTx, { id }: RefundEnd): Promise<OrderRecord> {
  const order = await lockOrder(tx, id)
  if (!order) throw new AppError('not_found', { what: 'order' })
  return order
}

const isOpen = ({ status, refund_number }: OrderRecord, { number }: RefundEnd): boolean =>
  status === 'refunding' && refund_number === number

const lockOrder = (tx: WriteTx, id: number): Promise<OrderRecord | undefined> =>
  locked(tx, tx.db.selectFrom('top_up_order').selectAll().where('id', '=', toRowId(id))).executeTakeFirst()

/** Refunds that are open since before a moment, oldest first. @param before unix seconds */
export async function findOpenRefunds(database: Database, before: number, limit: number): Promise<OrderRecord[]> {
  return database.read
    .selectFrom('top_up_order')
    .selectAll()
    .where('status', '=', 'refunding')
    .where('refunding_at', '<', before)
    .orderBy('refunding_at')
    .limit(limit)
    .execute()
}
