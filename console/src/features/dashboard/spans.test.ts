import { expect, test } from 'vitest'
import { chosenText, daysOf, lengthOf, momentsOf, readChosen, spanFor, stepFor, usualSpan } from './spans.ts'

/** A Wednesday afternoon, in the local time zone of the test run. */
const NOW = new Date(2026, 2, 18, 14, 30).getTime()
const unix = (year: number, month: number, day: number) => new Date(year, month - 1, day).getTime() / 1000

test.each([
  ['today', unix(2026, 3, 18), unix(2026, 3, 19)],
  ['yesterday', unix(2026, 3, 17), unix(2026, 3, 18)],
  ['7d', unix(2026, 3, 12), unix(2026, 3, 19)],
  ['30d', unix(2026, 2, 17), unix(2026, 3, 19)],
  ['4w', unix(2026, 2, 23), unix(2026, 3, 23)],
  ['12w', unix(2025, 12, 29), unix(2026, 3, 23)],
  ['2026-03-01..2026-03-03', unix(2026, 3, 1), unix(2026, 3, 4)],
])('%s', (text, from, to) => {
  const chosen = readChosen(text)
  expect(chosen && chosenText(chosen)).toBe(text)
  expect(chosen && momentsOf(chosen, NOW, 366)).toEqual({ from, to })
})

test.each([undefined, '', 'month', '2026-03-03..2026-03-01', '2026-13-01..2026-13-02', '2026-03-01'])('%j is no span', (text) => {
  expect(readChosen(text)).toBeUndefined()
})

test('a span that is longer than a query allows loses its beginning', () => {
  const span = momentsOf('12w', NOW, 30)
  expect(span.to - span.from).toBe(30 * 86_400)
})

test('both days of a span are included', () => {
  expect(daysOf(momentsOf({ from: '2026-03-01', to: '2026-03-03' }, NOW, 30))).toEqual({ from: '2026-03-01', to: '2026-03-03' })
  expect(lengthOf(momentsOf({ from: '2026-03-01', to: '2026-03-03' }, NOW, 30))).toBe(3)
})

test('a chosen span changes a step that does not fit it, and a chosen step changes the span', () => {
  expect([stepFor('hour', 1), stepFor('hour', 30), stepFor('day', 1), stepFor('week', 7), stepFor('week', 84)]).toEqual([
    'hour',
    'day',
    'hour',
    'day',
    'week',
  ])
  expect(spanFor('hour', '7d', 7, true)).toBe('7d')
  expect(spanFor('hour', '30d', 30, true)).toBe('today')
  expect(spanFor('day', 'today', 1, true)).toBe('30d')
  expect([usualSpan('week', true), usualSpan('week', false)]).toEqual(['12w', '4w'])
})
