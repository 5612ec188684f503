import { expect, test } from 'vitest'
import { allBack, changesOf, countsOf, moneyText } from './price-moves.ts'

const move = (model: string, before: string | null, after: string | null, column = 'freshInput') => ({ model, column, before, after })
const change = (key: string, name: string, before: string | null, after: string | null) => ({ key, name, before, after })

test('one price of input is one price, although every ratio over it changed; other settings stand by themselves', () => {
  const version = {
    prices: [move('gpt-5.1', '1.25', '1.4')],
    changed: [
      change('ModelRatio', 'gpt-5.1', '0.625', '0.7'),
      change('CompletionRatio', 'gpt-5.1', '8', '7.142857142857'),
      change('GroupRatio', 'vip', '1', '0.9'),
    ],
  }
  expect(changesOf(version)).toEqual({ prices: version.prices, others: [change('GroupRatio', 'vip', '1', '0.9')] })
  expect(countsOf(changesOf(version))).toEqual({ models: 1, prices: 1, others: 1 })
})

test('ratios that mean the same prices are told as they are stored', () => {
  const changed = [change('ModelRatio', 'a', '0.1', '0.10000000001')]
  expect(changesOf({ prices: [], changed })).toEqual({ prices: [], others: changed })
})

test('going back leads from the newest price to the one before the oldest change', () => {
  const newestFirst = [
    { prices: [move('a', '2', '3'), move('b', '5', null)], changed: [] },
    { prices: [move('a', '1', '2'), move('a', '8', '9', 'output')], changed: [] },
    { prices: [move('a', '9', '8', 'output')], changed: [] },
  ]
  expect(allBack(newestFirst).prices).toEqual([move('a', '3', '1'), move('b', null, '5')])
})

test('dollars have cents at least, and small prices all their digits', () => {
  expect(['1.4', '3', '0.0125', '0.000000012'].map(moneyText)).toEqual(['$1.40', '$3.00', '$0.0125', '$0.000000012'])
})
