// The bot check in front of the login, against a fake of Turnstile's siteverify.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD } from '../../testing/console.ts'
import { type Browser, openSignInWorld, type SignInWorld } from '../../testing/fake-sign-in/sign-in-world.ts'

let world: SignInWorld
let offsetMs = 0
beforeAll(async () => {
  world = await openSignInWorld({ now: () => Date.now() + offsetMs })
  await world.console.user('ann')
  await world.set('TurnstileCheckEnabled', 'true')
})
beforeEach(() => {
  offsetMs = 0
  world.fakes.overrides.clear()
  world.fakes.humanTokens.clear()
})
afterAll(() => world.close())

/** A login with a right password, unless another is given. */
const logIn = (browser: Browser, turnstile: string | undefined, sent: { username?: string; password?: string; from?: string } = {}) =>
  browser.call(`POST /api/user/login${turnstile === undefined ? '' : `?turnstile=${turnstile}`}`, {
    body: { username: sent.username ?? 'ann', password: sent.password ?? PASSWORD },
    ...(sent.from === undefined ? {} : { from: sent.from }),
  })
const solve = (token: string): string => {
  world.fakes.humanTokens.add(token)
  return token
}
const asks = () => world.fakes.overrides.asked.filter((name) => name === 'turnstile').length

test('without a token, or with one that was made up or used, nobody tries a password', async () => {
  expect((await logIn(world.browser(), undefined)).json.code).toBe('human_check_failed')
  expect((await logIn(world.browser(), '')).json.code).toBe('human_check_failed')
  expect(asks()).toBe(0)
  expect((await logIn(world.browser(), 'made-up')).json.code).toBe('human_check_failed')
  const token = solve('used')
  expect((await logIn(world.browser(), token)).json.success).toBe(true)
  expect((await logIn(world.browser(), token)).json.code).toBe('human_check_failed')
  expect((await logIn(world.browser(), 'x'.repeat(3000))).json.code).toBe('human_check_failed')
  expect(asks()).toBe(3)
})

test('the check is told the address of the caller', async () => {
  await logIn(world.browser(), solve('with-ip'), { from: '198.51.100.77' })
  expect(world.fakes.checkedIps.at(-1)).toBe('198.51.100.77')
})

test('one check is enough for a browser until it logs in', async () => {
  const browser = world.browser()
  expect((await logIn(browser, solve('one'), { password: 'wrong' })).json.code).toBe('login_failed')
  expect((await logIn(browser, undefined, { password: 'wrong' })).json.code).toBe('login_failed')
  expect((await logIn(browser, undefined)).json.success).toBe(true)
  expect((await logIn(browser, undefined)).json.code).toBe('human_check_failed')
})

test('a passed check is worth nothing in another browser, another network, or after half an hour', async () => {
  const browser = world.browser()
  await logIn(browser, solve('mine'), { password: 'wrong' })
  expect((await logIn(world.browser(), undefined)).json.code).toBe('human_check_failed')
  expect((await logIn(browser, undefined, { from: '192.0.2.50' })).json.code).toBe('human_check_failed')
  offsetMs = 1_801_000
  expect((await logIn(browser, undefined)).json.code).toBe('human_check_failed')
  expect(await world.console.services.humanCheck.purge()).toBeGreaterThan(0)
})

test.each<[string, object]>([
  ['does not answer in time', { delayMs: 3000 }],
  ['is out of order', { status: 503, body: 'unavailable' }],
  ['answers with a page', { body: '<html>' }],
  ['answers with something else', { body: '{"success":"true"}' }],
  ['sends us elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
  ['has an error of its own', { body: { success: false, 'error-codes': ['internal-error'] } }],
  ['does not know our secret', { body: { success: false, 'error-codes': ['invalid-input-secret'] } }],
])('when the check %s, the login waits, in words, and the operator is told', async (_name, override) => {
  world.fakes.overrides.set('turnstile', override)
  const before = world.console.troubles.length
  expect((await logIn(world.browser(), solve('lost'))).json.code).toBe('human_check_unreachable')
  expect(world.console.troubles.length).toBe(before + 1)
  expect(String(world.console.troubles.at(-1))).not.toContain('the-secret')
})

test('a success with another status than 200 is none', async () => {
  world.fakes.overrides.set('turnstile', { status: 400, body: { success: true } })
  expect((await logIn(world.browser(), solve('odd'))).json.code).toBe('human_check_failed')
})

test.each([
  ['registering', 'POST /api/user/register', { username: 'robot', password: 'a password 17', password2: 'a password 17' }],
  ['a code by mail', 'GET /api/verification?email=robot%40example.com', undefined],
  ['a reset link', 'GET /api/reset_password?email=robot%40example.com', undefined],
])('%s needs the check too', async (_name, call, body) => {
  const sent = body === undefined ? {} : { body }
  expect((await world.browser().call(call, sent)).json.code).toBe('human_check_failed')
  const name = `${call}${call.includes('?') ? '&' : '?'}turnstile=${solve(call.replace(/\W/g, ''))}`
  expect((await world.browser().call(name, sent)).json.code).not.toBe('human_check_failed')
})

// decision D46
test('whoever passes it may log in although strangers have used up the tries of the name', async () => {
  await world.set('TurnstileCheckEnabled', 'false')
  const { username } = await world.console.user('bea')
  await world.set('TurnstileCheckEnabled', 'true')
  const guess = (at: number) => logIn(world.browser(), solve(`guess-${at}`), { username, password: 'wrong', from: `10.${at}.0.1` })
  const guesses = await Promise.all(Array.from({ length: 61 }, (_, at) => guess(at)))
  expect(new Set(guesses.map(({ json }) => json.code))).toEqual(new Set(['login_failed']))
  const reply = await logIn(world.browser(), solve('herself'), { username, from: '192.0.2.200' })
  expect(reply.json.success).toBe(true)
  await world.set('TurnstileCheckEnabled', 'false')
  expect((await logIn(world.browser(), undefined, { username, from: '192.0.2.201' })).json.code).toBe('login_throttled')
  await world.set('TurnstileCheckEnabled', 'true')
})

test('while it is off nobody is asked, and no cookie is set', async () => {
  await world.set('TurnstileCheckEnabled', 'false')
  const browser = world.browser()
  expect((await logIn(browser, undefined)).json.success).toBe(true)
  expect(browser.cookie('browser')).toBe('')
  expect(asks()).toBe(0)
  await world.set('TurnstileCheckEnabled', 'true')
  expect((await world.console.call('GET /api/status')).json.data).toMatchObject({ turnstile_check: true, turnstile_site_key: 'site' })
})

test('checking in needs it too, and one check is enough for a session', async () => {
  await world.set('CheckInEnabled', 'true')
  await world.set('CheckInQuota', '10')
  await world.set('TurnstileCheckEnabled', 'false')
  const eager = world.browser().as(await world.console.user('eager'))
  await world.set('TurnstileCheckEnabled', 'true')
  expect((await eager.call('POST /api/user/check_in')).json.code).toBe('human_check_failed')
  expect((await eager.call('POST /api/user/check_in?turnstile=made-up')).json.code).toBe('human_check_failed')
  expect((await eager.call(`POST /api/user/check_in?turnstile=${solve('check-in')}`)).json.data).toEqual({ quota: 10 })
  expect((await eager.call('POST /api/user/check_in')).json.code).toBe('checked_in')
})
