import { expect, test } from 'vitest'
import { columnAfter } from './column-keys.ts'

test.each([
  ['ArrowRight', 3, 4],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['Tab', 5, undefined],
])('%s at %d of ten leads to %s', (key, at, next) => {
  expect(columnAfter(key, at, 10)).toBe(next)
})
