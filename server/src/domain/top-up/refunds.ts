// Paying orders back: the credit first, then the money (decision 15). What a crash or a silent payment service left open is finished later.
import { AppError } from '@waystation/contract/errors'
import type { PaymentGatewayName } from '@waystation/contract/money/top-up'
import type { Database } from '../../db/database.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { PaymentGateway, RefundState, RefundToMake } from '../payment-ports.ts'
import { published } from '../user/published.ts'
import { gatewayOf, type OrderRecord } from './order-record-store.ts'
import { findOrder } from './order-store.ts'
import { beginRefund, endRefund, findOpenRefunds, undoRefund } from './refund-store.ts'

/** Open refunds looked after in one run. */
const BATCH = 50
/** So long another node may still be waiting for the payment service's answer, which is asked three times for 15 seconds each. */
const OTHERS_WAIT_SECONDS = 120

export interface RefundParts {
  readonly database: Database
  readonly invalidation: Invalidation
  readonly gateways: Readonly<Record<PaymentGatewayName, PaymentGateway>>
  /** Is this the only process of the installation? */
  readonly isAlone: boolean
  /** Unix milliseconds by the database's clock: when a refund began is told by it. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export class Refunds {
  readonly #parts: RefundParts
  /** Orders whose refund this process is waiting for. */
  readonly #asked = new Set<number>()

  constructor(parts: RefundParts) {
    this.#parts = parts
  }

  /**
   * Takes the credit of an order back, and has the payment service pay the money back where it can do that by itself.
   * @throws AppError not_found, order_not_paid, order_refund_short, topup_disabled, payment_failed when it refused and all is as before,
   *   payment_unanswered when that is not known and the refund stays open
   */
  async refund(id: number, actorId: number, requestId: string): Promise<OrderRecord> {
    const { database, gateways, invalidation } = this.#parts
    const gateway = gateways[gatewayOf((await findOrder(database, id)) ?? { gateway: '' })]
    if (gateway.refund && !gateway.isOpen()) throw new AppError('topup_disabled')
    const request = { id, actorId, requestId, isAsked: gateway.refund !== undefined }
    this.#asked.add(id)
    try {
      const order = await database.run(beginRefund, request)
      invalidation.publish('user', order.user_id)
      return order.status === 'refunding' ? await this.#ask(order, { actorId, requestId, state: 'none' }) : order
    } finally {
      this.#asked.delete(id)
    }
  }

  /** Finishes refunds that a crash or a silent payment service left open: asks what became of them first. */
  async finishOpen(): Promise<void> {
    const { database, gateways, isAlone, now, onTrouble } = this.#parts
    const before = isAlone ? Number.MAX_SAFE_INTEGER : Math.floor(now() / 1000) - OTHERS_WAIT_SECONDS
    const open = await findOpenRefunds(database, before, BATCH)
    for (const order of open.filter(({ id }) => !this.#asked.has(Number(id)))) {
      try {
        const state = (await gateways[gatewayOf(order)].refundState?.(refundOf(order))) ?? 'none'
        await this.#ask(order, { actorId: 0, requestId: newRequestId(), state })
      } catch (error) {
        onTrouble(error, { event: 'refund_open', order: Number(order.id) })
      }
    }
  }

  /** @throws AppError payment_failed, payment_unanswered */
  async #ask(order: OrderRecord, { state, ...by }: { actorId: number; requestId: string; state: RefundState }): Promise<OrderRecord> {
    const { database, gateways, invalidation } = this.#parts
    const end = { ...by, id: Number(order.id), number: order.refund_number }
    try {
      if (state === 'failed') throw new AppError('payment_failed', { detail: 'refund failed' })
      if (state === 'none') await gateways[gatewayOf(order)].refund?.(refundOf(order))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'payment_failed') throw error
      const undone = await published(invalidation, order.user_id, database.run(undoRefund, end))
      // Another node may have asked too, and have been told otherwise.
      if (undone.status === 'refunded') return undone
      throw error
    }
    return database.run(endRefund, end)
  }
}

const refundOf = ({ trade_no, gateway_ref, refund_number }: OrderRecord): RefundToMake => ({
  tradeNo: trade_no,
  gatewayRef: gateway_ref,
  number: refund_number,
})
