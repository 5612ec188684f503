// Days, weeks and months of a time zone, with its changes of the clock.

/** When a stretch of time began and when it ends, Unix milliseconds. */
export interface Span {
  readonly startMs: number
  readonly endMs: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A name of the IANA time zone database, as Intl knows it; not a difference such as `+05:30`, which has no changes of the clock. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The day, week (from Monday) or month of a time zone that a moment lies in. @throws RangeError on an unknown zone */
export function spanOf(period: 'day' | 'week' | 'month', zone: string, nowMs: number): Span {
  const today = dayOf(nowMs, zone)
  const [from, until] = datesOf(period, today)
  return { startMs: startOfDay(from, zone), endMs: startOfDay(until, zone) }
}

/** The first date of the period and the first one after it. Dates are days since 1970, whatever the zone. */
export function datesOf(period: 'day' | 'week' | 'month', today: number): readonly [number, number] {
  if (period === 'day') return [today, today + 1]
  if (period === 'week') {
    // 1 January 1970 was a Thursday.
    const monday = today - ((today + 3) % 7)
    return [monday, monday + 7]
  }
  const date = new Date(today * DAY_MS)
  const month = (offset: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1) / DAY_MS
  return [month(0), month(1)]
}

/** So many clocks are kept; zones are fewer, but may be written in more than one way. */
const MOST_CLOCKS = 1000

/** Making one takes fifty times as long as reading it. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  if (clocks.size >= MOST_CLOCKS) clocks.clear()
  clocks.set(zone, clock)
  return clock
}

/** What the calendar of a zone shows at a moment, as the moment at which UTC shows the same. Whole seconds. @throws RangeError on an unknown zone */
export function wallMs(ms: number, zone: string): number {
  const parts = clockOf(zone).formatToParts(ms)
  const at = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'))
}

/** The date of a moment in a zone: days since 1970. @throws RangeError on an unknown zone */
export function dayOf(ms: number, zone: string): number {
  return Math.floor(wallMs(ms, zone) / DAY_MS)
}

/**
 * The first moment at which a zone shows this date or a later one, Unix milliseconds. Where clocks skip midnight a day begins at one o'clock,
 * and a day that a zone skipped begins with the next.
 */
export function startOfDay(day: number, zone: string): number {
  const midnight = day * DAY_MS
  const near = midnight - (wallMs(midnight, zone) - midnight)
  if (wallMs(near, zone) === midnight && wallMs(near - 1000, zone) < midnight) return near
  // Zones differ from UTC by less than a day, and no clock was ever changed by more than that.
  let [before, after] = [midnight - 2 * DAY_MS, midnight + 2 * DAY_MS]
  while (after - before > 1000) {
    const middle = before + Math.floor((after - before) / 2000) * 1000
    if (dayOf(middle, zone) < day) before = middle
    else after = middle
  }
  return after
}

/** The dates of a zone that a span has a part of; a day that the zone skipped is none. Days since 1970. */
export function datesWithin({ startMs, endMs }: Span, zone: string): number[] {
  if (endMs <= startMs) return []
  const first = dayOf(startMs, zone)
  const dates = Array.from({ length: dayOf(endMs - 1, zone) - first + 1 }, (_, at) => first + at)
  return dates.filter((day) => dayOf(startOfDay(day, zone), zone) === day)
}

/**
 * The moment at which the clocks of a zone show this: the other way from `wallMs`. A time that comes twice is one of the two; where clocks skip it, it is
 * as long after the change.
 */
export function momentOfWall(wall: number, zone: string): number {
  const near = wall - (wallMs(wall, zone) - wall)
  return near + (wall - wallMs(near, zone))
}

/** A moment as the clocks of a zone show it, to the minute. */
export function wallText(ms: number, zone: string): string {
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone }).format(ms)
}

/** The same with the zone's name. */
export const zonedText = (ms: number, zone: string): string => `${wallText(ms, zone)} (${zone})`
