// What payment services tell of orders, after their adapters verified it. Source: server-behaviour 7.5, reliability.md 5.8.
import type { NoticeReason, PaymentGatewayName, RefusedPaymentNotice } from '@waystation/contract/money/top-up'
import { moneyText } from '@waystation/contract/money/top-up'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { RootNotices } from '../notice/root-notices.ts'
import type { ClaimedNotice, DisputeTold, PaymentNotice, PaymentTold, ReadNotice } from '../payment-ports.ts'
import { payOrder } from './order-store.ts'
import { disputeNotice, refusedNotice } from './order-words.ts'
import { findRefused, isKeptTwice, keepRefused, type NoticeRecord, type RefusedNotice } from './refused-notice-store.ts'
import { endCheckout, followDispute, followGivenBack, type Reversed } from './reversal-store.ts'
import type { SaleTerms } from './sale-terms.ts'

export interface PaymentNoticeParts {
  readonly database: Database
  readonly terms: Pick<SaleTerms, 'today'>
  readonly invalidation: Invalidation
  readonly roots: Pick<RootNotices, 'compose' | 'wake'>
  readonly log: Pick<Logger, 'warn'>
}

/** Does the gateway have to tell this again? `refused` is for an operator to look at. */
export type NoticeOutcome = 'credited' | 'known' | 'ignored' | 'refused'

export class PaymentNotices {
  readonly #parts: PaymentNoticeParts

  constructor(parts: PaymentNoticeParts) {
    this.#parts = parts
  }

  /**
   * Does what a notice says, once however often it is told. One that is refused is kept with its order, and the super admins are told.
   * @returns what to tell the gateway: anything but `refused` needs no repetition
   */
  async noticed(gateway: PaymentGatewayName, read: ReadNotice, requestId: string): Promise<NoticeOutcome> {
    if ('fault' in read) {
      await this.#keep({ ...read.claimed, gateway, reason: read.fault, isUnsigned: read.fault !== 'merchant' && read.fault !== 'money' })
      return 'refused'
    }
    const { notice } = read
    if (notice.kind === 'payment') return notice.isPaid ? this.#paid(gateway, notice, requestId) : 'ignored'
    const { result, userId } = await this.#follow(gateway, notice)
    if (result === 'done') this.#parts.invalidation.publish('user', userId)
    if (result === 'done' || result === 'known') return 'known'
    await this.#keep({ ...claimOf(notice), gateway, reason: result === 'amount' ? 'currency' : 'unknown_order', isUnsigned: false })
    return 'refused'
  }

  /** A page of the notices that were refused, of an order or of none (0), newest first. */
  async refused(orderId: number, page: { offset: number; limit: number }): Promise<{ items: RefusedPaymentNotice[]; total: number }> {
    const { rows, total } = await findRefused(this.#parts.database, orderId, page)
    return { items: rows.map(shown), total }
  }

  async #paid(gateway: PaymentGatewayName, notice: PaymentTold, requestId: string): Promise<NoticeOutcome> {
    const { database, terms, invalidation } = this.#parts
    const { tradeNo, money, currency, gatewayRef } = notice
    const payment = { gateway, tradeNo, money, currency, gatewayRef, requestId, ...terms.today() }
    const { result, userId, reason } = await database.run(payOrder, payment)
    if (result === 'credited') invalidation.publish('user', userId)
    if (reason) await this.#keep({ ...claimOf(notice), gateway, reason, isUnsigned: false })
    // An order that waits for a super admin is kept: there is nothing to repeat.
    return result === 'late' ? 'known' : result
  }

  async #follow(gateway: PaymentGatewayName, notice: Exclude<PaymentNotice, PaymentTold>): Promise<Reversed> {
    const { database } = this.#parts
    if (notice.kind === 'ended') return database.run(endCheckout, { ...notice, gateway })
    if (notice.kind === 'given-back') return database.run(followGivenBack, { ...notice, gateway })
    return this.#followDispute(gateway, notice)
  }

  async #followDispute(gateway: PaymentGatewayName, dispute: DisputeTold): Promise<Reversed> {
    const { database, roots } = this.#parts
    const followed = await database.run(followDispute, { ...dispute, gateway, telling: await roots.compose(disputeNotice(dispute)) })
    roots.wake()
    return followed
  }

  async #keep(refused: Omit<RefusedNotice, 'telling'>): Promise<void> {
    const { database, roots, log } = this.#parts
    const telling = await roots.compose(refusedNotice(refused))
    const kept = await database.run(keepRefused, { ...refused, telling }).catch((error) => {
      if (isKeptTwice(error)) return 'repeated'
      throw error
    })
    if (kept === 'dropped') return
    const { gateway, kind, reason, tradeNo, gatewayRef, money, currency } = refused
    const said = { gateway, kind, reason, tradeNo, gatewayRef, money: moneyText(money), currency }
    log.warn({ event: 'payment_notice_refused', ...said }, 'a notice of a payment was refused')
    if (kept === 'new') roots.wake()
  }
}

/** What a notice that is refused says, for those who look into it. */
function claimOf(notice: PaymentNotice): ClaimedNotice {
  if (notice.kind === 'ended') return { kind: notice.kind, tradeNo: notice.tradeNo, gatewayRef: '', money: 0, currency: '' }
  const { kind, gatewayRef, money, currency } = notice
  return { kind, tradeNo: 'tradeNo' in notice ? notice.tradeNo : '', gatewayRef, money, currency }
}

function shown(row: NoticeRecord): RefusedPaymentNotice {
  return {
    id: Number(row.id),
    order_id: row.order_id,
    gateway: row.gateway === 'stripe' ? 'stripe' : 'epay',
    kind: row.kind,
    // Only keepRefused writes this column.
    reason: row.reason as NoticeReason,
    trade_no: row.trade_no,
    gateway_ref: row.gateway_ref,
    money: moneyText(Number(row.money)),
    currency: row.currency,
    times: row.times,
    first_at: Number(row.first_at),
    last_at: Number(row.last_at),
  }
}
