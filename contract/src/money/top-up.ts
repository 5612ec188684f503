// Buying quota: what an amount costs, and the orders.
import { z } from 'zod'
import { pageSchema } from '../values/page.ts'
import { Quota } from './quota.ts'
import { product, type Rational, rational, roundHalfAway } from './rational.ts'

/** Sites that take the money. */
export const paymentGateways = ['epay', 'stripe'] as const
export type PaymentGatewayName = (typeof paymentGateways)[number]

/** How somebody may pay: Alipay and WeChat Pay through Epay, cards through Stripe. The first two names are those of the family. */
export const paymentMethods = ['zfb', 'wx', 'stripe'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/**
 * `refunding`: the credit was taken back, and the payment service is being asked to pay the money back. `disputed`: the buyer asks their bank
 * for the money; `charged_back`: they got it. `expired`, `failed`: the payment service said that nobody paid, or that the bank did not. `late`:
 * paid after its time, when the same money would not buy as much any more; it waits for a super admin.
 */
export const orderStatuses = ['pending', 'paid', 'refunding', 'refunded', 'disputed', 'charged_back', 'expired', 'failed', 'late'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Largest amount that can be asked for: beyond it nobody means it. */
export const TOP_UP_AMOUNT_MAX = 1_000_000_000_000

export const TopUpOrder = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  /** Whose order it is; empty where users see their own. */
  username: z.string(),
  gateway: z.enum(paymentGateways),
  method: z.string(),
  trade_no: z.string(),
  /** As it was asked for: dollars, or quota units where the installation shows units. */
  amount: z.number().int(),
  quota: Quota,
  /** What is paid, with two decimals. */
  money: z.string(),
  currency: z.string(),
  status: z.enum(orderStatuses),
  /** Unix seconds; 0: never. */
  created_at: z.number().int(),
  paid_at: z.number().int(),
  refunded_at: z.number().int(),
  /** What of the credit was taken back, in quota units. */
  quota_back: Quota,
  /** How many notices of it were refused; 0 where users see their own. */
  refused_notices: z.number().int(),
  /** Why a super admin completed it by hand; empty: nobody did, or users see their own. */
  completed_because: z.string(),
})
export type TopUpOrder = z.infer<typeof TopUpOrder>

/**
 * Why a notice of a payment was refused: it is not signed with our key, or nothing can be checked because the payment service is switched off;
 * it is for another merchant, or names no amount of money; no order has its number; another amount or currency than the order's; a second
 * payment of an order; or it came late, and the same money would not buy as much any more.
 */
export const noticeReasons = ['signature', 'closed', 'merchant', 'money', 'unknown_order', 'amount', 'currency', 'second', 'late'] as const
export type NoticeReason = (typeof noticeReasons)[number]

/** A notice of a payment that was refused, and how often it was repeated. */
export const RefusedPaymentNotice = z.object({
  id: z.number().int(),
  /** 0: no order has the number that it names. */
  order_id: z.number().int(),
  gateway: z.enum(paymentGateways),
  /** What it told: `payment`, `ended`, `given-back` or `dispute`. */
  kind: z.string(),
  reason: z.enum(noticeReasons),
  trade_no: z.string(),
  gateway_ref: z.string(),
  /** With two decimals. */
  money: z.string(),
  currency: z.string(),
  times: z.number().int(),
  /** Unix seconds. */
  first_at: z.number().int(),
  last_at: z.number().int(),
})
export type RefusedPaymentNotice = z.infer<typeof RefusedPaymentNotice>

export const RefusedPaymentNoticePage = pageSchema(RefusedPaymentNotice)

/** Characters of the reason why an order is completed by hand. */
export const COMPLETION_REASON_MAX = 255

export const TopUpOrderPage = pageSchema(TopUpOrder)

/** How an installation sells quota. */
export interface TopUpTerms {
  /** Local currency for a dollar of quota. */
  readonly price: number
  /** The factor of the buyer's group; 0 or undefined: 1. */
  readonly groupRatio: number | undefined
  /** Does the buyer ask for dollars, or for quota units? */
  readonly isInCurrency: boolean
  readonly quotaPerUnit: number
}

/** What an amount costs in hundredths of the currency, exact, halves rounded up. Source: server-behaviour 7.4. */
export function moneyOf(amount: number, terms: TopUpTerms): bigint {
  const dollars: Rational = terms.isInCurrency ? rational(amount) : product(rational(amount), over(terms.quotaPerUnit))
  const { numerator, denominator } = product(dollars, rational(terms.price), rational(terms.groupRatio || 1), rational(100))
  return roundHalfAway(numerator, denominator)
}

/** What an amount credits, in quota units: all of what is paid, not only whole dollars (BUG-55). */
export function quotaOfAmount(amount: number, { isInCurrency, quotaPerUnit }: TopUpTerms): number {
  return isInCurrency ? amount * quotaPerUnit : amount
}

/** The least amount that is sold. @param minimum the option MinTopUp, in dollars */
export function leastAmount(minimum: number, { isInCurrency, quotaPerUnit }: TopUpTerms): number {
  return isInCurrency ? minimum : minimum * quotaPerUnit
}

/** Hundredths as text with two decimals: 7300 is `73.00`. */
export function moneyText(hundredths: bigint | number): string {
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Hundredths of a text such as `73.00` or `73`; undefined where it is no such amount. */
export function readMoney(text: string): number | undefined {
  const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text.trim())
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}

const over = (number: number): Rational => ({ numerator: 1n, denominator: BigInt(number) })

/** Orders that were paid, in one currency each. */
export const OrderSums = z.array(
  z.object({
    currency: z.string(),
    orders: z.number().int(),
    /** What was paid: two decimals, as of an order. */
    money: z.string(),
    /** Orders whose credit was taken back whole, and what was paid for them. */
    returned_orders: z.number().int(),
    returned: z.string(),
  }),
)
export type OrderSums = z.infer<typeof OrderSums>
