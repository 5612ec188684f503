import { expect, test } from 'vitest'
import { type Catalogue, groupInForce, modelInForce, modelsOf, priceIn } from './catalogue-rules.ts'

const entry = (model_name: string, enable_groups: string[], more: object = {}) => ({
  model_name,
  enable_groups,
  quota_type: 0,
  model_ratio: 1.5,
  model_price: 0,
  completion_ratio: 5,
  owner_by: '',
  ...more,
})
const catalogue: Catalogue = {
  entries: [entry('a', ['default', 'vip']), entry('gpt-4o-mini', ['vip']), entry('draw', ['vip'], { quota_type: 1, model_price: 0.04 })],
  groups: [
    { name: 'empty', description: '', ratio: 1 },
    { name: 'default', description: '', ratio: 1 },
    { name: 'vip', description: '', ratio: 0.5 },
  ],
}

test('the group that was chosen, the account’s own, the first with a model', () => {
  expect(groupInForce(catalogue, 'vip', 'default')).toBe('vip')
  expect(groupInForce(catalogue, 'gone', 'vip')).toBe('vip')
  expect(groupInForce(catalogue, '', 'empty')).toBe('default')
  expect(groupInForce({ entries: [], groups: [] }, '', 'default')).toBe('')
})

test('the model that was chosen, the default of the specification, the first', () => {
  expect(modelInForce(catalogue, 'vip', 'a')).toBe('a')
  expect(modelInForce(catalogue, 'vip', '')).toBe('gpt-4o-mini')
  expect(modelInForce(catalogue, 'default', 'gpt-4o-mini')).toBe('a')
  expect([modelInForce(catalogue, 'empty', 'a'), modelsOf(catalogue, 'empty')]).toEqual(['', []])
})

test('prices are in dollars, with the group’s factor', () => {
  expect(priceIn(catalogue, 'default', 'a')).toEqual({ input: 3, output: 15 })
  expect(priceIn(catalogue, 'vip', 'a')).toEqual({ input: 1.5, output: 7.5 })
  expect(priceIn(catalogue, 'vip', 'draw')).toEqual({ perCall: 0.02 })
  expect(priceIn(catalogue, 'vip', 'nobody')).toBeUndefined()
})
