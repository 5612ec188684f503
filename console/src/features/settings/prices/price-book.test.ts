import { type PriceColumnName, priceColumns } from '@waystation/contract/prices/price-columns'
import { describe, expect, test } from 'vitest'
import { type PriceBook, readMap, settled, shownOf, storedOf, withShown } from './price-book.ts'

const column = (name: PriceColumnName) => {
  const found = priceColumns.find((one) => one.name === name)
  if (!found) throw new Error(`no column ${name}`)
  return found
}
const book: PriceBook = {
  ModelRatio: { sonnet: 1.5, chat: 0.138, free: 0 },
  CompletionRatio: { sonnet: 5, chat: 3.996376811594, free: 4 },
  CacheRatio: { sonnet: 0.1 },
  CacheCreationRatio: {},
  AudioRatio: { sonnet: 10 },
  AudioCompletionRatio: { sonnet: 2 },
  ModelPrice: { draw: 0.04 },
}
const shown = (of: PriceBook, name: PriceColumnName, model = 'sonnet') => shownOf(of, column(name), model, 'dollars')
const set = (of: PriceBook, name: PriceColumnName, text: string | undefined, model = 'sonnet', unit: 'dollars' | 'ratio' = 'dollars') =>
  withShown(of, { column: column(name), model, text, unit })

describe('prices are shown exactly', () => {
  test.each([
    ['freshInput', 'sonnet', 3],
    ['output', 'sonnet', 15],
    ['cacheRead', 'sonnet', 0.3],
    ['cacheWrite', 'sonnet', undefined],
    ['audioInput', 'sonnet', 30],
    ['audioOutput', 'sonnet', 60],
    ['perCall', 'draw', 0.04],
    // What a cut quotient has behind its twelfth place does not show.
    ['output', 'chat', 1.103],
    ['output', 'free', 0],
    ['output', 'unknown', undefined],
  ] as const)('%s of %s', (name, model, price) => {
    expect(shown(book, name, model)).toBe(price)
  })

  test('a tiny price keeps its digits', () => {
    expect(shown(set(book, 'freshInput', '0.0000001'), 'freshInput')).toBe(1e-7)
  })
})

describe('a price that is typed', () => {
  test('a ratio is stored as it was typed', () => {
    expect(storedOf(set(book, 'cacheRead', '0.1', 'chat', 'ratio'), column('cacheRead'), 'chat')).toBe(0.1)
    expect(storedOf(set(book, 'freshInput', '3.10'), column('freshInput'), 'sonnet')).toBe(1.55)
  })

  test('another input price leaves the other prices as they are', () => {
    const next = set(book, 'freshInput', '3.1')
    for (const name of ['output', 'cacheRead', 'audioInput', 'audioOutput'] as const) expect(shown(next, name)).toBe(shown(book, name))
    expect(storedOf(next, column('audioOutput'), 'sonnet')).toBe(2)
    expect(shown(next, 'freshInput')).toBe(3.1)
  })

  test('another input ratio takes the other prices along', () => {
    expect(shown(set(book, 'freshInput', '3', 'sonnet', 'ratio'), 'output')).toBe(30)
  })

  test('another audio input price leaves audio output as it is', () => {
    const next = set(book, 'audioInput', '40')
    expect([shown(next, 'audioInput'), shown(next, 'audioOutput')]).toEqual([40, 60])
  })

  test('typed back, the numbers are the stored ones again', () => {
    const there = settled(set(book, 'freshInput', '0.3', 'chat'), book, 'chat')
    expect(there).not.toEqual(book)
    expect(settled(set(there, 'freshInput', '0.276', 'chat'), book, 'chat')).toEqual(book)
  })

  test('taken away, nothing is stored', () => {
    expect(storedOf(set(book, 'output', undefined), column('output'), 'sonnet')).toBeUndefined()
  })

  test('output of a model without an input price changes nothing', () => {
    expect(set(book, 'output', '5', 'unknown')).toEqual(book)
    expect(set(book, 'output', '5', 'free')).toEqual(book)
  })
})

test.each([
  ['', {}],
  ['{"a": 1, "b": null}', { a: 1 }],
  ['{"a": "1"}', undefined],
  ['{"a": -1}', undefined],
  ['[1]', undefined],
  ['{', undefined],
])('the map of %j', (text, map) => {
  expect(readMap(text)).toEqual(map)
})
