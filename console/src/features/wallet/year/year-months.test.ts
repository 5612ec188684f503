import { expect, test } from 'vitest'
import { monthsOf, shadeOf } from './year-months.ts'

test('days stand in their months, the last of which is not over', () => {
  const months = monthsOf(
    '2027-12-01',
    Array.from({ length: 31 + 31 + 29 + 2 }, (_, at) => at),
  )
  expect(months.map(({ month, days }) => [month, days.length])).toEqual([
    ['2027-12', 31],
    ['2028-01', 31],
    ['2028-02', 29],
    ['2028-03', 2],
  ])
  expect(months[3]).toEqual({ month: '2028-03', days: [91, 92], total: 183 })
  expect(monthsOf('2027-12-01', [])).toEqual([])
})

test('what was used little is seen beside what was used most, and nothing is nothing', () => {
  expect([0, 1, 100, 3000, 10_000].map((quota) => shadeOf(quota, 10_000))).toEqual([0, 1, 1, 3, 4])
  expect(shadeOf(-5, 10)).toBe(0)
  expect(shadeOf(0, 0)).toBe(0)
})
