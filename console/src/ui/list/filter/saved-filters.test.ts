import { expect, test } from 'vitest'
import { isSame, readSaved } from './saved-filters.ts'

test('what is stored comes back, and what is no named filter is left out', () => {
  const kept = { name: 'Failures', values: { type: '5' } }
  expect(readSaved(JSON.stringify([kept, { name: 3, values: {} }, { name: 'x' }, null, 'text']))).toEqual([kept])
  for (const text of [null, '', '{', '{}', '3', 'null']) expect(readSaved(text)).toEqual([])
})

test('filters are the same where each has the same value', () => {
  expect(isSame({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true)
  expect(isSame({ a: '1' }, { a: '1', b: '2' })).toBe(false)
  expect(isSame({ a: '1' }, { a: '2' })).toBe(false)
})
