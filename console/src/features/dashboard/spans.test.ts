import { expect, test } from 'vitest'
import { chosenText, daysOf, lengthOf, momentsOf, readChosen, spanFor, stepFor, usualSpan } from './spans.ts'

/** A Wednesday afternoon in Kathmandu. */
const zone = 'Asia/Kathmandu'
const NOW = Date.parse('2026-03-18T14:30+05:45')
const unix = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / 1000 - 5.75 * 3600
const rules = { zone, mostDays: 366 }

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
  expect(chosen && momentsOf(chosen, NOW, rules)).toEqual({ from, to })
})

test.each([undefined, '', 'month', '2026-03-03..2026-03-01', '2026-13-01..2026-13-02', '2026-03-01'])('%j is no span', (text) => {
  expect(readChosen(text)).toBeUndefined()
})

test('a span that is longer than a query allows loses its beginning', () => {
  const span = momentsOf('12w', NOW, { zone, mostDays: 30 })
  expect(span.to - span.from).toBe(30 * 86_400)
})

test('both days of a span are included', () => {
  const span = momentsOf({ from: '2026-03-01', to: '2026-03-03' }, NOW, rules)
  expect(daysOf(span, zone)).toEqual({ from: '2026-03-01', to: '2026-03-03' })
  expect(lengthOf(span, zone)).toBe(3)
})

test.each([
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
])('in %s, %s is one day and has %d hours', (zone, day, hours) => {
  const span = momentsOf({ from: day, to: day }, NOW, { zone, mostDays: 30 })
  expect((span.to - span.from) / 3600).toBe(hours)
  expect([daysOf(span, zone), lengthOf(span, zone)]).toEqual([{ from: day, to: day }, 1])
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
