// What somebody has: the balance and where it goes, check-ins, invitations, and how to add to it.
import { z } from 'zod'
import { pageSchema } from '../values/page.ts'
import { Quota } from './quota.ts'
import { orderStatuses, paymentMethods } from './top-up.ts'

/** An order can be paid for so many seconds; Stripe's own pages last as long. A payment that comes later is credited all the same. */
export const ORDER_OPEN_SECONDS = 86_400

const count = z.number().int()

const WalletUsage = z.object({
  /** The site's time zone, in which days and months begin. */
  zone: z.string(),
  /** Where the month before began before usage was summed by the quarter of an hour: until when it was by whole hours of UTC; else null. */
  hours_until: count.nullable(),
  /** Quota units of each day of the month, from the first to today. */
  by_day: z.array(Quota),
  days_in_month: count,
  total: Quota,
  /** Of the last month, up to the same day and time in it. */
  last_month: Quota,
  /** Days that the balance lasts at the pace of the last seven days; null: nothing was used, or nothing is left. */
  days_left: count.nullable(),
})

/** What somebody used on each day of the last twelve months. */
export const UsageYear = z.object({
  /** The site's time zone, in which days begin. */
  zone: z.string(),
  /** The first of the days, `2026-01-01`: that of a month. */
  first: z.string(),
  /** Quota units of each day, from the first to today. */
  by_day: z.array(Quota),
  /** As in the usage of the wallet. */
  hours_until: count.nullable(),
})

const CheckIns = z.object({
  can_check_in: z.boolean(),
  /** When the time zone was changed since the last one: the moment at which the next is possible, unix seconds; else null. */
  opens_at: count.nullable(),
  /** The site's time zone, by whose dates check-ins count. */
  zone: z.string(),
  /** The last seven days, today as the last one: the reward of each, 0 for none. `day` is its first moment in unix seconds. */
  days: z.array(z.object({ day: count, quota: Quota })),
  /** This month. */
  month_count: count,
  month_quota: Quota,
  least: Quota,
  most: Quota,
})

const Invitations = z.object({
  code: z.string(),
  people: count,
  /** What people that were invited brought when they registered, and what their top-ups brought. */
  gifts: Quota,
  rebates: Quota,
  income: Quota,
  transferable: Quota,
  transferred: Quota,
  transfer_least: Quota,
  to_inviter: Quota,
  to_invitee: Quota,
  /** 0: there are no rebates. */
  rebate_percent: z.number(),
  /** Does the gift to the inviter wait for the first payment of those who join now? */
  after_first_payment: z.boolean(),
})

/** Somebody who joined by an invitation, as the inviter sees them. */
export const Invited = z.object({
  id: count,
  /** The first letters of the username; the rest is hidden, since it is what they log in with. */
  name: z.string(),
  /** Unix seconds. */
  joined_at: count,
  /** Their account is closed. */
  is_gone: z.boolean(),
  gift: Quota,
  /** A gift that waits for their first payment. */
  due: Quota,
  /** Shares of what they paid in, without what was taken back with a refund. */
  rebates: Quota,
})
export const InvitedPage = pageSchema(Invited)

const TopUpOffer = z.object({
  group: z.string(),
  group_ratio: z.number(),
  /** In dollars, or in quota units where the installation shows units. */
  least_amount: count,
  /** Those that are set up. `price`: of a dollar of quota, in the currency. */
  methods: z.array(z.object({ name: z.enum(paymentMethods), price: z.number(), currency: z.string() })),
})
export type TopUpOffer = z.infer<typeof TopUpOffer>

export const Wallet = z.object({
  balance: Quota,
  held: Quota,
  /** What is owed: credit that was taken back after it had been spent. What comes in pays it first. */
  debt: Quota,
  /** What is locked while a payment is disputed; it is no part of the balance. */
  locked: Quota,
  running_calls: count,
  usage: WalletUsage,
  /** Null: check-ins are off. */
  check_in: CheckIns.nullable(),
  /** Null: invitations are off. */
  invitation: Invitations.nullable(),
  top_up: TopUpOffer,
})
export type Wallet = z.infer<typeof Wallet>

/** `closed`: nobody paid the order while it could be paid. */
export const moneyInStatuses = [...orderStatuses, 'closed'] as const
export type MoneyInStatus = (typeof moneyInStatuses)[number]

/** One way in which money came in, or was to come in: an order, or a code that was redeemed. */
export const MoneyIn = z.object({
  kind: z.enum(['paid', 'code']),
  /** The order's, or the code's. */
  id: count,
  /** Unix seconds. */
  at: count,
  /** How an order is paid; empty for codes. */
  method: z.string(),
  /** Of an order; empty for codes. */
  trade_no: z.string(),
  /** Of a code; empty for orders. */
  name: z.string(),
  is_gift: z.boolean(),
  status: z.enum(moneyInStatuses),
  /** What is paid, with two decimals; empty for codes. */
  money: z.string(),
  currency: z.string(),
  quota: Quota,
  /** What of it was taken back. */
  quota_back: Quota,
})
export type MoneyIn = z.infer<typeof MoneyIn>

export const MoneyInPage = pageSchema(MoneyIn)
