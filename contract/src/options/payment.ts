// The addresses of this server and the taking of money. Source: specification §3 Option, server-behaviour 6.2 and 7.
import { z } from 'zod'
import { keyText } from '../pasted.ts'
import { TOP_UP_AMOUNT_MAX } from '../top-up.ts'
import { address, choice, flag, json, number, option, ratioMap, text } from './option.ts'

/** No currency has units so small that a dollar costs more of them. */
const PRICE_MAX = 1_000_000_000

export const serverAddress = option({
  key: 'ServerAddress',
  type: address(),
  default: '',
  status: 'server_address',
  writer: 'root', // logins are accepted from it, and reset links and sign-in redirects start with it
  about: 'Public address of this server, used in emails and payment redirects. Leave empty to use the address of each request.',
  isReady: true,
})

export const workerUrl = option({
  key: 'WorkerUrl',
  type: address(),
  default: '',
  writer: 'root', // WorkerValidKey is sent there
  about: 'Address of a worker that fetches media and delivers webhooks for this server.',
  isReady: false,
})

export const workerValidKey = option({
  key: 'WorkerValidKey',
  type: text(keyText()),
  default: '',
  secret: true,
  about: 'Key for calling the worker.',
  isReady: false,
})

export const reverseProxyEnabled = option({
  key: 'ReverseProxyEnabled',
  type: flag(),
  default: false,
  confirmed: true,
  about:
    "Read callers' IP addresses from the headers of a reverse proxy, if the proxy's own address is trusted. Only for servers that stand behind a proxy of their own.",
  isReady: true,
})

export const reverseProxyProvider = option({
  key: 'ReverseProxyProvider',
  type: choice(['nginx', 'cloudflare']),
  default: 'nginx',
  confirmed: true,
  about:
    'Which headers count. nginx (also Caddy, HAProxy, load balancers): the last address in X-Forwarded-For that is no trusted proxy; X-Real-IP if there is no X-Forwarded-For. cloudflare: CF-Connecting-IP.',
  isReady: true,
})

export const epayId = option({
  key: 'EpayId',
  type: text(),
  default: '',
  writer: 'root',
  about: 'Merchant ID at the Epay service.',
  isReady: true,
})

export const epayKey = option({
  key: 'EpayKey',
  type: text(keyText()),
  default: '',
  secret: true,
  about: 'Merchant key at the Epay service.',
  isReady: true,
})

export const price = option({
  key: 'Price',
  type: number(z.number().positive().max(PRICE_MAX)),
  default: 7.3,
  unit: 'local currency per dollar',
  status: 'price',
  writer: 'root',
  about: 'Price of one dollar of quota in local currency.',
  isReady: true,
})

export const minTopUp = option({
  key: 'MinTopUp',
  type: number(z.number().int().min(1).max(TOP_UP_AMOUNT_MAX)),
  default: 1,
  unit: 'dollars',
  status: 'min_topup',
  writer: 'root',
  about: 'Minimum top-up.',
  isReady: true,
})

export const topupGroupRatio = option({
  key: 'TopupGroupRatio',
  type: json(ratioMap, {}),
  default: { default: 1, vip: 1, svip: 1 },
  writer: 'root',
  about: 'Price factor of top-ups for each user group. Groups not listed use 1.',
  isReady: true,
})

export const payAddress = option({
  key: 'PayAddress',
  type: address(),
  default: '',
  writer: 'root',
  about: 'Address of the Epay service.',
  isReady: true,
})

export const customCallbackAddress = option({
  key: 'CustomCallbackAddress',
  type: address(),
  default: '',
  writer: 'root',
  about: 'Address that the Epay service notifies, if different from ServerAddress.',
  isReady: true,
})

export const topUpLink = option({
  key: 'TopUpLink',
  type: address(),
  default: '',
  status: 'top_up_link',
  writer: 'root',
  about: 'Address where users can buy redemption codes.',
  isReady: true,
})

export const stripeSecretKey = option({
  key: 'StripeSecretKey',
  type: text(keyText()),
  default: '',
  secret: true,
  about: 'Secret key of the Stripe account. A restricted key needs write access to Checkout Sessions and Refunds.',
  isReady: true,
})

export const stripeWebhookSecret = option({
  key: 'StripeWebhookSecret',
  type: text(keyText()),
  default: '',
  secret: true,
  about:
    'Signing secret of the Stripe webhook endpoint, which is ServerAddress with /api/user/stripe/webhook and listens to checkout.session.* (completed, expired, async_payment_succeeded, async_payment_failed), charge.refunded and charge.dispute.* (created, closed). Card payments stay off without it.',
  isReady: true,
})

export const stripeCurrency = option({
  key: 'StripeCurrency',
  type: choice(['USD', 'EUR', 'GBP', 'CNY', 'HKD', 'SGD', 'AUD', 'CAD']),
  default: 'USD',
  writer: 'root',
  about: 'Currency that cards are charged in.',
  isReady: true,
})

export const stripePrice = option({
  key: 'StripePrice',
  type: number(z.number().positive().max(PRICE_MAX)),
  default: 1,
  unit: 'of StripeCurrency per dollar',
  status: 'stripe_price',
  writer: 'root',
  about: 'Price of one dollar of quota when paid by card.',
  isReady: true,
})
