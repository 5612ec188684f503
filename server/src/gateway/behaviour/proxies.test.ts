// A channel's proxy is what its calls really go through. // server 2, server-behaviour 3.5a
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import type { Channel } from '@waystation/contract/channels/channel'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { localhostCertificate } from '../../testing/network/localhost-certificate.ts'
import { openProxy, type ProxyOptions, type TestProxy } from '../../testing/network/proxies.ts'
import { doors } from '../clients/testing/doors.ts'
import { openWorld, type World } from '../testing/world.ts'

const kinds: readonly (ProxyOptions & { name: string })[] = [
  { name: 'http', kind: 'http' },
  { name: 'http with a password', kind: 'http', user: 'me', password: 'p@ss:word/1' },
  { name: 'https', kind: 'https' },
  { name: 'https with a password', kind: 'https', user: 'me', password: 'secret' },
  { name: 'socks5', kind: 'socks5' },
  { name: 'socks5 with a password', kind: 'socks5', user: 'me', password: 'p@ss:word/1' },
]
const setting = (proxy: unknown) => JSON.stringify({ proxy })
const hello = (model: string) => ({ model, messages: [{ role: 'user', content: 'hello' }] })

let world: World
/** The fake provider over TLS. */
let secure: Server
let secureUrl: string
const proxies: TestProxy[] = []
const trusted = tls.getCACertificates()

beforeAll(async () => {
  tls.setDefaultCACertificates([...trusted, localhostCertificate.cert])
  const models = [...kinds.flatMap((_, at) => [`plain-${at}`, `secure-${at}`]), 'broken', 'other', 'inner', 'metadata', 'm']
  world = await openWorld({ channel: null, ratios: Object.fromEntries(models.map((model) => [model, 1])) })
  secure = createServer(localhostCertificate, (incoming, response) => world.provider.serve(incoming, response))
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
  secureUrl = `https://localhost:${(secure.address() as AddressInfo).port}`
  for (const [at, options] of kinds.entries()) {
    const proxy = await openProxy(options)
    proxies.push(proxy)
    await world.addChannel({ models: `plain-${at}`, setting: setting(proxy.url), name: `plain ${at}` })
    await world.addChannel({ models: `secure-${at}`, setting: setting(proxy.url), base_url: secureUrl, name: `secure ${at}` })
  }
})
afterAll(async () => {
  await world.close()
  for (const proxy of proxies) await proxy.close()
  secure.closeAllConnections()
  await new Promise((resolve) => secure.close(resolve))
  tls.setDefaultCACertificates(trusted)
})

const requestsOf = (at: number) => (proxies[at] as TestProxy).requests

describe.each(kinds.map((kind, at) => ({ ...kind, at })))('a proxy of kind $name', ({ kind, at }) => {
  test.each(['plain', 'secure'])('carries %s calls of every dialect, whole and streamed, and they cost the same', async (way) => {
    const model = `${way}-${at}`
    const before = world.provider.requestCount
    for (const { path, body, terminal } of doors) {
      for (const isStream of [false, true]) {
        const answer = await world.post(path(model, isStream), body(model, 'hello #in:50 #out:10', isStream))
        expect(answer, answer.text).toMatchObject({ status: 200 })
        if (isStream) expect(answer.text).toMatch(terminal)
      }
    }
    expect(world.provider.requestCount - before).toBe(8)
    const target = new URL(way === 'plain' ? world.provider.url : secureUrl).host
    const word = kind === 'socks5' ? 'SOCKS' : way === 'plain' ? 'POST' : 'CONNECT'
    expect(requestsOf(at).find((line) => line.includes(target))).toMatch(new RegExp(`^${word} .*${target}`))
    await world.books()
    const rows = await world.logs(8)
    expect(new Set(rows.slice(0, 8).map(({ quota }) => quota)).size).toBe(1)
  })

  test('carries channel tests and lists of models, of stored channels and of drafts', async () => {
    const { id } = (await world.console.call<Channel[]>('GET', '/api/channel/?p=0&page_size=100')).find(
      ({ name }) => name === `plain ${at}`,
    ) as Channel
    const draft = { name: 'x', type: 8, key: 'k', base_url: world.provider.url, models: 'm', setting: setting(proxies[at]?.url) }
    for (const ask of [
      () => world.console.call('GET', `/api/channel/test/${id}`),
      () => world.console.call('POST', '/api/channel/test', draft),
      () => world.console.call('GET', `/api/channel/fetch_models/${id}`),
      () => world.console.call('POST', '/api/channel/fetch_models', draft),
    ]) {
      const before = { requests: requestsOf(at).length, connections: world.provider.requestCount }
      await ask()
      // A tunnel that stands is used again.
      if (kind !== 'socks5') expect(requestsOf(at).length).toBeGreaterThan(before.requests)
      expect(world.provider.requestCount).toBeGreaterThan(before.connections)
    }
    if (kind === 'socks5') expect(requestsOf(at)).toContain(`SOCKS ${new URL(world.provider.url).host}`)
  })
})

describe('a proxy that does not carry a call', () => {
  beforeEach(async () => {
    for (const { id, models } of await world.console.call<Channel[]>('GET', '/api/channel/?p=0&page_size=100'))
      if (models === 'broken') await world.console.call('DELETE', `/api/channel/${id}`)
  })

  const refused = async (proxy: string) => {
    await world.addChannel({ models: 'broken', setting: setting(proxy) })
    const before = { balance: await world.balance(), requests: world.provider.requestCount }
    const answer = await world.post('/v1/chat/completions', hello('broken'))
    expect(answer).toMatchObject({ status: 502, json: { error: { code: 'do_request_failed' } } })
    expect(world.provider.requestCount).toBe(before.requests)
    expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
    expect(await world.balance()).toBe(before.balance)
    return answer.text
  }

  test('for it is not there: the call fails, free of charge, and does not leave by another way', async () => {
    const gone = await openProxy({ kind: 'http' })
    await gone.close()
    await refused(gone.url)
    await refused(gone.url.replace('http', 'socks5'))
  })

  test.each(['https', 'socks5'] as const)('for the password is wrong (%s): the password is not revealed', async (kind) => {
    const proxy = await openProxy({ kind, user: 'me', password: 'right' })
    const text = await refused(proxy.url.replace('right', 'wrong-canary'))
    expect(proxy.refused()).toBeGreaterThan(0)
    const rows = JSON.stringify(await world.logs(1))
    expect(text + rows).not.toContain('wrong-canary')
    await proxy.close()
  })

  test('lets another channel take the call', async () => {
    const gone = await openProxy({ kind: 'socks5' })
    await gone.close()
    await world.addChannel({ models: 'other', setting: setting(gone.url), priority: 10 })
    await world.addChannel({ models: 'other' })
    expect((await world.post('/v1/chat/completions', hello('other'))).status).toBe(200)
  })
})

test('neither the proxy nor its target may be a forbidden address', async () => {
  const proxy = await openProxy({ kind: 'socks5' })
  // The far end is an inner address by its name: the proxy, which would look it up for itself, is not asked.
  await world.addChannel({ models: 'inner', setting: setting(proxy.url), base_url: `http://localhost:${world.provider.port}` })
  await world.addChannel({ models: 'metadata', setting: setting(proxy.url), base_url: 'http://169.254.169.254' })
  expect((await world.post('/v1/chat/completions', hello('metadata'))).status).toBe(502)
  expect(proxy.requests).toEqual([])
  await world.setOption('relay.allow_private_addresses', 'false')
  const before = world.provider.requestCount
  expect((await world.post('/v1/chat/completions', hello('inner'))).status).toBe(502)
  expect(proxy.requests).toEqual([])
  await world.setOption('relay.allow_private_addresses', 'true')
  expect((await world.post('/v1/chat/completions', hello('inner'))).status).toBe(200)
  expect(proxy.requests).toHaveLength(1)
  expect(world.provider.requestCount).toBe(before + 1)
  const linkLocal = await world.console.ask('POST', '/api/channel/fetch_models', {
    type: 8,
    key: 'k',
    base_url: world.provider.url,
    setting: setting('http://169.254.169.254:80'),
  })
  expect(linkLocal.body).toMatchObject({ success: false, code: 'address_blocked' })
  await proxy.close()
})
