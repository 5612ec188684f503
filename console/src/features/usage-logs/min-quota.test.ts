import { DEFAULT_QUOTA_DISPLAY } from '@waystation/contract/money/quota'
import { expect, test } from 'vitest'
import { minQuota } from './min-quota.ts'

test.each([
  ['0.5', 250_000],
  ['$0.5', 250_000],
  ['1,000', 500_000_000],
  ['.000002', 1],
  // Part of a unit is a whole one: nothing cheaper is listed.
  ['0.000003', 2],
  ['0.0000001', 1],
  // What a float makes of it is not a unit more.
  ['0.184802', 92_401],
  ['1.1', 550_000],
])('%s dollars are %i units at least', (typed, units) => {
  expect(minQuota(typed, DEFAULT_QUOTA_DISPLAY)).toBe(units)
})

test.each([undefined, '', '0', '-1', 'much', '1e99', 'NaN'])('%j is no least cost', (typed) => {
  expect(minQuota(typed, DEFAULT_QUOTA_DISPLAY)).toBeUndefined()
})

test('where units are shown, units are typed', () => {
  expect(minQuota('2009', { isInCurrency: false, quotaPerUnit: 500_000 })).toBe(2009)
  expect(minQuota('0.5', { isInCurrency: false, quotaPerUnit: 500_000 })).toBe(1)
})
