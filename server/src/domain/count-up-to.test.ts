import { expect, test } from 'vitest'
import { countUpTo } from './count-up-to.ts'

test.each([
  [2, { total: 2, has_more: false }],
  [3, { total: 3, has_more: false }],
  [4, { total: 3, has_more: true }],
  [9, { total: 3, has_more: true }],
])('of %i rows, counted up to 3', async (rows, expected) => {
  expect(await countUpTo(async (most) => Math.min(rows, most), 3)).toEqual(expected)
})
