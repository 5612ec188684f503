// Vendors of the chat dialect with rules of their own, by the rules of their type: what a call carries that their pages do not list, and under
// which name they know the limit of tokens.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

type Json = Record<string, unknown>

interface Case {
  readonly vendor: string
  readonly type: number
  readonly model: string
  /** Fields of a Messages call beside its question. */
  readonly asked: Json
  /** What of the body stands for them; undefined: nothing. */
  readonly sent: Json
  readonly lost: readonly string[]
}

const tools = [{ name: 'now', input_schema: { type: 'object', properties: {} } }]
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false }
const five = ['a', 'b', 'c', 'd', 'e']

const cases: readonly Case[] = [
  {
    ...{ vendor: 'Mistral', type: 42, model: 'mistral-large-latest', asked: { stream: true, top_p: 0 } },
    ...{ sent: { stream_options: undefined, top_p: 0.01 }, lost: ['sampling.topP'] },
  },
  {
    ...{ vendor: 'Doubao', type: 45, model: 'doubao-1-5-pro-32k-250115', asked: { stop_sequences: five } },
    ...{ sent: { stop: ['a', 'b', 'c', 'd'] }, lost: ['stop[4]'] },
  },
  {
    ...{ vendor: 'Doubao, a model that thinks', type: 45, model: 'doubao-seed-1-8-251228' },
    ...{ asked: { stop_sequences: ['a'], output_config: { effort: 'max' } } },
    ...{ sent: { stop: undefined, reasoning_effort: 'high' }, lost: ['reasoning.effort', 'stop[0]'] },
  },
  {
    ...{ vendor: 'Doubao, a tool that must be called', type: 45, model: 'doubao-seed-2-0-pro-260215' },
    ...{ asked: { tools, tool_choice: { type: 'any' } }, sent: { tool_choice: 'required' }, lost: [] },
  },
  {
    ...{ vendor: 'Doubao, no thinking', type: 45, model: 'doubao-seed-2-0-lite-260215', asked: { thinking: { type: 'disabled' } } },
    ...{ sent: { thinking: { type: 'disabled' }, reasoning_effort: undefined }, lost: [] },
  },
  {
    ...{ vendor: 'Doubao, thinking', type: 45, model: 'doubao-seed-2-0-mini-260215' },
    ...{ asked: { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } } },
    ...{ sent: { thinking: { type: 'enabled' }, reasoning_effort: 'low' }, lost: [] },
  },
  {
    ...{ vendor: 'SiliconFlow', type: 40, model: 'Qwen/Qwen3-32B', asked: { output_config: { format: { type: 'json_schema', schema } } } },
    ...{ sent: { response_format: { type: 'json_object' } }, lost: ['output'] },
  },
  {
    ...{ vendor: 'SiliconFlow, names of users', type: 40, model: 'deepseek-ai/DeepSeek-V4-Flash', asked: { metadata: { user_id: 'u-1' } } },
    ...{ sent: { user: undefined }, lost: ['endUser'] },
  },
  {
    ...{ vendor: 'Qianfan', type: 46, model: 'ernie-4.5-turbo-128k', asked: { stop_sequences: ['a stop word that is too long', 'b'] } },
    ...{ sent: { stop: ['b'] }, lost: ['stop[0]'] },
  },
  {
    ...{ vendor: 'Xinference', type: 47, model: 'qwen3-instruct', asked: { service_tier: 'priority', output_config: { effort: 'high' } } },
    ...{ sent: { service_tier: undefined, reasoning_effort: undefined }, lost: ['reasoning', 'serviceTier'] },
  },
]

/** Which name the limit goes by that a chat client sends as `max_completion_tokens`. */
const limits = [
  { vendor: 'OpenAI', type: 1, model: 'gpt-4.1', name: 'max_completion_tokens' },
  { vendor: 'an own address', type: 8, model: 'own-model', name: 'max_completion_tokens' },
  { vendor: 'Mistral', type: 42, model: 'magistral-medium-latest', name: 'max_tokens' },
  { vendor: 'DeepSeek', type: 43, model: 'deepseek-v4-pro', name: 'max_tokens' },
  { vendor: 'Doubao', type: 45, model: 'doubao-seed-1-6-251015', name: 'max_completion_tokens' },
  { vendor: 'SiliconFlow', type: 40, model: 'zai-org/GLM-5.2', name: 'max_tokens' },
  { vendor: 'Xinference', type: 47, model: 'glm4-chat', name: 'max_tokens' },
] as const

let world: World
beforeAll(async () => {
  const all = [...cases, ...limits]
  world = await openWorld({ channel: null, ratios: Object.fromEntries(all.map(({ model }) => [model, 1])) })
  for (const { type, model } of all) await world.addChannel({ type, models: model })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})
beforeEach(() => world.provider.clear())

const body = () => world.provider.requests.at(-1)?.body as Json

test.each(cases)('$vendor', async ({ model, asked, sent, lost }) => {
  const answer = await world.post('/v1/messages', { model, max_tokens: 100, messages: [{ role: 'user', content: 'hi' }], ...asked })
  expect(answer.status, answer.text).toBe(200)
  for (const [field, value] of Object.entries(sent)) expect([field, body()[field]]).toEqual([field, value])
  const named = String(answer.headers['x-waystation-lost'] ?? '').split(',')
  expect(named.filter((one) => one !== '' && !one.startsWith('reply.')).toSorted()).toEqual(lost)
})

describe('the limit of a chat client', () => {
  test.each(limits)('is $name at $vendor', async ({ model, name }) => {
    const messages = [{ role: 'user', content: 'hi' }]
    const answer = await world.post('/v1/chat/completions', { model, messages, max_completion_tokens: 50 })
    expect(answer.status, answer.text).toBe(200)
    const other = name === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
    expect(body()).toMatchObject({ [name]: 50 })
    expect(body()).not.toHaveProperty(other)
  })

  test('that has the older name already keeps it', async () => {
    const messages = [{ role: 'user', content: 'hi' }]
    await world.post('/v1/chat/completions', { model: 'deepseek-v4-pro', messages, max_tokens: 70, max_completion_tokens: 50 })
    expect(body()).toMatchObject({ max_tokens: 70 })
    expect(body()).not.toHaveProperty('max_completion_tokens')
  })
})
