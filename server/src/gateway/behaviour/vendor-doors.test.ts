// Vendors that speak several dialects, each at a path of its own: every client is served in its own one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

const models = ['qwen-all', 'sonar', 'keeper', 'unlisted', 'rerank-qwen', 'routed']

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: Object.fromEntries(models.map((name) => [name, 1])) })
  const dialects = ['openai-chat', 'openai-responses', 'anthropic-messages']
  await world.addChannel({ type: 17, models: 'qwen-all,rerank-qwen', other: 'pdf', setting: JSON.stringify({ dialects }) })
  await world.addChannel({ type: 27, models: 'sonar' })
  await world.addChannel({ type: 48, models: 'keeper', setting: JSON.stringify({ dialects: ['openai-responses'] }) })
  await world.addChannel({ type: 4711, models: 'unlisted' })
  await world.addChannel({ type: 20, models: 'routed' })
})
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const sent = () => world.provider.requests.at(-1)
const messages = [{ role: 'user', content: 'hello' }]

describe('DashScope', () => {
  test.each([
    ['/v1/chat/completions', { messages }, '/compatible-mode/v1/chat/completions'],
    ['/v1/responses', { input: 'hello' }, '/api/v2/apps/protocols/compatible-mode/v1/responses'],
    ['/v1/messages', { messages, max_tokens: 9 }, '/apps/anthropic/v1/messages'],
    ['/v1/embeddings', { input: ['hello'] }, '/compatible-mode/v1/embeddings'],
  ])('a client at %s gets its own dialect', async (path, body, far) => {
    expect(await world.post(path, { model: 'qwen-all', ...body })).toMatchObject({ status: 200 })
    expect(sent()).toMatchObject({ path: far, headers: { authorization: 'Bearer far-key', 'x-dashscope-plugin': 'pdf' } })
  })

  test('a ranking is asked for in its own format', async () => {
    const asked = { model: 'rerank-qwen', query: 'a greeting', documents: ['hello world', 'two and two'], top_n: 1 }
    expect(await world.post('/v1/rerank', asked)).toMatchObject({ status: 200, json: { results: [{ index: 0 }] } })
    expect(sent()).toMatchObject({
      path: '/api/v1/services/rerank/text-rerank/text-rerank',
      body: { model: 'rerank-qwen', input: { query: 'a greeting', documents: asked.documents }, parameters: { top_n: 1 } },
    })
  })
})

describe('a conversation goes on', () => {
  const goOn = async (model: string) => {
    const first = await world.post('/v1/responses', { model, input: 'first', store: true })
    expect(first.status).toBe(200)
    const id = (first.json as { id: string }).id
    expect((await world.post('/v1/responses', { model, input: 'second', previous_response_id: id })).status).toBe(200)
    const [before, after] = world.provider.requests.map(({ body }) => body as Record<string, unknown>)
    return { id, before, after }
  }

  test('with the whole of it, at a vendor that keeps no reply and is not asked to', async () => {
    const { before, after } = await goOn('sonar')
    expect(before).not.toHaveProperty('store')
    expect(after).not.toHaveProperty('previous_response_id')
    expect(JSON.stringify(after?.input)).toMatch(/first.*second/)
  })

  test('by the id, at one that keeps replies', async () => {
    const { id, before, after } = await goOn('keeper')
    expect(before).toMatchObject({ store: true })
    expect(after).toMatchObject({ input: 'second', previous_response_id: id })
  })
})

test('a client of chat is translated where the vendor has Responses only', async () => {
  const answer = await world.post('/v1/chat/completions', { model: 'sonar', messages })
  expect(answer).toMatchObject({ status: 200, json: { object: 'chat.completion' } })
  expect(sent()?.path).toBe('/v1/responses')
})

test('a channel of a number that no list has is called as one of an own address, and offered', async () => {
  expect(await world.post('/v1/chat/completions', { model: 'unlisted', messages })).toMatchObject({ status: 200 })
  expect(sent()?.path).toBe('/v1/chat/completions')
  expect(await world.console.call<string[]>('GET', '/api/user/models')).toContain('unlisted')
})

test('OpenRouter is told which product calls, and where it is found if that is set', async () => {
  const ask = () => world.post('/v1/chat/completions', { model: 'routed', messages })
  expect(await ask()).toMatchObject({ status: 200 })
  expect(sent()).toMatchObject({ headers: { 'x-title': 'Waystation' } })
  expect(sent()?.headers).not.toHaveProperty('http-referer')
  await world.setOption('ServerAddress', 'https://ai.example.org')
  expect(await ask()).toMatchObject({ status: 200 })
  await world.setOption('ServerAddress', '')
  expect(sent()).toMatchObject({ headers: { 'x-title': 'Waystation', 'http-referer': 'https://ai.example.org' } })
})
