// OpenAI's models that think first, asked by clients that know nothing of what these refuse.
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

const models = ['gpt-5', 'o3-mini-high', 'gpt-5.2', 'gpt-4o', 'openai/o4-mini', 'house-model']
let world: World
beforeAll(async () => {
  const ratios = JSON.stringify(Object.fromEntries(models.map((model) => [model, 1])))
  world = await openWorld({ channel: null, options: { ModelRatio: ratios } })
  await world.addChannel({ type: 1, models: models.join(',') })
})
afterAll(() => world.close())

const sent = () => world.provider.requests.at(-1)?.body as Record<string, unknown>

describe('in chat', () => {
  test.each([
    ['gpt-5', { model: 'gpt-5', max_completion_tokens: 2000 }],
    ['o3-mini-high', { model: 'o3-mini', max_completion_tokens: 2000, reasoning_effort: 'high' }],
    ['openai/o4-mini', { model: 'openai/o4-mini', max_completion_tokens: 2000 }],
    ['gpt-4o', { model: 'gpt-4o', max_tokens: 2000, temperature: 0.3 }],
    ['house-model', { model: 'house-model', max_tokens: 2000, temperature: 0.3 }],
  ])('%s is asked as it can be', async (model, expected) => {
    const client = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
    const messages = [{ role: 'user' as const, content: 'hello' }]
    const answer = await client.chat.completions.create({ model, messages, max_tokens: 2000, temperature: 0.3 })
    expect(answer.choices[0]?.message.content).toBe('Echo: hello')
    expect(sent()).toEqual({ ...expected, messages })
  })
})

describe('by a client of Anthropic that wants thinking', () => {
  test.each([
    ['gpt-5', 'medium', 5000, []],
    ['gpt-5', 'high', 8000, []],
    ['o3-mini-high', 'high', 1024, []],
    ['gpt-4o', undefined, 5000, ['reasoning']],
    ['house-model', undefined, 5000, ['reasoning.budgetTokens', 'reasoning.isEnabled']],
  ])('%s is told %s', async (model, effort, budget, lost) => {
    const client = new Anthropic({ apiKey: world.key, baseURL: world.url, maxRetries: 0 })
    const thinking = { type: 'enabled' as const, budget_tokens: budget }
    const messages = [{ role: 'user' as const, content: 'hello' }]
    // Newer models of the vendor's own take no temperature, so its library's types have none; its clients still send it.
    const body = { model, max_tokens: 10_000, temperature: 1, thinking, messages }
    const { data, response } = await client.messages.create(body).withResponse()
    expect(data.content.at(-1)).toMatchObject({ type: 'text', text: 'Echo: hello' })
    expect(sent().reasoning_effort).toBe(effort)
    const losses = response.headers.get('x-waystation-lost')?.split(',') ?? []
    expect(losses.filter((path) => path.startsWith('reasoning'))).toEqual(lost)
  })

  test('a requested effort goes to models that support one', async () => {
    const client = new Anthropic({ apiKey: world.key, baseURL: world.url, maxRetries: 0 })
    const ask = async (model: string, effort: 'low' | 'max') => {
      const body = { model, max_tokens: 100, messages: [{ role: 'user' as const, content: 'hello' }], output_config: { effort } }
      await client.messages.create(body)
      return sent().reasoning_effort
    }
    expect(await ask('gpt-5', 'max')).toBe('high')
    expect(await ask('gpt-5.2', 'max')).toBe('xhigh')
    expect(await ask('gpt-4o', 'low')).toBeUndefined()
    expect(await ask('house-model', 'max')).toBe('max')
  })
})

test('in the Responses API, where a temperature stays for one that shall not think', async () => {
  const client = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
  await client.responses.create({ model: 'o3-mini-high', input: 'hello', temperature: 0.3, store: false })
  expect(sent()).toEqual({ model: 'o3-mini', input: 'hello', store: false, reasoning: { effort: 'high' } })
  await client.responses.create({ model: 'gpt-5.2', input: 'hello', temperature: 0.3, reasoning: { effort: 'none' }, store: false })
  expect(sent()).toMatchObject({ model: 'gpt-5.2', temperature: 0.3, reasoning: { effort: 'none' } })
})

test('what the operator states of a model is how it is asked, from the next call on', async () => {
  const client = new Anthropic({ apiKey: world.key, baseURL: world.url, maxRetries: 0 })
  const effortOf = async (model: string) => {
    const thinking = { type: 'enabled' as const, budget_tokens: 8000 }
    await client.messages.create({ model, max_tokens: 10_000, thinking, messages: [{ role: 'user' as const, content: 'hello' }] })
    return sent().reasoning_effort
  }
  expect(await effortOf('house-model')).toBe(undefined)
  await world.setOption('global.model_traits', '{"house-*":{"thinking":"effort"}}')
  expect(await effortOf('house-model')).toBe('high')
  expect(sent()).toMatchObject({ max_completion_tokens: 10_000 })
  await world.setOption('global.model_traits', '{}')
  expect(await effortOf('house-model')).toBe(undefined)
})
