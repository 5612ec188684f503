import { expect, test } from 'vitest'
import { daysOf, readChosen, spanOf } from './books-days.ts'

const now = Date.parse('2026-03-18T23:30:00-05:00')
const daysFor = (text: string | undefined) => daysOf(spanOf(readChosen(text), now))

test('spans are whole days in UTC: it is the 19th there already', () => {
  expect(daysFor(undefined)).toEqual({ from: '2026-03-01', to: '2026-03-19' })
  expect(daysFor('lastMonth')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(daysFor('7d')).toEqual({ from: '2026-03-13', to: '2026-03-19' })
  expect(daysFor('2026-01-05..2026-01-07')).toEqual({ from: '2026-01-05', to: '2026-01-07' })
})

test('what is no span is the month', () => {
  for (const text of ['', 'year', '2026-01-07..2026-01-05', '2026-13-01..2026-13-02']) expect(readChosen(text)).toBe('month')
})
