import { expect, test } from 'vitest'
import { listOfPairs, listOfTexts, listsByTwoNames, numbersByName, tableFaults, tableJson, tableRow, tableRowsOf } from './table-rows.ts'

const limits = numbersByName(['calls', 'tokens'])

test.each([
  ['a list of texts', listOfTexts, '["a", "b"]', [['a'], ['b']]],
  [
    'a list of pairs',
    listOfPairs,
    '[{"A": "https://a"}, {"B": "b://x"}]',
    [
      ['A', 'https://a'],
      ['B', 'b://x'],
    ],
  ],
  [
    'two values of a header',
    listsByTwoNames,
    '{"m": {"h": ["1", "2"]}, "n": {"k": ["3"]}}',
    [
      ['m', 'h', '1'],
      ['m', 'h', '2'],
      ['n', 'k', '3'],
    ],
  ],
  [
    'numbers, some absent',
    limits,
    '{"vip": {"tokens": 5}, "free": {"calls": 1, "tokens": 2}}',
    [
      ['vip', '', '5'],
      ['free', '1', '2'],
    ],
  ],
] as const)('%s becomes rows, and rows the same JSON', (_name, shape, json, cells) => {
  const rows = tableRowsOf(json, shape)
  expect(rows?.map((row) => row.cells)).toEqual(cells)
  expect(JSON.parse(tableJson(rows ?? [], shape))).toEqual(JSON.parse(json))
})

test.each([
  ['broken', listOfPairs, '[{'],
  ['two entries in one object', listOfPairs, '[{"A": "a", "B": "b"}]'],
  ['an object in place of a list', listOfPairs, '{"A": "a"}'],
  ['a number in place of a list', listsByTwoNames, '{"m": {"h": 1}}'],
  ['an empty list, which would get lost', listsByTwoNames, '{"m": {"h": []}}'],
  ['a field of another name', limits, '{"vip": {"coins": 5}}'],
])('%s is nothing that rows can show', (_name, shape, json) => {
  expect(tableRowsOf(json, shape)).toBeUndefined()
})

test('no text has no rows, and no rows have no text', () => {
  expect(tableRowsOf(' ', listOfPairs)).toEqual([])
  expect(tableJson([tableRow(['', ' '])], listOfPairs)).toBe('')
})

test('a row lacks what is needed, is there twice, or has no number where one stands', () => {
  const columns = [{}, { isNumber: true, isOptional: true }, { isNumber: true, isOptional: true }]
  const rows = [
    ['a', '1', ''],
    ['', '1', ''],
    ['b', '', ''],
    ['a', '2', ''],
    ['c', 'x', ''],
    ['', '', ''],
  ].map(tableRow)
  const faults = tableFaults(rows, columns, limits)
  expect(rows.map(({ id }) => faults.get(id))).toEqual([undefined, 'incomplete', 'incomplete', 'twice', 'notNumber', undefined])
})
