// A stand-in of Stripe, after its API reference: Checkout Sessions with a page to pay on, the signed webhook, and refunds.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'

export const STRIPE_KEY = 'sk_test_of_the_tests'
export const STRIPE_WEBHOOK_SECRET = 'whsec_of_the_tests'

export interface FakeStripe {
  readonly url: URL
  /** What was paid back, by the payment's name. */
  readonly refunds: string[]
  close(): void
}

interface Session {
  readonly tradeNo: string
  readonly amount: number
  readonly currency: string
  readonly successUrl: string
}

/** @param shop the address of the shop that webhooks are sent to */
export async function openFakeStripe(shop: () => string): Promise<FakeStripe> {
  const sessions: Session[] = []
  const refunds: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { pathname, origin } = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`)
    const json = (value: object) => outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const [, place, name = ''] = pathname.split('/').map(decodeURIComponent)
    const session = sessions[Number(name.replace('cs_', '')) - 1]
    if (pathname.startsWith('/v1/') && incoming.headers.authorization !== `Bearer ${STRIPE_KEY}`)
      return void outgoing.writeHead(401).end('{"error":{"message":"Invalid API Key"}}')
    if (pathname === '/v1/checkout/sessions') {
      sessions.push(sessionOf(new URLSearchParams(await textOf(incoming))))
      const id = `cs_${sessions.length}`
      return void json({ id, object: 'checkout.session', url: `${origin}/pay/${id}` })
    }
    if (pathname === '/v1/refunds') {
      refunds.push(new URLSearchParams(await textOf(incoming)).get('payment_intent') ?? '')
      return void json({ id: `re_${refunds.length}`, object: 'refund', status: 'succeeded' })
    }
    if (place === 'pay' && session)
      return void outgoing
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<h1>card ${session.amount}</h1><a href="/paid/${name}">Pay</a>`)
    if (place === 'paid' && session) {
      await tell(shop(), name, session)
      return void outgoing.writeHead(302, { location: session.successUrl }).end()
    }
    outgoing.writeHead(404).end('{"error":{"message":"Unrecognized request URL"}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Sound: a server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return { url: new URL(`http://127.0.0.1:${port}`), refunds, close: () => void server.close() }
}

const sessionOf = (fields: URLSearchParams): Session => ({
  tradeNo: fields.get('client_reference_id') ?? '',
  amount: Number(fields.get('line_items[0][price_data][unit_amount]')),
  currency: fields.get('line_items[0][price_data][currency]') ?? '',
  successUrl: fields.get('success_url') ?? '/',
})

/** Tells the shop that a session was paid. @throws Error when it does not take it */
async function tell(shop: string, id: string, { tradeNo, amount, currency }: Session): Promise<void> {
  const object = {
    ...{ id, object: 'checkout.session', client_reference_id: tradeNo, amount_total: amount, currency },
    ...{ payment_status: 'paid', payment_intent: id.replace('cs', 'pi') },
  }
  const text = JSON.stringify({ id: `evt_${id}`, object: 'event', type: 'checkout.session.completed', data: { object } })
  const seconds = Math.floor(Date.now() / 1000)
  const mark = createHmac('sha256', STRIPE_WEBHOOK_SECRET).update(`${seconds}.${text}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${mark}` }
  const { statusCode, body } = await request(`${shop}/api/user/stripe/webhook`, { method: 'POST', headers, body: text })
  if (statusCode !== 200) throw new Error(`the webhook was answered with ${await body.text()}`)
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
