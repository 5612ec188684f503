// Telegram's login widget: what it signs, how long that counts, and that it counts once (control 12).
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readTelegramLogin, type TelegramFields, telegramHash } from '../../domain/identity/telegram.ts'
import type { Reply, Visitor } from '../../testing/console.ts'
import { BOT_TOKEN, openSignInWorld, type SignInWorld } from '../../testing/fake-sign-in/sign-in-world.ts'

let world: SignInWorld
let offsetMs = 0
let ann: Visitor
let nextId = 500
beforeAll(async () => {
  world = await openSignInWorld({ now: () => Date.now() + offsetMs })
  ann = await world.linker('ann')
  expect((await bind(ann, { id: '42' })).status).toBe(302)
})
afterEach(() => {
  offsetMs = 0
})
afterAll(() => world.close())

const now = () => Math.floor(Date.now() / 1000)

type Fields = Record<string, string | undefined>

/** What the widget sends for a person, signed now. Each has a time of its own, for a signature counts once. */
function signed(fields: TelegramFields, botToken = BOT_TOKEN): Fields {
  nextId += 1
  const whole = { auth_date: String(now()), first_name: `Ann ${nextId}`, ...fields }
  return { ...whole, hash: telegramHash(whole, botToken) }
}

const logIn = (fields: Fields) => world.browser().get('/api/oauth/telegram/login', fields)

async function bind(as: Visitor, fields: TelegramFields, query: Record<string, string> = { provider: 'telegram' }): Promise<Reply> {
  const browser = world.browser().as(as)
  const { data: state } = (await browser.get('/api/oauth/state', query)).json
  // The widget sends the browser from Telegram's page, without the header that names the user.
  browser.userId = undefined
  return browser.get('/api/oauth/telegram/bind', { ...signed(fields), state }, { 'sec-fetch-site': 'cross-site' })
}

test('SEC-9: vector 14: the signature of a known login', () => {
  const fields = { auth_date: '1700000000', first_name: 'Ann', id: '42', username: 'ann' }
  const hash = 'bf5ccc01ab592c852b0eca0d45b323e45804717af27907fe7d307a9ddef90c09'
  expect(telegramHash(fields, '123:ABC')).toBe(hash)
  expect(readTelegramLogin({ ...fields, hash }, '123:ABC', 1_700_000_299)).toMatchObject({ id: '42' })
  expect(() => readTelegramLogin({ ...fields, hash }, '123:ABC', 1_700_000_300)).toThrow('sign_in_failed')
  expect(() => readTelegramLogin({ ...fields, hash }, '', 1_700_000_000)).toThrow('sign_in_failed')
})

test('SEC-9: a linked account logs in, whatever else stands in the address', async () => {
  const reply = await logIn({
    ...signed({ id: '42', last_name: 'B', username: 'ann', photo_url: 'https://t.me/i.jpg' }),
    lang: 'en',
    extra: 'x',
  })
  expect(reply.json.data).toMatchObject({ id: ann.id, telegram_id: '42' })
  expect(String(reply.headers['set-cookie'])).toContain('session_')
})

test('SEC-9: an account that is not linked does not register', async () => {
  expect((await logIn(signed({ id: '43' }))).json.code).toBe('sign_in_not_bound')
})

test('SEC-9: a signature counts once, for a login and for a link together', async () => {
  const fields = signed({ id: '42' })
  expect((await logIn(fields)).json.success).toBe(true)
  expect((await logIn(fields)).json.code).toBe('sign_in_repeated')
  const many = signed({ id: '42' })
  const replies = await Promise.all(Array.from({ length: 6 }, () => logIn(many)))
  expect(replies.filter(({ json }) => json.success)).toHaveLength(1)
})

test.each<[string, () => Fields]>([
  ['too old', () => signed({ id: '42', auth_date: String(now() - 301) })],
  ['from the future', () => signed({ id: '42', auth_date: String(now() + 3600) })],
  ['without a time', () => signed({ id: '42', auth_date: '' })],
  ['of another bot', () => signed({ id: '42' }, '123:OTHER')],
  ['of another user', () => ({ ...signed({ id: '44' }), id: '42' })],
  ['with another name', () => ({ ...signed({ id: '42' }), first_name: 'Eve' })],
  ['with a field more', () => ({ ...signed({ id: '42' }), username: 'added' })],
  ['without its hash', () => ({ ...signed({ id: '42' }), hash: '' })],
  ['with half a hash', () => ({ ...signed({ id: '42' }), hash: signed({ id: '42' }).hash?.slice(0, 32) ?? '' })],
  ['with a hash in capitals', () => ({ ...signed({ id: '42' }), hash: 'F'.repeat(64) })],
  ['without an id', () => signed({})],
  ['with an id that is no number', () => signed({ id: '42 ' })],
])('SEC-9: a login %s is refused', async (_name, fields) => {
  expect((await logIn(fields())).json.code).toBe('sign_in_failed')
})

test('SEC-9: a name with line breaks cannot pass for the fields of another user', async () => {
  // Telegram signed user 99, whose name holds the lines of user 42.
  const time = String(now())
  const hash = telegramHash({ auth_date: time, first_name: 'A\nid=42\nlast_name=B', id: '99' }, BOT_TOKEN)
  const forged = { auth_date: time, first_name: 'A', id: '42', last_name: 'B\nid=99', hash }
  expect(telegramHash(forged, BOT_TOKEN)).toBe(hash)
  expect((await logIn(forged)).json.code).toBe('sign_in_failed')
})

test('SEC-9: a field that is given twice is refused, whichever of the two was signed', async () => {
  for (const [name, value] of [
    ['id', '42'],
    ['auth_date', String(now() + 60)],
  ] as const)
    for (const order of ['before', 'after']) {
      const fields = Object.entries(signed({ id: '44' })).map(([key, text]): [string, string] => [key, text ?? ''])
      const query = new URLSearchParams(fields)
      const line = order === 'after' ? `${query}&${name}=${value}` : `${name}=${value}&${query}`
      expect((await world.browser().call(`GET /api/oauth/telegram/login?${line}`)).json.success, `${name} ${order}`).toBe(false)
    }
})

test('SEC-9: a link needs a state for Telegram, of this session, and goes on to the page of the user', async () => {
  const bob = await world.linker('bob')
  const refused = async (reply: Promise<Reply>) => expect([(await reply).status, (await reply).json.code]).toEqual([403, 'sign_in_state'])
  await refused(
    world
      .browser()
      .as(bob)
      .get('/api/oauth/telegram/bind', signed({ id: '77' })),
  )
  await refused(bind(bob, { id: '77' }, {}))
  await refused(bind(bob, { id: '77' }, { provider: 'github' }))
  await refused(bind(bob, { id: '77' }, { provider: 'telegram', mode: 'login' }))
  const { data: state } = (await world.browser().as(ann).get('/api/oauth/state', { provider: 'telegram' })).json
  await refused(
    world
      .browser()
      .as(bob)
      .get('/api/oauth/telegram/bind', { ...signed({ id: '77' }), state }),
  )

  const linked = await bind(bob, { id: '77' })
  expect([linked.status, linked.headers.location]).toEqual([302, '/app/me'])
  expect((await logIn(signed({ id: '77' }))).json.data).toMatchObject({ id: bob.id })
  expect((await bind(bob, { id: '42' })).json.code).toBe('identity_present')
  const carl = await world.linker('carl')
  expect((await bind(carl, { id: '42' })).json.code).toBe('identity_taken')
})

test('a browser whose link fails goes on to the page of the user, which is told why', async () => {
  const dan = await world.linker('dan')
  const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const failed = async (fields: Fields, browser = world.browser().as(dan)) => {
    const { status, headers } = await browser.get('/api/oauth/telegram/bind', fields, asBrowser)
    return [status, headers.location]
  }
  const { data: state } = (await world.browser().as(dan).get('/api/oauth/state', { provider: 'telegram' })).json
  expect(await failed({ ...signed({ id: '42' }), state })).toEqual([302, '/app/me?link_error=identity_taken'])
  expect(await failed(signed({ id: '42' }))).toEqual([302, '/app/me?link_error=sign_in_state'])
  expect(await failed({ id: 'x'.repeat(2000) })).toEqual([302, '/app/me?link_error=bad_form'])
  expect(await failed(signed({ id: '42' }), world.browser())).toEqual([302, '/app/me?link_error=not_logged_in'])
  expect((await world.browser().as(dan).get('/api/user/messages/999999', {}, asBrowser)).status).toBe(200)
})

test('SEC-9: nobody links without a session', async () => {
  expect((await world.browser().get('/api/oauth/telegram/bind', signed({ id: '78' }))).status).toBe(401)
  expect((await world.browser().get('/api/oauth/state', { provider: 'telegram', mode: 'bind' })).json.code).toBe('not_logged_in')
})

test('SEC-9: what has expired is forgotten', async () => {
  await world.browser().get('/api/oauth/state')
  const { read } = world.console.database
  const rows = async () =>
    [await read.selectFrom('sign_in_state').selectAll().execute(), await read.selectFrom('sign_in_proof').selectAll().execute()].flat()
      .length
  expect(await rows()).toBeGreaterThan(1)
  expect(await world.console.services.signIns.purge()).toBe(0)
  offsetMs = 700_000
  expect(await world.console.services.signIns.purge()).toBeGreaterThan(1)
  expect(await rows()).toBe(0)
})
