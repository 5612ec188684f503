// security 9, 10, 20 and foundation 3; decision D46.
import { role } from '@waystation/contract/site/status-table'
import { isWhole } from '@waystation/wire/testing/matrix'
import { parseSetCookie } from 'cookie'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createUser } from '../../domain/user/user-store.ts'
import { cookieOf, openConsole, PASSWORD, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'

/** How many passwords were really compared with a hash. */
const compared = vi.hoisted(() => ({ count: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const verify: typeof real.verify = (...given) => {
    compared.count += 1
    return real.verify(...given)
  }
  return { ...real, verify }
})

/** Far more than are evaluated. */
const GUESSES = isWhole ? 1000 : 250
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let nowMs = Date.now()

const network = (at: number) => `198.${18 + (at >> 8)}.${at & 255}.7`
const tries = (console: TestConsole) => (username: string, from: string, password: string, cookie?: string) =>
  console.call('POST /api/user/login', { body: { username, password }, from, ...(cookie ? { headers: { cookie } } : {}) })

/** What a login sets besides the session cookie. */
const deviceCookie = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  parseSetCookie(String([headers['set-cookie']].flat()[1]))

/** Guesses from these addresses in turn, a few at a time. Answers how often each code came. */
async function guess(console: TestConsole, username: string, addresses: readonly string[], count: number): Promise<Record<string, number>> {
  const codes: Record<string, number> = {}
  for (let at = 0; at < count; at += 10) {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, beside) =>
        tries(console)(username, addresses[(at + beside) % addresses.length] ?? '', `guess ${at + beside}`),
      ),
    )
    for (const { json } of replies) codes[String(json.code)] = (codes[String(json.code)] ?? 0) + 1
    nowMs += 1000
  }
  return codes
}

eachDatabase('guessing a password', ({ address }) => {
  let console: TestConsole
  let root: Visitor
  const reopen = async () => {
    await console?.close()
    console = await openConsole({ place: { address: address(), drop: async () => {} }, now: () => nowMs })
  }

  beforeAll(async () => {
    await reopen()
    root = await console.root()
  })
  afterAll(() => console.close())

  test('hundreds of guesses at root from many addresses evaluate at most sixty passwords, and lock nobody out', async () => {
    compared.count = 0
    const codes = await guess(
      console,
      'root',
      Array.from({ length: 40 }, (_, at) => network(at)),
      GUESSES,
    )
    expect(compared.count).toBe(codes.login_failed)
    expect(codes.login_failed).toBeLessThanOrEqual(60)
    expect(codes.login_failed).toBeGreaterThanOrEqual(50)
    expect((codes.login_failed ?? 0) + (codes.login_throttled ?? 0)).toBe(GUESSES)

    // The owner's browser is known: it gets in from an address that the guesses come from, too.
    const known = await tries(console)('root', network(3), PASSWORD, root.device)
    expect(known.json).toMatchObject({ success: true })
    expect(cookieOf(known, 'device')).not.toBe(root.device)
    // From a fresh network without the cookie as well.
    expect((await tries(console)('root', '203.0.113.200', PASSWORD)).json).toMatchObject({ success: true })
    // But not from where the guesses come from.
    expect((await tries(console)('root', network(3), PASSWORD)).json).toMatchObject({ code: 'login_throttled' })
  }, 120_000)

  test('a restart does not set the counts to zero', async () => {
    await reopen()
    for (const from of [network(3), network(30)])
      expect((await tries(console)('root', from, PASSWORD)).json).toMatchObject({ code: 'login_throttled' })
    expect((await tries(console)('root', network(3), PASSWORD, root.device)).json).toMatchObject({ success: true })
  })

  test('guesses from hundreds of networks evaluate no more, and the known browser still gets in', async () => {
    nowMs += 2 * DAY_MS
    compared.count = 0
    const codes = await guess(
      console,
      'root',
      Array.from({ length: GUESSES }, (_, at) => network(at)),
      GUESSES,
    )
    expect(codes).toEqual({ login_failed: 60, login_throttled: GUESSES - 60 })
    expect(compared.count).toBe(60)
    expect((await tries(console)('root', '203.0.113.201', PASSWORD)).json).toMatchObject({ code: 'login_throttled' })
    expect((await tries(console)('root', '203.0.113.201', PASSWORD, root.device)).json).toMatchObject({ success: true })
    nowMs += HOUR_MS
    expect((await tries(console)('root', '203.0.113.201', PASSWORD)).json).toMatchObject({ success: true })
  }, 120_000)
})

describe('a login', () => {
  let console: TestConsole
  let root: Visitor
  beforeAll(async () => {
    console = await openConsole({ now: () => nowMs })
    root = await console.root()
    await console.user('bob')
    await console.user('Alice')
    await console.database.run(createUser, {
      ...{ username: 'carol', email: 'Carol@a.test', displayName: '', role: role.ordinary, group: 'default', language: '', quota: 0 },
      ...{ passwordHash: 'no hash at all', cause: 'test' },
    })
  })
  afterAll(() => console.close())

  /** The codes and words of tries at some names, one after another, from an address of its own. */
  const answersTo = async (names: readonly string[], from: string) => {
    const replies = []
    for (const name of names) replies.push(await tries(console)(name, from, 'wrong password'))
    return replies.map(({ status, json: { request_id: _id, ...rest } }) => ({ status, rest }))
  }

  test('a name that exists is throttled exactly like one that does not, in every spelling', async () => {
    const known = await answersTo([...Array<string>(5).fill('Alice'), 'ALICE', ' alice ', 'ａlice', 'Alice'], '192.0.2.10')
    const unknown = await answersTo([...Array<string>(5).fill('Nemos'), 'NEMOS', ' nemos ', 'ｎemos', 'Nemos'], '192.0.2.11')
    expect(known).toEqual(unknown)
    expect(known.map(({ rest }) => rest.code)).toEqual([...Array(5).fill('login_failed'), ...Array(4).fill('login_throttled')])
  })

  test('the throttle does not tell whose mail address it is', async () => {
    const known = await answersTo([...Array<string>(6).fill('carol@a.test'), 'carol', 'Carol@A.test'], '192.0.2.12')
    const unknown = await answersTo([...Array<string>(6).fill('nemo@a.test'), 'nemo', 'Nemo@A.test'], '192.0.2.13')
    expect(known).toEqual(unknown)
    expect(known.map(({ rest }) => rest.code).slice(-3)).toEqual(['login_throttled', 'login_failed', 'login_throttled'])
  })

  test('a repeated password check is throttled like a login, and locks out nobody else', async () => {
    root = await console.login('root')
    const body = { name: 'vendor', type: 1, key: 'secret-key', models: 'model-a', group: 'default' }
    const created = await console.call('POST /api/channel/', { as: root, body })
    expect(created.json, JSON.stringify(created.json)).toMatchObject({ success: true })
    const { id } = created.json.data as { id: number }
    const reveal = async (password: string, from = '203.0.113.7') =>
      (await console.call(`POST /api/channel/${id}/key`, { as: root, body: { password }, from })).json
    for (let at = 0; at < 5; at += 1) expect((await reveal('wrong')).code).toBe('wrong_password')
    expect(await reveal(PASSWORD)).toMatchObject({ success: false, code: 'login_throttled' })
    // Logging in is not held up by it, nor is the user at another place.
    expect((await tries(console)('root', '203.0.113.7', PASSWORD)).json.success).toBe(true)
    expect((await reveal(PASSWORD, '203.0.113.8')).success).toBe(true)
    nowMs += 30_000
    expect((await reveal(PASSWORD)).data).toBe('secret-key')
    // A stolen session allows fifty guesses an hour, from all addresses together.
    const codes = []
    for (let at = 0; at < 60; at += 1) codes.push((await reveal('wrong', network(at))).code)
    expect(codes.filter((code) => code === 'wrong_password')).toHaveLength(45) // and the five of before
    expect((await reveal(PASSWORD, '203.0.113.9')).code).toBe('login_throttled')
  })

  test('a name is typed in any spelling', async () => {
    for (const name of ['ROOT', ' root ', 'ｒｏｏｔ']) expect((await tries(console)(name, '192.0.2.14', PASSWORD)).json.success).toBe(true)
  })

  test('only a known browser of this very user tries above the cap', async () => {
    const bob = await console.login('bob')
    await guess(
      console,
      'root',
      Array.from({ length: 100 }, (_, at) => network(at)),
      100,
    )
    const from = '203.0.113.210'
    const attempt = (cookie?: string) => tries(console)('root', from, PASSWORD, cookie)
    expect((await attempt()).json.code).toBe('login_throttled')
    expect((await attempt(bob.device)).json.code).toBe('login_throttled')
    const [id, seconds, nonce, signature] = root.device.replace(/^\w+=/, '').split('.') as [string, string, string, string]
    for (const forged of [
      `${id}.${seconds}.${nonce}.${signature.slice(0, -2)}AA`,
      `${id}.${Number(seconds) + 1}.${nonce}.${signature}`,
      bob.device.replace(/^\w+=\d+/, id),
      'x'.repeat(5000),
      '~~~',
    ])
      expect((await attempt(`device=${forged}`)).json.code, forged).toBe('login_throttled')
    expect((await attempt(root.device)).json.success).toBe(true)

    // A browser that bob logs in with afterwards is still known for root.
    const both = cookieOf(await tries(console)('bob', from, PASSWORD, root.device), 'device')
    expect((await attempt(both)).json.success).toBe(true)

    // Ten wrong passwords, and a browser is known no more for an hour: a stolen cookie is worth no more than that.
    const replies = []
    for (let at = 0; at < 12; at += 1) replies.push((await tries(console)('root', from, 'wrong', root.device)).json.code)
    expect(replies).toEqual([...Array(10).fill('login_failed'), 'login_throttled', 'login_throttled'])
    nowMs += 200 * DAY_MS
    await guess(
      console,
      'root',
      Array.from({ length: 100 }, (_, at) => network(at)),
      100,
    )
    expect((await attempt(root.device)).json.code).toBe('login_throttled') // its time is over
  })

  test('the device cookie is bound to this host and to https, cannot be read by scripts, and is new after each login', async () => {
    nowMs += DAY_MS
    const plain = await tries(console)('bob', '203.0.113.220', PASSWORD)
    const attributes = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 15_552_000 }
    expect(deviceCookie(plain)).toEqual({
      ...attributes,
      name: expect.stringMatching(/^device_[0-9a-f]{8}$/),
      value: expect.stringMatching(/^\d+\.\d+\.[\w-]{16}\.[\w-]{43}$/),
    })
    await console.options.set('ServerAddress', 'https://console.test', { role: 100 })
    const secure = await tries(console)('bob', '203.0.113.220', PASSWORD, cookieOf(plain, 'device'))
    expect(deviceCookie(secure)).toEqual({
      ...attributes,
      name: expect.stringMatching(/^__Host-device_[0-9a-f]{8}$/),
      value: expect.anything(),
      secure: true,
    })
    await console.options.set('ServerAddress', '', { role: 100 })
    expect(cookieOf(plain, 'device').split('.')[2]).not.toBe(cookieOf(secure, 'device').split('.')[2])
    expect(cookieOf(await tries(console)('bob', '203.0.113.220', 'wrong'), 'device')).toBe('')
  })
})

test('critical calls of an address stay counted when the server starts again', async () => {
  const limits = { console: { count: 1000, windowMs: 180_000 }, critical: { count: 3, windowMs: 1_200_000 } }
  const first = await openConsole({ limits, now: () => nowMs })
  const attempt = (console: TestConsole) => tries(console)('nobody', '192.0.2.50', 'wrong')
  for (let at = 0; at < 3; at += 1) expect((await attempt(first)).json.code).toBe('login_failed')
  expect((await attempt(first)).status).toBe(429)
  const second = await openConsole({ limits, now: () => nowMs, place: first.place })
  const refused = await attempt(second)
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 1200])
  nowMs += 1_200_000
  expect((await attempt(second)).json.code).toBe('login_failed')
  await second.close()
  await first.close()
})
