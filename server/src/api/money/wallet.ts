import * as declared from '@waystation/contract/api/money/wallet'
import { AppError } from '@waystation/contract/errors'
import type { HumanCheck } from '../../domain/human-check/human-check.ts'
import type { ReadNotice } from '../../domain/payment-ports.ts'
import type { RedemptionService } from '../../domain/redemption/redemption-service.ts'
import type { RewardService } from '../../domain/reward/reward-service.ts'
import type { OrderFilter } from '../../domain/top-up/order-search-store.ts'
import type { NoticeOutcome, PaymentNotices } from '../../domain/top-up/payment-notices.ts'
import type { OrderCheckout, TopUpService } from '../../domain/top-up/top-up-service.ts'
import type { WalletService } from '../../domain/wallet/wallet-service.ts'
import { paged } from '../http/paged.ts'
import { asText, type Route, route, withExtra } from '../http/route.ts'

export interface WalletRouteParts {
  readonly wallets: WalletService
  readonly redemptions: RedemptionService
  readonly rewards: RewardService
  readonly humanCheck: HumanCheck
  readonly topUps: TopUpService
  readonly payments: Pick<PaymentNotices, 'noticed' | 'refused'>
  readonly epay: { readNotice(fields: Readonly<Record<string, string>>): ReadNotice }
  /** Undefined: it is about something else than a payment. */
  readonly stripe: { readNotice(text: string, signature: string): Promise<ReadNotice | undefined> }
}

/** What clients of this family look for in `message`. */
const SUCCESS = { zh: 'success', en: 'success' } as const

export const walletRoutes = (parts: WalletRouteParts): Route[] => [
  ...overviewRoutes(parts),
  ...rewardRoutes(parts),
  ...invitationRoutes(parts),
  ...topUpRoutes(parts),
  ...noticeRoutes(parts),
]

const overviewRoutes = ({ wallets }: WalletRouteParts): Route[] => [
  route(declared.getWallet, ({ caller }) => wallets.wallet(caller)),
  route(declared.getUsageYear, ({ caller }) => wallets.year(caller)),
  route(declared.listMoneyIn, ({ caller, query: { kind, ...asked } }) => paged(asked, (page) => wallets.history(caller, kind, page))),
]

const rewardRoutes = ({ redemptions, rewards, humanCheck }: WalletRouteParts): Route[] => [
  route(declared.redeem, async ({ caller, body, ip, requestId, audit }) => {
    const redeemed = await redemptions.redeem(caller, body.key, { ip, requestId })
    audit({ target: String(caller.id), after: redeemed })
    return redeemed
  }),
  route(declared.getCheckInStatus, async ({ caller }) => ({ can_check_in: await rewards.canCheckIn(caller) })),
  route(declared.checkIn, async ({ caller, query, ip, sessionId, requestId }) => {
    const checked = { token: query.turnstile, ip, sessionId }
    await humanCheck.confirm(checked)
    return { quota: await rewards.checkIn(caller, requestId) }
  }),
  route(declared.transferInviteIncome, async ({ caller, body, requestId }) => {
    await rewards.transfer(caller, body.quota, requestId)
    return null
  }),
]

const invitationRoutes = ({ rewards }: WalletRouteParts): Route[] => [
  route(declared.listInvited, ({ caller, query }) => paged(query, (page) => rewards.invited(caller, page))),
]

const topUpRoutes = ({ topUps, payments }: WalletRouteParts): Route[] => [
  route(declared.getTopUpPrice, ({ caller, body }) => {
    const { money, currency } = topUps.price(caller, body.amount, body.payment_method)
    return withExtra(money, { currency }, SUCCESS)
  }),
  route(declared.pay, async ({ caller, body }) => toPay(await topUps.order(caller, body.amount, body.payment_method))),
  route(declared.payAgain, async ({ caller, params }) => toPay(await topUps.payAgain(caller, params.id))),
  route(declared.getOwnOrder, ({ caller, params }) => topUps.ownOrder(caller, params.id)),
  route(declared.listOwnOrders, ({ caller, query }) => paged(query, (page) => topUps.orders({ userId: caller.id }, page))),
  route(declared.listOrders, ({ query }) => paged(query, (page) => topUps.orders(orderFilter(query), page))),
  route(declared.sumOrders, ({ query }) => topUps.sums(orderFilter(query))),
  route(declared.refundOrder, async ({ caller, params, requestId, audit }) => {
    const refunded = await topUps.refund(caller, params.id, requestId)
    audit({ target: refunded.trade_no, after: { user_id: refunded.user_id, quota: refunded.quota, money: refunded.money } })
    return refunded
  }),
  route(declared.listRefusedNotices, ({ query }) => paged(query, (page) => payments.refused(query.order_id ?? 0, page))),
  route(declared.askAboutOrder, async ({ params, requestId, audit }) => {
    const asked = await topUps.ask(params.id, requestId)
    audit({ target: asked.trade_no, after: { status: asked.status } })
    return asked
  }),
  route(declared.completeOrder, async ({ caller, params, body, requestId, audit }) => {
    const completed = await topUps.complete(caller, params.id, { reason: body.reason, requestId })
    const { user_id, quota, money } = completed
    audit({ target: completed.trade_no, after: { user_id, quota, money, reason: body.reason } })
    return completed
  }),
]

const toPay = ({ fields, url, id, tradeNo }: OrderCheckout) => withExtra(fields, { url, id, trade_no: tradeNo }, SUCCESS)

const noticeRoutes = ({ payments, epay, stripe }: WalletRouteParts): Route[] => {
  const noticed = async (fields: Readonly<Record<string, string>>, requestId: string) =>
    asText(epayAnswer(await payments.noticed('epay', epay.readNotice(fields), requestId)))
  return [
    route(declared.epayNotify, ({ query, requestId }) => noticed(query, requestId)),
    route(declared.epayNotifyForm, ({ body, requestId }) => noticed(body, requestId)),
    route(declared.stripeWebhook, async ({ body, signature, requestId }) => {
      const read = await stripe.readNotice(body, signature)
      if (read) await payments.noticed('stripe', read, requestId)
      if (read && 'fault' in read) throw new AppError('webhook_refused')
      return asText('received')
    }),
  ]
}

/** Only after the credit stands: Epay repeats what was not answered with `success`. */
const epayAnswer = (outcome: NoticeOutcome): string => (outcome === 'refused' ? 'fail' : 'success')

interface OrderQuery extends Pick<OrderFilter, 'keyword' | 'status'> {
  readonly start_timestamp?: number | undefined
  readonly end_timestamp?: number | undefined
}

const orderFilter = ({ keyword, status, start_timestamp, end_timestamp }: OrderQuery): OrderFilter => ({
  ...{ keyword, status, from: start_timestamp, to: end_timestamp },
})
