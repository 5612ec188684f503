import { expect, test } from 'vitest'
import { isSpanName, isWithinOneDay, spanOf, withMoments } from './spans.ts'

const now = new Date(2026, 2, 18, 14, 32, 7).getTime()
const at = (...parts: [number, number, number, number?, number?, number?]) => Math.floor(new Date(...parts).getTime() / 1000)

test('spans begin at midnight of the calendar, the hour sixty minutes ago', () => {
  expect(spanOf('today', now)).toEqual({ from: at(2026, 2, 18) })
  expect(spanOf('hour', now)).toEqual({ from: at(2026, 2, 18, 13, 32, 7) })
  expect(spanOf('7d', now)).toEqual({ from: at(2026, 2, 12) })
  expect(spanOf('30d', now)).toEqual({ from: at(2026, 1, 17) })
})

test('yesterday ends with its last second', () => {
  expect(spanOf('yesterday', now)).toEqual({ from: at(2026, 2, 17), to: at(2026, 2, 17, 23, 59, 59) })
})

test('the server gets moments, and no end while the span runs', () => {
  const range = [{ name: 'start', nameTo: 'end' }]
  const { from } = spanOf('today', now)
  expect(withMoments({ start: 'today', end: '5', type: '2' }, range, now)).toEqual({ start: String(from), type: '2' })
  expect(withMoments({ start: '100', end: '200' }, range, now)).toEqual({ start: '100', end: '200' })
  expect(withMoments({ start: 'yesterday' }, range, now).end).toBe(String(from - 1))
})

test('only its own names are spans', () => {
  expect(['today', 'hour', '7d'].every(isSpanName)).toBe(true)
  expect([undefined, '', 'tomorrow', '1742256000'].some(isSpanName)).toBe(false)
})

test('a day or less is distinguished from longer spans', () => {
  expect([isWithinOneDay('today', undefined), isWithinOneDay('7d', undefined)]).toEqual([true, false])
  expect([isWithinOneDay('1000', '87400'), isWithinOneDay('1000', '87401')]).toEqual([true, false])
  expect([isWithinOneDay('1000', ''), isWithinOneDay('', ''), isWithinOneDay(undefined, undefined)]).toEqual([false, false, false])
})
