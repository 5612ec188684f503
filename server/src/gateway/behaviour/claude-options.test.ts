// What each of Claude's options makes of a call, seen by the vendor, through every door (specification §3 Claude, server-behaviour 11.3).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { received, ways } from './testing/through-doors.ts'

/** It takes a budget for its thinking; the other decides by itself, and refuses one. */
const BUDGET = 'claude-sonnet-4-5'
const ADAPTIVE = 'claude-opus-5'
const thinkingModels = [`${BUDGET}-thinking`, `${ADAPTIVE}-thinking`]

let world: World
beforeAll(async () => {
  const models = [BUDGET, ADAPTIVE, ...thinkingModels]
  world = await openWorld({ channel: { type: 14, models: models.join() }, ratios: Object.fromEntries(models.map((name) => [name, 1])) })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.provider.clear()
  await world.setOption('claude.model_headers_settings', '{}')
  await world.setOption('claude.default_max_tokens', '{"default":8192}')
  await world.setOption('claude.thinking_adapter_enabled', 'true')
  await world.setOption('claude.thinking_adapter_budget_tokens_percentage', '0.8')
})

describe.each(ways)('through $name', (way) => {
  test('claude.model_headers_settings: the headers of a model go with its calls, until they are taken away', async () => {
    const settings = {
      [BUDGET]: { 'anthropic-beta': ['one-2026-01-01', 'two-2026-01-01'], 'x-tenant': ['a', 'b'], 'anthropic-version': ['2025-01-01'] },
    }
    await world.setOption('claude.model_headers_settings', JSON.stringify(settings))
    expect((await received(world, BUDGET, way)).headers).toMatchObject({
      'anthropic-beta': 'one-2026-01-01,two-2026-01-01',
      'x-tenant': 'a,b',
      'anthropic-version': '2025-01-01',
      'x-api-key': 'far-key',
    })
    expect((await received(world, ADAPTIVE, way)).headers).not.toHaveProperty('x-tenant')
    await world.setOption('claude.model_headers_settings', '{}')
    const after = (await received(world, BUDGET, way)).headers
    expect(after).toMatchObject({ 'anthropic-version': '2023-06-01' })
    expect(after).not.toHaveProperty('x-tenant')
  })

  test('claude.default_max_tokens: the model’s, else the default, and the caller’s own before both', async () => {
    await world.setOption('claude.default_max_tokens', JSON.stringify({ default: 300, [ADAPTIVE]: 400 }))
    expect((await received(world, BUDGET, way)).body).toMatchObject({ max_tokens: 300 })
    expect((await received(world, ADAPTIVE, way)).body).toMatchObject({ max_tokens: 400 })
    expect((await received(world, ADAPTIVE, way, { maxTokens: 77 })).body).toMatchObject({ max_tokens: 77 })
  })

  test('claude.thinking_adapter_enabled: the ending turns thinking on, with what that demands', async () => {
    const limits = { maxTokens: 4000, topP: 0.5, temperature: 0.3 }
    const { body } = await received(world, `${BUDGET}-thinking`, way, limits)
    expect(body).toMatchObject({
      model: BUDGET,
      max_tokens: 4000,
      temperature: 1,
      thinking: { type: 'enabled', budget_tokens: 3200 },
    })
    expect(body).not.toHaveProperty('top_p')
    // Without a limit of the caller, the budget is a share of the usual one.
    expect((await received(world, `${BUDGET}-thinking`, way)).body).toMatchObject({ max_tokens: 8192, thinking: { budget_tokens: 6553 } })
  })

  test('claude.thinking_adapter_enabled: a model that decides by itself how long to think gets no budget', async () => {
    const { body } = await received(world, `${ADAPTIVE}-thinking`, way, { maxTokens: 4000, topP: 0.5, temperature: 0.3 })
    expect(body).toMatchObject({
      model: ADAPTIVE,
      max_tokens: 4000,
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'high' },
    })
    // The newer models refuse every temperature.
    expect(body).not.toHaveProperty('temperature')
    expect(body.thinking).not.toHaveProperty('budget_tokens')
    expect(body).not.toHaveProperty('top_p')
  })

  test('claude.thinking_adapter_enabled off: the name is the vendor’s, and nothing is added', async () => {
    await world.setOption('claude.thinking_adapter_enabled', 'false')
    const { body } = await received(world, `${BUDGET}-thinking`, way, { maxTokens: 4000, temperature: 0.3 })
    expect(body).toMatchObject({ model: `${BUDGET}-thinking`, max_tokens: 4000, temperature: 0.3 })
    expect(body).not.toHaveProperty('thinking')
  })

  test.each([
    { share: '0.5', maxTokens: 4000, max: 4000, budget: 2000 },
    { share: '1', maxTokens: 4000, max: 4000, budget: 3999 },
    { share: '0.1', maxTokens: 4000, max: 4000, budget: 1024 },
    // The least limit and the least budget that the vendor takes.
    { share: '0.8', maxTokens: 100, max: 1280, budget: 1024 },
  ])('claude.thinking_adapter_budget_tokens_percentage $share of $maxTokens is $budget', async ({ share, maxTokens, max, budget }) => {
    await world.setOption('claude.thinking_adapter_budget_tokens_percentage', share)
    const { body } = await received(world, `${BUDGET}-thinking`, way, { maxTokens })
    expect(body).toMatchObject({ max_tokens: max, thinking: { type: 'enabled', budget_tokens: budget } })
  })

  test.each([
    ['0.2', 'low'],
    ['0.5', 'medium'],
  ])('claude.thinking_adapter_budget_tokens_percentage %s is %s effort for a model that takes no budget', async (share, effort) => {
    await world.setOption('claude.thinking_adapter_budget_tokens_percentage', share)
    const { body } = await received(world, `${ADAPTIVE}-thinking`, way, { maxTokens: 8000 })
    expect(body).toMatchObject({ thinking: { type: 'adaptive' }, output_config: { effort } })
  })
})

describe('in the vendor’s own dialect', () => {
  const own = ways.find(({ name }) => name === 'anthropic-messages, whole') ?? ways[0]
  const ask = (model: string, more: object) => (own ? received(world, model, own, { maxTokens: 4000 }, more) : undefined)

  test('beta features of an admin join those of the caller, each once', async () => {
    await world.setOption(
      'claude.model_headers_settings',
      JSON.stringify({ [BUDGET]: { 'Anthropic-Beta': ['mine-2026-01-01', 'both-2026-01-01'] } }),
    )
    const body = { model: BUDGET, max_tokens: 10, messages: [{ role: 'user', content: 'hello' }] }
    expect((await world.post('/v1/messages', body, { 'anthropic-beta': 'theirs-2026-01-01, both-2026-01-01' })).status).toBe(200)
    expect(world.provider.requests.at(-1)?.headers['anthropic-beta']).toBe('theirs-2026-01-01,both-2026-01-01,mine-2026-01-01')
  })

  test('the ending takes off top_k too, which the vendor refuses with thinking', async () => {
    expect((await ask(`${BUDGET}-thinking`, { top_k: 5 }))?.body).not.toHaveProperty('top_k')
  })

  test.each([{ type: 'any' }, { type: 'tool', name: 'f' }])('a tool that must be called goes before the ending: %j', async (choice) => {
    const tools = [{ name: 'f', input_schema: { type: 'object' } }]
    const { body } = (await ask(`${BUDGET}-thinking`, { tools, tool_choice: choice, temperature: 0.3 })) ?? {}
    expect(body).toMatchObject({ model: BUDGET, tool_choice: choice, temperature: 0.3 })
    expect(body).not.toHaveProperty('thinking')
    expect((await world.logs(1))[0]?.facts.losses).toEqual(['thinking'])
  })

  test('the effort that a caller names stands', async () => {
    const { body } = (await ask(`${ADAPTIVE}-thinking`, { output_config: { effort: 'max' } })) ?? {}
    expect(body).toMatchObject({ thinking: { type: 'adaptive' }, output_config: { effort: 'max' } })
  })

  test('a caller’s budget that leaves no room gets the default limit on top', async () => {
    const more = { max_tokens: undefined, thinking: { type: 'enabled', budget_tokens: 9000 } }
    expect((await ask(BUDGET, more))?.body).toMatchObject({ max_tokens: 17_192, thinking: { budget_tokens: 9000 } })
  })

  test.each(thinkingModels)('the tokens of a prompt for %s are counted for the model that the vendor knows', async (model) => {
    await world.setOption('claude.model_headers_settings', JSON.stringify({ [model]: { 'x-tenant': ['a'] } }))
    const answer = await world.post('/v1/messages/count_tokens', { model, messages: [{ role: 'user', content: '#in:12 hello' }] })
    expect(answer).toMatchObject({ status: 200, json: { input_tokens: 12 }, headers: { 'x-waystation-count': 'exact' } })
    expect(world.provider.requests.at(-1)).toMatchObject({ body: { model: model.replace('-thinking', '') }, headers: { 'x-tenant': 'a' } })
  })
})

test.each([
  ['claude.model_headers_settings', '{"m":{"x-api-key":["stolen"]}}'],
  ['claude.model_headers_settings', '{"m":{"authorization":["stolen"]}}'],
  ['claude.model_headers_settings', '{"m":{"x":["a\\r\\nb: c"]}}'],
  ['claude.default_max_tokens', '{"default":0}'],
  ['claude.thinking_adapter_budget_tokens_percentage', '0.05'],
  ['claude.thinking_adapter_budget_tokens_percentage', '1.1'],
])('%s refuses %s', async (key, value) => {
  expect((await world.console.ask('PUT', '/api/option/', { key, value })).body).toMatchObject({ success: false, code: 'bad_option' })
})
