// What is offered can be called (decision 25).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

const uncallable = ['dall-e-3', 'gpt-image-1', 'imagen-4.0-generate-001', 'omni-moderation-latest', 'gpt-4o-realtime-preview']
/** Named by the operator: nothing is known of these. */
const own = ['fake-chat', 'painter']
const models = [...own, ...uncallable, 'gpt-4o', 'text-embedding-3-small', 'whisper-1', 'rerank-v3.5', 'mystery']

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

const callable = ['fake-chat', 'gpt-4o', 'painter', 'rerank-v3.5', 'text-embedding-3-small', 'whisper-1']

test('what no endpoint serves is on no list, and what the operator made up is', async () => {
  expect(await offered()).toEqual(callable)
  const one = await fetch(`${world.url}/v1/models/dall-e-3`, { headers: { authorization: `Bearer ${world.key}` } })
  expect(one.status).toBe(404)
  const visitors = (await (await fetch(`${world.url}/api/pricing`)).json()) as { data: { model_name: string }[] }
  expect(visitors.data.map(({ model_name }) => model_name)).toEqual(callable)
})

test('admins see all that channels name', async () => {
  expect(await world.console.call('GET', '/api/channel/models_enabled')).toEqual(models.toSorted())
})

test('a name that an admin priced or mapped is offered, whatever it is called', async () => {
  await world.setOption('ModelPrice', '{"dall-e-3":0.05}')
  await world.console.call('PUT', '/api/channel/', { id, model_mapping: '{"omni-moderation-latest":"gpt-4o"}' })
  expect(await offered()).toEqual([...callable, 'dall-e-3', 'omni-moderation-latest'].toSorted())
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
  const withMystery = [...callable, 'mystery'].toSorted()
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
