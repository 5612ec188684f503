import type { PriceDeskModel } from '@waystation/contract/prices/price-desk'
import { expect, test } from 'vitest'
import { hasPrice, priceRows, suggestedDollars, unpricedFound, withSuggestion } from './desk-models.ts'

const facts = (model: string, more: Partial<PriceDeskModel> = {}): PriceDeskModel => ({
  ...{ model, channels: 0, sold: 0, refused: 0, is_unpriced: false, suggestions: [] },
  ...more,
})
const book = { ModelRatio: { 'gpt-5.1': 0.625, 'gpt-5-1': 0.625, 'GPT_5.1': 3, other: 1, idle: 2 } }
const models = new Map(
  [facts('gpt-5-1', { channels: 2 }), facts('other', { sold: 4 }), facts('without', { channels: 1, is_unpriced: true })].map((one) => [
    one.model,
    one,
  ]),
)
const names = ['gpt-5.1', 'gpt-5-1', 'GPT_5.1', 'other', 'idle', 'without']
const rowsOf = (filter: Parameters<typeof priceRows>[0]['filter']) => priceRows({ names, models, filter, books: [book, book] })

test('what is served and has no price comes first, and another spelling at the same price is no row of its own', () => {
  expect(rowsOf('served')).toEqual([
    { name: 'without', aliases: [] },
    { name: 'gpt-5-1', aliases: ['gpt-5.1'] },
  ])
  expect(rowsOf('all').map(({ name }) => name)).toEqual(['without', 'gpt-5-1', 'GPT_5.1', 'idle', 'other'])
})

test('of spellings that nobody serves, the one with dots stands for all', () => {
  const rows = priceRows({ names, models: new Map(), filter: 'all', books: [book] })
  expect(rows.find(({ name }) => name === 'gpt-5.1')?.aliases).toEqual(['gpt-5-1'])
})

test('the other filters show what was sold, and what has no price', () => {
  expect(rowsOf('sold').map(({ name }) => name)).toEqual(['other'])
  expect(rowsOf('unpriced').map(({ name }) => name)).toEqual(['without'])
})

test('models without a price are found by a word, those whose calls fail first', () => {
  const list = [facts('a', { channels: 9 }), facts('b', { refused: 3, channels: 1 }), facts('c', { channels: 2 })]
  expect(unpricedFound(list, '', 'refused').map(({ model }) => model)).toEqual(['b', 'a', 'c'])
  expect(unpricedFound(list, '', 'channels').map(({ model }) => model)).toEqual(['a', 'c', 'b'])
  expect(unpricedFound(list, ' C ', 'refused').map(({ model }) => model)).toEqual(['c'])
})

test('a suggestion says its dollars, and taken over it is the price', () => {
  const tokens = {
    model: 'gpt-5.1',
    prices: [
      { key: 'ModelRatio', proposed: 0.625 },
      { key: 'CompletionRatio', proposed: 8 },
    ],
  }
  expect(suggestedDollars(tokens)).toEqual({ input: 1.25, output: 10 })
  expect(suggestedDollars({ model: 'x', prices: [{ key: 'ModelPrice', proposed: 0.04 }] })).toEqual({ call: 0.04 })
  const taken = withSuggestion(book, 'without', tokens)
  expect([hasPrice(book, 'without'), hasPrice(taken, 'without')]).toEqual([false, true])
  expect(taken.CompletionRatio).toEqual({ without: 8 })
})
