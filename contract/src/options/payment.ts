// The addresses of this server and the taking of money. Source: specification §3 Option, server-behaviour 6.2 and 7.
import { z } from 'zod'
import { TOP_UP_AMOUNT_MAX } from '../money/top-up.ts'
import { exactText, keyText } from '../values/pasted.ts'
import { address, choice, flag, json, number, option, ratioMap, text } from './option.ts'

/** No currency has units so small that a dollar costs more of them. */
const PRICE_MAX = 1_000_000_000

export const serverAddress = option({
  key: 'ServerAddress',
  type: address(),
  default: '',
  status: 'server_address',
  writer: 'root', // logins are accepted from it, and reset links and sign-in redirects start with it
  name: { en: 'Server address', zh: '服务器地址' },
  about: {
    en: 'Public address of this server, used in emails and payment redirects. Leave empty to use the address of each request.',
    zh: '本服务器的公开地址，用于邮件和支付跳转。留空则使用每个请求自身的地址。',
  },
  card: ['address', 1],
})

export const workerUrl = option({
  key: 'WorkerUrl',
  type: address(),
  default: '',
  writer: 'root', // WorkerValidKey is sent there
  name: { en: 'Worker address', zh: 'Worker 地址' },
  about: {
    en: 'Address of a worker that fetches media named in requests and delivers webhooks for this server, so that other sites do not see the address of this server. Only https addresses are passed to it. Leave empty to reach them directly.',
    zh: '代替本服务器获取请求中引用的媒体并发送 Webhook 的 Worker 的地址，其他网站由此看不到本服务器的地址。只会交给它 https 地址。留空则直接访问。',
  },
  card: ['worker', 1],
  isReady: true,
})

export const workerValidKey = option({
  key: 'WorkerValidKey',
  type: text(keyText()),
  default: '',
  secret: true,
  name: { en: 'Worker key', zh: 'Worker 密钥' },
  about: { en: 'Key for calling the worker.', zh: '调用 Worker 所用的密钥。' },
  card: ['worker', 2],
  isReady: true,
})

export const reverseProxyEnabled = option({
  key: 'ReverseProxyEnabled',
  type: flag(),
  default: false,
  confirmed: true,
  name: { en: 'Behind a reverse proxy', zh: '位于反向代理之后' },
  about: {
    en: "Read callers' IP addresses from the headers of a reverse proxy, if the proxy's own address is trusted. Only for servers behind your own proxy.",
    zh: '如果代理的地址受信任，从反向代理的请求头中读取调用者的 IP 地址。仅当本服务器位于自己的反向代理之后时开启。',
  },
  card: ['proxy', 1],
})

export const reverseProxyProvider = option({
  key: 'ReverseProxyProvider',
  type: choice({ nginx: { en: 'nginx', zh: 'nginx' }, cloudflare: { en: 'Cloudflare', zh: 'Cloudflare' } }),
  default: 'nginx',
  confirmed: true,
  name: { en: 'Kind of reverse proxy', zh: '反向代理类型' },
  about: {
    en: 'Which headers count. nginx (also Caddy, HAProxy, load balancers): the last address in X-Forwarded-For that is no trusted proxy; X-Real-IP if there is no X-Forwarded-For. cloudflare: CF-Connecting-IP.',
    zh: '决定哪个请求头算数。nginx（以及 Caddy、HAProxy、负载均衡）：X-Forwarded-For 中最后一个不属于受信任代理的地址；没有 X-Forwarded-For 时用 X-Real-IP。Cloudflare：CF-Connecting-IP。',
  },
  card: ['proxy', 2],
})

/** A header's name, in small letters as requests have them. */
const headerName = exactText().regex(/^([a-z0-9-]{1,64})?$/, 'bad_header_name')

export const cdnSecretHeader = option({
  key: 'proxy.secret_header',
  type: text(headerName),
  default: '',
  confirmed: true,
  name: { en: 'Secret header of the CDN', zh: 'CDN 密钥请求头' },
  about: {
    en: 'For a CDN, whose addresses are public: the name of a header that it adds to every request, with the secret below. The address of the caller is then read from [proxy.address_header], wherever the connection comes from. Leave empty to turn this off.',
    zh: '用于地址为公网地址的 CDN：CDN 在每个请求中添加的请求头名称，其值为下面的密钥。带有正确密钥的请求以 [proxy.address_header] 中的地址为调用者地址，不论连接来自何处。留空表示不启用。',
  },
  card: ['proxy', 3],
})

export const cdnSecret = option({
  key: 'proxy.secret',
  type: text(),
  default: '',
  secret: true,
  name: { en: 'Secret of the CDN', zh: 'CDN 密钥' },
  about: {
    en: 'What the CDN sends in [proxy.secret_header]. At least 16 characters.',
    zh: 'CDN 在 [proxy.secret_header] 中发送的值，至少 16 个字符。',
  },
  card: ['proxy', 4],
})

export const cdnAddressHeader = option({
  key: 'proxy.address_header',
  type: text(headerName),
  default: 'cf-connecting-ip',
  confirmed: true,
  name: { en: 'Address header of the CDN', zh: 'CDN 地址请求头' },
  about: {
    en: 'In which header the CDN states the address of the caller, such as cf-connecting-ip, true-client-ip or x-forwarded-for; of a list the last address.',
    zh: 'CDN 在哪个请求头中写明调用者地址，例如 cf-connecting-ip、true-client-ip 或 x-forwarded-for；多个地址时取最后一个。',
  },
  card: ['proxy', 5],
})

export const epayId = option({
  key: 'EpayId',
  type: text(),
  default: '',
  writer: 'root',
  name: { en: 'Epay merchant ID', zh: '易支付商户 ID' },
  about: { en: 'Merchant ID at the Epay service.', zh: '在易支付的商户 ID。' },
  card: ['payment', 2],
})

export const epayKey = option({
  key: 'EpayKey',
  type: text(keyText()),
  default: '',
  secret: true,
  name: { en: 'Epay merchant key', zh: '易支付商户密钥' },
  about: { en: 'Merchant key at the Epay service.', zh: '在易支付的商户密钥。' },
  card: ['payment', 3],
})

export const price = option({
  key: 'Price',
  type: number(z.number().positive().max(PRICE_MAX)),
  default: 7.3,
  unit: 'local currency per dollar',
  status: 'price',
  writer: 'root',
  name: { en: 'Price of one dollar', zh: '充值价格' },
  about: { en: 'Price of one dollar of quota in local currency.', zh: '一美元额度的本地货币价格。' },
  card: ['payment', 5],
})

export const minTopUp = option({
  key: 'MinTopUp',
  type: number(z.number().int().min(1).max(TOP_UP_AMOUNT_MAX)),
  default: 1,
  unit: 'dollars',
  status: 'min_topup',
  writer: 'root',
  name: { en: 'Minimum top-up', zh: '最低充值' },
  about: { en: 'Minimum top-up.', zh: '最低充值金额。' },
  card: ['payment', 6],
})

export const topupGroupRatio = option({
  key: 'TopupGroupRatio',
  type: json(ratioMap, {}),
  default: { default: 1, vip: 1, svip: 1 },
  writer: 'root',
  name: { en: 'Top-up group ratios', zh: '充值分组倍率' },
  about: {
    en: 'Price factor of top-ups for each user group. Groups not listed use 1.',
    zh: '每个用户分组的充值价格系数。未列出的分组为 1。',
  },
  card: ['payment', 8],
})

export const payAddress = option({
  key: 'PayAddress',
  type: address(),
  default: '',
  writer: 'root',
  name: { en: 'Epay address', zh: '易支付地址' },
  about: { en: 'Address of the Epay service.', zh: '易支付服务的地址。' },
  card: ['payment', 1],
})

export const customCallbackAddress = option({
  key: 'CustomCallbackAddress',
  type: address(),
  default: '',
  writer: 'root',
  name: { en: 'Callback address', zh: '回调地址' },
  about: {
    en: 'Address that the Epay service notifies, if different from [ServerAddress].',
    zh: '易支付通知的地址，与[ServerAddress]不同时填写。',
  },
  card: ['payment', 4],
})

export const topUpLink = option({
  key: 'TopUpLink',
  type: address(),
  default: '',
  status: 'top_up_link',
  writer: 'root',
  name: { en: 'Top-up link', zh: '充值链接' },
  about: { en: 'Address where users can buy redemption codes.', zh: '用户购买兑换码的地址。' },
  card: ['payment', 7],
})

export const stripeSecretKey = option({
  key: 'StripeSecretKey',
  type: text(keyText()),
  default: '',
  secret: true,
  name: { en: 'Stripe secret key', zh: 'Stripe 密钥' },
  about: {
    en: 'Secret key of the Stripe account. A restricted key needs write access to Checkout Sessions and Refunds.',
    zh: 'Stripe 账户的密钥。受限密钥需要 Checkout Sessions 和 Refunds 的写权限。',
  },
  card: ['stripe', 1],
})

export const stripeWebhookSecret = option({
  key: 'StripeWebhookSecret',
  type: text(keyText()),
  default: '',
  secret: true,
  name: { en: 'Stripe webhook secret', zh: 'Stripe Webhook 签名密钥' },
  about: {
    en: 'Signing secret of the Stripe webhook endpoint, which is [ServerAddress] with /api/user/stripe/webhook and listens to checkout.session.* (completed, expired, async_payment_succeeded, async_payment_failed), charge.refunded and charge.dispute.* (created, closed). Card payments stay off without it.',
    zh: 'Stripe Webhook 端点的签名密钥。端点为[ServerAddress]加 /api/user/stripe/webhook，需订阅 checkout.session.*（completed、expired、async_payment_succeeded、async_payment_failed）、charge.refunded 和 charge.dispute.*（created、closed）。未设置时不接受银行卡支付。',
  },
  card: ['stripe', 2],
})

export const stripeCurrency = option({
  key: 'StripeCurrency',
  type: choice({
    USD: { en: 'US dollar (USD)', zh: '美元（USD）' },
    EUR: { en: 'Euro (EUR)', zh: '欧元（EUR）' },
    GBP: { en: 'Pound sterling (GBP)', zh: '英镑（GBP）' },
    CNY: { en: 'Chinese yuan (CNY)', zh: '人民币（CNY）' },
    HKD: { en: 'Hong Kong dollar (HKD)', zh: '港元（HKD）' },
    SGD: { en: 'Singapore dollar (SGD)', zh: '新加坡元（SGD）' },
    AUD: { en: 'Australian dollar (AUD)', zh: '澳元（AUD）' },
    CAD: { en: 'Canadian dollar (CAD)', zh: '加元（CAD）' },
  }),
  default: 'USD',
  writer: 'root',
  name: { en: 'Card currency', zh: '银行卡币种' },
  about: { en: 'Currency that cards are charged in.', zh: '银行卡支付所用的货币。' },
  card: ['stripe', 3],
})

export const stripePrice = option({
  key: 'StripePrice',
  type: number(z.number().positive().max(PRICE_MAX)),
  default: 1,
  unit: 'of StripeCurrency per dollar',
  status: 'stripe_price',
  writer: 'root',
  name: { en: 'Price of one dollar by card', zh: '银行卡充值价格' },
  about: { en: 'Price of one dollar of quota when paid by card.', zh: '用银行卡支付时，一美元额度的价格。' },
  card: ['stripe', 4],
})
