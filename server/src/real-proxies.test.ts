// Real proxies in front of a started server, with the lines that guides print: the wizard's call, a login and a payment notice get through, and
// nobody chooses their own address. `npm run test:all` alone runs it (vitest.config.ts).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openServer, type Server } from './server.ts'
import { epayNotice, signedByEpay } from './testing/fakes/epay-notice.ts'
import { findReverseProxy, openReverseProxy, type ReverseProxy, type ReverseProxyKind } from './testing/network/reverse-proxy.ts'

interface Case {
  readonly name: string
  readonly kind: ReverseProxyKind
  readonly lines: readonly string[]
  /** The host in the browser's address bar. */
  readonly host: string
  /** The address that the proxy listens on. */
  readonly listens?: string
  readonly basePath?: string
  /** Does a header that the caller writes stand beside the proxy's own? Then it is not known who calls. */
  readonly forged: 'overwritten' | 'passed on'
}

const FORWARDED = 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'
const REAL = 'proxy_set_header X-Real-IP $remote_addr;'
const HOST = 'proxy_set_header Host $host;'
const HTTP_HOST = 'proxy_set_header Host $http_host;'

const cases: readonly Case[] = [
  { name: 'nginx with $host, on a port', kind: 'nginx', lines: [HOST, REAL, FORWARDED], host: 'name.test', forged: 'overwritten' },
  { name: 'nginx with $http_host', kind: 'nginx', lines: [HTTP_HOST, REAL, FORWARDED], host: 'name.test', forged: 'overwritten' },
  {
    ...{ name: 'nginx, below a path', kind: 'nginx', lines: [HOST, REAL, FORWARDED], host: 'name.test', basePath: '/gate' },
    forged: 'overwritten',
  },
  { name: 'nginx by IPv6', kind: 'nginx', lines: [HOST, REAL, FORWARDED], host: '[::1]', listens: '[::1]', forged: 'overwritten' },
  { name: 'nginx with X-Real-IP alone', kind: 'nginx', lines: [HOST, REAL], host: 'name.test', forged: 'passed on' },
  { name: 'Caddy', kind: 'caddy', lines: [], host: 'name.test', forged: 'passed on' },
  { name: 'Caddy by IPv6', kind: 'caddy', lines: [], host: '[::1]', listens: '[::1]', forged: 'passed on' },
  { name: 'HAProxy', kind: 'haproxy', lines: ['option forwardfor'], host: 'name.test', forged: 'passed on' },
  {
    ...{ name: 'HAProxy that takes X-Real-IP out', kind: 'haproxy', host: 'name.test', forged: 'overwritten' },
    lines: ['option forwardfor', 'http-request del-header X-Real-IP'],
  },
]

const ROOT = { username: 'root', password: 'a-long-password' }
const EPAY_KEY = 'epay-merchant-key'
const FORGED = '198.51.100.7'

/** A person at a browser in front of the proxy, which says nothing of the site to plain http. */
class Person {
  readonly #url: string
  readonly #origin: string
  readonly #agent: Agent
  readonly #cookies = new Map<string, string>()
  userId = 0

  constructor(port: number, { host, listens = '127.0.0.1', basePath = '' }: Case) {
    this.#origin = `http://${host}:${port}`
    this.#url = `http://${listens}:${port}${basePath}`
    // Not the proxy's own address, which is trusted.
    this.#agent = new Agent(listens === '127.0.0.1' ? { localAddress: '127.0.0.2' } : {})
  }

  async send(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
  ) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await request(this.#url + path, {
      method,
      dispatcher: this.#agent,
      headers: {
        host: new URL(this.#origin).host,
        ...(method === 'GET' ? { referer: `${this.#origin}/` } : { origin: this.#origin }),
        ...(cookie === '' ? {} : { cookie, 'waystation-user': String(this.userId) }),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    return { status: reply.statusCode, text: await reply.body.text() }
  }

  /** `data` of a successful answer. */
  async call<Data>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Data> {
    const { text } = await this.send(method, path, body ? { body } : {})
    const json = JSON.parse(text) as { success: boolean; data: Data }
    expect(json.success, `${method} ${path}: ${text}`).toBe(true)
    return json.data
  }

  close() {
    return this.#agent.close()
  }
}

async function openBehind(given: Case) {
  const folder = mkdtempSync(join(tmpdir(), 'waystation-proxied-'))
  const env = { DATA_DIR: folder, HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', BASE_PATH: given.basePath ?? '' }
  const config = { ...readConfig(env), port: 0 }
  const parts = { config, log: pino({ level: 'silent' }), consoleFolder: undefined, version: '0.0.0-test' }
  const server: Server = await openServer({ ...parts, onDeath: (error) => expect.unreachable(String(error)) })
  const proxy: ReverseProxy = await openReverseProxy({
    ...{ kind: given.kind, upstream: new URL(server.url).host, host: given.listens, lines: given.lines },
  })
  const person = new Person(proxy.port, given)
  return {
    person,
    async close() {
      await person.close()
      await proxy.close()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const openFor = (given: Case, use: (person: () => Person) => void) => {
  const program = findReverseProxy(given.kind)
  if (program === undefined) {
    test.skip(`behind ${given.name}: ${given.kind} is not installed (Debian: apt-get install ${given.kind})`)
    return
  }
  describe(`behind ${given.name}`, () => {
    let behind: Awaited<ReturnType<typeof openBehind>>
    beforeAll(async () => {
      behind = await openBehind(given)
    })
    afterAll(() => behind?.close())
    use(() => behind.person)
  })
}

for (const given of cases) {
  openFor(given, (person) => {
    test('the wizard sets the server up, and people log in', async () => {
      await person().call('POST', '/api/setup', { ...ROOT, confirmPassword: ROOT.password })
      const { id } = await person().call<{ id: number }>('POST', '/api/user/login', ROOT)
      person().userId = id
      expect(await person().call('GET', '/api/user/self')).toMatchObject({ username: 'root' })
    })

    test('a payment notice arrives', async () => {
      await person().call('POST', '/api/user/confirm', { purpose: 'secret_options', password: ROOT.password })
      const options = { ServerAddress: 'http://gw.example', PayAddress: 'https://pay.test', EpayId: '1001', EpayKey: EPAY_KEY }
      for (const [key, value] of Object.entries(options)) await person().call('PUT', '/api/option/', { key, value })
      const fields = await person().call<Record<string, string>>('POST', '/api/user/pay', { amount: 1, payment_method: 'zfb' })
      const notice = new URLSearchParams(signedByEpay(epayNotice(fields), EPAY_KEY))
      const { quota } = await person().call<{ quota: number }>('GET', '/api/user/self')
      expect((await person().send('GET', `/api/user/epay/notify?${notice}`)).text).toBe('success')
      expect((await person().call<{ quota: number }>('GET', '/api/user/self')).quota).toBeGreaterThan(quota)
    })

    test('SEC-14: the caller has the address that the proxy saw, and no other', async () => {
      await person().call('PUT', '/api/option/', { key: 'ReverseProxyEnabled', value: 'true' })
      const own = given.listens === undefined ? '127.0.0.2' : '::1'
      const keyFor = async (address: string) => {
        const draft = { name: address, unlimited_quota: true, allow_ips: address }
        return `Bearer sk-${(await person().call<{ key: string }>('POST', '/api/token/', draft)).key}`
      }
      const [ownKey, forgedKey] = [await keyFor(own), await keyFor(FORGED)]
      const ask = async (authorization: string, headers: Record<string, string>) =>
        (await person().send('GET', '/v1/models', { headers: { ...headers, authorization } })).status
      expect(await ask(ownKey, {})).toBe(200)
      for (const name of ['x-real-ip', 'x-forwarded-for']) expect(await ask(forgedKey, { [name]: FORGED }), name).toBe(403)
      const both = { 'x-real-ip': FORGED, 'x-forwarded-for': FORGED }
      expect(await ask(forgedKey, both)).toBe(403)
      expect(await ask(ownKey, both)).toBe(given.forged === 'overwritten' ? 200 : 403)
    })
  })
}

// Where the guide named no line for it, nginx passes on the name of its upstream.
openFor({ name: 'nginx without a line for Host', kind: 'nginx', lines: [], host: 'name.test', forged: 'passed on' }, (person) => {
  test('the wizard sets the server up, and a login is told what to set', async () => {
    await person().call('POST', '/api/setup', { ...ROOT, confirmPassword: ROOT.password })
    const { status, text } = await person().send('POST', '/api/user/login', { body: ROOT, headers: { 'accept-language': 'en' } })
    expect(status).toBe(403)
    for (const part of ['http://name.test:', 'proxy_set_header Host $http_host;', 'option set ServerAddress']) expect(text).toContain(part)
  })
})
