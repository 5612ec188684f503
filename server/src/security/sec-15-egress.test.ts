// SEC-15: what may not be reached is not connected to, however it is written, whatever a name server says, and wherever a redirect leads.
// Every case really sends a request. What counts is at the socket: no attempt to connect, and nothing in the trap.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Undeliverable } from '../domain/outbox/outbox.ts'
import { documentReader } from '../domain/outside/json-document.ts'
import { WebhookService } from '../domain/webhook/webhook-service.ts'
import { Exchange } from '../gateway/upstream/exchange.ts'
import { UpstreamFailure } from '../gateway/upstream/failure.ts'
import { asker, SiteUnreachable } from '../identity/ask.ts'
import { BlockedAddress } from '../lib/net/address-guard.ts'
import { type Egress, openEgress } from '../lib/net/egress.ts'
import { smtpSender } from '../lib/net/smtp.ts'
import { type HostileHost, hostileAnswers, hostileHosts, hostileNames } from './testing/hostile-hosts.ts'
import { LyingNames, openTrap, PUBLIC_ADDRESS, recordSockets, type SocketRecord, type Trap } from './testing/trap.ts'

const names = vi.hoisted(() => ({ lookup: undefined as LyingNames['lookup'] | undefined }))
vi.mock('node:dns', async (original) => ({
  ...(await original<object>()),
  lookup: (...given: Parameters<LyingNames['lookup']>) => names.lookup?.(...given),
}))
const dns = new LyingNames()
names.lookup = dns.lookup

const rules = { connectTimeoutMs: () => 2000 }
/** For addresses that users name: webhooks, and whatever else will be fetched for them. */
const forUsers = openEgress({ ...rules, allowsPrivate: () => false })
/** For addresses that admins name: vendors, documents, sites to log in with. */
const forAdmins = openEgress({ ...rules, allowsPrivate: () => true })

let trap: Trap
let sockets: SocketRecord
beforeAll(async () => {
  trap = await openTrap()
  sockets = recordSockets()
})
beforeEach(() => {
  trap.caught.length = 0
  sockets.attempts.length = 0
})
afterAll(async () => {
  sockets.stop()
  await Promise.all([forUsers.close(), forAdmins.close(), trap.close()])
})

const timeouts = { headersTimeoutMs: 2000, bodyTimeoutMs: 2000 }
const addressOf = (authority: string, protocol = 'http') => `${protocol}://${authority}:${trap.port}/latest/meta-data`

/** Sends a request there, through a proxy if one is named. Answers with what stopped it, or with the status. */
async function outcome(egress: Egress, address: string, proxy?: string): Promise<unknown> {
  try {
    const { statusCode, body } = await egress.send({ method: 'GET', url: new URL(address), headers: {}, proxy, ...timeouts })
    body.destroy()
    return statusCode
  } catch (error) {
    return error
  }
}

const isBlocked = (error: unknown) => error instanceof BlockedAddress || (error instanceof Error && error.cause instanceof BlockedAddress)
const nothingReached = () => expect([sockets.attempts, trap.caught]).toEqual([[], []])

/** The cases of these that were not refused as blocked. */
async function notBlocked(egress: Egress, hosts: readonly HostileHost[]): Promise<string[]> {
  const passed: string[] = []
  for (const { name, authority } of hosts) {
    const found = await outcome(egress, addressOf(authority))
    if (!isBlocked(found)) passed.push(`${name}: ${addressOf(authority)} → ${String(found)}`)
  }
  return passed
}

const hostsFor = (isPrivate: boolean) => hostileHosts.filter((host) => host.isPrivate === isPrivate)

test('SEC-15: there are at least 480 spellings, each one that an address can be read from', () => {
  expect(hostileHosts.length).toBeGreaterThanOrEqual(480)
  expect(hostileHosts.filter(({ authority }) => !URL.canParse(addressOf(authority))).map(({ name }) => name)).toEqual([])
  expect(hostsFor(false).length).toBeGreaterThanOrEqual(480)
})

describe('the guard by itself', () => {
  test('SEC-15: no spelling is connected to for a user', async () => {
    expect(await notBlocked(forUsers, hostileHosts)).toEqual([])
    nothingReached()
  })

  test('SEC-15: metadata, link-local and translated addresses are not connected to for an admin either', async () => {
    expect(await notBlocked(forAdmins, hostsFor(false))).toEqual([])
    nothingReached()
  })

  test('SEC-15: the trap works: for an admin, this machine is reached in every spelling', async () => {
    const here = hostsFor(true).filter(({ name }) => name.startsWith('127.0.0.1 ') || /^\[(::1|0:0:0:0:0:0:0:1|::0\.0\.0\.1)\]$/.test(name))
    for (const { name, authority } of here) expect([name, await outcome(forAdmins, addressOf(authority))]).toEqual([name, 200])
    expect(here.length).toBeGreaterThan(25)
    expect(sockets.attempts.length).toBeGreaterThan(0)
    expect(new Set(trap.caught)).toEqual(new Set(['127.0.0.1', '::1']))
  })

  test.each([
    'file:///etc/passwd',
    'ftp://public.test/',
    'gopher://127.0.0.1:6379/_INFO',
    'data:text/plain,x',
    'ws://127.0.0.1/',
    'unix:/run/x.sock',
  ])('SEC-15: %s is no way out for anybody', async (address) => {
    for (const egress of [forUsers, forAdmins]) expect(isBlocked(await outcome(egress, address))).toBe(true)
    nothingReached()
  })
})

describe('names', () => {
  test('SEC-15: a name that resolves to what may not be reached is not connected to', async () => {
    const passed: string[] = []
    for (const [at, { address, isPrivate }] of hostileAnswers.entries()) {
      dns.set(`n${at}.test`, [address])
      dns.set(`beside-${at}.test`, [PUBLIC_ADDRESS, address])
      dns.set(`before-${at}.test`, [address, PUBLIC_ADDRESS])
      for (const name of [`n${at}.test`, `beside-${at}.test`, `before-${at}.test`])
        for (const egress of isPrivate ? [forUsers] : [forUsers, forAdmins])
          if (!isBlocked(await outcome(egress, addressOf(name)))) passed.push(`${name} is ${address}`)
    }
    expect(passed).toEqual([])
    nothingReached()
  })

  test.each(Object.entries(hostileNames))('SEC-15: %s is not connected to for a user', async (authority, address) => {
    dns.set(new URL(`http://${authority}/`).hostname, [address])
    expect(isBlocked(await outcome(forUsers, addressOf(authority)))).toBe(true)
    nothingReached()
  })

  test('SEC-15: no answer at all is no way around', async () => {
    dns.set('empty.test', [])
    expect(isBlocked(await outcome(forUsers, addressOf('empty.test')))).toBe(true)
    expect(await outcome(forUsers, addressOf('unknown.test'))).toMatchObject({ code: 'ENOTFOUND' })
    nothingReached()
  })

  test('SEC-15: rebinding: what was checked is what is connected to, and the next connection is checked again', async () => {
    const site = await openTrap()
    for (const [at, next] of ['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1'].entries()) {
      const name = `rebinding-${at}.test`
      dns.set(name, [PUBLIC_ADDRESS], [next])
      sockets.attempts.length = 0
      expect(await outcome(forUsers, `http://${name}:${site.port}/`)).toBe(200)
      expect(dns.asked.get(name)).toBe(1)
      expect(sockets.attempts).toEqual(['127.0.0.1'])
      const second = await outcome(forUsers, `http://${name}:${site.port}/`)
      expect([isBlocked(second), dns.asked.get(name)]).toEqual([true, 2])
      // A connection to another port of the same name asks again, too.
      expect(isBlocked(await outcome(forUsers, addressOf(name)))).toBe(true)
      expect(sockets.attempts).toHaveLength(1)
    }
    expect(trap.caught).toEqual([])
    await site.close()
  })
})

test('SEC-15: a public server that redirects to what may not be reached leads nobody there', async () => {
  dns.set('public.test', [PUBLIC_ADDRESS])
  let redirect = { status: 302, location: '' }
  const site = await openTrap(
    (_request, response) => void response.writeHead(redirect.status, { location: redirect.location, connection: 'close' }).end(),
  )
  const url = `http://public.test:${site.port}/`
  const targets = hostsFor(true).filter(({ name }) => name.startsWith('127.0.0.1 ') || name === '[::1]')
  expect(targets.length).toBeGreaterThan(20)
  for (const { authority } of targets)
    for (const status of [301, 302, 303, 307, 308]) {
      // A header cannot carry what is not ASCII; a browser would encode it alike.
      redirect = { status, location: new URL(addressOf(authority)).href }
      for (const egress of [forUsers, forAdmins]) expect(await outcome(egress, url)).toBe(status)
    }
  await expect(documentReader(forAdmins)(url)).rejects.toMatchObject({ code: 'document_unreadable' })
  expect(await asker(forAdmins)({ method: 'GET', url: new URL(url), headers: {} })).toMatchObject({ status: 308 })
  expect(trap.caught).toEqual([])
  await site.close()
})

describe('proxies', () => {
  test('SEC-15: a proxy is not asked for what may not be reached', async () => {
    dns.set('proxy.test', [PUBLIC_ADDRESS])
    const passed: string[] = []
    for (const protocol of ['http', 'https'])
      for (const { name, authority } of hostsFor(false)) {
        const found = await outcome(forAdmins, addressOf(authority, protocol), `http://proxy.test:${trap.port}`)
        if (!isBlocked(found)) passed.push(`${protocol}, ${name}: ${String(found)}`)
      }
    for (const [name, address] of Object.entries(hostileNames).filter(([, address]) => address.startsWith('169.254.'))) {
      dns.set(new URL(`http://${name}/`).hostname, [address])
      if (!isBlocked(await outcome(forAdmins, addressOf(name), `socks5://proxy.test:${trap.port}`))) passed.push(name)
    }
    expect(passed).toEqual([])
    nothingReached()
  })

  test.each(['http', 'https', 'socks5'])('SEC-15: no spelling names an %s proxy that may not be reached', async (protocol) => {
    dns.set('public.test', [PUBLIC_ADDRESS])
    // Who may use such an address has nothing to do with it: a proxy is always one that an admin named.
    for (const { authority } of hostsFor(false)) {
      const address = `${protocol}://${authority}:${trap.port}`
      if (URL.canParse(address))
        expect([address, await outcome(forAdmins, 'http://public.test/', address)]).toEqual([address, expect.any(Error)])
    }
    nothingReached()
  })
})

const mail = { from: { name: '', address: 'a@public.test' }, to: 'b@public.test', subject: '', text: '', html: '', uid: 'hostile' }
const vendor = {
  provider: { id: 8 },
  channel: { key: 'k', baseUrl: '', organization: '', other: '', setting: {} },
  firstByteMs: 2000,
  idleMs: 2000,
}

/** All that sends something to an address that somebody named. */
const callers: Readonly<
  Record<string, { readonly reaches: 'users' | 'admins'; send(authority: string): Promise<unknown>; isRefusal(error: unknown): boolean }>
> = {
  'a webhook': {
    reaches: 'users',
    send: (authority) => {
      const body = JSON.stringify({ url: addressOf(authority, 'https'), secret: 's', text: '{}', timestamp: 1 })
      return new WebhookService({ egress: forUsers, now: Date.now }).deliver({ uid: '01HOSTILE', body }, new AbortController().signal)
    },
    isRefusal: (error) => error instanceof Undeliverable,
  },
  'a document that an admin names': {
    reaches: 'admins',
    send: (authority) => documentReader(forAdmins)(addressOf(authority)),
    isRefusal: (error) => Object(error).code === 'address_blocked',
  },
  'a channel': {
    reaches: 'admins',
    send: (authority) =>
      new Exchange(forAdmins).send({ method: 'POST', url: new URL(addressOf(authority)), headers: {}, body: '{}' }, vendor),
    isRefusal: (error) => error instanceof UpstreamFailure && error.facts.kind === 'blocked',
  },
  'a mail server': {
    reaches: 'admins',
    send: (authority) => smtpSender()({ host: authority, port: trap.port, isImplicitTls: false, account: '', password: '' }, mail),
    isRefusal: (error) => error instanceof Error,
  },
  'a site to log in with': {
    reaches: 'admins',
    send: (authority) => asker(forAdmins)({ method: 'GET', url: new URL(addressOf(authority)), headers: {} }),
    isRefusal: (error) => error instanceof SiteUnreachable,
  },
}

test.each(Object.entries(callers))('SEC-15: %s reaches none of them', async (_name, { reaches, send, isRefusal }) => {
  const hosts = reaches === 'users' ? hostileHosts : hostsFor(false)
  expect(hosts.length).toBeGreaterThanOrEqual(480)
  const passed: string[] = []
  for (const { name, authority } of hosts) {
    const found = await send(authority).catch((error: unknown) => error)
    if (!isRefusal(found)) passed.push(`${name}: ${String(found)}`)
  }
  expect(passed).toEqual([])
  nothingReached()
})
