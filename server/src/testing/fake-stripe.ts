// A stand-in of Stripe, as far as it is called: Checkout Sessions and Refunds, and the webhooks that it signs. Source: Stripe's API reference.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeStripe {
  readonly url: URL
  readonly requests: readonly { path: string; headers: IncomingMessage['headers']; body: string }[]
  /** The next call is refused as for a wrong key. */
  refuseNext(): void
  close(): void
}

export async function openFakeStripe(): Promise<FakeStripe> {
  const requests: { path: string; headers: IncomingMessage['headers']; body: string }[] = []
  let isRefusing = false
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    const answer = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (isRefusing) {
      isRefusing = false
      answer(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_abcdefgh' } })
    } else if (request.url === '/v1/checkout/sessions')
      answer(200, { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.stripe.test/pay/cs_1' })
    else if (request.url === '/v1/refunds') answer(200, { id: 're_1', object: 'refund', status: 'succeeded' })
    else answer(404, { error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } })
  })
  // A client that was killed in the middle of its request is none of the stand-in's business.
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    requests,
    url: new URL(`http://127.0.0.1:${port}`),
    refuseNext: () => {
      isRefusing = true
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The webhook that tells of a paid session: ten dollars, unless `changed` says otherwise. */
export function paidEvent(tradeNo: string, changed: object = {}, type = 'checkout.session.completed'): string {
  const session = {
    ...{ id: 'cs_1', object: 'checkout.session', client_reference_id: tradeNo, amount_total: 1000, currency: 'usd' },
    ...{ payment_status: 'paid', payment_intent: 'pi_1', ...changed },
  }
  return JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: session } })
}

/** `Stripe-Signature` as Stripe's documentation tells it. @param seconds unix seconds */
export function stripeSignature(text: string, seconds: number, secret: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`
}
