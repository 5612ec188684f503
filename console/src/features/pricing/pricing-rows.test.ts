import { traitsOf } from '@waystation/contract/models/traits'
import type { PricingEntry } from '@waystation/contract/prices/pricing'
import { expect, test } from 'vitest'
import { modalitiesOf } from './modalities.ts'
import { pricedFirst, ratioTone, rowOf } from './pricing-rows.ts'

const tokens: PricingEntry = {
  model_name: 'claude-sonnet-4-5',
  quota_type: 0,
  model_ratio: 1.5,
  model_price: 0,
  completion_ratio: 5,
  cache_ratio: 0.1,
  cache_creation_ratio: 1.25,
  audio_ratio: 20,
  audio_completion_ratio: 2,
  price_source: 'ratio',
  owner_by: '',
  enable_groups: ['default'],
}
const call: PricingEntry = { ...tokens, model_name: 'mj_imagine', quota_type: 1, model_price: 0.1, model_ratio: 0, price_source: 'price' }

test('dollars per million tokens at the ratio of the group', () => {
  expect(rowOf(tokens, 1, 'dollars')).toMatchObject({
    ...{ vendor: 'Anthropic', input: '$3.00', output: '$15.00', cacheRead: '$0.30', cacheWrite: '$3.75' },
    ...{ audioInput: '$60.00', audioOutput: '$120.00' },
  })
  expect(rowOf(tokens, 0.6, 'dollars')).toMatchObject({ input: '$1.80', output: '$9.00', cacheRead: '$0.18' })
})

test('ratios as they are set, whatever the group', () => {
  expect(rowOf(tokens, 0.6, 'ratio')).toMatchObject({ input: '1.5', output: '5', cacheRead: '0.1', cacheWrite: '1.25', audioOutput: '2' })
})

test('a price per call is multiplied by the ratio of the group, in both views', () => {
  for (const unit of ['dollars', 'ratio'] as const) expect(rowOf(call, 1.2, unit)).toMatchObject({ isPerCall: true, call: '$0.12' })
  expect(rowOf(call, 1, 'dollars').input).toBeUndefined()
})

test('longer prompts have lines of their own', () => {
  const tiered = { ...tokens, length_tiers: [{ above: 200_000, model_ratio: 3, completion_ratio: 3.75, cache_ratio: 0.1 }] }
  expect(rowOf(tokens, 1, 'dollars').tiers).toEqual([])
  expect(rowOf(tiered, 0.5, 'dollars').tiers).toEqual([{ above: 200_000, input: '$3.00', output: '$11.25', cacheRead: '$0.30' }])
  expect(rowOf(tiered, 0.5, 'ratio').tiers).toEqual([{ above: 200_000, input: '3', output: '3.75', cacheRead: '0.1' }])
})

test('what is unknown is absent, and what is tiny is not nothing', () => {
  const { cache_ratio: _, ...entry } = tokens
  expect(rowOf(entry, 1, 'dollars')).not.toHaveProperty('cacheRead')
  expect(rowOf({ ...tokens, model_ratio: 0.00000000005 }, 1, 'dollars').input).toBe('$0.0000000001')
  expect(rowOf({ ...tokens, model_ratio: 0.00000005, completion_ratio: 1 / 3 }, 1, 'dollars').output).toBe('$0.0000000333')
})

test.each([
  [0.5, 'green'],
  [1, 'green'],
  [1.01, 'blue'],
  [3, 'blue'],
  [3.5, 'orange'],
  [5, 'orange'],
  [5.1, 'red'],
])('ratio %d is %s', (ratio, tone) => {
  expect(ratioTone(ratio)).toBe(tone)
})

test('whose model it is, by its name or as the operator states it', () => {
  expect(rowOf(tokens, 1, 'dollars').vendor).toBe('Anthropic')
  expect(rowOf(tokens, 1, 'dollars', (model) => traitsOf(model, { 'claude-*': { maker: 'Ours' } })).vendor).toBe('Ours')
})

test('films tell what a second of each resolution costs, at the ratio of the group', () => {
  const film = { ...call, model_name: 'grok-imagine-video', model_price: 0.05, price_unit: 'second' as const }
  const priced = { ...film, film_price: { resolution: '480p', factors: { '720p': 1.4 } } }
  expect(rowOf(priced, 2, 'dollars')).toMatchObject({
    ...{ unit: 'second', call: '$0.10' },
    film: { resolution: '480p', others: [{ resolution: '720p', dollars: '$0.14' }] },
  })
  expect(rowOf(film, 2, 'dollars').film).toBeUndefined()
})

test('a cache that costs what input costs is none, in both views', () => {
  const entry = { ...tokens, cache_ratio: 1, cache_creation_ratio: 1 }
  for (const unit of ['dollars', 'ratio'] as const) {
    expect(rowOf(entry, 1, unit)).not.toHaveProperty('cacheRead')
    expect(rowOf(entry, 1, unit)).not.toHaveProperty('cacheWrite')
  }
})

test('without a price there is no figure, and the row stands last', () => {
  const unset = { ...tokens, model_name: 'a-first-name', model_ratio: 37.5, price_source: 'unset' as const }
  const rows = pricedFirst([unset, tokens, call].map((entry) => rowOf(entry, 1, 'dollars')))
  expect(rows.map(({ model }) => model)).toEqual(['claude-sonnet-4-5', 'mj_imagine', 'a-first-name'])
  expect(JSON.stringify(rows[2])).not.toMatch(/\$/)
})

test('tools cost dollars at the ratio of the group, service tiers are factors', () => {
  const entry = {
    ...tokens,
    tool_prices: { webSearch: 0.01 },
    tier_ratios: { flex: 0.5 },
    context_tokens: 200_000,
    max_output_tokens: 64_000,
  }
  expect(rowOf(entry, 0.5, 'dollars')).toMatchObject({
    ...{ tools: [{ tool: 'webSearch', dollars: '$0.005' }], services: [{ tier: 'flex', factor: 0.5 }] },
    ...{ context: 200_000, longestAnswer: 64_000 },
  })
})

test('what a model reads and answers with', () => {
  const { audio_ratio: _, audio_completion_ratio: __, ...silent } = tokens
  const of = (model_name: string, entry: PricingEntry = silent) => modalitiesOf(rowOf({ ...entry, model_name }, 1, 'dollars'))
  expect(of('a-name')).toEqual({ reads: ['text'], answers: ['text'] })
  expect(of('gpt-4o-audio-preview', tokens)).toEqual({ reads: ['text', 'audio'], answers: ['text', 'audio'] })
  expect(of('text-embedding-3-small')).toEqual({ reads: ['text'], answers: ['vector'] })
  expect(of('dall-e-3', call)).toEqual({ reads: ['text'], answers: ['image'] })
})
