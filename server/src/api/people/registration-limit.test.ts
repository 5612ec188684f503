// What keeps a robot from opening accounts by the thousand: a bot check is worth one account or one mail, and a network has so many a day.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Browser, openSignInWorld, type SignInWorld } from '../../testing/fake-sign-in/sign-in-world.ts'

let world: SignInWorld
let offsetMs = 0
let count = 0
beforeAll(async () => {
  world = await openSignInWorld({ now: () => Date.now() + offsetMs })
})
beforeEach(async () => {
  await world.set('TurnstileCheckEnabled', 'false')
  await world.set('RegistrationsPerNetwork', '3')
})
afterAll(() => world.close())

const password = 'horse battery 17'
/** The outcome of a registration under a new name. */
async function register(from: string, { browser = world.browser(), turnstile = '', more = {} } = {}): Promise<string> {
  count += 1
  const body = { username: `u${count}`, password, password2: password, ...more }
  const { json } = await browser.call(`POST /api/user/register?turnstile=${turnstile}`, { body, from })
  return json.code ?? 'done'
}
const all = async (addresses: readonly string[]) => Promise.all(addresses.map((from) => register(from)))
const solve = (token: string): string => {
  world.fakes.humanTokens.add(token)
  return token
}

test.each([
  ['/24', (at: number) => `198.51.100.${at}`, '198.51.101.1'],
  ['/48', (at: number) => `2001:db8:7:${at}::1`, '2001:db8:8:1::1'],
])('a network (%s) opens as many accounts in a day as the option says, and its neighbours theirs', async (_name, address, neighbour) => {
  const outcomes = await all(Array.from({ length: 8 }, (_, at) => address(at + 1)))
  expect(outcomes.toSorted()).toEqual([...Array(3).fill('done'), ...Array(5).fill('register_limit')])
  expect(await register(neighbour)).toBe('done')
  await world.set('RegistrationsPerNetwork', '0')
  expect(await register(address(9))).toBe('done')
  await world.set('RegistrationsPerNetwork', '3')
  offsetMs += 86_400_001
  expect(await register(address(9))).toBe('done')
})

test('private addresses are not counted, and neither is what opens no account', async () => {
  for (const network of ['10.1.2', '100.64.9', '127.0.0'])
    expect(await all(Array.from({ length: 5 }, (_, at) => `${network}.${at + 1}`))).toEqual(Array(5).fill('done'))
  for (let times = 0; times < 5; times += 1) expect(await register('192.0.2.1', { more: { username: 'u1' } })).toBe('username_taken')
  expect(await all(['192.0.2.1', '192.0.2.2', '192.0.2.3'])).toEqual(['done', 'done', 'done'])
})

test('accounts that are opened by other sites are counted with them', async () => {
  const from = '203.0.113.99'
  const enter = async (browser: Browser, id: number) => {
    const answer = world.fakes.gitHub.approve((await browser.start('github')).url, { id, login: `g${id}`, name: '' })
    return (await browser.call(`GET /api/oauth/github?${new URLSearchParams(answer as Record<string, string>)}`, { from })).json
  }
  expect(await all([from, from])).toEqual(['done', 'done'])
  expect((await enter(world.browser(), 901)).success).toBe(true)
  expect((await enter(world.browser(), 902)).code).toBe('register_limit')
  expect((await enter(world.browser(), 901)).success).toBe(true)
})

test('one bot check is worth one account, also of many at the same time', async () => {
  await world.set('RegistrationsPerNetwork', '0')
  await world.set('TurnstileCheckEnabled', 'true')
  const browser = world.browser()
  const from = '198.51.100.9'
  expect(await register(from, { browser, turnstile: solve('first') })).toBe('done')
  expect(await register(from, { browser })).toBe('human_check_failed')
  // Whoever mistypes is not checked again.
  expect(await register(from, { browser, turnstile: solve('second'), more: { password2: 'another' } })).toBe('password_mismatch')
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => register(from, { browser })))
  expect(outcomes.toSorted()).toEqual(['done', ...Array(5).fill('human_check_failed')])
})

test.each(['reset_password', 'verification'])('one bot check is worth one mail (%s)', async (path) => {
  await world.set('SMTPServer', 'localhost')
  await world.set('SMTPFrom', 'post@station.test')
  await world.set('TurnstileCheckEnabled', 'true')
  const browser = world.browser()
  const ask = async (name: string, turnstile = '') =>
    (await browser.get(`/api/${path}`, { email: `${name}@example.com`, turnstile })).json.code ?? 'done'
  expect(await ask('one', solve(path))).toBe('done')
  expect(await ask('two')).toBe('human_check_failed')
})
