import { describe, expect, test } from 'vitest'
import { faultsOf, isSameMap, jsonOf, newRow, pairsIn, rowsOf, withPairs } from './map-rows.ts'

const pairs = (rows: readonly { key: string; value: string }[] | undefined) => rows?.map(({ key, value }) => [key, value])

describe('rows of a JSON object', () => {
  test('texts and numbers become rows, and the same JSON again', () => {
    expect(pairs(rowsOf('{"gpt-4o":"gpt-4o-2024-11-20","400":500}', 'text'))).toEqual([
      ['400', '500'],
      ['gpt-4o', 'gpt-4o-2024-11-20'],
    ])
    expect(JSON.parse(jsonOf(rowsOf('{"gpt-5":1.25,"tiny":1e-7}', 'number') ?? [], 'number'))).toEqual({ 'gpt-5': 1.25, tiny: 1e-7 })
  })

  test('nothing is an empty map, and an empty map is nothing', () => {
    expect(rowsOf('  ', 'text')).toEqual([])
    expect(jsonOf([newRow(), newRow('', ' ')], 'text')).toBe('')
  })

  test.each(['{"a":', '[1]', '"a"', 'null', '{"a":{"b":1}}', '{"a":[1]}', '{"a":null}', '{"a":true}'])('%s cannot be rows', (json) => {
    expect(rowsOf(json, 'text')).toBeUndefined()
  })

  test('a text among numbers cannot be a row of a number map, for it would silently become one', () => {
    expect(rowsOf('{"a":"1"}', 'number')).toBeUndefined()
  })

  test('a key like __proto__ is a key', () => {
    expect(pairs(rowsOf('{"__proto__":"x"}', 'text'))).toEqual([['__proto__', 'x']])
    expect(jsonOf([newRow('__proto__', 'x')], 'text')).toContain('"__proto__": "x"')
  })
})

test('each row has its own error, a blank one none', () => {
  const rows = [newRow('a', '1'), newRow('', '2'), newRow('b', ''), newRow(' a ', '3'), newRow('c', 'x'), newRow()]
  expect([...faultsOf(rows, 'number').values()]).toEqual(['noKey', 'noValue', 'twice', 'notNumber'])
  expect(faultsOf([newRow('c', 'x')], 'text').size).toBe(0)
  expect([...faultsOf([newRow('c', 'Infinity')], 'number').values()]).toEqual(['notNumber'])
})

test('spaces and order make no other map', () => {
  expect(isSameMap('{"a":"1","b":"2"}', '{\n "b": "2", "a": "1" }')).toBe(true)
  expect(isSameMap('', '{}')).toBe(true)
  expect(isSameMap('{"a":"1"}', '{"a":"2"}')).toBe(false)
})

describe('pasting', () => {
  test.each([
    ['{"gpt-4o": "gpt-4o-mini", "x": "y"}'],
    ['gpt-4o: gpt-4o-mini\nx: y'],
    ['gpt-4o = gpt-4o-mini\n\nx=y\n'],
    ['gpt-4o -> gpt-4o-mini\r\nx → y'],
    ['gpt-4o\tgpt-4o-mini\nx\ty'],
    ['"gpt-4o": "gpt-4o-mini",\n"x": "y"'],
  ])('%j is two pairs', (text) => {
    expect(pairsIn(text, 'text')).toEqual([
      ['gpt-4o', 'gpt-4o-mini'],
      ['x', 'y'],
    ])
  })

  test('names with a colon in them stay whole', () => {
    expect(pairsIn('llama3:8b -> llama3:70b\nqwen:7b -> qwen:14b', 'text')).toEqual([
      ['llama3:8b', 'llama3:70b'],
      ['qwen:7b', 'qwen:14b'],
    ])
  })

  test.each(['gpt-4o', 'gpt-4o: one line alone', '{"a": {"b": 1}}', 'a\nb\nc'])('%j is pasted as it is', (text) => {
    expect(pairsIn(text, 'text')).toBeUndefined()
  })

  test('what is there gets the new value, what is new comes after it', () => {
    const rows = [newRow('a', '1'), newRow(), newRow('b', '2')]
    expect(
      pairs(
        withPairs(rows, [
          ['b', '9'],
          ['c', '3'],
        ]),
      ),
    ).toEqual([
      ['a', '1'],
      ['b', '9'],
      ['c', '3'],
    ])
  })
})
