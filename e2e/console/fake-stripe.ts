// A stand-in of Stripe, after its API reference: Checkout Sessions with a page to pay on, the signed webhook, and refunds.
import { text } from 'node:stream/consumers'
import { request } from 'undici'
import { paidEvent, stripeSignature } from '../../server/src/testing/fakes/fake-stripe.ts'
import { openSite } from '../../server/src/testing/network/local-site.ts'

export const STRIPE_KEY = 'sk_test_of_the_tests'
export const STRIPE_WEBHOOK_SECRET = 'whsec_of_the_tests'

export type FakeStripe = Awaited<ReturnType<typeof openFakeStripe>>

/** @param shop the address of the shop that webhooks are sent to */
export async function openFakeStripe(shop: () => string) {
  const sessions: URLSearchParams[] = []
  /** What was paid back, by the payment's name. */
  const refunds: string[] = []
  const site = await openSite(async (incoming, outgoing) => {
    const { pathname, origin } = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`)
    const json = (value: object) => outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const [, place, name = ''] = pathname.split('/').map(decodeURIComponent)
    const session = sessions[Number(name.replace('cs_', '')) - 1]
    if (pathname.startsWith('/v1/') && incoming.headers.authorization !== `Bearer ${STRIPE_KEY}`)
      return void outgoing.writeHead(401).end('{"error":{"message":"Invalid API Key"}}')
    if (pathname === '/v1/checkout/sessions') {
      sessions.push(new URLSearchParams(await text(incoming)))
      const id = `cs_${sessions.length}`
      return void json({ id, object: 'checkout.session', url: `${origin}/pay/${id}` })
    }
    if (pathname === '/v1/refunds') {
      refunds.push(new URLSearchParams(await text(incoming)).get('payment_intent') ?? '')
      return void json({ id: `re_${refunds.length}`, object: 'refund', status: 'succeeded' })
    }
    if (place === 'pay' && session)
      return void outgoing
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<h1>card ${amountOf(session)}</h1><a href="/paid/${name}">Pay</a>`)
    if (place === 'paid' && session) {
      await tell(shop(), name, session)
      return void outgoing.writeHead(302, { location: session.get('success_url') ?? '/' }).end()
    }
    outgoing.writeHead(404).end('{"error":{"message":"Unrecognized request URL"}}')
  })
  return { ...site, refunds }
}

const amountOf = (session: URLSearchParams) => Number(session.get('line_items[0][price_data][unit_amount]'))

/** Tells the shop that a session was paid. @throws Error when it does not take it */
async function tell(shop: string, id: string, session: URLSearchParams): Promise<void> {
  const currency = session.get('line_items[0][price_data][currency]')
  const paid = { id, amount_total: amountOf(session), currency, payment_intent: id.replace('cs', 'pi') }
  const event = paidEvent(session.get('client_reference_id') ?? '', paid)
  const signature = stripeSignature(event, Math.floor(Date.now() / 1000), STRIPE_WEBHOOK_SECRET)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const { statusCode, body } = await request(`${shop}/api/user/stripe/webhook`, { method: 'POST', headers, body: event })
  if (statusCode !== 200) throw new Error(`the webhook was answered with ${await body.text()}`)
}
