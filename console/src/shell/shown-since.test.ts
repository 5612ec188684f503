import { expect, test } from 'vitest'
import { clockText, shownSince } from './shown-since.ts'

test('what one sees is as old as its oldest answer', () => {
  expect(shownSince([5000, 0, 3000], 9000)).toBe(3000)
  expect(shownSince([0], 9000)).toBe(9000)
  expect(shownSince([], 9000)).toBe(9000)
})

test('the clock has two digits each', () => {
  expect(clockText(new Date(2026, 2, 4, 9, 5).getTime())).toBe('09:05')
  expect(clockText(new Date(2026, 2, 4, 14, 32).getTime())).toBe('14:32')
})
