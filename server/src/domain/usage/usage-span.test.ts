import { expect, test } from 'vitest'
import { daysOf, sharesOf, spanBefore, spanOf, startsOf } from './usage-span.ts'

const QUARTER = 900
const HOUR = 3600
const DAY = 24 * HOUR
/** A midnight in UTC. */
const midnight = 1_700_006_400
const now = midnight + 14.5 * HOUR

const limits = { now, defaultDays: 1, mostDays: 30 }

test('absent limits have defaults; impossible ranges are refused', () => {
  expect(spanOf({}, limits)).toEqual({ from: now + 1 - DAY, to: now + 1 })
  expect(spanOf({ from: midnight, to: midnight + 30 * DAY }, limits)).toEqual({ from: midnight, to: midnight + 30 * DAY })
  expect(spanOf({ from: -5, to: 10 }, limits)).toEqual({ from: 0, to: 10 })
  for (const from of [now, now + 1, now + DAY, Number.MAX_SAFE_INTEGER])
    expect(() => spanOf({ from, to: now }, limits)).toThrow('usage_span_reversed')
  expect(() => spanOf({ from: midnight, to: midnight + 30 * DAY + 1 }, limits)).toThrow('usage_span_too_long')
  expect(() => spanOf({ from: 0 }, limits)).toThrow('usage_span_too_long')
})

test('steps begin in the quarter of an hour in which the span does, and cover its end', () => {
  const from = midnight - 8 * HOUR
  expect(startsOf({ from, to: from + 2 * DAY }, DAY)).toEqual([from, from + DAY])
  const odd = from + 2 * QUARTER
  expect(startsOf({ from: odd + 60, to: odd + 2 * DAY + 60 }, DAY)).toEqual([odd, odd + DAY, odd + 2 * DAY])
  expect(startsOf({ from: from + 60, to: from + 90 }, HOUR)).toEqual([from])
})

test('a span that is over is compared with the one right before', () => {
  expect(spanBefore({ from: midnight - 2 * DAY, to: midnight }, now)).toEqual({ from: midnight - 4 * DAY, to: midnight - 2 * DAY })
  // Up to this moment, as a screen of the last 24 hours requests.
  expect(spanBefore({ from: midnight, to: now }, now)).toEqual({ from: midnight - 14.5 * HOUR, to: midnight })
})

test('of a span that goes on, as much is compared as has passed', () => {
  expect(spanBefore({ from: midnight, to: midnight + DAY }, now)).toEqual({ from: midnight - DAY, to: midnight - 9.5 * HOUR })
  expect(spanBefore({ from: midnight + DAY, to: midnight + 2 * DAY }, now)).toBeNull()
})

test('a quarter of an hour that is cut has its share', () => {
  expect(sharesOf({ from: midnight, to: midnight + DAY })).toEqual([{ from: midnight, to: midnight + DAY, share: 1 }])
  expect(sharesOf({ from: midnight + 225, to: midnight + 3 * QUARTER + 450 })).toEqual([
    { from: midnight, to: midnight + QUARTER, share: 0.75 },
    { from: midnight + QUARTER, to: midnight + 3 * QUARTER, share: 1 },
    { from: midnight + 3 * QUARTER, to: midnight + 4 * QUARTER, share: 0.5 },
  ])
  const first = { from: midnight, to: midnight + QUARTER }
  expect(sharesOf({ from: midnight + 225, to: midnight + 450 })).toEqual([{ ...first, share: 0.25 }])
  expect(sharesOf({ from: midnight, to: midnight + 450 })).toEqual([{ ...first, share: 0.5 }])
  expect(sharesOf({ from: midnight + 450, to: midnight + QUARTER })).toEqual([{ ...first, share: 0.5 }])
})

test('days of UTC within a span, and the quarters around them', () => {
  const from = midnight - 8 * HOUR
  expect(daysOf({ from, to: from + 3 * DAY })).toEqual({
    days: { from: midnight, to: midnight + 2 * DAY },
    edges: [
      { from, to: midnight },
      { from: midnight + 2 * DAY, to: from + 3 * DAY },
    ],
  })
  expect(daysOf({ from: midnight, to: midnight + DAY })).toEqual({ days: { from: midnight, to: midnight + DAY }, edges: [] })
  expect(daysOf({ from, to: from + 20 * HOUR })).toEqual({
    days: { from: midnight, to: midnight },
    edges: [{ from, to: from + 20 * HOUR }],
  })
})
