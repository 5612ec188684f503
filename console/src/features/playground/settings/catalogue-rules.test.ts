import { expect, test } from 'vitest'
import { type Catalogue, groupInForce, modelInForce, modelsOf, priceIn, priceText, unpricedOf } from './catalogue-rules.ts'

const entry = (model_name: string, enable_groups: string[], more: object = {}) => ({
  model_name,
  enable_groups,
  quota_type: 0,
  model_ratio: 1.5,
  model_price: 0,
  completion_ratio: 5,
  owner_by: '',
  price_source: 'ratio' as const,
  ...more,
})
const unset = { model_ratio: 37.5, completion_ratio: 1, price_source: 'unset' }
const catalogue: Catalogue = {
  entries: [
    entry('a', ['default', 'vip']),
    entry('gpt-4o-mini', ['vip']),
    entry('draw', ['vip'], { quota_type: 1, model_price: 0.04 }),
    entry('dall-e-3', ['new', 'pictures']),
    entry('a-mystery', ['new'], unset),
    entry('z-chat', ['new']),
    entry('own', ['own'], unset),
  ],
  groups: [
    { name: 'empty', description: '', ratio: 1 },
    { name: 'default', description: '', ratio: 1 },
    { name: 'vip', description: '', ratio: 0.5 },
    { name: 'new', description: '', ratio: 1 },
    { name: 'own', description: '', ratio: 1 },
  ],
}

test('the group that was chosen, the account’s own, the first with a model', () => {
  expect(groupInForce(catalogue, 'vip', 'default')).toBe('vip')
  expect(groupInForce(catalogue, 'gone', 'vip')).toBe('vip')
  expect(groupInForce(catalogue, '', 'empty')).toBe('default')
  expect(groupInForce({ entries: [], groups: [] }, '', 'default')).toBe('')
})

test('the model that was chosen, else a usual one for chats, with a price before one without', () => {
  expect(modelInForce(catalogue, 'vip', 'a')).toBe('a')
  expect(modelInForce(catalogue, 'vip', '')).toBe('gpt-4o-mini')
  expect(modelInForce(catalogue, 'default', 'gpt-4o-mini')).toBe('a')
  expect(modelInForce(catalogue, 'new', '')).toBe('z-chat')
  expect(modelInForce(catalogue, 'new', 'a-mystery')).toBe('a-mystery')
  expect(modelInForce(catalogue, 'pictures', '')).toBe('')
  expect([modelInForce(catalogue, 'empty', 'a'), modelsOf(catalogue, 'empty')]).toEqual(['', []])
})

test('prices are in dollars, with the group’s factor', () => {
  expect(priceIn(catalogue, 'default', 'a')).toEqual({ input: 3, output: 15 })
  expect(priceIn(catalogue, 'vip', 'a')).toEqual({ input: 1.5, output: 7.5 })
  expect(priceIn(catalogue, 'vip', 'draw')).toEqual({ perCall: 0.02 })
  const speaking = { ...catalogue, entries: [entry('talk', ['vip'], { audio_ratio: 8, audio_completion_ratio: 2 })] }
  expect(priceIn(speaking, 'vip', 'talk')).toEqual({ input: 1.5, output: 7.5, sound: { input: 12, output: 24 } })
  expect(priceIn(catalogue, 'vip', 'nobody')).toBeUndefined()
})

test('a model without a price has no figure', () => {
  expect(priceIn(catalogue, 'new', 'a-mystery')).toEqual({ isUnset: true })
  expect(unpricedOf(catalogue)).toEqual(['a-mystery', 'own'])
})

test.each([
  [3, '$3.00'],
  [1234.5, '$1,234.50'],
  [0.15, '$0.15'],
  [0.075, '$0.075'],
  [0.0375, '$0.0375'],
  [0.00015, '$0.00015'],
  [0, '$0.00'],
])('%d is written %s', (dollars, words) => {
  expect(priceText(dollars)).toBe(words)
})
