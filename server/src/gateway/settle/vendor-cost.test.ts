// What vendors take for calls, as the books have it: list price × the channel's factor, whatever the caller pays, and unknown where no list
// price is.

import { noUsage } from '@waystation/contract/calls/usage'
import type { BooksOverview } from '@waystation/contract/money/books'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VendorCosts } from '../../domain/pricing/vendor-costs.ts'
import { openTestDatabase } from '../../testing/databases/databases.ts'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  // The caller pays ten times the list price of gpt-5-mini; fake-chat has no list price at all.
  world = await openWorld({ ratios: { 'fake-chat': 1, 'gpt-5-mini': 1.25 }, channel: null, options: { RetryTimes: '2' } })
}, 180_000)
afterAll(() => world.close())

const usage = (prompt: number, completion: number, cached = 0) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
  ...(cached > 0 ? { prompt_tokens_details: { cached_tokens: cached } } : {}),
})
const answer = (model: string, used: object | undefined) =>
  scenario.reply(200, {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', model, usage: used },
    choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
  })
const ask = async (model: string) => {
  const { status } = await world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hi' }] })
  expect(status).toBe(200)
}
const books = (calls: number) =>
  expect
    .poll(async () => (await world.console.call<BooksOverview>('GET', '/api/books/')).totals.calls)
    .toBe(calls)
    .then(() => world.console.call<BooksOverview>('GET', '/api/books/'))

test('a call costs its list price times the factor of its channel, and is charged at the admin`s price', async () => {
  const plain = await world.addChannel({ name: 'plain', models: 'gpt-5-mini', type: 1 })
  world.provider.next(answer('gpt-5-mini', usage(3000, 1000, 1000)))
  await ask('gpt-5-mini')
  // 2000 fresh at 0.25, 1000 cached at 0.025 and 1000 out at 2 dollars a million; half a unit a millionth of a dollar.
  const cost = Math.round((2000 * 0.25 + 1000 * 0.025 + 1000 * 2) / 2)
  const first = await books(1)
  expect(first.channels).toMatchObject([{ name: 'plain', calls: 1, cost, unpriced: 0 }])
  expect(first.totals.revenue).toBeGreaterThan(9 * cost)
  await world.console.call('DELETE', `/api/channel/${plain}`)

  const setting = JSON.stringify({ cost_ratio: 0.4 })
  const cheap = await world.addChannel({
    name: 'cheap',
    models: 'smart',
    model_mapping: JSON.stringify({ smart: 'gpt-5-mini' }),
    type: 1,
    setting,
  })
  await world.setOption('ModelRatio', JSON.stringify({ 'fake-chat': 1, 'gpt-5-mini': 1.25, smart: 2 }))
  world.provider.next(answer('gpt-5-mini', usage(3000, 1000, 1000)))
  await ask('smart')
  const second = await books(2)
  // The model is the one that served, under its own name.
  expect(second.models.map(({ model, calls }) => [model, calls])).toEqual([['gpt-5-mini', 2]])
  expect(second.channels.find(({ name }) => name === 'cheap')?.cost).toBe(Math.round(cost * 0.4))
  await world.console.call('DELETE', `/api/channel/${cheap}`)
})

test('a model without a list price has an unknown cost, and none at a vendor that takes nothing', async () => {
  const own = await world.addChannel({ name: 'own' })
  world.provider.next(answer('fake-chat', usage(30, 10)))
  await ask('fake-chat')
  const { channels } = await books(3)
  const sums = channels.find(({ name }) => name === 'own')
  expect(sums).toMatchObject({ calls: 1, cost: 0, unpriced: 1 })
  expect(sums?.unpriced_revenue).toBe(sums?.revenue)
  await world.console.call('DELETE', `/api/channel/${own}`)

  await world.addChannel({ name: 'free', setting: JSON.stringify({ cost_ratio: 0 }) })
  world.provider.next(answer('fake-chat', usage(30, 10)))
  await ask('fake-chat')
  expect((await books(4)).channels.find(({ name }) => name === 'free')).toMatchObject({ calls: 1, cost: 0, unpriced: 0 })
})

test('an attempt that failed at a vendor, and an answer that was counted here, are kept for the comparison with its bill', async () => {
  const shaky = await world.addChannel({ name: 'shaky', models: 'gpt-5', priority: 9 })
  const steady = await world.addChannel({ name: 'steady', models: 'gpt-5' })
  world.provider.next(scenario.refuse(503, 'overloaded'))
  world.provider.next(answer('gpt-5', undefined))
  await ask('gpt-5')
  await books(5)
  const beside = await openTestDatabase(world.address)
  const rows = await beside.read.selectFrom('book_day').selectAll().where('model_name', '=', 'gpt-5').orderBy('channel_id').execute()
  await beside.close()
  expect(rows.map(({ channel_id, calls, failed, counted }) => [channel_id, calls, failed, counted].map(Number))).toEqual([
    [shaky, 0, 1, 0],
    [steady, 1, 0, 1],
  ])
  expect(Number(rows[1]?.counted_cost)).toBe(Number(rows[1]?.cost))
  expect(Number(rows[1]?.cost)).toBeGreaterThan(0)
})

test('a factor must be a number from 0 to 100', async () => {
  for (const cost_ratio of [-1, 101, 'cheap']) {
    const draft = { name: 'bad', type: 8, key: 'k', models: 'm', group: 'default', setting: JSON.stringify({ cost_ratio }) }
    expect(await world.console.ask('POST', '/api/channel/', draft)).toMatchObject({
      body: { success: false, code: 'channel_setting_invalid' },
    })
  }
})

test('cache writes are known by themselves, and rounding is once and exact', () => {
  const costs = new VendorCosts({ get: (option) => option.default }, () => undefined)
  const query = { model: 'claude-sonnet-4-5', channelType: 14, ratio: 1 }
  const found = costs.of({ ...noUsage, freshInput: 1000, cacheWrite: 4000, output: 10, calls: 1 }, query)
  // 3 dollars a million fresh, 3.75 written, 15 out.
  expect(found).toEqual({ cost: (1000 * 3 + 4000 * 3.75 + 10 * 15) / 2, cacheCost: (4000 * 3.75) / 2 })
  expect(costs.of({ ...noUsage, freshInput: 1000, calls: 1 }, { ...query, ratio: 0.3333 })).toEqual({ cost: Math.round(1500 * 0.3333) })
  expect(costs.of({ ...noUsage, freshInput: 1 }, { ...query, model: 'nobody-knows-it' })).toBeUndefined()
})
