// Which of Stripe's events say something of an order. Source: Stripe's reference of events, and the types of its library.
import type Stripe from 'stripe'
import { z } from 'zod'
import type { ClaimedNotice, DisputeTold, PaymentNotice, PaymentTold } from '../domain/payment-ports.ts'

/** What an event says; undefined: it is about something else. */
export function noticeOf(event: Stripe.Event): PaymentNotice | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return paymentOf(event.data.object)
    case 'checkout.session.expired':
      return endOf(event.data.object, 'expired')
    case 'checkout.session.async_payment_failed':
      return endOf(event.data.object, 'failed')
    case 'charge.refunded': {
      const { amount_refunded, currency, metadata, payment_intent } = event.data.object
      const told = { tradeNo: metadata.order ?? '', gatewayRef: idOf(payment_intent), money: wholeAmount(amount_refunded) }
      return { kind: 'given-back', ...told, currency: currency.toUpperCase() }
    }
    case 'charge.dispute.created':
      return disputeOf(event.data.object, 'open')
    case 'charge.dispute.closed':
      return disputeOf(event.data.object, event.data.object.status === 'lost' ? 'lost' : 'won')
    default:
      return undefined
  }
}

/** A session as a notice of its payment; undefined: another program of the same Stripe account opened it. */
export function paymentOf(session: Stripe.Checkout.Session): PaymentTold | undefined {
  const { client_reference_id, amount_total, currency, payment_status, payment_intent } = session
  if (!client_reference_id) return undefined
  return {
    kind: 'payment',
    isPaid: payment_status === 'paid',
    tradeNo: client_reference_id,
    money: amount_total ?? 0,
    currency: (currency ?? '').toUpperCase(),
    gatewayRef: idOf(payment_intent),
  }
}

/** A session that can be paid no more; undefined: another program of the same Stripe account opened it. */
export const endOf = ({ client_reference_id }: Stripe.Checkout.Session, became: 'expired' | 'failed'): PaymentNotice | undefined =>
  client_reference_id ? { kind: 'ended', tradeNo: client_reference_id, became } : undefined

const disputeOf = ({ id, payment_intent, amount, currency, reason }: Stripe.Dispute, state: DisputeTold['state']): DisputeTold => ({
  ...{ kind: 'dispute', id, state, reason, money: wholeAmount(amount) },
  gatewayRef: idOf(payment_intent),
  currency: currency.toUpperCase(),
})

/** What a webhook says that nobody signed: as much as names the order. */
export function claimOf(text: string): ClaimedNotice {
  const claimed = Claimed.safeParse(parsed(text))
  return { kind: 'payment', tradeNo: claimed.data?.data.object.client_reference_id ?? '', gatewayRef: '', money: 0, currency: '' }
}

const Claimed = z.object({ data: z.object({ object: z.object({ client_reference_id: z.string() }) }) })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the ledger can count with; Stripe sends nothing else. */
const wholeAmount = (amount: number): number => (Number.isSafeInteger(amount) && amount > 0 ? amount : 0)

const idOf = (named: string | { readonly id: string } | null): string => (typeof named === 'string' ? named : (named?.id ?? ''))
