import type { Option } from '@waystation/contract/options/option'
import { modelRatio } from '@waystation/contract/options/pricing'
import { expect, test } from 'vitest'
import { plainName, priceSuggester, undatedName } from './suggest-prices.ts'

/** Options at their defaults but for one, with no price of its own where it is left out. */
const optionsWith = (edits: Readonly<Record<string, number>> = {}) => ({
  get: <Value>(option: Option<Value>): Value => (option.key === modelRatio.key ? { ...option.default, ...edits } : option.default),
})

test.each([
  ['openai/GPT-5.1', 'gpt-5-1'],
  ['gpt_5.1', 'gpt-5-1'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5-20250929'],
  ['vendor/model:free', 'model:free'],
])('%s is plainly %s', (model, plain) => {
  expect(plainName(model)).toBe(plain)
})

test('the day of a release is no other model', () => {
  expect(['claude-sonnet-4-5-20250929', 'gpt-5-2025-08-07', 'mistral-large-latest', 'grok-4'].map(undatedName)).toEqual([
    'claude-sonnet-4-5',
    'gpt-5',
    'mistral-large',
    'grok-4',
  ])
})

test('other names of the same model are suggested with who says so, the maker first, each price once', () => {
  const suggest = priceSuggester(optionsWith())
  const [first, ...others] = suggest('Azure/gpt-5.1')
  expect(first).toMatchObject({ model: 'gpt-5-1', source: 'OpenAI' })
  expect(first?.prices).toContainEqual({ key: 'ModelRatio', proposed: 0.625 })
  expect(others.map(({ source }) => source)).toContain('OpenRouter')
  expect(suggest('claude-sonnet-4-5-20991231')[0]).toMatchObject({ model: 'claude-sonnet-4-5', source: 'Anthropic' })
  expect(suggest('a-name-of-nobody')).toEqual([])
})

test('a price per call is suggested without ratios, and the operator’s own price has no source', () => {
  const suggest = priceSuggester(optionsWith({ 'house-1.5': 3 }))
  expect(suggest('far/house-1-5')).toEqual([{ model: 'house-1.5', prices: [{ key: 'ModelRatio', proposed: 3 }] }])
  expect(suggest('x/dall-e-3')[0]?.prices.map(({ key }) => key)).toEqual(['ModelPrice'])
})
