// A stand-in of Stripe, as far as it is called: Checkout Sessions, Refunds, and the webhooks that it signs. It refuses what it does not know,
// and its answers have the types of Stripe's own library. Source: Stripe's API reference.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type Stripe from 'stripe'
import { listenLocally } from '../network/local-site.ts'

export interface StripeRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** What has become of a payment. Hundredths of its currency. */
interface Payment {
  readonly amount: number
  readonly currency: string
  refunded: number
}

export type FakeStripe = Awaited<ReturnType<typeof openFakeStripe>>

interface Answer {
  readonly status: number
  readonly value: object
}

export const paymentOf = (tradeNo: string): string => `pi_${tradeNo}`
const sessionOf = (tradeNo: string): string => `cs_${tradeNo}`

export async function openFakeStripe() {
  const account = new Account()
  const requests: StripeRequest[] = []
  const [held, lost] = [new Map<string, Promise<unknown>>(), new Map<string, number>()]
  let refusing: string | undefined
  const server = createServer(async (request, response) => {
    const asked = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: await text(request) }
    requests.push(asked)
    const isRefused = refusing === '' || refusing === asked.path
    if (isRefused) refusing = undefined
    const answer = isRefused ? wrongKey : account.answer(asked)
    await held.get(asked.path)
    const left = lost.get(asked.path) ?? 0
    lost.set(asked.path, left - 1)
    if (left > 0) return request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.value))
  })
  // A client that was killed in the middle of its request is none of the stand-in's business.
  server.on('clientError', (_error, socket) => socket.destroy())
  const { port, close } = await listenLocally(server)
  return {
    requests,
    /** Refunds that were made, oldest first. */
    refunds: account.refunds as readonly Stripe.Refund[],
    url: new URL(`http://127.0.0.1:${port}`),
    /** The next call, or the next one of this path, is refused as for a wrong key. */
    refuseNext: (path = '') => {
      refusing = path
    },
    /** The next calls of this path are taken and done, and answered when the promise ends. */
    holdBack: (path: string, until: Promise<unknown>) => void held.set(path, until),
    /** The next calls of this path are done, and their connections are cut in place of an answer. */
    loseAnswers: (path: string, count: number) => void lost.set(path, count),
    /** Somebody pays back what is left of an order: by hand, or as a request with this number asked for. */
    refund: (tradeNo: string, number?: number) => account.payBack(tradeNo, number),
    /** The buyer paid this order's page. */
    pay: (tradeNo: string) => account.pay(tradeNo),
    close,
  }
}

const refused = (status: number, message: string, more: object = {}): Answer => ({
  status,
  value: { error: { type: 'invalid_request_error', message, ...more } },
})
const wrongKey = refused(401, 'Invalid API Key provided: sk_test_abcdefgh')

type Session = Pick<
  Stripe.Checkout.Session,
  'id' | 'object' | 'url' | 'client_reference_id' | 'amount_total' | 'currency' | 'payment_status' | 'payment_intent' | 'status'
>

/** What a merchant's account at Stripe knows. */
class Account {
  readonly refunds: Stripe.Refund[] = []
  readonly #sessions = new Map<string, Session>()
  readonly #payments = new Map<string, Payment>()
  /** The first answer to each idempotency key is given to its repetitions, refusals included. */
  readonly #answered = new Map<string, { body: string; answer: Answer }>()

  answer({ method, path, headers, body }: StripeRequest): Answer {
    if (!headers.authorization?.startsWith('Bearer sk_')) return wrongKey
    const key = String(headers['idempotency-key'] ?? '')
    const before = key === '' ? undefined : this.#answered.get(key)
    if (before && before.body !== body) return refused(400, 'Keys for idempotent requests can only be used with the same parameters')
    if (before) return before.answer
    const { pathname, searchParams } = new URL(path, 'http://stripe')
    const answer = this.#route(`${method} ${pathname}`, method === 'GET' ? searchParams : new URLSearchParams(body))
    if (key !== '') this.#answered.set(key, { body, answer })
    return answer
  }

  pay(tradeNo: string): void {
    const session = this.#sessions.get(sessionOf(tradeNo))
    if (!session) throw new Error(`nobody opened a page for ${tradeNo}`)
    this.#sessions.set(session.id, { ...session, payment_status: 'paid', status: 'complete', payment_intent: paymentOf(tradeNo) })
  }

  payBack(tradeNo: string, number?: number): void {
    const fields = new URLSearchParams({ payment_intent: paymentOf(tradeNo) })
    if (number !== undefined)
      for (const [name, value] of Object.entries({ order: tradeNo, number })) fields.set(`metadata[${name}]`, String(value))
    const { status } = this.#refund(fields)
    if (status !== 200) throw new Error(`nothing is left to pay back of ${tradeNo}`)
  }

  #route(line: string, fields: URLSearchParams): Answer {
    if (line === 'POST /v1/checkout/sessions') return this.#openSession(fields)
    if (line === 'POST /v1/refunds') return this.#refund(fields)
    if (line === 'GET /v1/refunds') return this.#listRefunds(fields)
    const session = this.#sessions.get(/^GET \/v1\/checkout\/sessions\/(\w+)$/.exec(line)?.[1] ?? '')
    return session ? { status: 200, value: session } : refused(404, `Unrecognized request URL (${line})`, { code: 'resource_missing' })
  }

  #openSession(fields: URLSearchParams): Answer {
    const unknown = unknownOf(fields, sessionFields)
    if (unknown) return unknown
    const tradeNo = fields.get('client_reference_id') ?? ''
    const [amount, currency] = ['unit_amount', 'currency'].map((name) => fields.get(`line_items[0][price_data][${name}]`) ?? '')
    if (tradeNo === '' || !/^\d+$/.test(amount ?? '') || !currency) return refused(400, 'Missing required param.')
    const session: Session = {
      ...{ id: sessionOf(tradeNo), object: 'checkout.session', url: `https://checkout.stripe.test/pay/${sessionOf(tradeNo)}` },
      ...{ client_reference_id: tradeNo, amount_total: Number(amount), currency, payment_status: 'unpaid' },
      ...{ payment_intent: null, status: 'open' },
    }
    this.#sessions.set(session.id, session)
    this.#payments.set(paymentOf(tradeNo), { amount: Number(amount), currency, refunded: 0 })
    return { status: 200, value: session }
  }

  #refund(fields: URLSearchParams): Answer {
    const unknown = unknownOf(fields, refundFields)
    if (unknown) return unknown
    const id = fields.get('payment_intent') ?? ''
    const payment = this.#payments.get(id)
    if (!payment) return refused(404, `No such payment_intent: '${id}'`, { code: 'resource_missing', param: 'payment_intent' })
    if (payment.refunded === payment.amount)
      return refused(400, 'Charge ch_1 has already been refunded.', { code: 'charge_already_refunded' })
    const metadata = Object.fromEntries([...fields].flatMap(([name, value]) => metadataOf(name, value)))
    const refund: Stripe.Refund = {
      ...{ id: `re_${this.refunds.length + 1}`, object: 'refund', amount: payment.amount - payment.refunded, currency: payment.currency },
      ...{ payment_intent: id, charge: id.replace('pi_', 'ch_'), status: 'succeeded', created: Math.floor(Date.now() / 1000) },
      ...{ metadata, reason: null, receipt_number: null, balance_transaction: null, customer: null, customer_account: null },
      ...{ payment_method: null, source_transfer_reversal: null, transfer_reversal: null },
    }
    payment.refunded = payment.amount
    this.refunds.push(refund)
    return { status: 200, value: refund }
  }

  #listRefunds(fields: URLSearchParams): Answer {
    const unknown = unknownOf(fields, ['payment_intent', 'limit'])
    if (unknown) return unknown
    const data = this.refunds.filter(({ payment_intent }) => payment_intent === fields.get('payment_intent')).toReversed()
    return {
      status: 200,
      value: { object: 'list', url: '/v1/refunds', has_more: false, data } satisfies Partial<Stripe.ApiList<Stripe.Refund>>,
    }
  }
}

const sessionFields = [
  ...['mode', 'client_reference_id', 'success_url', 'cancel_url', 'line_items[0][quantity]', 'payment_intent_data[metadata][order]'],
  ...['line_items[0][price_data][currency]', 'line_items[0][price_data][unit_amount]'],
  'line_items[0][price_data][product_data][name]',
]
const refundFields = ['payment_intent', 'metadata[order]', 'metadata[number]']

const metadataOf = (name: string, value: string): [string, string][] => {
  const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
  return key === undefined ? [] : [[key, value]]
}

/** Stripe refuses parameters that it does not know. */
function unknownOf(fields: URLSearchParams, known: readonly string[]): Answer | undefined {
  const name = [...fields.keys()].find((field) => !known.includes(field))
  return name === undefined ? undefined : refused(400, `Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
}

/** The webhook that tells of a paid session: ten dollars, unless `changed` says otherwise. */
export function paidEvent(tradeNo: string, changed: object = {}, type = 'checkout.session.completed'): string {
  const session = {
    ...{ id: sessionOf(tradeNo), object: 'checkout.session', client_reference_id: tradeNo, amount_total: 1000, currency: 'usd' },
    ...{ payment_status: 'paid', payment_intent: paymentOf(tradeNo), ...changed },
  }
  return JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: session } })
}

/** The webhook that tells what was given back of an order's payment in all. @param amount_refunded hundredths */
export function refundedEvent(tradeNo: string, amount_refunded: number, changed: object = {}): string {
  const charge = {
    ...{ id: `ch_${tradeNo}`, object: 'charge', amount: 1000, amount_refunded, currency: 'usd', refunded: amount_refunded === 1000 },
    ...{ payment_intent: paymentOf(tradeNo), metadata: { order: tradeNo }, ...changed },
  } satisfies Partial<Stripe.Charge>
  return JSON.stringify({ id: 'evt_2', object: 'event', type: 'charge.refunded', data: { object: charge } })
}

/** The webhook that tells of a dispute over an order's payment: of all ten dollars, unless `changed` says otherwise. */
export function disputeEvent(tradeNo: string, status: 'needs_response' | 'won' | 'lost', changed: Partial<Stripe.Dispute> = {}): string {
  const dispute = {
    ...{ id: `dp_${tradeNo}`, object: 'dispute', amount: 1000, currency: 'usd', charge: `ch_${tradeNo}`, reason: 'fraudulent' },
    ...{ payment_intent: paymentOf(tradeNo), status, ...changed },
  } satisfies Partial<Stripe.Dispute>
  const type = status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed'
  return JSON.stringify({ id: 'evt_3', object: 'event', type, data: { object: dispute } })
}

/** `Stripe-Signature` as Stripe's documentation tells it. @param seconds unix seconds */
export function stripeSignature(text: string, seconds: number, secret: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`
}
