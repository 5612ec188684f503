// Keys that are exchanged for tokens, over real sockets: a strict token endpoint, a vendor that takes its tokens only, and a proxy.
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEgress } from '../../lib/net/egress.ts'
import type { ChannelTarget, Provider } from '../../providers/provider.ts'
import { vertexProvider } from '../../providers/vertex/provider.ts'
import { type FakeTokenEndpoint, openFakeTokenEndpoint } from '../../testing/fakes/fake-token-endpoint.ts'
import { openProxy } from '../../testing/network/proxies.ts'
import { type DrivenClock, drivenClock } from '../../testing/time/driven-clock.ts'
import { Exchange } from './exchange.ts'
import { UpstreamFailure } from './failure.ts'

let tokens: FakeTokenEndpoint
let provider: Provider
let clock: DrivenClock
let exchange: Exchange
/** The tokens that the vendor was shown, in order. */
let shown: string[] = []
const egress = () => openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 2000 })
const vendor = createServer((request, response) => {
  const token = (request.headers.authorization ?? '').replace('Bearer ', '')
  shown.push(token)
  response.writeHead(tokens.tokens.has(token) ? 200 : 401).end('{}')
})
let vendorUrl = ''

beforeAll(async () => {
  tokens = await openFakeTokenEndpoint()
  provider = vertexProvider({ tokenUrl: tokens.url })
  vendor.listen(0, '127.0.0.1')
  await once(vendor, 'listening')
  vendorUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/`
})
afterAll(async () => {
  await tokens.close()
  vendor.closeAllConnections()
  vendor.close()
})
beforeEach(() => {
  shown = []
  tokens.answers.length = 0
  tokens.tokens.clear()
  tokens.lifeSeconds = 3599
  tokens.delayMs = 0
  clock = drivenClock()
  exchange = new Exchange(egress(), clock)
})

const channelOf = (key: string, setting = {}): ChannelTarget => ({ baseUrl: '', key, organization: '', other: 'global', setting })
const fresh = () => channelOf(tokens.account(`project-${crypto.randomUUID().slice(0, 8)}`).key)

async function call(channel: ChannelTarget, signal?: EventEmitter): Promise<number> {
  const target = { provider, channel, firstByteMs: 5000, idleMs: 5000, ...(signal ? { signal } : {}) }
  const answer = await exchange.send({ method: 'POST', url: new URL(vendorUrl), headers: {}, body: '{}' }, target)
  await answer.beginning({ maxBytes: 1000, deadlineMs: 1000 })
  return answer.status
}

const failureOf = async (channel: ChannelTarget): Promise<UpstreamFailure> => {
  const error = await call(channel).catch((failure: unknown) => failure)
  if (!(error instanceof UpstreamFailure)) throw new Error('the call did not fail')
  return error
}

test('fifty calls at once need one exchange, and the next call none', async () => {
  const channel = fresh()
  tokens.delayMs = 50
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => call(channel))))).toEqual(new Set([200]))
  expect(await call(channel)).toBe(200)
  expect(tokens.answers.map(({ status }) => status)).toEqual([200])
  expect(new Set(shown).size).toBe(1)
})

test('each key has a token of its own', async () => {
  const [one, other] = [fresh(), fresh()]
  for (const channel of [one, other, one]) expect(await call(channel)).toBe(200)
  expect(shown[0]).toBe(shown[2])
  expect(shown[1]).not.toBe(shown[0])
  expect(tokens.answers).toHaveLength(2)
})

test('an API key of express mode is exchanged for nothing', async () => {
  await call(channelOf('AIzaSyExpressKey0123456789'))
  expect(shown).toEqual([''])
  expect(tokens.answers).toEqual([])
})

describe('before its end a token is renewed', () => {
  test('beside the calls, which do not wait for it', async () => {
    const channel = fresh()
    await call(channel)
    clock.advance(54 * 60_000)
    await call(channel)
    expect(tokens.answers).toHaveLength(1)
    clock.advance(90_000)
    tokens.delayMs = 100
    expect(await call(channel)).toBe(200)
    expect(shown[2]).toBe(shown[0])
    await expect.poll(() => tokens.answers.length).toBe(2)
    await expect.poll(() => call(channel).then(() => shown.at(-1) === tokens.answers[1]?.token)).toBe(true)
    expect(tokens.answers).toHaveLength(2)
  })

  test('a renewal that fails leaves the old token in use, and is tried again', async () => {
    const channel = fresh()
    await call(channel)
    clock.advance(56 * 60_000)
    tokens.next({ status: 500, body: '' })
    expect(await call(channel)).toBe(200)
    await expect.poll(() => tokens.answers.length).toBe(2)
    expect(await call(channel)).toBe(200)
    expect(tokens.answers).toHaveLength(2)
    clock.advance(11_000)
    expect(await call(channel)).toBe(200)
    await expect.poll(() => tokens.answers.at(-1)?.status).toBe(200)
  })

  test('and in its last moments calls wait for the next', async () => {
    const channel = fresh()
    await call(channel)
    clock.advance(3_598_000)
    expect(await call(channel)).toBe(200)
    expect(tokens.answers).toHaveLength(2)
    expect(shown[1]).not.toBe(shown[0])
  })
})

describe('a token that the vendor refuses', () => {
  test('is exchanged once more for all, and their calls are sent again', async () => {
    const channel = fresh()
    await call(channel)
    tokens.tokens.clear()
    tokens.delayMs = 30
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => call(channel))))).toEqual(new Set([200]))
    expect(tokens.answers).toHaveLength(2)
  })

  test('and was new is remembered no more, and the call is not sent again', async () => {
    const channel = fresh()
    const refuse = { status: 200, body: JSON.stringify({ access_token: 'ya29.unknown', expires_in: 3599 }) }
    tokens.next(refuse)
    expect(await call(channel)).toBe(401)
    expect(shown).toEqual(['ya29.unknown'])
    expect(await call(channel)).toBe(200)
    expect(tokens.answers).toHaveLength(2)
  })

  test('again and again costs one exchange a call', async () => {
    const channel = fresh()
    await call(channel)
    tokens.tokens.clear()
    tokens.next({ status: 200, body: JSON.stringify({ access_token: 'ya29.unknown', expires_in: 3599 }) }, 3)
    expect([await call(channel), await call(channel), await call(channel)]).toEqual([401, 401, 401])
    expect(tokens.answers).toHaveLength(4)
  })
})

describe('where no token comes', () => {
  test.each([
    [400, '{"error":"invalid_grant","error_description":"Invalid JWT Signature."}', 'invalid_grant'],
    [401, '{"error":"invalid_client"}', 'invalid_client'],
    [403, '{"error":{"code":403,"message":"The caller has no permission","status":"PERMISSION_DENIED"}}', undefined],
  ])('a refusal with %i is about the key, as a 401 of a call is', async (status, body, code) => {
    tokens.next({ status, body })
    const { facts } = await failureOf(fresh())
    expect(facts).toMatchObject({ status: 401, kind: 'answer', upstream: { status: 401 } })
    if (code !== undefined) expect(facts.upstream?.code).toBe(code)
  })

  test('an account that is gone is refused', async () => {
    const account = tokens.account('gone')
    tokens.remove(account.email)
    expect((await failureOf(channelOf(account.key))).facts).toMatchObject({
      status: 401,
      upstream: { code: 'invalid_grant', message: 'Invalid grant: account not found' },
    })
  })

  test('a private key that is none is a refused key, and nothing of it is told', async () => {
    const broken = JSON.parse(tokens.account('broken').key) as Record<string, string>
    const key = JSON.stringify({
      ...broken,
      private_key: '-----BEGIN PRIVATE KEY-----\nTm90IGEga2V5\n-----END PRIVATE KEY-----\n',
    })
    const { facts } = await failureOf(channelOf(key))
    expect(facts).toMatchObject({ status: 401, kind: 'answer' })
    expect(JSON.stringify(facts)).not.toContain('Tm90')
    expect(tokens.answers).toEqual([])
  })

  test.each([
    ['a lost connection', 'lost' as const],
    ['a failure of the endpoint', { status: 503, body: 'busy' }],
    ['an answer without a token', { status: 200, body: '{"token_type":"Bearer"}' }],
    ['an answer that is no JSON', { status: 200, body: '<html>' }],
    ['an endless answer', { status: 200, body: 'x'.repeat(200_000) }],
    ['a token without a life', { status: 200, body: '{"access_token":"ya29.x"}' }],
  ])('%s is no fault of the key, and another channel may be tried', async (_name, answer) => {
    tokens.next(answer)
    const channel = fresh()
    const { facts } = await failureOf(channel)
    expect(facts).toMatchObject({ status: 502, kind: 'connection' })
    expect(facts.upstream).toBeUndefined()
    expect(shown).toEqual([])
    expect(await call(channel)).toBe(200)
  })
})

test('who leaves ends the wait, and not the exchange that others wait for', async () => {
  const channel = fresh()
  tokens.delayMs = 1500
  const signal = new EventEmitter()
  const [left, stayed] = [call(channel, signal).catch((error: unknown) => error), call(channel)]
  setTimeout(() => signal.emit('abort'), 30)
  expect(await left).toBeInstanceOf(UpstreamFailure)
  expect(tokens.answers).toEqual([])
  expect(await stayed).toBe(200)
  expect(tokens.answers).toHaveLength(1)
  expect(shown).toHaveLength(1)
})

test('the exchange goes the way of the calls: through the proxy of the channel', async () => {
  const proxy = await openProxy({ kind: 'http' })
  const { key } = fresh()
  expect(await call(channelOf(key, { proxy: proxy.url }))).toBe(200)
  expect(proxy.requests.length).toBe(2)
  expect(proxy.requests[0]).toContain(new URL(tokens.url).host)
  expect(proxy.requests[1]).toContain(new URL(vendorUrl).host)
  // Another way out is another token: where one way fails, the other need not.
  expect(await call(channelOf(key))).toBe(200)
  expect(tokens.answers).toHaveLength(2)
  await proxy.close()
})
