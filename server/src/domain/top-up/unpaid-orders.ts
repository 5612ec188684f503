// Orders whose notice never came: the payment service is asked about them, and a super admin can complete one by hand.
import { AppError } from '@waystation/contract/errors'
import type { PaymentGatewayName } from '@waystation/contract/money/top-up'
import { ORDER_OPEN_SECONDS } from '@waystation/contract/money/wallet'
import type { Database } from '../../db/database.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { PaymentGateway } from '../payment-ports.ts'
import { claimAsking, completeOrder, findUnasked } from './open-order-store.ts'
import { gatewayOf, type OrderRecord } from './order-record-store.ts'
import { findOrder } from './order-store.ts'
import type { PaymentNotices } from './payment-notices.ts'
import type { SaleTerms } from './sale-terms.ts'

/** Orders asked about in one run. */
const BATCH = 20
/** From the last time on, at least so long, and a part of the order's age: most pay at once or not at all. */
const FIRST_PAUSE_SECONDS = 120
const PART_OF_AGE = 5

export interface UnpaidOrderParts {
  readonly database: Database
  readonly gateways: Readonly<Record<PaymentGatewayName, PaymentGateway>>
  readonly payments: Pick<PaymentNotices, 'noticed'>
  readonly terms: Pick<SaleTerms, 'today'>
  readonly invalidation: Invalidation
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export class UnpaidOrders {
  readonly #parts: UnpaidOrderParts

  constructor(parts: UnpaidOrderParts) {
    this.#parts = parts
  }

  /**
   * Asks the payment service about an order, and does what it says as if it had told it by itself.
   * @throws AppError not_found, topup_disabled, payment_failed, payment_unanswered
   */
  async ask(id: number, requestId: string): Promise<OrderRecord> {
    const { database, gateways } = this.#parts
    const order = await findOrder(database, id)
    if (!order) throw new AppError('not_found', { what: 'order' })
    if (!gateways[gatewayOf(order)].isOpen()) throw new AppError('topup_disabled')
    await this.#askAbout(order, requestId)
    return (await findOrder(database, id)) ?? order
  }

  /** Asks about orders of the last day that nobody told of: often at first, then ever less. */
  async askOpen(): Promise<void> {
    const { database, gateways, now, onTrouble } = this.#parts
    const at = Math.floor(now() / 1000)
    const open = await findUnasked(database, { from: at - ORDER_OPEN_SECONDS, until: at - FIRST_PAUSE_SECONDS })
    const due = open.filter((order) => gateways[gatewayOf(order)].isOpen() && isDue(order, at))
    for (const order of due.slice(0, BATCH)) {
      try {
        const isMine = await database.run(claimAsking, { id: Number(order.id), askedAt: Number(order.asked_at), at })
        if (isMine) await this.#askAbout(order, newRequestId())
      } catch (error) {
        onTrouble(error, { event: 'order_not_asked', order: Number(order.id) })
      }
    }
  }

  /**
   * Credits an order that was paid, by the word of a super admin.
   * @throws AppError not_found, order_already_paid, bad_form where the reason is missing
   */
  async complete(id: number, by: { actorId: number; reason: string; requestId: string }): Promise<OrderRecord> {
    const { database, terms, invalidation } = this.#parts
    const order = await database.run(completeOrder, { ...by, id, rebatePercent: terms.today().rebatePercent })
    invalidation.publish('user', order.user_id)
    return order
  }

  async #askAbout(order: OrderRecord, requestId: string): Promise<void> {
    const { gateways, payments } = this.#parts
    const name = gatewayOf(order)
    const notice = await gateways[name].ask({ tradeNo: order.trade_no, checkoutRef: order.checkout_ref })
    if (notice) await payments.noticed(name, { notice }, requestId)
  }
}

function isDue({ created_at, asked_at }: OrderRecord, at: number): boolean {
  const age = at - Number(created_at)
  return at - Math.max(Number(asked_at), Number(created_at)) >= Math.max(FIRST_PAUSE_SECONDS, age / PART_OF_AGE)
}
