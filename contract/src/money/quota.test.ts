import { expect, test } from 'vitest'
import { DEFAULT_QUOTA_DISPLAY, dollarsOf, dollarText, Quota, quota, quotaOfDollars, quotaText } from './quota.ts'

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is no quota', (units) => {
  expect(() => quota(units)).toThrow(RangeError)
  expect(Quota.safeParse(units).success).toBe(false)
})

test.each([
  [1, 500_000],
  [0.000002, 1],
  [0.000003, 2],
  [-0.000003, -2],
  [0.1, 50_000],
  [1.005, 502_500],
  [7.3, 3_650_000],
  [0, 0],
])('%d dollars are %d units', (dollars, units) => {
  expect(quotaOfDollars(dollars)).toBe(units)
})

test('dollars that are more than can be counted are refused', () => {
  expect(() => quotaOfDollars(1e12)).toThrow(RangeError)
  expect(() => quotaOfDollars(Number.NaN)).toThrow(RangeError)
})

test.each([
  [0, '$0.00'],
  [1, '$0.000002'],
  [500_000, '$1.00'],
  [550_000, '$1.10'],
  [505_000, '$1.01'],
  [210_028, '$0.420056'],
  [50, '$0.0001'],
  [-1, '-$0.000002'],
  [-750_000, '-$1.50'],
  [5_000_000_000, '$10000.00'],
])('%d units are written %s', (units, text) => {
  expect(dollarText(units)).toBe(text)
})

test('QuotaPerUnit sets the value of a unit', () => {
  expect(dollarsOf(100, 1000)).toBe(0.1)
  expect(dollarText(100, 1000)).toBe('$0.10')
  expect(quotaOfDollars(0.1, 1000)).toBe(100)
})

test('however small a unit is, amounts that differ by one look different', () => {
  expect([dollarText(1, 30_000_000), dollarText(2, 30_000_000)]).toEqual(['$0.00000003', '$0.00000007'])
  expect(dollarText(2009, 1_000_000_000)).toBe('$0.000002009')
  expect(dollarText(15_000_000, 30_000_000)).toBe('$0.50')
})

test('in a sentence an amount is money, or units where the installation sets it', () => {
  expect(quotaText(2009, DEFAULT_QUOTA_DISPLAY, 'en')).toBe('$0.004018')
  const inUnits = { quotaPerUnit: 500_000, isInCurrency: false }
  expect([quotaText(2009, inUnits, 'zh'), quotaText(2009, inUnits, 'en')]).toEqual(['2009 额度', '2009 quota'])
})
