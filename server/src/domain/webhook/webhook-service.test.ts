// Webhooks, against a real receiver.
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEgress } from '../../lib/net/egress.ts'
import { localhostCertificate } from '../../testing/network/localhost-certificate.ts'
import { Undeliverable } from '../outbox/outbox.ts'
import { WebhookService } from './webhook-service.ts'

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

const seen: Seen[] = []
let answer: (response: ServerResponse) => void = (response) => response.end()
const receiver = createServer(localhostCertificate, (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (bytes: Buffer) => void chunks.push(bytes))
  request.on('end', () => {
    seen.push({ method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() })
    answer(response)
  })
})
const rules = { connectTimeoutMs: () => 2000, ca: localhostCertificate.cert }
/** As if the receiver had a public address. */
const openly = openEgress({ ...rules, allowsPrivate: () => true })
const guarded = openEgress({ ...rules, allowsPrivate: () => false })
const hooks = new WebhookService({ egress: openly, now: () => 1_800_000_000_000 })
const never = new AbortController().signal
let base = ''

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  base = `https://localhost:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  await Promise.all([openly.close(), guarded.close()])
  receiver.closeAllConnections()
  receiver.close()
})

const deliver = (body: object, service = hooks) => service.deliver({ uid: '01JHOOK', body: JSON.stringify(body) }, never)
const stored = (more: object = {}) => ({
  url: `${base}/hook?a=1`,
  secret: 's3cret',
  text: '{"type":"quota_exceed"}',
  timestamp: 7,
  ...more,
})

test('a message is signed as vector 15 says, and carries the secret, an id and a time', async () => {
  await deliver(stored())
  expect(seen.at(-1)).toMatchObject({
    ...{ method: 'POST', url: '/hook?a=1', body: '{"type":"quota_exceed"}' },
    headers: {
      'content-type': 'application/json',
      'x-webhook-signature': '75cae1e4de2fb2a165cbf78105fad0c70f9ae66ea292321be0d2fe0efb7bfd6f',
      authorization: 'Bearer s3cret',
      'x-webhook-id': '01JHOOK',
      'x-webhook-timestamp': '7',
    },
  })
})

test('a message says what happened, and is the same in every try', async () => {
  const message = { type: 'quota_exceed', title: '余额', content: 'low', values: ['a', 3] }
  const { body, kind } = hooks.delivery({ url: `${base}/`, secret: '', message, ref: 'r', lifetimeMs: 1 })
  expect(kind).toBe('webhook')
  for (let at = 0; at < 2; at += 1) await deliver(JSON.parse(body))
  expect(JSON.parse(seen.at(-1)?.body ?? '')).toEqual({ ...message, timestamp: 1_800_000_000 })
  expect(seen.at(-1)).toEqual(seen.at(-2))
  expect(seen.at(-1)?.headers).not.toHaveProperty('authorization')
  expect(seen.at(-1)?.headers).not.toHaveProperty('x-webhook-signature')
})

test.each([
  ['http, not https', 'http://example.com/'],
  ['a login in the address', 'https://user:pass@example.com/'],
  ['no address', 'hello'],
])('%s is never sent to', async (_name, url) => {
  await expect(deliver(stored({ url }))).rejects.toBeInstanceOf(Undeliverable)
})

test.each(['localhost', '127.0.0.1', '[::1]', '10.0.0.1', '169.254.169.254', '[::ffff:127.0.0.1]'])('%s is not reached', async (host) => {
  const count = seen.length
  const url = base.replace('localhost', host)
  await expect(deliver(stored({ url }), new WebhookService({ egress: guarded, now: Date.now }))).rejects.toBeInstanceOf(Undeliverable)
  expect(seen).toHaveLength(count)
})

test('a redirect is not followed, and counts as a failure; so does every other status but 2xx', async () => {
  for (const status of [301, 307, 400, 404, 500]) {
    answer = (response) => response.writeHead(status, { location: `${base}/elsewhere` }).end('text that nobody sees')
    await expect(deliver(stored())).rejects.toMatchObject({ code: `HTTP ${status}` })
    expect(seen.at(-1)?.url).toBe('/hook?a=1')
  }
  answer = (response) => response.writeHead(204).end()
  await deliver(stored())
})

test('an endless answer is not read', async () => {
  answer = (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 1)
    response.on('close', () => clearInterval(timer))
  }
  await deliver(stored())
})

test('a receiver that does not answer is given up after five seconds', async () => {
  answer = () => {}
  // Nothing but its time limit ends it.
  await expect(deliver(stored())).rejects.toThrow()
})
