// Orders of top-ups, and what payment gateways told of them, as they are stored.
import type { Generated } from 'kysely'

export interface TopUpOrderRow {
  id: Generated<number>
  user_id: number
  gateway: string
  method: string
  trade_no: string
  gateway_ref: Generated<string>
  /** As it was asked for: dollars, or quota units. */
  amount: number
  /** What a payment credits. */
  quota: number
  /** Hundredths of the currency. */
  money: number
  currency: string
  /** One of `orderStatuses`. */
  status: string
  created_at: number
  paid_at: Generated<number>
  refunded_at: Generated<number>
  /** How often something of it was taken back: numbers the movements. */
  reversals: Generated<number>
  /** The number of the refund that the payment service is being asked for; 0: none. */
  refund_number: Generated<number>
  refunding_at: Generated<number>
  /** Quota units that were taken back, and of the inviter's share. */
  quota_back: Generated<number>
  rebate_back: Generated<number>
  /** Hundredths that the payment service says it gave back in all. */
  money_back: Generated<number>
  /** The payment service's number of the page to pay on; empty: it has none. */
  checkout_ref: Generated<string>
  /** When the payment service was last asked about it; 0: never. */
  asked_at: Generated<number>
  completed_by: Generated<number>
  completed_because: Generated<string>
}

export interface TopUpDisputeRow {
  id: string
  order_id: number
  /** Hundredths of the order's currency. */
  money: number
  reason: string
  state: 'open' | 'won' | 'lost'
  number: Generated<number>
  quota_locked: Generated<number>
  opened_at: number
  /** 0: it is open. */
  closed_at: Generated<number>
}

export interface PaymentNoticeRow {
  id: Generated<number>
  /** 0: no order has the number that it names. */
  order_id: number
  gateway: string
  /** What it told, as `PaymentNotice` names it. */
  kind: string
  /** One of `noticeReasons`. */
  reason: string
  trade_no: string
  gateway_ref: string
  /** Hundredths of the currency. */
  money: number
  currency: string
  digest: string
  times: number
  first_at: number
  last_at: number
}

export interface DebtDueRow {
  user_id: number
  quota: number
  collections: Generated<number>
}
