import { expect, test } from 'vitest'
import { columnDigits } from './column-digits.ts'

test('amounts of a cent and more have cents', () => {
  expect(columnDigits([0, 5000, 42_000_000, -5000], 500_000)).toBe(2)
})

test('an amount below a cent widens none of the others', () => {
  expect(columnDigits([85_000, 450], 500_000)).toBe(2)
  expect(columnDigits([85_000, -450], 500_000)).toBe(2)
})

test('where all amounts are below a cent, they have four decimals', () => {
  expect(columnDigits([0, 450, -1200], 500_000)).toBe(4)
})

test('a column without rows has cents', () => {
  expect(columnDigits([], 500_000)).toBe(2)
})
