import { expect, test } from 'vitest'
import { readDetail } from './audit-changes.ts'

test('of a change only the fields that differ are shown', () => {
  expect(readDetail({ before: { name: 'a', group: 'x', quota: 5 }, after: { name: 'b', group: 'x', status: 1 } })).toEqual({
    kind: 'changes',
    fields: [
      { field: 'name', before: 'a', after: 'b' },
      { field: 'quota', before: '5', after: undefined },
      { field: 'status', before: undefined, after: '1' },
    ],
  })
})

test('what was asked for is no change of the thing', () => {
  expect(readDetail({ before: { status: 1 }, after: { action: 'disable', status: 2 } })).toEqual({
    kind: 'changes',
    fields: [{ field: 'status', before: '1', after: '2' }],
  })
})

test('a setting that is one value, and one that is a map in a text', () => {
  expect(readDetail({ before: '', after: 'Harbour' })).toEqual({ kind: 'changes', fields: [{ field: '', before: '', after: 'Harbour' }] })
  expect(readDetail({ before: '{"gpt-5":1,"o3":2}', after: '{"gpt-5":1.5,"o3":2}' })).toEqual({
    kind: 'changes',
    fields: [{ field: 'gpt-5', before: '1', after: '1.5' }],
  })
  expect(readDetail({ before: '{"gpt-5":1}', after: '{"gpt-5":1}' })).toEqual({ kind: 'changes', fields: [] })
})

test('what was made or sent is shown as it is; texts that are no JSON stay texts', () => {
  expect(readDetail({ after: { models: ['a', 'b'], note: '{not json' } })).toEqual({
    kind: 'values',
    fields: [
      { field: 'models', before: undefined, after: '["a","b"]' },
      { field: 'note', before: undefined, after: '{not json' },
    ],
  })
  expect(readDetail({ params: { id: 7 }, sent: { username: 'lin', password: '***' } })).toMatchObject({
    kind: 'values',
    fields: [{ field: 'id' }, { field: 'username' }, { field: 'password', after: '***' }],
  })
})

test.each([null, {}, { params: {}, sent: undefined }, 'text'])('%j has no details', (detail) => {
  expect(readDetail(detail)).toEqual({ kind: 'none' })
})
