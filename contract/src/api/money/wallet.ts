// How users add to their balance: codes, check-ins, invitations.
import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { Quota } from '../../money/quota.ts'
import { Redeemed } from '../../money/redemption.ts'
import {
  COMPLETION_REASON_MAX,
  OrderSums,
  orderStatuses,
  paymentMethods,
  RefusedPaymentNoticePage,
  TOP_UP_AMOUNT_MAX,
  TopUpOrder,
  TopUpOrderPage,
} from '../../money/top-up.ts'
import { InvitedPage, MoneyInPage, UsageYear, Wallet } from '../../money/wallet.ts'
import { byId } from '../../values/id.ts'
import { integerParameter, pageParameter } from '../../values/page.ts'
import { exactText, nameText } from '../../values/pasted.ts'

export const getWallet = endpoint({
  method: 'GET',
  path: '/api/user/wallet',
  summary: 'What the caller has, uses and earns, and how they may add to it',
  access: 'user',
  owner: 'own',
  data: Wallet,
})

export const getUsageYear = endpoint({
  method: 'GET',
  path: '/api/user/wallet/year',
  summary: 'What the caller used on each day of the last twelve months',
  access: 'user',
  owner: 'own',
  data: UsageYear,
})

export const listMoneyIn = endpoint({
  method: 'GET',
  path: '/api/user/wallet/history',
  summary: "The caller's orders and redeemed codes, newest first",
  access: 'user',
  owner: 'own',
  query: z.object({ p: pageParameter, page_size: integerParameter, kind: z.enum(['all', 'paid', 'code']).default('all') }),
  data: MoneyInPage,
})

export const redeem = endpoint({
  method: 'POST',
  path: '/api/user/topup',
  summary: 'Redeem a code',
  access: 'user',
  owner: 'own',
  rate: 'user',
  audit: 'wallet.redeem',
  body: z.object({ key: exactText().max(100, 'redemption_invalid').default('') }),
  data: Redeemed,
})

export const getCheckInStatus = endpoint({
  method: 'GET',
  path: '/api/user/check_in_status',
  summary: 'May the caller check in now?',
  access: 'user',
  owner: 'own',
  data: z.object({ can_check_in: z.boolean() }),
})

export const checkIn = endpoint({
  method: 'POST',
  path: '/api/user/check_in',
  summary: "Check in, once on each date of the site's time zone; the reward",
  access: 'user',
  owner: 'own',
  rate: 'user',
  query: z.object({ turnstile: z.string().default('') }),
  data: z.object({ quota: Quota }),
})

export const transferInviteIncome = endpoint({
  method: 'POST',
  path: '/api/user/aff_transfer',
  summary: 'Move invitation income to the balance',
  access: 'user',
  owner: 'own',
  rate: 'user',
  body: z.object({ quota: z.number().int().min(1, 'quota_positive').max(1_000_000_000_000_000, 'quota_range') }),
  data: z.null(),
})

const amount = z.number().int().min(1, 'quota_positive').max(TOP_UP_AMOUNT_MAX, 'quota_range')
/** Clients of this family send it, always empty. */
const top_up_code = exactText().max(190).default('')

export const listInvited = endpoint({
  method: 'GET',
  path: '/api/user/invitations',
  summary: 'Who joined by the invitation of the caller, when, and what it earned, newest first',
  access: 'user',
  owner: 'own',
  query: z.object({ p: pageParameter, page_size: integerParameter }),
  data: InvitedPage,
})

export const getTopUpPrice = endpoint({
  method: 'POST',
  path: '/api/user/amount',
  failsInData: true,
  summary: 'What an amount of quota costs, with two decimals',
  access: 'user',
  owner: 'own',
  writes: false,
  body: z.object({ amount, top_up_code, payment_method: z.enum(paymentMethods).default('zfb') }),
  data: z.string(),
  extra: z.object({ currency: z.string() }),
})

/** Where the fields go, and the order that they pay. */
const checkoutExtra = z.object({ url: z.string(), id: z.number().int(), trade_no: z.string() })

export const pay = endpoint({
  method: 'POST',
  path: '/api/user/pay',
  failsInData: true,
  summary: 'Open an order: the fields that the browser posts to `url`, or none where it only goes there',
  access: 'user',
  owner: 'own',
  rate: 'user',
  body: z.object({ amount, top_up_code, payment_method: z.enum(paymentMethods) }),
  data: z.record(z.string(), z.string()),
  extra: checkoutExtra,
})

export const payAgain = endpoint({
  method: 'POST',
  path: '/api/user/orders/{id}/pay',
  summary: 'Pay an order that was not paid yet: the same order, with fields made anew',
  access: 'user',
  owner: 'own',
  rate: 'user',
  params: byId,
  data: z.record(z.string(), z.string()),
  extra: checkoutExtra,
})

export const getOwnOrder = endpoint({
  method: 'GET',
  path: '/api/user/orders/{id}',
  summary: 'One order of the caller',
  access: 'user',
  owner: 'own',
  rate: 'poll',
  params: byId,
  data: TopUpOrder,
})

export const listOwnOrders = endpoint({
  method: 'GET',
  path: '/api/user/orders',
  summary: "The caller's orders, newest first",
  access: 'user',
  owner: 'own',
  query: z.object({ p: pageParameter, page_size: integerParameter }),
  data: TopUpOrderPage,
})

/** The fields of Epay's notice; what else it sends is signed, too. */
const epayNotice = z.record(z.string().max(190), z.string().max(4000))

export const epayNotify = endpoint({
  method: 'GET',
  path: '/api/user/epay/notify',
  summary: "Epay's notice of a payment, verified by its signature; `success` or `fail`",
  access: 'public',
  csrf: 'signed',
  writes: true,
  query: z.object({}).catchall(z.string()),
  isText: true,
  data: z.string(),
})

export const epayNotifyForm = endpoint({
  method: 'POST',
  path: '/api/user/epay/notify',
  summary: "Epay's notice of a payment as a form, verified by its signature; `success` or `fail`",
  access: 'public',
  csrf: 'signed',
  body: epayNotice,
  bodyAs: 'form',
  isText: true,
  data: z.string(),
})

export const stripeWebhook = endpoint({
  method: 'POST',
  path: '/api/user/stripe/webhook',
  summary: "Stripe's notice of a payment, verified by its signature",
  access: 'public',
  csrf: 'signed',
  body: z.string().max(1_000_000),
  bodyAs: 'text',
  isText: true,
  data: z.string(),
})

const orderFilters = {
  keyword: nameText().default(''),
  status: z.enum(orderStatuses).optional(),
  /** Unix seconds between which an order was made, both included. */
  start_timestamp: integerParameter,
  end_timestamp: integerParameter,
}

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/topup/',
  summary: "Everybody's orders, newest first",
  access: 'admin',
  query: z.object({ p: pageParameter, page_size: integerParameter, ...orderFilters }),
  data: TopUpOrderPage,
})

export const sumOrders = endpoint({
  method: 'GET',
  path: '/api/topup/sums',
  summary: 'What was paid by the orders that match, and what of it was given back, by currency',
  access: 'admin',
  query: z.object(orderFilters),
  data: OrderSums,
})

export const refundOrder = endpoint({
  method: 'POST',
  path: '/api/topup/{id}/refund',
  summary: 'Take the credit of an order back, and pay the money back where the payment service has a call for it',
  access: 'root',
  scope: 'users',
  audit: 'top-up.refund',
  params: byId,
  data: TopUpOrder,
})

export const listRefusedNotices = endpoint({
  method: 'GET',
  path: '/api/topup/notices',
  summary: 'Notices of payments that were refused: of an order, or those that name none',
  access: 'admin',
  query: z.object({ p: pageParameter, page_size: integerParameter, order_id: integerParameter }),
  data: RefusedPaymentNoticePage,
})

export const askAboutOrder = endpoint({
  method: 'POST',
  path: '/api/topup/{id}/ask',
  summary: 'Ask the payment service whether an order was paid; what it says is done as if it had told it by itself',
  access: 'admin',
  scope: 'users',
  rate: 'user',
  audit: 'top-up.ask',
  params: byId,
  data: TopUpOrder,
})

export const completeOrder = endpoint({
  method: 'POST',
  path: '/api/topup/{id}/complete',
  summary: 'Credit an order that was paid, by hand; without a reason only one that was paid late',
  access: 'root',
  scope: 'users',
  audit: 'top-up.complete',
  params: byId,
  body: z.object({ reason: nameText().max(COMPLETION_REASON_MAX, 'too_long').default('') }),
  data: TopUpOrder,
})
