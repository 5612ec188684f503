// The proxy of the operator's network: what goes by it, what does not, and that the guard of addresses holds with it.
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenLocally } from '../../testing/network/local-site.ts'
import { localhostCertificate } from '../../testing/network/localhost-certificate.ts'
import { openProxy, type TestProxy } from '../../testing/network/proxies.ts'
import { readCapped } from '../bodies/read-capped.ts'
import { BlockedAddress } from './address-guard.ts'
import { type EgressRules, openEgress } from './egress.ts'
import { readOperatorProxy } from './operator-proxy.ts'

const both = { HTTP_PROXY: 'http://plain.example:3128', HTTPS_PROXY: 'http://secure.example:3128' }
const [plain, secure] = ['http://plain.example:3128/', 'http://secure.example:3128/']

test.each([
  [{}, 'https://far.example/', undefined],
  [both, 'http://far.example/', plain],
  [both, 'ws://far.example/', plain],
  [both, 'https://far.example/', secure],
  [both, 'wss://far.example/', secure],
  [{ HTTP_PROXY: both.HTTP_PROXY }, 'https://far.example/', undefined],
  [{ http_proxy: 'proxy.example:80' }, 'http://far.example/', 'http://proxy.example/'],
  [{ ...both, https_proxy: 'socks5://lower.example:1080' }, 'https://far.example/', 'socks5://lower.example:1080'],
  [{ HTTPS_PROXY: 'http://me:p%40ss@secure.example:3128' }, 'https://far.example/', 'http://me:p%40ss@secure.example:3128/'],
])('by %j, %s goes by %s', (env, target, proxy) => expect(readOperatorProxy(env)(new URL(target))).toBe(proxy))

test.each([
  ['*', 'http://far.example/', true],
  ['far.example', 'http://far.example/', true],
  ['far.example', 'http://inner.far.example/', true],
  ['.far.example', 'http://inner.far.example/', true],
  ['*.far.example', 'http://FAR.example/', true],
  ['far.example', 'http://notfar.example/', false],
  ['other.example, far.example', 'https://far.example/', true],
  ['other.example far.example', 'https://far.example/', true],
  ['far.example:8080', 'http://far.example:8080/', true],
  ['far.example:8080', 'http://far.example/', false],
  ['far.example:443', 'https://far.example/', true],
  ['10.0.0.0/8', 'http://10.1.2.3/', true],
  ['10.0.0.0/8', 'http://11.1.2.3/', false],
  ['127.0.0.1', 'http://127.0.0.1:8000/', true],
  ['::1', 'http://[::1]:8000/', true],
  ['[::1]:8000', 'http://[::1]:8000/', true],
  ['fd00::/8', 'http://[fd12::1]/', true],
])('NO_PROXY=%s keeps %s from the proxy: %s', (NO_PROXY, target, isKept) => {
  for (const env of [
    { ...both, NO_PROXY },
    { ...both, no_proxy: NO_PROXY },
  ])
    expect(readOperatorProxy(env)(new URL(target)) === undefined).toBe(isKept)
})

test.each(['ftp://me:geheimnis@proxy', 'http://me:geheimnis@', '://'])('an address that is no proxy is refused in words: %s', (wrong) => {
  const read = () => readOperatorProxy({ HTTPS_PROXY: wrong })
  expect(read).toThrow('HTTPS_PROXY must be the address of a proxy')
  expect(read).not.toThrow('geheimnis')
})

describe('what goes out', () => {
  const hosts: string[] = []
  const trusted = tls.getCACertificates('default')
  let site: Server
  let secureSite: SecureServer
  let proxy: TestProxy
  const [ports, closers] = [{ plain: 0, secure: 0 }, [] as (() => Promise<unknown>)[]]

  beforeAll(async () => {
    tls.setDefaultCACertificates([...trusted, localhostCertificate.cert])
    site = createServer((request, response) => void response.end(`hello ${hosts.push(String(request.headers.host))}`))
    site.on('upgrade', (_request, socket: Duplex) => {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
    })
    secureSite = createSecureServer(localhostCertificate, (request, response) => {
      response.end(`hello ${hosts.push(String(request.headers.host))}`)
    })
    for (const [name, server] of [['plain', site] as const, ['secure', secureSite] as const]) {
      const { port, close } = await listenLocally(server)
      ports[name] = port
      closers.push(close)
    }
    proxy = await openProxy({ kind: 'http', user: 'me', password: 'p@ss:word/1' })
    closers.push(proxy.close)
  })
  afterAll(async () => {
    tls.setDefaultCACertificates(trusted)
    for (const close of closers) await close()
  })

  /** Asks for an address by the operator's proxy. Answers the status, and what the proxy was asked for. */
  async function ask(target: string, rules: Partial<EgressRules> = {}, env: Readonly<Record<string, string>> = {}) {
    proxy.requests.length = 0
    hosts.length = 0
    const operatorProxy = readOperatorProxy({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, ...env })
    const egress = openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 2000, operatorProxy, ...rules })
    try {
      const limits = { headersTimeoutMs: 5000, bodyTimeoutMs: 5000 }
      const { statusCode, body } = await egress.send({ method: 'GET', url: new URL(target), headers: {}, ...limits })
      await readCapped(body, { maxBytes: 10_000, deadlineMs: 5000 })
      return { statusCode, by: [...proxy.requests], hosts: [...hosts] }
    } finally {
      await egress.close()
    }
  }

  test('by its name, for what admins name: plain in absolute form, secure through a tunnel', async () => {
    const [one, other] = [`localhost:${ports.plain}`, `localhost:${ports.secure}`]
    expect(await ask(`http://${one}/a`)).toEqual({ statusCode: 200, by: [`GET http://${one}/a`], hosts: [one] })
    expect(await ask(`https://${other}/a`)).toEqual({ statusCode: 200, by: [`CONNECT ${other}`], hosts: [other] })
  })

  test('straight, for what NO_PROXY names', async () => {
    const [one, other] = [`localhost:${ports.plain}`, `localhost:${ports.secure}`]
    for (const target of [`http://${one}/`, `https://${other}/`])
      expect(await ask(target, {}, { NO_PROXY: 'localhost' })).toMatchObject({ statusCode: 200, by: [] })
  })

  test('sockets too, through a tunnel', async () => {
    proxy.requests.length = 0
    const egress = openEgress({
      ...{ allowsPrivate: () => true, connectTimeoutMs: () => 2000 },
      operatorProxy: readOperatorProxy({ HTTP_PROXY: proxy.url }),
    })
    const headers = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' }
    const { kind } = await egress.connect({ url: new URL(`ws://localhost:${ports.plain}/`), headers, headersTimeoutMs: 5000 })
    expect([kind, proxy.requests]).toEqual(['open', [`CONNECT localhost:${ports.plain}`]])
    await egress.close()
  })

  test('by the address that was checked here, for what users name: the name is the target’s to hear', async () => {
    const [one, other] = [`localhost:${ports.plain}`, `localhost:${ports.secure}`]
    const rules = { isForUsers: true }
    expect(await ask(`http://${one}/`, rules)).toEqual({ statusCode: 200, by: [`CONNECT 127.0.0.1:${ports.plain}`], hosts: [one] })
    // The certificate is of `localhost` alone, so a good answer means that it was checked for the name.
    expect(await ask(`https://${other}/`, rules)).toEqual({ statusCode: 200, by: [`CONNECT 127.0.0.1:${ports.secure}`], hosts: [other] })
  })

  test.each([
    ['users', true, 'http://localhost:9/'],
    ['users', true, 'http://127.0.0.1:9/'],
    ['admins', false, 'http://localhost:9/'],
    ['admins', false, 'http://127.0.0.1:9/'],
    ['admins', false, 'http://169.254.169.254/'],
  ])('inner addresses that %s name are not asked of the proxy either', async (_who, isForUsers, target) => {
    await expect(ask(target, { isForUsers, allowsPrivate: () => false })).rejects.toThrow(BlockedAddress)
    expect(proxy.requests).toEqual([])
  })

  test('a name that is unknown here is the proxy’s to find, unless a user gave it', async () => {
    await ask('http://unknown-here.invalid/a').catch(() => undefined)
    expect(proxy.requests).toEqual(['GET http://unknown-here.invalid/a'])
    await expect(ask('http://unknown-here.invalid/a', { isForUsers: true })).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/)
    expect(proxy.requests).toEqual([])
  })
})
