import { expect, test } from 'vitest'
import { marginOf, marginShare, shareText } from './margin.ts'

const sums = { calls: 10, revenue: 1000, cost: 700, unpriced: 0, unpriced_revenue: 0, bill: null, drift: null }

test('a margin counts the calls whose cost is known, and no others', () => {
  expect([marginOf(sums), marginShare(sums)]).toEqual([300, 0.3])
  const partly = { ...sums, unpriced: 4, unpriced_revenue: 400, cost: 500 }
  expect(marginOf(partly)).toBe(100)
  expect(marginShare(partly)).toBeCloseTo(1 / 6)
})

test('where no cost is known there is no margin, and never a profit', () => {
  const unknown = { ...sums, cost: 0, unpriced: 10, unpriced_revenue: 1000 }
  expect([marginOf(unknown), marginShare(unknown)]).toEqual([undefined, undefined])
})

test('a loss has a minus', () => {
  expect(shareText(marginShare({ ...sums, cost: 1083 }) ?? 0)).toBe('−8.3%')
})
