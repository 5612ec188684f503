// SEC-14: whose call it is, by address. What a stranger writes into a header counts for nothing: neither for the addresses that a key is
// bound to, nor for limits, nor for what is written down.

import { cellsToTry } from '@waystation/wire/testing/matrix'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openWorld, type World } from '../gateway/testing/world.ts'

const PEER = '127.0.0.1'
/** Where the key may be used from, and where nobody here is. */
const WANTED = '198.51.100.7'

/** Everything that somebody may write to be taken for another. */
const forged: Readonly<Record<string, Readonly<Record<string, string | string[]>>>> = {
  'X-Real-IP': { 'x-real-ip': WANTED },
  'X-Forwarded-For': { 'x-forwarded-for': WANTED },
  'CF-Connecting-IP': { 'cf-connecting-ip': WANTED },
  'X-Forwarded-For, in front of the real one': { 'x-forwarded-for': `${WANTED}, 203.0.113.50` },
  'X-Forwarded-For, behind a trusted one': { 'x-forwarded-for': `${WANTED}, 10.0.0.1` },
  'X-Forwarded-For, twice': { 'x-forwarded-for': [WANTED, '203.0.113.50'] },
  'X-Real-IP, twice': { 'x-real-ip': [WANTED, '203.0.113.50'] },
  'CF-Connecting-IP, twice': { 'cf-connecting-ip': [WANTED, '203.0.113.50'] },
  'True-Client-IP': { 'true-client-ip': WANTED },
  'X-Client-IP': { 'x-client-ip': WANTED },
  'X-Cluster-Client-IP': { 'x-cluster-client-ip': WANTED },
  'X-Originating-IP': { 'x-originating-ip': WANTED },
  'Fly-Client-IP': { 'fly-client-ip': WANTED },
  'CF-Connecting-IPv6': { 'cf-connecting-ipv6': WANTED },
  Forwarded: { forwarded: `for=${WANTED}` },
  'a name with an underscore': { x_real_ip: WANTED, x_forwarded_for: WANTED },
  'X-Real-IP beside the real X-Forwarded-For': { 'x-real-ip': WANTED, 'x-forwarded-for': '203.0.113.50' },
  'X-Forwarded-For beside the real X-Real-IP': { 'x-real-ip': '203.0.113.50', 'x-forwarded-for': WANTED },
  'words around it': { 'x-real-ip': `x ${WANTED}`, 'cf-connecting-ip': `${WANTED};` },
}
/** Which of them count, where the peer is a proxy that is trusted. */
const counted: Readonly<Record<string, readonly string[]>> = {
  off: [],
  nginx: ['X-Real-IP', 'X-Forwarded-For', 'X-Forwarded-For, behind a trusted one'],
  cloudflare: ['CF-Connecting-IP'],
}
const modes = Object.keys(counted)
const peers = {
  'a peer of the networks that are trusted by default': { environment: {}, isTrusted: true },
  'a peer that is named': { environment: { TRUSTED_PROXIES: `203.0.113.1, 10.0.0.0/8, ${PEER}` }, isTrusted: true },
  'a peer that is not named': { environment: { TRUSTED_PROXIES: '203.0.113.1, 10.0.0.0/8' }, isTrusted: false },
} as const

const cells = Object.keys(peers).flatMap((peer) =>
  modes.flatMap((mode) => Object.entries(forged).map(([name, headers]) => ({ peer, mode, name, headers }))),
)
const tried = cellsToTry('SEC-14', cells, ({ peer, mode, name }) => [peer, mode, name])

describe.each(Object.entries(peers))('by %s', (peer, { environment, isTrusted }) => {
  let world: World
  let key = ''
  beforeAll(async () => {
    world = await openWorld({ environment })
    key = `sk-${(await world.addToken({ name: 'bound', allow_ips: WANTED })).key}`
  })
  afterAll(() => world.close())

  const set = async (mode: string) => {
    await world.setOption('ReverseProxyProvider', mode === 'off' ? 'nginx' : mode)
    await world.setOption('ReverseProxyEnabled', String(mode !== 'off'))
  }

  describe.each(modes)('with the proxy setting %s', (mode) => {
    beforeAll(() => set(mode))

    test.each(tried.filter((cell) => cell.peer === peer && cell.mode === mode))('SEC-14: $name', async ({ name, headers }) => {
      const isCounted = isTrusted && (counted[mode] ?? []).includes(name)
      for (const [door, shown] of [
        ['/v1/models', { authorization: `Bearer ${key}` }],
        ['/v1/models', { 'x-api-key': key }],
        ['/v1beta/models', { 'x-goog-api-key': key }],
        ['/v1/dashboard/billing/subscription', { authorization: `Bearer ${key}` }],
        ['/api/log/token', { authorization: `Bearer ${key}` }],
      ] as const) {
        const reply = await request(world.url + door, { headers: { ...headers, ...shown } })
        const text = await reply.body.text()
        expect(reply.statusCode === 200 && !text.includes('"success":false'), `${door} ${text}`).toBe(isCounted)
      }
    })
  })

  test('SEC-14: headers that contradict each other pass no address list, not even with the proxy on it', async () => {
    await set('nginx')
    const here = await world.addToken({ name: 'here', allow_ips: `${PEER}\n${WANTED}\n203.0.113.50` })
    for (const [real, hops] of [
      [WANTED, '203.0.113.50'],
      ['203.0.113.50', WANTED],
    ] as const) {
      const headers = { 'x-real-ip': real, 'x-forwarded-for': hops, authorization: `Bearer sk-${here.key}` }
      for (const door of ['/v1/models', '/api/log/token']) {
        const reply = await request(world.url + door, { headers })
        const text = await reply.body.text()
        expect(text.includes('ip_contradictory'), `${door} ${text}`).toBe(isTrusted)
      }
    }
  })

  test.each(modes)(
    'SEC-14: the audit log and the list of sessions have the address that counts, with the proxy setting %s',
    async (mode) => {
      await set(mode)
      const headers = { 'x-real-ip': '198.51.100.20', 'x-forwarded-for': '198.51.100.20', 'cf-connecting-ip': '198.51.100.20' }
      const username = `nobody-${mode}`
      const guess = JSON.stringify({ username, password: 'wrong password' })
      const reply = await request(`${world.url}/api/user/login`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: guess,
      })
      await reply.body.dump()
      const { items } = await world.console.call<{ items: { action: string; client_ip: string }[] }>(
        'GET',
        '/api/audit/?action=login.failed',
      )
      expect(items[0]?.client_ip).toBe(isTrusted && mode !== 'off' ? '198.51.100.20' : PEER)
    },
  )

  test.each(modes)('SEC-14: a new header for each guess gives no new tries, with the proxy setting %s', async (mode) => {
    await set(mode)
    const statuses: number[] = []
    for (let at = 0; at < 24; at += 1) {
      const invented = `192.0.2.${at + 1}`
      const real = `203.0.113.${60 + modes.indexOf(mode)}`
      const headers = {
        // What the proxy adds to what the caller wrote; of the other kind of proxy everything is the caller's.
        'x-forwarded-for': `${invented}, ${real}`,
        ...(mode === 'cloudflare' ? { 'cf-connecting-ip': real, 'x-real-ip': invented } : { 'cf-connecting-ip': invented }),
        'true-client-ip': invented,
        forwarded: `for=${invented}`,
      }
      const reply = await request(`${world.url}/api/reset_password?email=x${at}@y.test`, {
        headers: { ...headers, 'sec-fetch-site': 'same-origin' },
      })
      await reply.body.dump()
      statuses.push(reply.statusCode)
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4)
  })
})

describe('the list of trusted proxies', () => {
  test.each(['*', '0.0.0.0/0', '::/0', 'nginx', '10.1', '10.0.0.0/33', '127.0.0.1, *', '::ffff:0.0.0.0/0'])(
    'SEC-14: takes no %s',
    (text) => {
      expect(() => readConfig({ TRUSTED_PROXIES: text })).toThrow(/TRUSTED_PROXIES/)
    },
  )

  test('SEC-14: takes addresses and networks', () => {
    const text = '127.0.0.1, 10.0.0.0/8,2001:db8::/32 , ::1'
    expect(readConfig({ TRUSTED_PROXIES: text }).trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32', '::1'])
    expect(readConfig({}).trustedProxies).toEqual([])
  })
})
