import { describe, expect, test } from 'vitest'
import { changeText } from './change-text.ts'
import { applyDiffs, diffRecords } from './diff-records.ts'
import { changesOf, faultCount, numberIn, type TableEdits, withEdit } from './table-edits.ts'

describe('numbers in cells', () => {
  test.each([
    ['', undefined],
    [' 1.25 ', 1.25],
    ['1e-7', 1e-7],
    ['0', 0],
    ['-1', Number.NaN],
    ['cheap', Number.NaN],
    ['Infinity', Number.NaN],
  ])('%j is %d', (text, value) => {
    expect(numberIn(text)).toBe(value)
  })

  test('a cell typed back to what is saved is no edit any more', () => {
    const cell = { row: 'gpt-5', column: 'input', saved: 1.25 }
    const edited = withEdit({}, { ...cell, text: '1.5' })
    expect(edited).toEqual({ 'gpt-5': { input: '1.5' } })
    expect(withEdit(edited, { ...cell, text: '1.250' })).toEqual({})
    expect(withEdit({}, { ...cell, saved: undefined, text: ' ' })).toEqual({})
    expect(withEdit(edited, { row: 'gpt-5', column: 'output', saved: 10, text: '' })).toEqual({ 'gpt-5': { input: '1.5', output: '' } })
  })

  test('edits become changes; what is no number is counted and never a change', () => {
    const edits: TableEdits = { a: { input: '2', output: 'x' }, b: { input: '' } }
    expect(changesOf(edits, () => 1)).toEqual([
      { row: 'a', column: 'input', before: 1, after: 2 },
      { row: 'b', column: 'input', before: 1, after: undefined },
    ])
    expect(faultCount(edits)).toBe(1)
  })
})

test.each([
  [3, 3.1, '+3.3%'],
  [0.31, 0.125, '−59.7%'],
  [0.24, 0.6, '+150.0%'],
  [0.001, 1, '+99900%'],
  [1, 0, '−100.0%'],
  [1, 1, undefined],
  [0, 1, undefined],
  [undefined, 1, undefined],
  [1, undefined, undefined],
])('from %d to %d is %s', (before, after, text) => {
  expect(changeText(before, after)).toBe(text)
})

describe('differences between records', () => {
  const before = { a: { input: 1, output: 2 }, b: { input: 3 }, mine: { input: 9 } }
  const after = { b: { input: 3 }, a: { input: 1.5, cache: 0.1 }, c: { input: 5 } }
  const fields = ['input', 'output', 'cache']

  test('name what is new, what differs and what goes; what the other set does not know stays', () => {
    expect(diffRecords(before, after, fields)).toEqual({
      diffs: [
        {
          name: 'a',
          changes: [
            { field: 'input', before: 1, after: 1.5 },
            { field: 'output', before: 2, after: undefined },
            { field: 'cache', before: undefined, after: 0.1 },
          ],
        },
        { name: 'c', changes: [{ field: 'input', before: undefined, after: 5 }] },
      ],
      sameCount: 1,
    })
  })

  test('taking all of them over leaves no difference, taking one leaves the other', () => {
    const { diffs } = diffRecords(before, after, fields)
    const all = applyDiffs(before, diffs)
    expect(all).toEqual({ a: { input: 1.5, cache: 0.1 }, b: { input: 3 }, mine: { input: 9 }, c: { input: 5 } })
    expect(diffRecords(all, after, fields).diffs).toEqual([])
    expect(diffRecords(applyDiffs(before, diffs.slice(0, 1)), after, fields).diffs.map(({ name }) => name)).toEqual(['c'])
  })

  test('a record called constructor is a record', () => {
    expect(diffRecords({}, { constructor: { input: 1 } }, fields).diffs).toHaveLength(1)
  })
})
