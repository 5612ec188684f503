import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { login as loginEndpoint } from '@waystation/contract/api/people/session'
import { userStatus } from '@waystation/contract/site/status-table'
import { isWhole } from '@waystation/wire/testing/matrix'
import { parseSetCookie } from 'cookie'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { setUserAccess } from '../../domain/user/user-store.ts'
import { openServer, type Server } from '../../server.ts'
import { cookieOf, openConsole, PASSWORD, type TestConsole, type Visitor } from '../../testing/console.ts'
import { ROOT, setUp } from '../../testing/console-client.ts'
import { isByHttps } from '../http/cookie.ts'

let console: TestConsole
let root: Visitor

beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
})
afterAll(() => console.close())

/** The first cookie that an answer sets, whatever the order of its attributes. */
/** Far more than are looked at. */
const GUESSES = isWhole ? 1000 : 250

const sessionCookie = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  parseSetCookie(String([headers['set-cookie']].flat()[0]))

/** 30 days, for the whole site, out of reach of scripts and of other sites' forms. */
const attributes = { value: expect.stringMatching(/^[\w-]{43}$/), path: '/', httpOnly: true, sameSite: 'lax', maxAge: 2_592_000 }

const self = (as: Visitor, headers?: Record<string, string>) => console.call('GET /api/user/self', { as, ...(headers ? { headers } : {}) })

test('logging in answers with the whole user and a cookie that scripts cannot read', async () => {
  const reply = await console.call('POST /api/user/login', { body: { username: 'root', password: PASSWORD } })
  expect(loginEndpoint.data.parse(reply.json.data)).toMatchObject({ username: 'root', role: 100 })
  expect(sessionCookie(reply)).toEqual({ ...attributes, name: expect.stringMatching(/^session_[0-9a-f]{8}$/) })
  expect(reply.text).not.toMatch(/"password|argon2/)
})

test('with an https address the cookie is bound to this host and to https', async () => {
  await console.options.set('ServerAddress', 'https://console.test', { role: 100 })
  const reply = await console.call('POST /api/user/login', { body: { username: 'root', password: PASSWORD } })
  expect(sessionCookie(reply)).toEqual({ ...attributes, name: expect.stringMatching(/^__Host-session_[0-9a-f]{8}$/), secure: true })
  await console.options.set('ServerAddress', '', { role: 100 })
})

test('a session id that the browser came with is never taken over', async () => {
  const planted = 'A'.repeat(43)
  const reply = await console.call('POST /api/user/login', {
    body: { username: 'root', password: PASSWORD },
    headers: { cookie: `session=${planted}` },
  })
  expect(String(reply.headers['set-cookie'])).not.toContain(planted)
  expect((await self({ ...root, cookie: `session=${planted}` })).status).toBe(401)
})

test('logging in again ends the session that the browser had', async () => {
  const first = await console.login('root')
  const second = await console.call('POST /api/user/login', {
    body: { username: 'root', password: PASSWORD },
    headers: { cookie: first.cookie },
  })
  expect(second.json.success).toBe(true)
  expect((await self(first)).status).toBe(401)
})

test('logging out ends the session and requires the user header', async () => {
  const visitor = await console.login('root')
  const without = await console.call('GET /api/user/logout', { headers: { cookie: visitor.cookie } })
  expect([without.status, without.json.code]).toEqual([401, 'user_header_mismatch'])
  expect((await self(visitor)).status).toBe(200)

  const reply = await console.call('GET /api/user/logout', { as: visitor })
  expect(reply.json.success).toBe(true)
  expect(String(reply.headers['set-cookie'])).toMatch(/^session_\w+=; .*Max-Age=0/)
  expect((await self(visitor)).json.code).toBe('not_logged_in')
})

const userHeaders = [
  'waystation-user',
  'new-api-user',
  'veloera-user',
  'one-api-user',
  'user-id',
  // server, client 11
  'Voapi-User',
  'neo-api-user',
  'Rix-Api-User',
  'X-Api-User',
]
test.each(userHeaders)('the caller may be named by %s', async (name) => {
  const headers = { cookie: root.cookie, [name]: String(root.id) }
  expect((await console.call('GET /api/user/self', { headers })).status).toBe(200)
  expect((await console.call('GET /api/user/self', { headers: { ...headers, [name]: '999' } })).json.code).toBe('user_header_mismatch')
})

test('two headers that name different users are refused', async () => {
  expect((await self(root, { 'new-api-user': '999' })).json.code).toBe('user_header_mismatch')
})

test.each([
  ['banned', { status: userStatus.banned }],
  ['deleted', { isDeleted: true }],
  ['demoted', { role: 1 }],
] as const)('whoever is %s is out at their next call', async (name, change) => {
  const visitor = await console.user(`out-${name}`)
  expect((await self(visitor)).status).toBe(200)
  await console.database.run(setUserAccess, { userId: visitor.id, ...change })
  console.invalidation.publish('user', visitor.id)
  expect((await self(visitor)).status).toBe(401)
})

test('wrong password, unknown user and banned user read the same', async () => {
  const banned = await console.user('banned2')
  await console.database.run(setUserAccess, { userId: banned.id, status: userStatus.banned })
  const replies = await Promise.all(
    [
      { username: 'root', password: 'wrong password' },
      { username: 'nobody at all', password: 'wrong password' },
      { username: 'banned2', password: PASSWORD },
    ].map((body) => console.call('POST /api/user/login', { body })),
  )
  const responses = replies.map(({ status, json: { request_id: _id, ...rest } }) => ({ status, rest }))
  expect(responses[0]).toMatchObject({ status: 200, rest: { success: false, code: 'login_failed' } })
  expect(responses[1]).toEqual(responses[0])
  expect(responses[2]).toEqual(responses[0])
})

test('empty fields and a switched-off password login have errors of their own', async () => {
  expect((await console.call('POST /api/user/login', { body: {} })).json.code).toBe('login_empty')
  await console.options.setMany({ PasswordLoginEnabled: 'false' })
  expect((await console.call('POST /api/user/login', { body: { username: 'root', password: PASSWORD } })).json.code).toBe('login_disabled')
  await console.options.setMany({ PasswordLoginEnabled: 'true' })
})

test('the last usable login cannot be switched off', async () => {
  const reply = await console.call('PUT /api/option/', { as: root, body: { key: 'PasswordLoginEnabled', value: 'false' } })
  expect(reply.json).toMatchObject({ success: false, code: 'option_locks_out' })
  // server 17: the switch of a login that does not work yet allows no login, even when it is stored as on.
  await console.options.setMany({ GitHubOAuthEnabled: 'true', GitHubClientId: 'id', GitHubClientSecret: 'secret' })
  const again = await console.call('PUT /api/option/', { as: root, body: { key: 'PasswordLoginEnabled', value: 'false' } })
  expect(again.json).toMatchObject({ success: false, code: 'option_locks_out' })
  await console.options.setMany({ GitHubOAuthEnabled: 'false' })
})

test('an address set to https by mistake locks out nobody who uses http', async () => {
  await console.options.set('ServerAddress', 'https://console.test', { role: 100 })
  const body = { username: 'root', password: PASSWORD }
  const reply = await console.call('POST /api/user/login', { body, headers: { origin: 'http://console.test', host: 'console.test' } })
  const cookie = String(reply.headers['set-cookie'])
  expect(cookie).toMatch(/^session_/)
  expect(cookie).not.toContain('Secure')
  const plain = { ...root, cookie: cookie.split(';')[0] ?? '' }
  expect((await self(plain, { referer: 'http://console.test/app/tokens' })).status).toBe(200)
  await console.options.set('ServerAddress', '', { role: 100 })
})

test('an https address is saved over plain http, by a client that names no page, and taken back', async () => {
  const visitor = await console.login('root')
  const save = (value: string) => console.call('PUT /api/option/', { as: visitor, body: { key: 'ServerAddress', value } })
  expect((await save('https://public.test')).json.success).toBe(true)
  expect((await self(visitor)).status).toBe(200)
  const again = await console.login('root')
  expect(again.cookie).toMatch(/^session_/)
  expect((await save('')).json.success).toBe(true)
})

test.each([
  ['the page by https', { referer: 'https://public.test/app' }, true],
  ['the page by http', { origin: 'http://public.test', host: 'public.test' }, false],
  ['no page, at the address', { host: 'public.test' }, true],
  ['no page, elsewhere', { host: '127.0.0.1:3000' }, false],
  ['no page, on another port', { host: 'public.test:3000' }, false],
  ['a browser that another site sent', { host: '127.0.0.1:3000', 'sec-fetch-site': 'cross-site' }, true],
  ['a page without an origin, at the address', { origin: 'null', host: 'public.test' }, true],
])('a request follows its own scheme, where the address is https://public.test: %s', (_name, headers, expected) => {
  const at = (serverAddress: string) => isByHttps(headers, { serverAddress, forwardedProto: undefined })
  expect([at('https://public.test'), at('http://public.test'), at('')]).toEqual([expected, false, false])
})

// security 21
test('by https a session counts only under the name that no plain connection can plant', async () => {
  const plain = await console.login('root')
  expect(plain.cookie).toMatch(/^session_/)
  expect((await self(plain)).status).toBe(200)
  await console.options.set('ServerAddress', 'https://console.test', { role: 100 })
  expect((await self(plain)).status).toBe(401)
  expect((await self(plain, { referer: 'https://console.test/app/tokens' })).status).toBe(401)
  expect((await self({ ...plain, cookie: `__Host-${plain.cookie}` })).status).toBe(200)
  await console.options.set('ServerAddress', '', { role: 100 })
})

test('a trusted proxy’s https decides the name of the cookie, whatever the address is', async () => {
  const proxied = await openConsole({ forwardedProto: 'https' })
  try {
    const visitor = await proxied.root()
    expect(visitor.cookie).toMatch(/^__Host-session_/)
    const planted = { ...visitor, cookie: visitor.cookie.replace('__Host-', '') }
    expect((await proxied.call('GET /api/user/self', { as: planted })).status).toBe(401)
    expect((await proxied.call('GET /api/user/self', { as: visitor })).status).toBe(200)
  } finally {
    await proxied.close()
  }
})

describe('two installations on one host', () => {
  /** Another one, whose cookies the browser keeps in the same jar: cookies know no ports. */
  let neighbour: Server
  let server: Server
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'waystation-neighbour-')))
  const open = async (folder: string) => {
    const config = { ...readConfig({ DATA_DIR: folder, HOST: '127.0.0.1' }), port: 0 }
    const parts = { config, log: pino({ level: 'silent' }), consoleFolder: undefined, version: '0.0.0-test' }
    const opened = await openServer({ ...parts, onDeath: (error) => expect.unreachable(String(error)) })
    return opened
  }
  beforeAll(async () => {
    ;[server, neighbour] = (await Promise.all(folders.map(open))) as [Server, Server]
    await setUp(server.url)
    await setUp(neighbour.url)
  })
  afterAll(async () => {
    await Promise.all([server, neighbour].map((one) => one.close()))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  /** What a browser does with cookies: a later one of the same name takes the place of the earlier. */
  function jar() {
    const kept = new Map<string, string>()
    return async (url: string, method: 'GET' | 'POST', path: string, body?: object) => {
      const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { cookie, 'waystation-user': '1', ...(body ? { 'content-type': 'application/json' } : {}) }
      const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      for (const line of answer.headers.getSetCookie()) {
        const { name, value = '' } = parseSetCookie(line)
        kept.set(name, value)
      }
      return answer.status
    }
  }

  test('log nobody out of each other', async () => {
    const browser = jar()
    for (const { url } of [server, neighbour]) expect(await browser(url, 'POST', '/api/user/login', ROOT)).toBe(200)
    for (const { url } of [server, neighbour]) expect(await browser(url, 'GET', '/api/user/self')).toBe(200)
    await browser(neighbour.url, 'GET', '/api/user/logout')
    expect(await browser(neighbour.url, 'GET', '/api/user/self')).toBe(401)
    expect(await browser(server.url, 'GET', '/api/user/self')).toBe(200)
  })
})

test('a cookie of an earlier version, without a mark in its name, goes on counting until the next login', async () => {
  const [, id = ''] = (await console.login('root')).cookie.split('=')
  const former = { ...root, cookie: `session=${id}` }
  expect((await self(former)).status).toBe(200)
  const body = { username: 'root', password: PASSWORD }
  const again = await console.call('POST /api/user/login', { body, headers: { cookie: former.cookie } })
  expect((await self(former)).status).toBe(401)
  // Both are in the browser now.
  expect((await self({ ...root, cookie: `${former.cookie}; ${cookieOf(again, 'session')}` })).status).toBe(200)
})

test('the language is remembered and used where the browser names none', async () => {
  const visitor = await console.user('speaks')
  expect((await console.call('GET /api/token/99', { as: visitor })).json.message).toBe('令牌不存在')
  await console.call('PUT /api/user/self/language', { as: visitor, body: { language: 'en' } })
  expect((await console.call('GET /api/token/99', { as: visitor })).json.message).toBe('This token does not exist')
  const response = await console.call('GET /api/token/99', { as: visitor, headers: { 'accept-language': 'zh-CN' } })
  expect(response.json.message).toBe('令牌不存在')
})

test('groups are those that are both priced and usable', async () => {
  await console.options.set('UserUsableGroups', '{"vip":"VIP","unpriced":"no price"}', { role: 100 })
  const { json } = await console.call('GET /api/user/self/groups', { as: root })
  expect(json.data).toEqual({ vip: { desc: 'VIP', ratio: 1 }, default: { desc: 'default', ratio: 1 } })
  await console.options.set('UserUsableGroups', '{"default":"默认分组","vip":"VIP"}', { role: 100 })
})

describe('with a clock of its own', () => {
  let nowMs = Date.now()
  let timed: TestConsole
  beforeAll(async () => {
    timed = await openConsole({ now: () => nowMs })
    await timed.root()
  })
  afterAll(() => timed.close())

  test('a session ends a week after it was last seen, and a month after it began whatever happens', async () => {
    const start = nowMs
    const idle = await timed.login('root')
    const busy = await timed.login('root')
    for (let day = 1; day <= 29; day += 1) {
      nowMs = start + day * 86_400_000
      expect((await timed.call('GET /api/user/self', { as: busy })).status).toBe(200)
      // The time it was seen is written behind the answer.
      await expect.poll(() => seenAt(timed)).toBeGreaterThanOrEqual(Math.floor(nowMs / 1000))
    }
    expect((await timed.call('GET /api/user/self', { as: idle })).status).toBe(401)
    nowMs = start + 31 * 86_400_000
    expect((await timed.call('GET /api/user/self', { as: busy })).status).toBe(401)
    nowMs = start
  })

  // In an hour.
  test('hundreds of guesses are mostly not even looked at; another address may still log in', async () => {
    await timed.user('victim')
    const codes: Record<string, number> = {}
    for (let guess = 0; guess < GUESSES; guess += 1) {
      nowMs += 3_600_000 / GUESSES
      const body = { username: 'victim', password: `guess ${guess}` }
      const { json } = await timed.call('POST /api/user/login', { body, from: '198.51.100.9' })
      codes[String(json.code)] = (codes[String(json.code)] ?? 0) + 1
    }
    expect(codes.login_failed).toBeLessThanOrEqual(60)
    expect(codes.login_failed! + codes.login_throttled!).toBe(GUESSES)
    const reply = await timed.call('POST /api/user/login', { body: { username: 'victim', password: PASSWORD }, from: '203.0.113.99' })
    expect(reply.json.success).toBe(true)
  }, 180_000)

  test('guesses at the same time are counted as if they came one after another', async () => {
    nowMs += 4 * 3_600_000
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, guess) =>
        timed.call('POST /api/user/login', { body: { username: 'victim', password: `guess ${guess}` }, from: '198.51.100.10' }),
      ),
    )
    expect(replies.filter(({ json }) => json.code === 'login_failed')).toHaveLength(5)
    expect(replies.find(({ json }) => json.code === 'login_throttled')?.json.message).toContain('30')
  })
})

async function seenAt(timed: TestConsole): Promise<number> {
  const rows = await timed.database.read.selectFrom('session').select('seen_at').execute()
  return Math.max(...rows.map((row) => Number(row.seen_at)))
}

test("a user is responses below which balance theirs is low: their own threshold, else the option's", async () => {
  const threshold = async () => ((await self(root)).json.data as { quota_remind_threshold: number }).quota_remind_threshold
  // There is no form for it yet, so it is written to the database directly.
  const keep = (setting: string) => {
    if (console.place.address.kind !== 'sqlite') throw new Error('this console stands on the embedded database')
    const file = new DatabaseSync(console.place.address.path, { timeout: 60_000 })
    file.prepare('update user set setting = ? where id = ?').run(setting, root.id)
    file.close()
  }
  expect(await threshold()).toBe(500_000)
  await console.options.set('QuotaRemindThreshold', '250000', { role: 100 })
  expect(await threshold()).toBe(250_000)
  keep(JSON.stringify({ quota_warning_threshold: 7.6 }))
  expect(await threshold()).toBe(8)
  keep('{"quota_warning_threshold":-1}')
  expect(await threshold()).toBe(250_000)
  await console.options.set('QuotaRemindThreshold', '500000', { role: 100 })
})
