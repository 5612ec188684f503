// What is offered can be called (decision 25).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

/** Not served at this channel, or without a price. */
const uncallable = ['sora-2', 'wan2.7-t2v', 'suno_music', 'mj_imagine', 'gemini-live-2.5-flash']
/** Named by the operator: nothing is known of these. */
const own = ['fake-chat', 'painter']
const models = [...own, ...uncallable, 'gpt-4o', 'gpt-realtime-2.1', 'text-embedding-3-small', 'whisper-1', 'rerank-v3.5', 'mystery']

let world: World
let id: number
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { 'fake-chat': 1, painter: 1 } })
  id = await world.addChannel({ models: models.join(',') })
})
afterAll(() => world.close())

/** The lists that people choose from: by key, of their own account, with prices, and one model by its name. */
async function offered() {
  const byKey = await fetch(`${world.url}/v1/models`, { headers: { authorization: `Bearer ${world.key}` } })
  const { data } = (await byKey.json()) as { data: { id: string }[] }
  const lists = [
    data.map((model) => model.id),
    await world.console.call<string[]>('GET', '/api/user/models'),
    (await world.console.call<{ model_name: string }[]>('GET', '/api/pricing')).map(({ model_name }) => model_name),
  ]
  expect(lists[1]).toEqual(lists[0])
  expect(lists[2]).toEqual(lists[0])
  return lists[0] ?? []
}

const callable = ['fake-chat', 'gpt-4o', 'gpt-realtime-2.1', 'painter', 'rerank-v3.5', 'text-embedding-3-small', 'whisper-1']

test('what no endpoint serves is on no list, and what the operator made up is', async () => {
  expect(await offered()).toEqual(callable)
  const one = await fetch(`${world.url}/v1/models/sora-2`, { headers: { authorization: `Bearer ${world.key}` } })
  expect(one.status).toBe(404)
  const visitors = (await (await fetch(`${world.url}/api/pricing`)).json()) as { data: { model_name: string }[] }
  expect(visitors.data.map(({ model_name }) => model_name)).toEqual(callable)
})

test('admins see all that channels name', async () => {
  expect(await world.console.call('GET', '/api/channel/models_enabled')).toEqual(models.toSorted())
})

test('a name that an admin priced or mapped is offered, whatever it is called', async () => {
  await world.setOption('ModelPrice', '{"sora-2":0.05}')
  await world.console.call('PUT', '/api/channel/', { id, model_mapping: '{"mj_imagine":"gpt-4o"}' })
  expect(await offered()).toEqual([...callable, 'sora-2', 'mj_imagine'].toSorted())
  await world.console.call('PUT', '/api/channel/', { id, model_mapping: '' })
  await world.setOption('ModelPrice', '{}')
  expect(await offered()).toEqual(callable)
})

test('a name is offered for one channel that serves it, and priced as there', async () => {
  const other = await world.addChannel({ type: 34, models: 'tts-1,text-embedding-3-small', priority: 10 })
  expect(await offered()).toEqual(callable)
  await world.console.call('DELETE', `/api/channel/${other}`)
})

test('without a price a model is offered to those whose calls are served', async () => {
  const withMystery = [...callable, 'mystery', 'sora-2', 'wan2.7-t2v'].toSorted()
  for (const [options, off] of [
    [{ SelfUseModeEnabled: 'true' }, { SelfUseModeEnabled: 'false' }],
    [{ fallback_single_price: '0.01', fallback_pricing_enabled: 'true' }, { fallback_pricing_enabled: 'false' }],
  ] as const) {
    for (const [key, value] of Object.entries(options)) await world.setOption(key, value)
    expect(await offered()).toEqual(withMystery)
    for (const [key, value] of Object.entries(off)) await world.setOption(key, value)
    expect(await offered()).toEqual(callable)
  }
  await world.console.call('PUT', '/api/user/setting', { accept_unset_model_ratio_model: true })
  expect(await offered()).toEqual(withMystery)
  const visitors = await (await fetch(`${world.url}/api/pricing`)).text()
  expect(visitors).not.toContain('mystery')
  expect(visitors).not.toContain('37.5')
  await world.console.call('PUT', '/api/user/setting', { accept_unset_model_ratio_model: false })
  expect(await offered()).toEqual(callable)
})

test('lists tell what is known of a model in the words of each dialect, and what the operator states counts first', async () => {
  const traits = { painter: { context_tokens: 9000, longest_answer_tokens: 700, ends_on: '2027-03-31' } }
  await world.setOption('global.model_traits', JSON.stringify(traits))
  const models = async (path: string, headers: object = {}) =>
    (await (await fetch(world.url + path, { headers: { authorization: `Bearer ${world.key}`, ...headers } })).json()) as object
  const inMessages = { 'anthropic-version': '2023-06-01' }
  const found = await Promise.all([
    ...['gpt-4o', 'painter', 'fake-chat'].map((model) => models(`/v1/models/${model}`)),
    ...['gpt-4o', 'painter', 'fake-chat'].map((model) => models(`/v1/models/${model}`, inMessages)),
    ...['gpt-4o', 'painter', 'fake-chat'].map((model) => models(`/v1beta/models/${model}`)),
  ])
  const openai = {
    object: 'model',
    owned_by: 'custom',
    parent: null,
    permission: [expect.objectContaining({ object: 'model_permission' })],
  }
  expect(found).toEqual([
    expect.objectContaining({ ...openai, id: 'gpt-4o', root: 'gpt-4o', shutdown_date: '2027-01-14' }),
    expect.objectContaining({ ...openai, id: 'painter', shutdown_date: '2027-03-31' }),
    expect.objectContaining({ ...openai, id: 'fake-chat' }),
    expect.objectContaining({ max_input_tokens: 128_000, max_tokens: 16_384, lifecycle: 'deprecated', retires_at: '2027-01-14T23:59:59Z' }),
    expect.objectContaining({ max_input_tokens: 9000, max_tokens: 700, lifecycle: 'deprecated', retires_at: '2027-03-31T23:59:59Z' }),
    expect.objectContaining({ max_input_tokens: null, max_tokens: null, lifecycle: 'active', retires_at: null }),
    expect.objectContaining({ name: 'models/gpt-4o', inputTokenLimit: 128_000, outputTokenLimit: 16_384 }),
    expect.objectContaining({ name: 'models/painter', inputTokenLimit: 9000, outputTokenLimit: 700 }),
    expect.not.objectContaining({ inputTokenLimit: expect.anything() }),
  ])
  expect(found[2]).not.toHaveProperty('shutdown_date')
  const prices = await world.console.call<{ model_name: string; ends_on?: string; successor?: string }[]>('GET', '/api/pricing')
  const ends = prices.filter(({ ends_on }) => ends_on).map(({ model_name, ends_on, successor }) => [model_name, ends_on, successor])
  expect(ends).toEqual([
    ['gpt-4o', '2027-01-14', 'gpt-6-luna'],
    ['painter', '2027-03-31', undefined],
    ['whisper-1', '2027-02-26', undefined],
  ])
  await world.setOption('global.model_traits', '{}')
})

test('a list says which vendor serves a model first', async () => {
  const other = await world.addChannel({ type: 34, models: 'rerank-v3.5', priority: 10 })
  const listed = await fetch(`${world.url}/v1/models/rerank-v3.5`, { headers: { authorization: `Bearer ${world.key}` } })
  expect(await listed.json()).toMatchObject({ id: 'rerank-v3.5', owned_by: 'cohere' })
  await world.console.call('DELETE', `/api/channel/${other}`)
})

test('an assistant of OpenAI’s store goes, under its own name, to a channel that names all of them, at their price', async () => {
  const other = await world.addChannel({ models: 'gpt-4-gizmo-*', model_mapping: '' })
  await world.setOption('ModelPrice', '{"gpt-4-gizmo-*":0.1}')
  const { id: tokenId, key } = await world.console.call<{ id: number; key: string }>('POST', '/api/token/', {
    ...{ name: 'gizmo', unlimited_quota: true, model_limits_enabled: true, model_limits: 'gpt-4-gizmo-*' },
  })
  const ask = (model: string, as = world.key) =>
    fetch(`${world.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hello' }] }),
    })
  const before = await world.balance()
  expect((await ask('gpt-4-gizmo-g-123')).status).toBe(200)
  expect(world.provider.requests.at(-1)?.body).toMatchObject({ model: 'gpt-4-gizmo-g-123' })
  expect(before - (await world.balance())).toBe(50_000)
  expect((await ask('gpt-4-gizmo-g-123', `sk-${key}`)).status).toBe(200)
  expect((await ask('gpt-4o-gizmo-g-123', `sk-${key}`)).status).toBe(403)
  expect((await ask('gpt-4o-gizmo-g-123')).status).toBe(404)
  await world.console.call('DELETE', `/api/token/${tokenId}`)
  await world.console.call('DELETE', `/api/channel/${other}`)
  await world.setOption('ModelPrice', '{}')
})
