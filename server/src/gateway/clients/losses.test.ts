// What one dialect cannot say in another is named, and refused where the caller or the channel will have nothing lost.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  const names = ['plain', 'strict', 'mixed', 'own']
  world = await openWorld({ channel: null, options: { ModelRatio: JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))) } })
  await world.addChannel({ name: 'chat', models: 'plain', type: 8 })
  await world.addChannel({ name: 'strict', models: 'strict', type: 8, setting: JSON.stringify({ strict: true }) })
  await world.addChannel({ name: 'strict chat', models: 'mixed', type: 8, priority: 10, setting: JSON.stringify({ strict: true }) })
  await world.addChannel({ name: 'messages', models: 'mixed,own', type: 14 })
})
afterAll(() => world.close())

/** Chat has no place for the number of candidates that are sampled from. */
const ask = (model: string, more: object = {}) => ({
  model,
  max_tokens: 100,
  top_k: 5,
  messages: [{ role: 'user', content: 'hello' }],
  ...more,
})

test('a loss is named in a header and in the log row, and the answer is given', async () => {
  const answer = await world.post('/v1/messages', ask('plain'), { origin: 'https://elsewhere.example' })
  expect(answer.status).toBe(200)
  expect(answer.headers['x-waystation-lost']).toMatch(/^sampling\.topK(,|$)/)
  expect(answer.headers['access-control-expose-headers']).toContain('x-waystation-lost')
  const [row] = await world.logs(1)
  expect(row?.facts).toMatchObject({ upstream_dialect: 'openai-chat', losses: expect.arrayContaining(['sampling.topK']) })
})

test('a stream names its losses before its first byte', async () => {
  const answer = await world.post('/v1/messages', ask('plain', { stream: true }))
  expect(answer.headers['x-waystation-lost']).toBe('sampling.topK')
  expect(answer.text).toContain('message_stop')
})

test('where nothing is lost there is no header, and where the vendor speaks the dialect nothing can be', async () => {
  expect((await world.post('/v1/messages', ask('plain', { top_k: undefined, stream: true }))).headers['x-waystation-lost']).toBeUndefined()
  expect((await world.post('/v1/messages', ask('own'))).headers['x-waystation-lost']).toBeUndefined()
  expect(world.provider.requests.at(-1)?.body).toMatchObject({ top_k: 5 })
})

test.each([
  ['its caller is strict', 'plain', { 'x-waystation-strict': 'true' }],
  ['the channel is strict', 'strict', {}],
])('a call is refused, named and free when something would be lost and %s', async (_who, model, headers) => {
  const before = { balance: await world.balance(), requests: world.provider.requestCount }
  const answer = await world.post('/v1/messages', ask(model), headers)
  expect(answer.status).toBe(400)
  expect(answer.json).toMatchObject({
    type: 'error',
    error: { type: 'invalid_request_error', message: expect.stringContaining('sampling.topK') },
  })
  expect(await world.balance()).toBe(before.balance)
  expect(world.provider.requestCount).toBe(before.requests)
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
})

test('a strict channel serves what it can say whole', async () => {
  expect((await world.post('/v1/messages', ask('strict', { top_k: undefined }))).status).toBe(200)
})

test('where a channel cannot express it, another that can is tried', async () => {
  const answer = await world.post('/v1/messages', ask('mixed'))
  expect(answer.status).toBe(200)
  expect(answer.headers['x-waystation-lost']).toBeUndefined()
  expect(world.provider.requests.at(-1)?.path).toBe('/v1/messages')
})

test('a loss that the answer depends on is refused even for callers who are not strict', async () => {
  const two = { model: 'own', n: 2, messages: [{ role: 'user', content: 'hello' }] }
  const answer = await world.post('/v1/chat/completions', two)
  expect(answer.status).toBe(400)
  expect(answer.json).toMatchObject({ error: { code: 'untranslatable', message: expect.stringContaining('choices') } })
})
