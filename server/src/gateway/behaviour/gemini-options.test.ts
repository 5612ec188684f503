// What each of Gemini's options makes of a call, seen by the vendor, through every door (specification §3 Gemini, server-behaviour 11.3).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { received, ways } from './testing/through-doors.ts'

const BUDGET = 'gemini-2.5-flash'
const PLAIN = 'gemini-2.0-flash'
/** Its name says nothing of what it takes. */
const OTHER = 'gemini-house'
const IMAGES = 'gemini-2.5-flash-image'
const names = [BUDGET, PLAIN, IMAGES, `${BUDGET}-thinking`, `${BUDGET}-nothinking`, `${OTHER}-thinking`]

const defaults = {
  'gemini.safety_settings': '{"default":"OFF"}',
  'gemini.version_settings': '{"default":"v1beta"}',
  'gemini.supported_imagine_models': '[]',
  'gemini.thinking_adapter_enabled': 'true',
  'gemini.thinking_adapter_budget_tokens_percentage': '0.6',
  'gemini.models_supported_thinking_budget': '[]',
}

let world: World
const set = (key: keyof typeof defaults, value: unknown) => world.setOption(key, typeof value === 'string' ? value : JSON.stringify(value))
beforeAll(async () => {
  world = await openWorld({ channel: { type: 24, models: names.join() }, ratios: Object.fromEntries(names.map((name) => [name, 1])) })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.provider.clear()
  for (const [key, value] of Object.entries(defaults)) await world.setOption(key, value)
})

const safetyOf = ({ body }: { body: Readonly<Record<string, unknown>> }) =>
  Object.fromEntries((body.safetySettings as { category: string; threshold: string }[]).map((each) => [each.category, each.threshold]))

describe.each(ways)('through $name', (way) => {
  const action = way.isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'

  test('gemini.safety_settings: the threshold of each category, the default for the others, and categories of the admin’s own', async () => {
    await set('gemini.safety_settings', {
      default: 'BLOCK_ONLY_HIGH',
      HARM_CATEGORY_HARASSMENT: 'BLOCK_NONE',
      HARM_CATEGORY_CIVIC_INTEGRITY: 'BLOCK_LOW_AND_ABOVE',
    })
    expect(safetyOf(await received(world, PLAIN, way))).toEqual({
      HARM_CATEGORY_HARASSMENT: 'BLOCK_NONE',
      HARM_CATEGORY_HATE_SPEECH: 'BLOCK_ONLY_HIGH',
      HARM_CATEGORY_SEXUALLY_EXPLICIT: 'BLOCK_ONLY_HIGH',
      HARM_CATEGORY_DANGEROUS_CONTENT: 'BLOCK_ONLY_HIGH',
      HARM_CATEGORY_CIVIC_INTEGRITY: 'BLOCK_LOW_AND_ABOVE',
    })
  })

  test('gemini.version_settings: the model’s version, else the default, also below an ending of ours', async () => {
    await set('gemini.version_settings', { default: 'v1', [BUDGET]: 'v1alpha' })
    expect((await received(world, PLAIN, way)).path).toBe(`/v1/models/${PLAIN}:${action}`)
    expect((await received(world, BUDGET, way)).path).toBe(`/v1alpha/models/${BUDGET}:${action}`)
    expect((await received(world, `${BUDGET}-thinking`, way)).path).toBe(`/v1alpha/models/${BUDGET}:${action}`)
  })

  test('gemini.supported_imagine_models: pictures are requested as well as text of these models only', async () => {
    await set('gemini.supported_imagine_models', [IMAGES])
    expect((await received(world, IMAGES, way)).body).toMatchObject({ generationConfig: { responseModalities: ['TEXT', 'IMAGE'] } })
    expect((await received(world, PLAIN, way)).body.generationConfig ?? {}).not.toHaveProperty('responseModalities')
  })

  test.each([
    { share: '0.6', maxTokens: 1000, budget: 600 },
    { share: '0.002', maxTokens: 1000, budget: 2 },
    { share: '1', maxTokens: 1000, budget: 1000 },
    // Without a limit, or with one beyond every model's: the largest budget that all take.
    { share: '0.6', maxTokens: undefined, budget: 24_576 },
    { share: '0.1', maxTokens: 30_000, budget: 24_576 },
  ])('gemini.thinking_adapter_budget_tokens_percentage $share of $maxTokens is $budget', async ({ share, maxTokens, budget }) => {
    await set('gemini.thinking_adapter_budget_tokens_percentage', share)
    const { path, body } = await received(world, `${OTHER}-thinking`, way, maxTokens === undefined ? {} : { maxTokens })
    expect(path).toBe(`/v1beta/models/${OTHER}:${action}`)
    expect(body).toMatchObject({ generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: budget } } })
  })

  test('gemini.thinking_adapter_enabled: -nothinking turns it off', async () => {
    const { path, body } = await received(world, `${BUDGET}-nothinking`, way)
    expect(path).toBe(`/v1beta/models/${BUDGET}:${action}`)
    expect(body).toMatchObject({ generationConfig: { thinkingConfig: { thinkingBudget: 0 } } })
  })

  test('gemini.thinking_adapter_enabled off: the name is the vendor’s, and nothing is added', async () => {
    await set('gemini.thinking_adapter_enabled', 'false')
    await set('gemini.models_supported_thinking_budget', [BUDGET])
    const { path, body } = await received(world, `${BUDGET}-thinking`, way)
    expect(path).toBe(`/v1beta/models/${BUDGET}-thinking:${action}`)
    expect(body.generationConfig ?? {}).not.toHaveProperty('thinkingConfig')
  })

  test('gemini.models_supported_thinking_budget: these show their thoughts', async () => {
    await set('gemini.models_supported_thinking_budget', [BUDGET])
    expect((await received(world, BUDGET, way)).body).toMatchObject({ generationConfig: { thinkingConfig: { includeThoughts: true } } })
    expect((await received(world, PLAIN, way)).body.generationConfig ?? {}).not.toHaveProperty('thinkingConfig')
  })
})

describe('in the vendor’s own dialect', () => {
  const ask = async (model: string, more: object) => {
    const answer = await world.post(`/v1beta/models/${model}:generateContent`, { contents: [{ parts: [{ text: 'hello' }] }], ...more })
    expect(answer.status, answer.text).toBe(200)
    return world.provider.requests.at(-1)?.body
  }

  test('a caller’s own settings of safety, pictures and thinking stand', async () => {
    await set('gemini.supported_imagine_models', [IMAGES, `${BUDGET}-thinking`])
    const own = {
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_ONLY_HIGH' }],
      generationConfig: { responseModalities: ['TEXT'], thinkingConfig: { thinkingBudget: 7 } },
    }
    for (const model of [IMAGES, `${BUDGET}-thinking`, `${BUDGET}-nothinking`]) expect(await ask(model, own)).toMatchObject(own)
  })

  test('vectors go by the model’s version', async () => {
    await world.addChannel({ type: 24, models: 'gemini-embedding-001' })
    await set('gemini.version_settings', { default: 'v1beta', 'gemini-embedding-001': 'v1' })
    await world.setOption('ModelRatio', JSON.stringify({ 'gemini-embedding-001': 1 }))
    const answer = await world.post('/v1beta/models/gemini-embedding-001:embedContent', { content: { parts: [{ text: 'hello' }] } })
    expect(answer.status, answer.text).toBe(200)
    expect(world.provider.requests.at(-1)?.path).toBe('/v1/models/gemini-embedding-001:embedContent')
  })

  test('the tokens of a prompt for a name with an ending of ours are counted for the model that the vendor knows', async () => {
    const contents = [{ role: 'user', parts: [{ text: 'hello #in:12' }] }]
    const answer = await world.post(`/v1beta/models/${BUDGET}-thinking:countTokens`, { contents })
    expect(answer).toMatchObject({ status: 200, json: { totalTokens: 12 }, headers: { 'x-waystation-count': 'exact' } })
    expect(world.provider.requests.at(-1)).toMatchObject({
      path: `/v1beta/models/${BUDGET}:countTokens`,
      body: { generateContentRequest: { model: `models/${BUDGET}` } },
    })
  })
})

test('a channel that speaks OpenAI’s chat to the vendor is not touched by them', async () => {
  await world.addChannel({ type: 24, models: 'gemini-3-pro', setting: JSON.stringify({ dialects: ['openai-chat'] }) })
  await world.setOption('ModelRatio', JSON.stringify({ 'gemini-3-pro': 1 }))
  await set('gemini.supported_imagine_models', ['gemini-3-pro'])
  await set('gemini.models_supported_thinking_budget', ['gemini-3-pro'])
  const messages = [{ role: 'user', content: 'hello' }]
  expect((await world.post('/v1/chat/completions', { model: 'gemini-3-pro', messages })).status).toBe(200)
  expect(world.provider.requests.at(-1)).toMatchObject({ path: '/v1beta/openai/chat/completions' })
  expect(world.provider.requests.at(-1)?.body).toEqual({ model: 'gemini-3-pro', messages })
})

test.each([
  ['gemini.safety_settings', '{"default":"off"}'],
  ['gemini.version_settings', '{"default":"../v1"}'],
  ['gemini.supported_imagine_models', '"x"'],
  ['gemini.thinking_adapter_budget_tokens_percentage', '0.001'],
])('%s refuses %s', async (key, value) => {
  expect((await world.console.ask('PUT', '/api/option/', { key, value })).body).toMatchObject({ success: false, code: 'bad_option' })
})
