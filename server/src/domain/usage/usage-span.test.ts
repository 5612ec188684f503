import { expect, test } from 'vitest'
import { daysOf, runsOf, sharesOf, spanBefore, spanOf, startsOf } from './usage-span.ts'

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
  expect(() => spanOf({ from: midnight, to: midnight + 30 * DAY + 2 * HOUR + 1 }, limits)).toThrow('usage_span_too_long')
  expect(() => spanOf({ from: 0 }, limits)).toThrow('usage_span_too_long')
})

test('steps begin with the span, then with the hours and days of the zone, and cover its end', () => {
  const from = midnight - 8 * HOUR
  const odd = from + 2 * QUARTER
  expect(startsOf({ from, to: from + 2 * DAY }, 'day', 'Asia/Shanghai')).toEqual([from, from + DAY])
  expect(startsOf({ from: odd + 60, to: odd + 2 * DAY + 60 }, 'day', 'Asia/Shanghai')).toEqual([odd, from + DAY, from + 2 * DAY])
  expect(startsOf({ from: odd + 60, to: odd + 2 * HOUR }, 'hour', 'UTC')).toEqual([odd, from + HOUR, from + 2 * HOUR])
  expect(startsOf({ from: from + 60, to: from + 90 }, 'hour', 'UTC')).toEqual([from])
})

const at = (iso: string) => Date.parse(iso) / 1000
const iso = (starts: readonly number[]) => starts.map((start) => new Date(start * 1000).toISOString().slice(5, 16))

test.each([
  ['Asia/Kolkata', '2026-11-22T18:30Z', '2026-11-24T18:30Z', ['11-22T18:30', '11-23T18:30']],
  ['Asia/Kathmandu', '2026-11-22T18:15Z', '2026-11-24T18:15Z', ['11-22T18:15', '11-23T18:15']],
  ['Europe/Berlin', '2026-03-27T23:00Z', '2026-03-30T22:00Z', ['03-27T23:00', '03-28T23:00', '03-29T22:00']],
  ['Europe/Berlin', '2026-10-23T22:00Z', '2026-10-26T23:00Z', ['10-23T22:00', '10-24T22:00', '10-25T23:00']],
  ['Australia/Lord_Howe', '2026-04-03T13:00Z', '2026-04-06T13:30Z', ['04-03T13:00', '04-04T13:00', '04-05T13:30']],
  ['Australia/Lord_Howe', '2026-10-02T13:30Z', '2026-10-05T13:00Z', ['10-02T13:30', '10-03T13:30', '10-04T13:00']],
  // Samoa had no 30 December 2011.
  ['Pacific/Apia', '2011-12-29T10:00Z', '2012-01-01T10:00Z', ['12-29T10:00', '12-30T10:00', '12-31T10:00']],
])('days in %s from %s', (zone, from, to, starts) => {
  expect(iso(startsOf({ from: at(from), to: at(to) }, 'day', zone))).toEqual(starts)
})

test('weeks have seven days, whatever the clock does', () => {
  const starts = startsOf({ from: at('2026-03-22T23:00Z'), to: at('2026-04-12T22:00Z') }, 'week', 'Europe/Berlin')
  expect(iso(starts)).toEqual(['03-22T23:00', '03-29T22:00', '04-05T22:00'])
  const before = at('2026-03-15T23:00Z')
  expect(spanBefore({ from: at('2026-03-22T23:00Z'), to: at('2026-03-29T22:00Z') }, now + 1e9, 'Europe/Berlin')).toEqual({
    from: before,
    to: at('2026-03-22T23:00Z'),
  })
})

test('hours begin with the hour of the zone, where its clock is changed by half of one, too', () => {
  expect(iso(startsOf({ from: at('2026-11-23T18:15Z'), to: at('2026-11-23T20:30Z') }, 'hour', 'Asia/Kolkata'))).toEqual([
    '11-23T18:15',
    '11-23T18:30',
    '11-23T19:30',
  ])
  // At 02:00 the clock is put back to 01:30: the hour from one to two has an hour and a half.
  const lordHowe = startsOf({ from: at('2026-04-04T13:00Z'), to: at('2026-04-04T17:30Z') }, 'hour', 'Australia/Lord_Howe')
  expect(iso(lordHowe)).toEqual(['04-04T13:00', '04-04T14:00', '04-04T15:00', '04-04T15:30', '04-04T16:30'])
})

test('runs of steps are few, and the last has no end', () => {
  const year = startsOf({ from: at('2025-12-31T23:00Z'), to: at('2026-12-31T23:00Z') }, 'day', 'Europe/Berlin')
  expect(year).toHaveLength(365)
  const runs = runsOf(year)
  expect(runs.map(({ stepSeconds }) => stepSeconds / HOUR)).toEqual([24, 23, 24, 25, 24, expect.any(Number)])
  const startIn = (moment: number) => {
    const { from, stepSeconds } = runs.findLast((run) => run.from <= moment) ?? { from: 0, stepSeconds: 1 }
    return moment - ((moment - from) % stepSeconds)
  }
  for (let moment = year[0] ?? 0; moment < at('2026-12-31T23:00Z'); moment += 5 * QUARTER)
    expect(startIn(moment)).toBe(year.findLast((start) => start <= moment))
})

test('a span that is over is compared with the one right before', () => {
  expect(spanBefore({ from: midnight - 2 * DAY, to: midnight }, now, 'UTC')).toEqual({ from: midnight - 4 * DAY, to: midnight - 2 * DAY })
  // Up to this moment, as a screen of the last 24 hours requests.
  expect(spanBefore({ from: midnight, to: now }, now, 'UTC')).toEqual({ from: midnight - 14.5 * HOUR, to: midnight })
})

test('of a span that goes on, as much is compared as has passed', () => {
  expect(spanBefore({ from: midnight, to: midnight + DAY }, now, 'UTC')).toEqual({ from: midnight - DAY, to: midnight - 9.5 * HOUR })
  expect(spanBefore({ from: midnight + DAY, to: midnight + 2 * DAY }, now, 'UTC')).toBeNull()
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
