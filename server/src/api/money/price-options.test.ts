// Prices as an admin reads and writes them: decision D51, server.md 3 and 21, client item 8.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'

let console: TestConsole
let admin: Visitor

beforeAll(async () => {
  console = await openConsole()
  admin = await console.user('admin', 10)
  const root = await console.root()
  const channel = { name: 'c', type: 1, key: 'k', group: 'default', models: 'gpt-4o,gpt-4o-mini,gpt-4o-audio-preview,house-model' }
  expect((await console.call('POST /api/channel/', { as: root, body: channel })).json.success).toBe(true)
})
afterAll(() => console.close())

const put = async (key: string, value: unknown) => (await console.call('PUT /api/option/', { as: admin, body: { key, value } })).json
const textOf = async (key: string): Promise<string> => {
  const { json } = await console.call('GET /api/option/', { as: admin })
  return (json.data as { key: string; value: string }[]).find((item) => item.key === key)?.value ?? ''
}
type Prices = Record<string, number | null>
const mapOf = async (key: string): Promise<Prices> => JSON.parse(await textOf(key)) as Prices
const save = async (key: string, map: Prices) => expect((await put(key, JSON.stringify(map))).success).toBe(true)
const storedText = async (key: string) =>
  (await console.database.read.selectFrom('option').select('value').where('key', '=', key).executeTakeFirst())?.value
const pricing = async () =>
  new Map(((await console.call('GET /api/pricing')).json.data as { model_name: string }[]).map((entry) => [entry.model_name, entry]))

const mapKeys = ['ModelRatio', 'ModelPrice', 'CompletionRatio', 'CacheRatio', 'CacheCreationRatio', 'AudioRatio', 'AudioCompletionRatio']

describe('price maps', () => {
  beforeEach(async () => {
    for (const key of mapKeys) expect((await put(key, '')).success).toBe(true)
  })

  test('a fresh installation shows its built-in prices', async () => {
    expect((await mapOf('ModelRatio'))['gpt-4o']).toBe(1.25)
    expect(Object.keys(await mapOf('ModelRatio')).length).toBeGreaterThan(1000)
    expect((await mapOf('CompletionRatio'))['gpt-4o']).toBe(4)
    expect((await mapOf('CacheRatio'))['gpt-4o']).toBe(0.5)
    expect((await mapOf('CacheCreationRatio'))['claude-sonnet-4-5']).toBe(1.25)
    expect((await mapOf('AudioRatio'))['gpt-4o-audio-preview']).toBe(40)
    expect((await mapOf('AudioCompletionRatio'))['gpt-4o-audio-preview']).toBe(2)
    expect(await mapOf('ModelPrice')).toMatchObject({ 'dall-e-3': 0.04, 'rerank-v3.5': 0.002, mj_imagine: 0.1, suno_music: 0.1 })
  })

  test.each(mapKeys)('%s: saved as it was read, nothing is stored', async (key) => {
    const before = await textOf(key)
    expect((await put(key, before)).success).toBe(true)
    expect(await storedText(key)).toBe('{}')
    expect(await textOf(key)).toBe(before)
  })

  test('of a whole map in which one line changed, one was added and one was taken away, only these are stored', async () => {
    const whole = await mapOf('ModelRatio')
    await save('ModelRatio', { ...whole, 'gpt-4o': 3, 'house-model': 7, 'gpt-4o-mini': null })
    expect(JSON.parse((await storedText('ModelRatio')) ?? '')).toEqual({ 'gpt-4o': 3, 'house-model': 7, 'gpt-4o-mini': null })
    const shown = await mapOf('ModelRatio')
    expect(shown).toMatchObject({ 'gpt-4o': 3, 'house-model': 7, 'gpt-4.1': whole['gpt-4.1'] })
    expect(shown).not.toHaveProperty('gpt-4o-mini')
    const prices = await pricing()
    expect(prices.get('gpt-4o')).toMatchObject({ model_ratio: 3, completion_ratio: 4 })
    expect(prices.get('house-model')).toMatchObject({ model_ratio: 7 })
    // A model without a price is not listed.
    expect(prices.get('gpt-4o-mini')).toBeUndefined()
  })

  test('null takes a built-in price away, and the built-in number gives it back', async () => {
    const whole = await mapOf('ModelRatio')
    await save('ModelRatio', { ...whole, 'gpt-4o': null })
    expect(await mapOf('ModelRatio')).not.toHaveProperty('gpt-4o')
    expect((await pricing()).get('gpt-4o')).toBeUndefined()
    await save('ModelRatio', { ...(await mapOf('ModelRatio')), 'gpt-4o': 1.25 })
    expect(await storedText('ModelRatio')).toBe('{}')
    expect((await pricing()).get('gpt-4o')).toMatchObject({ model_ratio: 1.25 })
  })

  test('a map that names one model alone takes no price from the others, and what was taken away stays so', async () => {
    await save('ModelRatio', { 'gpt-4o-mini': null })
    await save('ModelRatio', { 'house-model': 7 })
    expect(JSON.parse((await storedText('ModelRatio')) ?? '')).toEqual({ 'house-model': 7, 'gpt-4o-mini': null })
    expect(await mapOf('ModelRatio')).toMatchObject({ 'gpt-4o': 1.25, 'house-model': 7 })
    await save('ModelRatio', await mapOf('ModelRatio'))
    expect(await mapOf('ModelRatio')).not.toHaveProperty('gpt-4o-mini')
  })

  test('a model of ours that is taken out is gone, and null for an unknown model is nothing', async () => {
    const whole = await mapOf('ModelPrice')
    await save('ModelPrice', { ...whole, 'house-model': 0.04 })
    expect((await pricing()).get('house-model')).toMatchObject({ quota_type: 1, model_price: 0.04 })
    await save('ModelPrice', { 'house-model': null, other: null })
    expect(await storedText('ModelPrice')).toBe('{}')
  })

  test('the other maps count as they are shown: what is taken away falls back to what an unknown model has', async () => {
    await save('CompletionRatio', { 'gpt-4o': null })
    await save('CacheRatio', { 'gpt-4o': null })
    await save('CacheCreationRatio', { ...(await mapOf('CacheCreationRatio')), 'gpt-4o': 1.5 })
    const shown = (await pricing()).get('gpt-4o')
    expect(shown).toMatchObject({ completion_ratio: 1, cache_creation_ratio: 1.5 })
    // What is read from a cache costs as much as anything else, so there is no price of its own.
    expect(shown).not.toHaveProperty('cache_ratio')
  })

  test('sound can be priced, and is shown only where its price is known', async () => {
    expect((await pricing()).get('gpt-4o-audio-preview')).toMatchObject({ audio_ratio: 40, audio_completion_ratio: 2 })
    await save('ModelRatio', { ...(await mapOf('ModelRatio')), 'house-model': 1 })
    for (const model of ['gpt-4o', 'house-model']) {
      expect((await pricing()).get(model)).not.toHaveProperty('audio_ratio')
      expect((await pricing()).get(model)).not.toHaveProperty('audio_completion_ratio')
    }
    await save('AudioRatio', { ...(await mapOf('AudioRatio')), 'house-model': 10, 'gpt-4o-audio-preview': 16 })
    await save('AudioCompletionRatio', { ...(await mapOf('AudioCompletionRatio')), 'house-model': 3 })
    const prices = await pricing()
    expect(prices.get('house-model')).toMatchObject({ audio_ratio: 10, audio_completion_ratio: 3 })
    expect(prices.get('gpt-4o-audio-preview')).toMatchObject({ audio_ratio: 16, audio_completion_ratio: 2 })
  })

  test('the model ratios go back to the built-in ones, and a message says so', async () => {
    const built = await textOf('ModelRatio')
    await save('ModelRatio', { 'house-model': 2, 'gpt-4o-mini': null })
    expect(await mapOf('ModelRatio')).toMatchObject({ 'house-model': 2 })
    const { json } = await console.call('POST /api/option/rest_model_ratio', { as: admin, headers: { 'accept-language': 'en' } })
    expect(json).toMatchObject({ success: true, data: null, message: 'Model ratios were reset to the built-in values' })
    expect(await textOf('ModelRatio')).toBe(built)
    const rows = await console.database.read
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'option.reset_model_ratio')
      .orderBy('id')
      .execute()
    expect(rows.at(-1)).toMatchObject({ actor_id: admin.id, target: 'ModelRatio' })
    expect(JSON.parse(rows.at(-1)?.detail ?? '')).toEqual({ before: '{"house-model":2,"gpt-4o-mini":null}', after: '' })
    expect((await console.call('POST /api/option/rest_model_ratio', { as: admin })).json.message).toBe('模型倍率已恢复为内置值')
  })

  test('a change is written down as edits, not as a thousand prices', async () => {
    await save('CacheRatio', { ...(await mapOf('CacheRatio')), 'gpt-4o': 0.25 })
    const rows = await console.database.read.selectFrom('audit').select('detail').where('target', '=', 'CacheRatio').orderBy('id').execute()
    expect(JSON.parse(rows.at(-1)?.detail ?? '')).toEqual({ before: '', after: '{"gpt-4o":0.25}' })
  })
})

// server.md 3
describe('fallback pricing', () => {
  const keys = ['fallback_single_price', 'fallback_input_ratio', 'fallback_completion_ratio'] as const
  const enable = (value: boolean) => put('fallback_pricing_enabled', value)
  beforeEach(async () => {
    await enable(false)
    for (const key of keys) expect((await put(key, '')).success).toBe(true)
  })
  const given = async (prices: readonly [string, string, string]) => {
    for (const [at, key] of keys.entries()) expect((await put(key, prices[at])).success).toBe(true)
  }

  test.each([
    [['', '', ''], 'fallback_incomplete'],
    [['', '2', ''], 'fallback_incomplete'],
    [['', '', '3'], 'fallback_incomplete'],
    [['0.1', '2', '3'], 'fallback_mixed'],
    [['0.1', '2', ''], 'fallback_mixed'],
    [['0.1', '', '3'], 'fallback_mixed'],
  ] as const)('with single price and ratios %j it cannot be switched on', async (prices, code) => {
    await given(prices)
    expect((await enable(true)).code).toBe(code)
    expect(await textOf('fallback_pricing_enabled')).toBe('false')
  })

  test.each([[['0.1', '', '']], [['0', '', '']], [['', '2', '3']]] as const)('with %j it can be switched on', async (prices) => {
    await given(prices)
    expect((await enable(true)).success).toBe(true)
  })

  test('while it is on, no change may mix its prices or leave half of them', async () => {
    await given(['0.1', '', ''])
    await enable(true)
    expect((await put('fallback_input_ratio', '2')).code).toBe('fallback_mixed')
    expect((await put('fallback_single_price', '')).code).toBe('fallback_incomplete')
    expect((await put('fallback_single_price', '0.2')).success).toBe(true)
    await enable(false)
    await given(['', '2', '3'])
    await enable(true)
    expect((await put('fallback_completion_ratio', '')).code).toBe('fallback_incomplete')
    expect((await put('fallback_single_price', '1')).code).toBe('fallback_mixed')
    expect((await put('fallback_completion_ratio', '4')).success).toBe(true)
  })

  test('of changes sent at the same time none gets past the rule', async () => {
    await given(['0.1', '', ''])
    const answers = await Promise.all([enable(true), put('fallback_input_ratio', '2')])
    expect(answers.map(({ success, code }) => (success ? 'ok' : code)).toSorted()).toEqual(['fallback_mixed', 'ok'])
  })

  test('both refusals say what to do, in both languages', async () => {
    const say = async (language: string) =>
      (
        await console.call('PUT /api/option/', {
          as: admin,
          body: { key: 'fallback_pricing_enabled', value: true },
          headers: { 'accept-language': language },
        })
      ).json.message
    expect(await say('en')).toBe(
      'Fallback pricing needs either the price per call or both ratios. Enter them first, or turn off fallback pricing.',
    )
    expect(await say('zh')).toContain('备用价格')
  })
})
