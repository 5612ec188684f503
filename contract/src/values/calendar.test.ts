import { expect, test } from 'vitest'
import { datesWithin, dayOf, isTimeZone, momentOfWall, spanOf, startOfDay, wallMs, wallText } from './calendar.ts'

const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z')
const span = (period: 'day' | 'week' | 'month', zone: string, now: string) => {
  const { startMs, endMs } = spanOf(period, zone, Date.parse(now))
  return [iso(startMs), iso(endMs)]
}

test.each([
  ['UTC', '2026-11-23T23:59:59Z', '2026-11-23T00:00:00Z', '2026-11-24T00:00:00Z'],
  ['UTC', '2026-11-24T00:00:00Z', '2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z'],
  ['Asia/Shanghai', '2026-11-23T15:59:59Z', '2026-11-22T16:00:00Z', '2026-11-23T16:00:00Z'],
  ['Asia/Shanghai', '2026-11-23T16:00:00Z', '2026-11-23T16:00:00Z', '2026-11-24T16:00:00Z'],
  ['Asia/Kolkata', '2026-11-23T12:00:00Z', '2026-11-22T18:30:00Z', '2026-11-23T18:30:00Z'],
  ['Pacific/Kiritimati', '2026-11-23T12:00:00Z', '2026-11-23T10:00:00Z', '2026-11-24T10:00:00Z'],
  ['Pacific/Pago_Pago', '2026-11-23T10:59:59Z', '2026-11-22T11:00:00Z', '2026-11-23T11:00:00Z'],
])('a day in %s at %s', (zone, now, start, end) => expect(span('day', zone, now)).toEqual([start, end]))

test('days on which clocks change have 23 and 25 hours', () => {
  expect(span('day', 'Europe/Berlin', '2026-03-29T12:00:00Z')).toEqual(['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'])
  expect(span('day', 'Europe/Berlin', '2026-10-25T12:00:00Z')).toEqual(['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'])
})

test('where clocks skip midnight, a day begins at one', () => {
  // São Paulo, 4 November 2018: 23:59:59 was followed by 01:00:00.
  expect(span('day', 'America/Sao_Paulo', '2018-11-04T12:00:00Z')).toEqual(['2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z'])
})

test('a day that a zone skipped is none', () => {
  // Samoa went from 29 to 31 December 2011.
  expect(span('day', 'Pacific/Apia', '2011-12-30T09:59:59Z')).toEqual(['2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z'])
  expect(span('day', 'Pacific/Apia', '2011-12-30T10:00:00Z')).toEqual(['2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z'])
})

test('weeks begin on Monday, in every zone and across the years', () => {
  expect(span('week', 'UTC', '2026-11-22T23:59:59Z')).toEqual(['2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z'])
  expect(span('week', 'UTC', '2026-11-23T00:00:00Z')).toEqual(['2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'])
  expect(span('week', 'America/New_York', '2027-01-01T12:00:00Z')).toEqual(['2026-12-28T05:00:00Z', '2027-01-04T05:00:00Z'])
})

test('months have their own lengths', () => {
  expect(span('month', 'UTC', '2028-02-29T12:00:00Z')).toEqual(['2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'])
  expect(span('month', 'Asia/Tokyo', '2026-12-31T15:00:00Z')).toEqual(['2026-12-31T15:00:00Z', '2027-01-31T15:00:00Z'])
})

test('spans follow each other without a gap, every hour of two years', () => {
  for (const period of ['day', 'week', 'month'] as const) {
    let at = Date.parse('2026-01-01T00:00:00Z')
    const until = Date.parse(period === 'day' ? '2026-05-01T00:00:00Z' : '2028-01-01T00:00:00Z')
    while (at < until) {
      const { startMs, endMs } = spanOf(period, 'Europe/Berlin', at)
      expect(startMs <= at && at < endMs).toBe(true)
      expect(spanOf(period, 'Europe/Berlin', endMs).startMs).toBe(endMs)
      at = endMs + 3_600_000 * 5
    }
  }
})

test('the start of a date is that of its day', () => {
  for (const zone of ['Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Havana', 'Africa/Cairo'])
    for (let day = 20_440; day < 20_840; day += 1) {
      const start = startOfDay(day, zone)
      expect([zone, day, dayOf(start, zone), dayOf(start - 1000, zone)]).toEqual([zone, day, day, day - 1])
    }
})

test('the dates of a span are those of which it has a part, and none that was skipped', () => {
  const dates = (zone: string, start: string, end: string) =>
    datesWithin({ startMs: Date.parse(start), endMs: Date.parse(end) }, zone).map((day) =>
      new Date(day * 86_400_000).toISOString().slice(0, 10),
    )
  expect(dates('Asia/Kathmandu', '2026-11-23T18:14:59Z', '2026-11-24T18:15:00Z')).toEqual(['2026-11-23', '2026-11-24'])
  expect(dates('Pacific/Apia', '2011-12-29T12:00:00Z', '2011-12-31T12:00:00Z')).toEqual(['2011-12-29', '2011-12-31', '2012-01-01'])
  expect(dates('UTC', '2026-11-23T00:00:00Z', '2026-11-23T00:00:00Z')).toEqual([])
})

test('a time zone has a name that is known', () => {
  expect(['UTC', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Argentina/Buenos_Aires'].filter((name) => !isTimeZone(name))).toEqual([])
  expect(['', '+05:30', 'Mars/Phobos', 'Asia/Kolkata ', '8'].filter(isTimeZone)).toEqual([])
})

test.each(['UTC', 'Asia/Kathmandu', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia'])(
  'what a clock in %s shows names its moment',
  (zone) => {
    // Around the changes of 2026, and at a usual time.
    for (const day of ['2026-03-29', '2026-10-25', '2026-04-05', '2026-10-04', '2026-07-01']) {
      for (let hour = 0; hour < 24; hour += 1) {
        const ms = Date.parse(`${day}T00:00Z`) + hour * 3_600_000
        const wall = wallMs(ms, zone)
        expect(wallMs(momentOfWall(wall, zone), zone), `${day} ${hour}`).toBe(wall)
      }
    }
  },
)

test('a time that is skipped is as long after the change, and texts are to the minute', () => {
  const skipped = momentOfWall(Date.parse('2026-03-29T02:30Z'), 'Europe/Berlin')
  expect([iso(skipped), wallText(skipped, 'Europe/Berlin')]).toEqual(['2026-03-29T01:30:00Z', '2026-03-29 03:30'])
  expect(wallText(Date.parse('2026-11-01T00:00Z'), 'Asia/Kathmandu')).toBe('2026-11-01 05:45')
})
