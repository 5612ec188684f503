// Limits of calls do not hit neighbours (decision D63): behind one address are many people, above all behind a proxy that the installation was
// not told of.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, PASSWORD, type TestConsole } from '../testing/console.ts'

const COUNT = 5
const ADDRESS = '192.0.2.7'
let console: TestConsole
const people = Array.from({ length: COUNT + 3 }, (_, at) => `person-${at}`)

beforeAll(async () => {
  const limits = { console: { count: 100_000, windowMs: 180_000 }, critical: { count: COUNT, windowMs: 1_200_000 } }
  console = await openConsole({ limits })
  await console.root()
  for (const name of people) await console.user(name)
})
afterAll(() => console.close())

const logIn = (username: string, password = PASSWORD) =>
  console.call('POST /api/user/login', { body: { username, password }, from: ADDRESS })

test('right passwords of different people use nothing up, and wrong ones do', async () => {
  for (const name of people) expect((await logIn(name)).json.success, name).toBe(true)
  for (let at = 0; at < COUNT; at += 1) expect((await logIn(`nobody-${at}`, 'wrong')).json.code).toBe('login_failed')
  expect((await logIn(people[0]!)).status).toBe(429)
  // Signing in, registering and mails share it.
  for (const line of ['POST /api/user/register', 'GET /api/verification?email=a@a.test', 'GET /api/oauth/github/start'])
    expect((await console.call(line, { from: ADDRESS, ...(line.startsWith('P') ? { body: {} } : {}) })).status, line).toBe(429)
})

test.each([
  ['POST /api/user/aff_transfer', { quota: 1 }, 1],
  ['POST /api/user/topup', { key: 'no such code' }, 1],
  ['POST /api/user/pay', { amount: 1, payment_method: 'zfb' }, 1],
  ['POST /api/user/check_in', {}, 1],
  ['POST /api/channel/1/key', { password: PASSWORD }, 100],
])('%s counts by user, not by address', async (line, body, role) => {
  const from = '192.0.2.8'
  const [one, other] = [await console.user(`one-${line.slice(-8)}`, role), await console.user(`two-${line.slice(-8)}`, role)]
  for (let at = 0; at < COUNT; at += 1) expect((await console.call(line, { as: one, body, from })).status).not.toBe(429)
  expect((await console.call(line, { as: one, body, from: '192.0.2.9' })).json.code).toBe('too_many_requests')
  expect((await console.call(line, { as: other, body, from })).status).not.toBe(429)
  expect((await console.call('POST /api/user/login', { body: { username: other.username, password: PASSWORD }, from })).json.success).toBe(
    true,
  )
})
