// What vendors refuse is said otherwise, named or refused in words before money moves, seen through the front door (docs/vendor-rules.md).
// The stand-in of the vendor judges every request as the real one would.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

const models = ['gpt-4.1', 'gpt-5', 'claude-opus-4-7', 'gemini-2.5-flash', 'deepseek-chat']
let world: World
beforeAll(async () => {
  const ratios = JSON.stringify(Object.fromEntries(models.map((model) => [model, 1])))
  world = await openWorld({ channel: null, isJudged: true, options: { ModelRatio: ratios } })
  await world.addChannel({ type: 1, models: 'gpt-4.1,gpt-5' })
  await world.addChannel({ type: 14, models: 'claude-opus-4-7' })
  await world.addChannel({ type: 24, models: 'gemini-2.5-flash' })
  await world.addChannel({
    type: 8,
    models: 'deepseek-chat',
    setting: JSON.stringify({ rules: 'deepseek' }),
    model_mapping: JSON.stringify({ 'deepseek-chat': 'gpt-4.1' }),
  })
}, 120_000)
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const sent = () => world.provider.requests.at(-1)?.body as Record<string, unknown>
const lost = (answer: { headers: Record<string, unknown> }) => String(answer.headers['x-waystation-lost'] ?? '').split(',')
const hello = [{ role: 'user', content: 'hello' }]

test('sampling that a model refuses is taken off and named', async () => {
  const answer = await world.post('/v1/chat/completions', { model: 'claude-opus-4-7', messages: hello, temperature: 0.3, top_p: 0.9 })
  expect(answer.status).toBe(200)
  expect(sent()).not.toHaveProperty('temperature')
  expect(lost(answer)).toEqual(expect.arrayContaining(['sampling.temperature', 'sampling.topP']))
})

test('in one dialect it is taken off and named too, and nothing else is changed', async () => {
  const body = { model: 'gpt-5', messages: hello, temperature: 0.3, user: 'u'.repeat(60), stop: undefined }
  const answer = await world.post('/v1/chat/completions', body)
  expect(answer.status).toBe(200)
  expect(sent()).toEqual({ model: 'gpt-5', messages: hello, user: 'u'.repeat(60) })
  expect(lost(answer)).toEqual(['temperature'])
})

test('what a vendor refuses of its own dialect is passed on in its words, and costs nothing', async () => {
  const before = await world.balance()
  const answer = await world.post('/v1/chat/completions', { model: 'gpt-4.1', messages: hello, user: 'u'.repeat(65) })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain("'user'")
  expect(sent()).toMatchObject({ user: 'u'.repeat(65) })
  expect(await world.balance()).toBe(before)
})

test('names of tools that a vendor does not take come back as the client knows them', async () => {
  const name = `mcp_server_${'a'.repeat(70)}`
  const body = {
    ...{ model: 'gpt-4.1', max_tokens: 100, tools: [{ name, input_schema: { type: 'object' } }] },
    messages: hello,
  }
  const first = await world.post('/v1/messages', body)
  expect(first.status).toBe(200)
  const [tool] = sent().tools as { function: { name: string; parameters: object } }[]
  expect(tool?.function.name).toMatch(/^mcp_server_a{42}_[\da-f]{10}$/)
  expect(tool?.function.parameters).toEqual({ type: 'object', properties: {} })
  const call = { id: 'call_1', type: 'function', function: { name: tool?.function.name, arguments: '{}' } }
  const message = { role: 'assistant', content: null, tool_calls: [call] }
  world.provider.next(
    scenario.reply(200, { id: 'c', model: 'm', choices: [{ index: 0, message, finish_reason: 'tool_calls' }], usage: {} }),
  )
  const second = await world.post('/v1/messages', body)
  expect(JSON.parse(second.text).content).toEqual([expect.objectContaining({ type: 'tool_use', name: body.tools[0]?.name })])
})

test('a schema where only free JSON is known goes into the instructions', async () => {
  const format = { type: 'json_schema', name: 'answer', schema: { type: 'object', properties: { a: { type: 'string' } } } }
  const answer = await world.post('/v1/responses', { model: 'deepseek-chat', input: 'hello', text: { format }, store: false })
  expect(answer.status).toBe(200)
  expect(sent().response_format).toEqual({ type: 'json_object' })
  expect(JSON.stringify(sent().messages)).toContain('JSON Schema')
  expect(lost(answer)).toContain('output')
})

test('search beside functions at Gemini 2: the functions stay, and the loss is named', async () => {
  const tools = [
    { name: 'f', input_schema: { type: 'object' } },
    { type: 'web_search_20250305', name: 'web_search' },
  ]
  const answer = await world.post('/v1/messages', { model: 'gemini-2.5-flash', max_tokens: 100, tools, messages: hello })
  expect(answer.status).toBe(200)
  expect(sent().tools).toEqual([{ functionDeclarations: [expect.objectContaining({ name: 'f' })] }])
  expect(lost(answer)).toContain('tools[1]')
})

test('a medium that no model here takes refuses the call in words, and costs nothing', async () => {
  const [before, count] = [await world.balance(), world.provider.requestCount]
  const picture = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' }
  const input = [{ role: 'user', content: [{ type: 'input_text', text: 'What is it?' }, picture] }]
  const answer = await world.post('/v1/responses', { model: 'deepseek-chat', input, store: false })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('turns[0].parts[1]')
  expect(world.provider.requestCount).toBe(count)
  expect(await world.balance()).toBe(before)
})
