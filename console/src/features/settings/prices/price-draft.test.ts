import { perCall, tokenColumns } from '@waystation/contract/prices/price-columns'
import { expect, test } from 'vitest'
import { withStored } from './price-book.ts'
import {
  changesBack,
  changesIn,
  draftBook,
  draftOf,
  editIn,
  rebased,
  savedBook,
  summaryOf,
  textOf,
  withBook,
  withText,
} from './price-draft.ts'

const saved = {
  ModelRatio: '{"a":1,"b":2}',
  CompletionRatio: '{"a":4}',
  ModelPrice: '{}',
  GroupRatio: '{"default":1}',
  fallback_single_price: '',
}
const draft = draftOf(saved, 7)
const [input] = tokenColumns
if (!input) throw new Error('no column')

test('what was changed in the table stands in the text, and what was typed as text stands in the table', () => {
  const byTable = withBook(draft, withStored(draftBook(draft), input, 'a', 0.1))
  expect(textOf(byTable, 'ModelRatio')).toBe('{\n  "a": 0.1,\n  "b": 2\n}')
  const byText = withText(byTable, 'ModelRatio', '{"a":0.1,"b":3}')
  expect(draftBook(byText).ModelRatio).toEqual({ a: 0.1, b: 3 })
  expect(changesIn(byText)).toEqual([
    { key: 'ModelRatio', name: 'a', before: '1', after: '0.1' },
    { key: 'ModelRatio', name: 'b', before: '2', after: '3' },
  ])
})

test('null takes away what is built in, and is a change', () => {
  const typed = withText(draft, 'LengthTiers', '{"a": null}')
  expect(changesIn(typed)).toEqual([{ key: 'LengthTiers', name: 'a', before: undefined, after: 'null' }])
  expect(editIn(typed)).toEqual({ LengthTiers: '{"a": null}' })
})

test('changed back, nothing is changed', () => {
  const there = withBook(draft, withStored(draftBook(draft), input, 'a', 3))
  expect(withBook(there, withStored(draftBook(there), input, 'a', 1)).texts).toEqual({})
  expect(editIn(withText(draft, 'ModelRatio', '{ "b": 2, "a": 1 }'))).toEqual({})
})

test('models, prices and other settings are counted', () => {
  const priced = withBook(draft, withStored(withStored(draftBook(draft), input, 'a', 3), perCall, 'new', 0.5))
  const all = withText(withText(priced, 'GroupRatio', '{"default":2}'), 'fallback_single_price', '0.1')
  // Input and output of `a`, and the call of `new`.
  expect(summaryOf(all)).toEqual({ models: 2, prices: 3, others: ['GroupRatio', 'fallback_single_price'] })
})

test('a map is sent as a whole, with null for what was taken away; other settings as they were typed', () => {
  const gone = withText(withBook(draft, withStored(draftBook(draft), input, 'b', undefined)), 'fallback_single_price', '0.1')
  expect(editIn(gone)).toEqual({ ModelRatio: '{"a":1,"b":null}', fallback_single_price: '0.1' })
})

test('a text that cannot be read changes no price and is not lost', () => {
  const broken = withText(draft, 'ModelRatio', '{"a":')
  expect(draftBook(broken)).toEqual(savedBook(draft))
  expect(textOf(rebased(broken, saved, 8), 'ModelRatio')).toBe('{"a":')
})

test('on top of newer prices only one’s own changes are made', () => {
  const mine = withText(withBook(draft, withStored(draftBook(draft), input, 'a', 0.1)), 'GroupRatio', '{"default":2}')
  const next = rebased(mine, { ...saved, ModelRatio: '{"a":1,"b":9,"c":5}', CompletionRatio: '{}' }, 8)
  expect(next.version).toBe(8)
  expect(editIn(next)).toEqual({ ModelRatio: '{"a":0.1,"b":9,"c":5}', GroupRatio: '{"default":2}' })
  expect(rebased(mine, { ...saved, ModelRatio: '{"a":0.1,"b":2}', GroupRatio: '{"default":2}' }, 8).texts).toEqual({})
})

const change = (name: string, before: string | null, after: string | null) => ({ key: 'ModelRatio', name, before, after })

test('returning goes from the newest value to the one before the oldest change; what is the same again is left out', () => {
  const newestFirst = [
    [change('a', '2', '3'), change('gone', '5', null)],
    [change('a', '1', '2'), change('new', null, '4'), change('there-and-back', '8', '9')],
    [change('there-and-back', '9', '8')],
  ]
  expect(changesBack(newestFirst)).toEqual([change('a', '3', '1'), change('gone', null, '5'), change('new', '4', null)])
  expect(changesBack([])).toEqual([])
})
