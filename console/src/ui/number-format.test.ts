import { expect, test } from 'vitest'
import { badgeText, percentText } from './number-format.ts'

test.each([
  [0, '0.0%'],
  [0.0001, '<0.1%'],
  [0.0005, '0.1%'],
  [0.4237, '42.4%'],
  [0.9999, '>99.9%'],
  [1, '100.0%'],
])('%d of the whole is %s', (share, words) => {
  expect(percentText(share)).toBe(words)
})

test.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('%d unread messages are %s on the badge', (count, words) => {
  expect(badgeText(count)).toBe(words)
})
