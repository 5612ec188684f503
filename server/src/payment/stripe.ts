// Cards, by Stripe Checkout: the browser goes to Stripe's page, and a signed webhook tells that it was paid. The library is loaded when it
// is first needed.
import { AppError } from '@waystation/contract/errors'
import type { Option } from '@waystation/contract/options/option'
import { stripeCurrency, stripeSecretKey, stripeWebhookSecret } from '@waystation/contract/options/payment'
import type Stripe from 'stripe'
import type { PaymentGateway, ReadNotice } from '../domain/payment-ports.ts'
import { isGatewayOpen } from '../domain/top-up/gateway-open.ts'
import { wholeExchange } from '../lib/bodies/whole-exchange.ts'
import { errorCode } from '../lib/fields.ts'
import type { Egress } from '../lib/net/egress.ts'
import { claimOf, endOf, noticeOf, paymentOf } from './stripe-events.ts'

/** Webhooks that are older than this are refused: they may be a recording. */
const SIGNATURE_AGE_SECONDS = 300
const TIMEOUT_MS = 15_000
/** Stripe's answers have a few kilobytes. */
const ANSWER_MAX_BYTES = 1024 * 1024

export interface StripeCards extends PaymentGateway {
  /** The notice in a webhook's text; undefined: it is about something else. */
  readNotice(text: string, signature: string): Promise<ReadNotice | undefined>
}

export interface StripeParts {
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly egress: Pick<Egress, 'send'>
  /** Where Stripe's API is, for a stand-in of it; undefined: at Stripe. */
  readonly api?: URL | undefined
  /** Unix milliseconds. Not by the clock of a node that may be wrong: a genuine webhook would be too old for it. */
  readonly now: () => number
}

export function stripeCards({ options, egress, api, now }: StripeParts): StripeCards {
  const isOpen = () => isGatewayOpen(options, 'stripe')
  const client = async (): Promise<Stripe> => {
    const { default: Library } = await import('stripe')
    return new Library(options.get(stripeSecretKey), {
      ...(api ? { host: api.hostname, port: api.port, protocol: api.protocol === 'http:' ? 'http' : 'https' } : {}),
      httpClient: Library.createFetchHttpClient(fetchThrough(egress)),
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 2,
      telemetry: false,
    })
  }
  return {
    isOpen,
    currency: () => options.get(stripeCurrency),

    async checkout({ id, tradeNo, amount, money, currency, address }) {
      const product_data = { name: `TUC${amount}` }
      const session = await (await client()).checkout.sessions
        .create(
          {
            mode: 'payment',
            client_reference_id: tradeNo,
            line_items: [{ quantity: 1, price_data: { currency: currency.toLowerCase(), unit_amount: money, product_data } }],
            payment_intent_data: { metadata: { order: tradeNo } },
            success_url: `${address}/app/wallet/topup-success?order=${id}`,
            cancel_url: `${address}/app/wallet`,
          },
          { idempotencyKey: tradeNo },
        )
        .catch(refusal)
      if (!session.url) throw new AppError('payment_failed', { detail: 'no address' })
      return { url: session.url, fields: {}, ref: session.id }
    },

    async ask({ tradeNo, checkoutRef }) {
      if (checkoutRef === '') return undefined
      const session = await (await client()).checkout.sessions.retrieve(checkoutRef).catch(unlessUnanswered)
      if (session.client_reference_id !== tradeNo) return undefined
      return session.status === 'expired' ? endOf(session, 'expired') : paymentOf(session)
    },

    async refund({ tradeNo, gatewayRef, number }) {
      const asked = { payment_intent: gatewayRef, metadata: { order: tradeNo, number } }
      // The key makes a repeated refund the same refund.
      const refund = await (await client()).refunds.create(asked, { idempotencyKey: `refund-${tradeNo}-${number}` }).catch(alreadyRefunded)
      if (refund && isOff(refund)) throw new AppError('payment_failed', { detail: refund.failure_reason ?? refund.status ?? '' })
    },

    async refundState({ tradeNo, gatewayRef, number }) {
      const { data } = await (await client()).refunds.list({ payment_intent: gatewayRef, limit: 100 }).catch(unlessUnanswered)
      const made = data.find(({ metadata }) => metadata?.order === tradeNo && metadata.number === String(number))
      return made ? (isOff(made) ? 'failed' : 'made') : 'none'
    },

    async readNotice(text, signature) {
      if (!isOpen()) return { fault: 'closed', claimed: claimOf(text) }
      const library = await client()
      let event: Stripe.Event
      try {
        const secret = options.get(stripeWebhookSecret)
        event = library.webhooks.constructEvent(text, signature, secret, SIGNATURE_AGE_SECONDS, undefined, now())
      } catch {
        return { fault: 'signature', claimed: claimOf(text) }
      }
      const notice = noticeOf(event)
      return notice && { notice }
    },
  }
}

/** The library's requests through the guard that all requests go through. */
function fetchThrough(egress: Pick<Egress, 'send'>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const sent = {
      method: request.method === 'GET' ? 'GET' : 'POST',
      url: new URL(request.url),
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    } as const
    const { status, headers, body } = await wholeExchange(egress, sent, { timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_MAX_BYTES })
    return new Response(body.toString('utf8'), { status, headers })
  }
}

/** Will the money not arrive? */
const isOff = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled'

/** Somebody was faster, at Stripe itself. */
function alreadyRefunded(error: unknown): undefined {
  if (isStripeError(error) && error.code === 'charge_already_refunded') return undefined
  return unlessUnanswered(error)
}

/** Did Stripe refuse? A lost answer, a fault of its own and "try again" say nothing of what was done. */
function unlessUnanswered(error: unknown): never {
  const status = isStripeError(error) ? (error.statusCode ?? 0) : 0
  if (status >= 400 && status < 500 && status !== 409 && status !== 429) return refusal(error)
  throw new AppError('payment_unanswered', {}, { cause: error })
}

const isStripeError = (error: unknown): error is Stripe.errors.StripeError => error instanceof Error && 'statusCode' in error

/** Stripe's own words name the fault; they hold no key. */
function refusal(error: unknown): never {
  const detail = error instanceof Error ? error.message.replaceAll(/\b[rs]k_\w+/g, '***').slice(0, 300) : errorCode(error)
  throw new AppError('payment_failed', { detail }, { cause: error })
}
