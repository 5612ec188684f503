// The test of a channel (server-behaviour 3.11; server 14, client 5).
import type { ChannelKey } from '@waystation/contract/channels/channel'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    channel: null,
    options: { GroupRatio: '{"default":3}', CompletionRatio: '{"fake-chat":4}' },
    ratios: { 'fake-chat': 2 },
  })
})
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const run = async (id: number, query = '') =>
  (await world.console.ask('GET', `/api/channel/test/${id}${query}`)).body as Record<string, unknown>
const shown = () => world.provider.requests.map(({ headers }) => headers.authorization?.slice(7))

test('the keys take turns, disabled ones are left out, and one can be named', async () => {
  const id = await world.addChannel({ key: 'key-a\nkey-b\nkey-c' })
  const keys = await world.console.call<ChannelKey[]>('GET', `/api/channel/${id}/keys`)
  await world.console.call('PUT', `/api/channel/${id}/keys/${keys[1]?.id}`, { status: 2 })
  for (let times = 0; times < 3; times++) expect(await run(id)).toMatchObject({ success: true })
  expect(shown()).toEqual(['key-a', 'key-c', 'key-a'])
  expect(await run(id, `?key_id=${keys[1]?.id}`)).toMatchObject({ success: true })
  expect(shown().at(-1)).toBe('key-b')
  expect(await run(id, '?key_id=99999')).toMatchObject({ success: false, code: 'not_found' })
})

test('a channel whose keys are all dead is tried with one of them, to see whether it works again', async () => {
  await world.setOption('AutomaticDisableChannelEnabled', 'true')
  const id = await world.addChannel({ key: 'was-dead', priority: 100 })
  world.provider.next(scenario.refuse(401), 1)
  await world.post('/v1/chat/completions', { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] })
  await expect.poll(async () => (await world.console.call<{ status: number }>('GET', `/api/channel/${id}`)).status).toBe(3)
  expect(await run(id)).toMatchObject({ success: true })
  expect(shown().at(-1)).toBe('was-dead')
  await world.setOption('AutomaticDisableChannelEnabled', 'false')
})

test.each([
  [8, { role: 'system', content: 'be kind' }],
  [14, 'be kind'],
])('the channel’s system prompt is sent along at type %i', async (type, expected) => {
  const id = await world.addChannel({ type, system_prompt: 'be kind' })
  expect(await run(id)).toMatchObject({ success: true })
  const sent = world.provider.requests[0]?.body as { system?: unknown; messages: unknown[] }
  expect(type === 14 ? JSON.stringify(sent.system) : JSON.stringify(sent.messages[0])).toContain(
    typeof expected === 'string' ? expected : JSON.stringify(expected),
  )
})

test('a model without a price fails with a message before anything is sent, unless such models are allowed', async () => {
  const id = await world.addChannel({ models: 'mystery' })
  const result = await run(id)
  expect(result).toMatchObject({ success: false, code: 'model_price_error', data: { model: 'mystery' } })
  expect(result.message).toContain('mystery')
  expect(world.provider.requests).toHaveLength(0)
  await world.setOption('SelfUseModeEnabled', 'true')
  expect(await run(id)).toMatchObject({ success: true })
  await world.setOption('SelfUseModeEnabled', 'false')
})

test('its row counts all tokens, those of sound too', async () => {
  const id = await world.addChannel({})
  const details = { prompt_tokens_details: { audio_tokens: 20 }, completion_tokens_details: { audio_tokens: 10 } }
  const usage = { prompt_tokens: 30, completion_tokens: 15, total_tokens: 45, ...details }
  const choices = [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }]
  world.provider.next(scenario.reply(200, { id: 'x', object: 'chat.completion', model: 'fake-chat', choices, usage }))
  expect(await run(id)).toMatchObject({ success: true })
  const row = async () => (await world.logs(0)).find(({ channel }) => channel === id)
  await expect.poll(row).toMatchObject({ prompt_tokens: 30, completion_tokens: 15 })
})

test('its row in the log has the ratios of a call, whether it went well or not, and costs nothing', async () => {
  const id = await world.addChannel({})
  const before = await world.balance()
  expect(await run(id)).toMatchObject({ success: true })
  world.provider.next(scenario.refuse(500))
  expect(await run(id)).toMatchObject({ success: false })
  // Rows of tests are written with the next commit; those of other channels may come in between.
  const mine = async () => (await world.logs(0)).filter((row) => row.channel === id)
  await expect.poll(async () => (await mine()).length).toBe(2)
  for (const row of await mine()) {
    expect(row).toMatchObject({ quota: 0, channel: id, group: 'default' })
    expect(row.facts).toMatchObject({ is_test: true, model_price: -1, model_ratio: 2, group_ratio: 3, completion_ratio: 4 })
  }
  expect(await world.balance()).toBe(before)
})

test('a balance is read at the vendor, with two requests; a refusal is shown with its message without the key', async () => {
  const id = await world.addChannel({ type: 8, key: 'sk-balance-key-0001' })
  const update = async () => (await world.console.ask('GET', `/api/channel/update_balance/${id}/`)).body as Record<string, unknown>
  world.provider.next(scenario.reply(200, { hard_limit_usd: 100, has_payment_method: true }))
  world.provider.next(scenario.reply(200, { total_usage: 4560 }))
  expect(await update()).toMatchObject({ success: true, balance: 54.4, data: { amount: 54.4, currency: 'USD' } })
  expect(world.provider.requests.map(({ path }) => path.replace(/=[\d-]+/g, '='))).toEqual([
    '/v1/dashboard/billing/subscription',
    '/v1/dashboard/billing/usage?start_date=&end_date=',
  ])
  expect(shown()).toEqual(['sk-balance-key-0001', 'sk-balance-key-0001'])
  world.provider.next(scenario.reply(401, { error: { message: 'Wrong key sk-balance-key-0001' } }))
  const refused = await update()
  expect(refused).toMatchObject({ success: false, code: 'balance_fetch_failed' })
  expect(refused.message).toContain('the provider rejected the key (401): Wrong key')
  expect(refused.message).not.toContain('balance-key')
  world.provider.next(scenario.reply(200, { hello: 1 }))
  expect(await update()).toMatchObject({ success: false, code: 'balance_fetch_failed' })
  expect((await world.console.call<{ balance: number }>('GET', `/api/channel/${id}`)).balance).toBe(54.4)
})

const bearer = { authorization: 'Bearer far-key' }

test.each([
  {
    ...{ type: 10, answer: { success: true, data: { totalPoints: 18.25 } }, path: '/api/report/getUserOverview' },
    ...{ amount: 18.25, currency: 'points', headers: { 'api-key': 'far-key' } },
  },
  { type: 12, answer: { total_remaining: 17.5 }, path: '/dashboard/billing/credit_grants', amount: 17.5, currency: 'CNY', headers: bearer },
  { type: 13, answer: { total_available: 9 }, path: '/dashboard/billing/credit_grants', amount: 9, currency: 'USD', headers: bearer },
  {
    type: 20,
    answer: { data: { total_credits: 30, total_usage: 12.5 } },
    path: '/v1/credits',
    amount: 17.5,
    currency: 'USD',
    headers: bearer,
  },
  {
    type: 25,
    answer: { code: 0, data: { available_balance: 7.25 } },
    path: '/v1/users/me/balance',
    amount: 7.25,
    currency: 'CNY',
    headers: bearer,
  },
  {
    type: 40,
    answer: { code: 20_000, data: { totalBalance: '88.00' } },
    path: '/v1/user/info',
    amount: 88,
    currency: 'CNY',
    headers: bearer,
  },
])('a balance of type $type is one request to $path', async ({ type, answer, path, amount, currency, headers }) => {
  const id = await world.addChannel({ type })
  const update = async () => (await world.console.ask('GET', `/api/channel/update_balance/${id}/`)).body
  world.provider.next(scenario.reply(200, answer))
  expect(await update()).toMatchObject({ success: true, balance: amount, data: { amount, currency } })
  expect(world.provider.requests.at(-1)).toMatchObject({ method: 'GET', path, headers })
  world.provider.next(scenario.reply(200, { code: 40_001, message: 'no account' }))
  expect(await update()).toMatchObject({ success: false, code: 'balance_fetch_failed' })
})

test('a model is tested with what the operator states that it is for', async () => {
  const id = await world.addChannel({ models: 'fake-chat' })
  await world.setOption('global.model_traits', '{"fake-*":{"work":"embedding"}}')
  await run(id)
  expect(world.provider.requests.at(-1)).toMatchObject({ path: '/v1/embeddings', body: { input: ['hello world'], model: 'fake-chat' } })
  await world.setOption('global.model_traits', '{}')
  await run(id)
  expect(world.provider.requests.at(-1)).toMatchObject({ path: '/v1/chat/completions' })
})

test.each([
  ['a refused key', 401, { error: { message: 'no such key' } }, 'key'],
  ['a model that is not there', 404, { error: { message: 'The model does not exist', code: 'model_not_found' } }, 'models'],
  ['trouble of its own', 500, { error: { message: 'oops' } }, undefined],
])('a failed test names the field that is to blame: %s', async (_name, status, body, field) => {
  const id = await world.addChannel({})
  world.provider.next(scenario.reply(status, body))
  const { success, data } = await run(id)
  expect([success, (data as { blamed?: string }).blamed]).toEqual([false, field])
})

test('where nobody answers, the address is to blame', async () => {
  const id = await world.addChannel({ base_url: 'http://127.0.0.1:9' })
  expect(await run(id)).toMatchObject({ success: false, data: { blamed: 'base_url' } })
})
