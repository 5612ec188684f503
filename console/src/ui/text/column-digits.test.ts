import { expect, test } from 'vitest'
import { columnDigits } from './column-digits.ts'

test('amounts of a cent and more have cents', () => {
  expect(columnDigits([0, 5000, 42_000_000, -5000], 500_000)).toBe(2)
})

test('one amount below a cent gives the whole column four decimals', () => {
  expect(columnDigits([85_000, 450], 500_000)).toBe(4)
  expect(columnDigits([85_000, -450], 500_000)).toBe(4)
})

test('a column without rows has cents', () => {
  expect(columnDigits([], 500_000)).toBe(2)
})
