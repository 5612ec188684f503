import { type ModelTraits, traitsOf } from '@waystation/contract/models/traits'
import { expect, test } from 'vitest'
import { appliedTo, type Compared, differencesOf, isDoubtful } from './differences.ts'

const ended = (model: string): ModelTraits => ({
  ...traitsOf(model),
  ...(model === 'old' ? { end: { on: '2026-01-31', successor: 'new' } } : {}),
})
const compare = (models: string[], listed: string[], modelMapping: Record<string, string> = {}): Compared => ({
  ...{ models, listed, modelMapping, traits: ended, today: '2026-11-27' },
  bareName: (model) => (model.endsWith('-high') ? model.slice(0, -5) : undefined),
})
const ids = (compared: Compared) => differencesOf(compared).map(({ kind, id }) => `${kind} ${id}`)

test.each<[name: string, compared: Compared, ids: string[]]>([
  ['nothing', compare(['a', 'b'], ['b', 'a']), []],
  ['one more, one less', compare(['a', 'b'], ['b', 'c']), ['gone gone:a', 'added added:c']],
  ['a mapped model by its name at the vendor', compare(['ours', 'b'], ['theirs', 'b'], { ours: 'theirs' }), []],
  ['a mapped model that is gone', compare(['ours', 'b'], ['b'], { ours: 'theirs' }), ['gone gone:theirs']],
  ['an ending of the gateway’s own', compare(['o3-high', 'b'], ['o3', 'b']), []],
  ['one that its maker had ended', compare(['old', 'b'], ['b']), ['retired gone:old']],
  ['a date that came', compare(['m-1', 'b'], ['m-1-20260101', 'b']), ['renamed renamed:m-1>m-1-20260101']],
  ['a date that went', compare(['m-1-2026-01-01', 'b'], ['m-1', 'b']), ['renamed renamed:m-1-2026-01-01>m-1']],
  ['another date', compare(['m-20250101', 'b'], ['m-20260101', 'b']), ['gone gone:m-20250101', 'added added:m-20260101']],
  [
    'two dates to select from',
    compare(['m', 'b'], ['m-20250101', 'm-20260101', 'b']),
    ['gone gone:m', 'added added:m-20250101', 'added added:m-20260101'],
  ],
])('%s', (_name, compared, expected) => {
  expect(ids(compared)).toEqual(expected)
})

test('what was applied is no difference any more, and a renamed model is sold under its name as before', () => {
  const mapping = { ours: 'm-1', away: 'x', kept: 'b' }
  const compared = compare(['ours', 'm-1', 'away', 'x', 'kept'], ['m-1-20260101', 'b', 'c'], mapping)
  const applied = appliedTo(compared, differencesOf(compared))
  expect(applied).toEqual({
    models: ['ours', 'm-1', 'kept', 'c'],
    modelMapping: { ours: 'm-1-20260101', 'm-1': 'm-1-20260101', kept: 'b' },
  })
  expect(ids({ ...compared, ...applied })).toEqual([])
  const back = compare(['m-1'], ['m-1'], { 'm-1': 'm-1-20260101' })
  expect(appliedTo(back, differencesOf(back))).toEqual({ models: ['m-1'], modelMapping: {} })
})

test.each<[name: string, before: string[], compared: Compared, doubtful: boolean]>([
  ['the first list, with all that is sold', [], compare(['a'], ['a', 'b']), false],
  ['an empty one', [], compare(['a'], []), true],
  ['without more than half of what is sold', [], compare(['a', 'b', 'c'], ['a', 'x', 'y']), true],
  ['without half of what is sold', ['a', 'b'], compare(['a', 'b'], ['a']), false],
  ['without more than half of the list before', ['a', 'x', 'y'], compare(['a'], ['a']), true],
])('a list is doubtful or not: %s', (_name, before, compared, doubtful) => {
  expect(isDoubtful(before, compared)).toBe(doubtful)
})
