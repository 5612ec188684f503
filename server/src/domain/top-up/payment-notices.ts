// What payment services tell of orders, after their adapters verified it. Source: server-behaviour 7.5, reliability.md 5.8.
import { rebateEnabled, rebatePercentage } from '@waystation/contract/options/check-in'
import type { Option } from '@waystation/contract/options/option'
import type { PaymentGatewayName } from '@waystation/contract/top-up'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/invalidation.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { RootNotices } from '../notice/root-notices.ts'
import type { DisputeTold, PaymentNotice, PaymentTold } from '../ports.ts'
import { payOrder } from './order-store.ts'
import { disputeNotice } from './order-words.ts'
import { endCheckout, followDispute, followGivenBack, type Reversed } from './reversal-store.ts'

export interface PaymentNoticeParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly invalidation: Invalidation
  readonly roots: Pick<RootNotices, 'compose' | 'wake'>
}

/** Does the gateway have to tell this again? `refused` is for an operator to look at. */
export type NoticeOutcome = 'credited' | 'known' | 'ignored' | 'refused'

export class PaymentNotices {
  readonly #parts: PaymentNoticeParts

  constructor(parts: PaymentNoticeParts) {
    this.#parts = parts
  }

  /**
   * Does what a notice says, once however often it is told.
   * @param notice undefined: it cannot be believed
   * @returns what to tell the gateway: anything but `refused` needs no repetition
   */
  async noticed(gateway: PaymentGatewayName, notice: PaymentNotice | undefined, requestId: string): Promise<NoticeOutcome> {
    if (!notice) return 'refused'
    if (notice.kind === 'payment') return notice.isPaid ? this.#paid(gateway, notice, requestId) : 'ignored'
    const { result, userId } = await this.#follow(gateway, notice)
    if (result === 'done') this.#parts.invalidation.publish('user', userId)
    return result === 'done' || result === 'known' ? 'known' : 'refused'
  }

  async #paid(gateway: PaymentGatewayName, notice: PaymentTold, requestId: string): Promise<NoticeOutcome> {
    const { database, options, invalidation } = this.#parts
    const { tradeNo, money, currency, gatewayRef } = notice
    const { result, userId } = await database.run(payOrder, {
      ...{ gateway, tradeNo, money, currency, gatewayRef, requestId },
      rebatePercent: options.get(rebateEnabled) ? options.get(rebatePercentage) : 0,
      rebateRequestId: newRequestId(),
    })
    if (result === 'credited') invalidation.publish('user', userId)
    return result
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
}
