// Orders that nobody told of, and those that a super admin completes by hand.
import { AppError } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import { writeTask } from '../../db/write-task.ts'
import { toRowId } from '../like-pattern.ts'
import type { OrderRecord } from './order-record-store.ts'
import { creditOrder } from './order-store.ts'

/** Most orders that one look reads; those that are due are asked about some at a time. */
const LOOK_MAX = 500

/** Orders without a payment that were opened and last asked about in this span, those that waited longest first. Unix seconds. */
export async function findUnasked(database: Database, { from, until }: { from: number; until: number }): Promise<OrderRecord[]> {
  return database.read
    .selectFrom('top_up_order')
    .selectAll()
    .where('status', '=', 'pending')
    .where('created_at', '>', from)
    .where('created_at', '<=', until)
    .where('asked_at', '<=', until)
    .where((order) => order.or([order('gateway', '=', 'epay'), order('checkout_ref', '!=', '')]))
    .orderBy('asked_at')
    .orderBy('id')
    .limit(LOOK_MAX)
    .execute()
}

/** Notes that an order is asked about now. False: another node was faster. */
export const claimAsking = writeTask<{ id: number; askedAt: number; at: number }, boolean>(
  'top-up.claim-asking',
  async (tx, { id, askedAt, at }) => {
    const update = tx.db.updateTable('top_up_order').set({ asked_at: at }).where('id', '=', id).where('asked_at', '=', askedAt)
    return Number((await update.executeTakeFirst()).numUpdatedRows) === 1
  },
)

/** Notes where the page to pay an order is, so that it can be asked about. */
export const noteCheckout = writeTask<{ id: number; ref: string }, null>('top-up.checkout', async (tx, { id, ref }) => {
  await tx.db.updateTable('top_up_order').set({ checkout_ref: ref }).where('id', '=', id).execute()
  return null
})

interface Completion {
  readonly id: number
  readonly actorId: number
  /** May be empty where the payment service said that it was paid, and it only came late. */
  readonly reason: string
  readonly requestId: string
  readonly rebatePercent: number
}

/**
 * Credits an order by the word of a super admin.
 * @throws AppError not_found, order_already_paid, bad_form where the reason is missing
 */
export const completeOrder = writeTask<Completion, OrderRecord>('top-up.complete', async (tx, completion) => {
  const { id, actorId, reason, requestId, rebatePercent } = completion
  const order = await locked(tx, tx.db.selectFrom('top_up_order').selectAll().where('id', '=', toRowId(id))).executeTakeFirst()
  if (!order) throw new AppError('not_found', { what: 'order' })
  if (Number(order.paid_at) > 0) throw new AppError('order_already_paid')
  if (reason === '' && order.status !== 'late') throw new AppError('bad_form', {}, { fields: { reason: 'order_reason_required' } })
  const by = { completed_by: actorId, completed_because: reason }
  await tx.db.updateTable('top_up_order').set(by).where('id', '=', id).execute()
  return creditOrder(tx, { ...order, ...by }, { rebatePercent, requestId, gatewayRef: order.gateway_ref })
})
