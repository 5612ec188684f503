// Accounts over real sockets: access tokens and sessions that another process ends, and what the gateway learns of a change at once.

import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUserAccess } from './domain/user/user-store.ts'
import { send } from './gateway/testing/clients.ts'
import { openPayers, PAYER_PASSWORD, type Payer, type Payers } from './gateway/testing/payers.ts'
import { openWorld, type World } from './gateway/testing/world.ts'

let world: World
let payers: Payers
beforeAll(async () => {
  world = await openWorld()
  payers = await openPayers(world)
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
})

const withToken = async (path: string, token: string, userId: number, body?: object) => {
  const response = await request(world.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'waystation-user': String(userId), 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return {
    status: response.statusCode,
    json: (await response.body.json()) as { success?: boolean; code?: string; error?: { code: string } },
  }
}

test('what another process does to a user ends their session and access token within a second', async () => {
  const payer = await payers.add(1000)
  const token = await payer.console.call<string>('POST', '/api/user/token')
  const states = async () => [
    (await withToken('/api/user/self', token, payer.userId)).status,
    (await payer.console.ask('GET', '/api/user/self')).status,
  ]
  expect(await states()).toEqual([200, 200])
  await payers.database.run(setUserAccess, { userId: payer.userId, status: 2 })
  // A second is promised; the rest is for a machine that does other things too.
  await expect.poll(states, { interval: 50, timeout: 20_000 }).toEqual([401, 401])
})

const ends: readonly [string, (payer: Payer) => Promise<unknown>][] = [
  ['an admin bans its user', ({ userId }) => world.console.call('POST', '/api/user/manage', { id: userId, action: 'disable' })],
  ['an admin deletes its user', ({ userId }) => world.console.call('DELETE', `/api/user/${userId}`)],
  [
    'its user closes the account',
    async ({ console }) => {
      const { username } = await console.call<{ username: string }>('GET', '/api/user/self')
      return console.call('DELETE', '/api/user/self', { username, password: PAYER_PASSWORD })
    },
  ],
]
test.each(ends)('a live stream ends within a second when %s', async (what, end) => {
  const payer = await payers.add(1_000_000)
  const name = `ends-${ends.findIndex(([one]) => one === what)}`
  const prompt = `#call:${name} #chunks:3000x40ms`
  const call = send(world.url, payer.key, { dialect: 'openai-chat', model: 'fake-chat', isStream: true, prompt })
  await expect.poll(() => world.provider.bills.get(name)?.[0]?.sentPieces ?? 0).toBeGreaterThan(3)
  const bill = world.provider.bills.get(name)?.[0]
  const before = bill?.sentPieces ?? 0
  await end(payer)
  const facts = await call
  // The vendor sends 25 a second at most, and fewer where the machine is slow.
  expect((bill?.sentPieces ?? 0) - before).toBeLessThan(250)
  expect(facts.sawDone).toBe(false)
  expect((await payers.row(facts.requestId)).facts).toMatchObject({ end_reason: 'revoked' })
  const again = await send(world.url, payer.key, { dialect: 'openai-chat', model: 'fake-chat', isStream: false, prompt: 'hi' })
  expect([401, 403]).toContain(again.status)
})

test('the playground takes no access token', async () => {
  const payer = await payers.add(1000)
  const token = await payer.console.call<string>('POST', '/api/user/token')
  const reply = await withToken('/pg/chat/completions', token, payer.userId, { model: 'fake-chat', messages: [] })
  expect([reply.status, reply.json.error?.code]).toEqual([400, 'access_token_not_supported'])
})

test('an access token is no key of model calls', async () => {
  const payer = await payers.add(1000)
  const token = await payer.console.call<string>('POST', '/api/user/token')
  const reply = await send(world.url, token, { dialect: 'openai-chat', model: 'fake-chat', isStream: false, prompt: 'hi' })
  expect(reply.status).toBe(401)
})

test('a setting counts for the next call, though its caller is cached', async () => {
  const payer = await payers.add(1_000_000)
  const addressOf = async () => {
    const { requestId } = await send(world.url, payer.key, { dialect: 'openai-chat', model: 'fake-chat', isStream: false, prompt: 'hi' })
    await payers.row(requestId)
    const row = await payers.database.read
      .selectFrom('log')
      .select('client_ip')
      .where('request_id', '=', requestId)
      .executeTakeFirstOrThrow()
    return row.client_ip
  }
  expect(await addressOf()).toBe('')
  await payer.console.call('PUT', '/api/user/setting', { show_ip_in_logs: true })
  expect(await addressOf()).toBe('127.0.0.1')
})

test('a balance that an admin changes while calls are paid from it adds up', async () => {
  const payer = await payers.add(1_000_000)
  const calls = Array.from({ length: 12 }, () =>
    send(world.url, payer.key, { dialect: 'openai-chat', model: 'fake-chat', isStream: false, prompt: 'hi #in:10 #out:5' }),
  )
  const edits = Array.from({ length: 6 }, () =>
    world.console.call('PUT', '/api/user/', { id: payer.userId, quota: 1_000_100, quota_seen: 1_000_000 }),
  )
  const facts = await Promise.all(calls)
  await Promise.all(edits)
  const costs = await Promise.all(facts.map(async ({ requestId }) => (await payers.row(requestId)).quota))
  const spent = costs.reduce((sum, cost) => sum + cost, 0)
  expect(spent).toBeGreaterThan(0)
  expect(await payer.balance()).toBe(1_000_000 + 600 - spent)
})

test('what running calls hold cannot be taken away', async () => {
  const payer = await payers.add(100_000)
  const call = send(world.url, payer.key, {
    dialect: 'openai-chat',
    model: 'fake-chat',
    isStream: true,
    prompt: '#call:held #chunks:20x50ms',
  })
  await expect.poll(() => world.provider.bills.get('held')?.[0]?.sentPieces ?? 0).toBeGreaterThan(1)
  const reply = await world.console.ask('PUT', '/api/user/', { id: payer.userId, quota: 0 })
  expect(reply.body).toMatchObject({
    success: false,
    code: 'user_quota_too_low',
    message: expect.stringMatching(/^At most \$0\.\d+ can be taken/),
  })
  await call
  await expect.poll(async () => (await world.console.ask('PUT', '/api/user/', { id: payer.userId, quota: 0 })).body.success).toBe(true)
  expect(await payer.balance()).toBe(0)
})
