import { expect, test } from 'vitest'
import { changeOf } from './change.ts'

test.each([
  [112.4, 100, { kind: 'changed', text: '+12.4%' }],
  [50, 100, { kind: 'changed', text: '−50.0%' }],
  [0, 100, { kind: 'changed', text: '−100.0%' }],
  [1200, 100, { kind: 'changed', text: '×12' }],
  [100_000, 100_001, { kind: 'same' }],
  [100, 100, { kind: 'same' }],
  [5, 0, { kind: 'new' }],
  [0, 0, { kind: 'unknown' }],
  [5, undefined, { kind: 'unknown' }],
])('%d after %d', (now, before, change) => {
  expect(changeOf(now, before)).toEqual(change)
})
