import { expect, test } from 'vitest'
import { axisPlaces, badgeText, columnNumber, percentText } from './number-format.ts'

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

test.each([
  [
    [24_000, 6363, 12, 0],
    ['24.0k', '6.4k', '<0.1k', '0'],
  ],
  [
    [38_000_000, 8_700_000, 5000],
    ['38.0M', '8.7M', '<0.1M'],
  ],
  [
    [6363, 12],
    ['6,363', '12'],
  ],
])('%j stand in one column as %j', (values, words) => {
  expect(values.map(columnNumber(Math.max(...values)))).toEqual(words)
})

test.each([
  [187, 0],
  [3.6, 0],
  [2.5, 2],
  [0.93, 2],
  [0.012, 3],
  // A new site: two calls of a thousandth of a cent.
  [0.00002, 6],
  [0, 0],
])('an axis up to %d dollars has %d decimals', (largest, places) => {
  expect(axisPlaces(largest)).toBe(places)
})
