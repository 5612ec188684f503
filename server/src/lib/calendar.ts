// Days, weeks and months of a time zone, with its changes of the clock.

/** When a stretch of time began and when it ends, Unix milliseconds. */
export interface Span {
  readonly startMs: number
  readonly endMs: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The day, week (from Monday) or month of a time zone that a moment lies in. @throws RangeError on an unknown zone */
export function spanOf(period: 'day' | 'week' | 'month', zone: string, nowMs: number): Span {
  const today = dayOf(nowMs, zone)
  const [from, until] = datesOf(period, today)
  return { startMs: startOfDay(from, zone), endMs: startOfDay(until, zone) }
}

/** The first date of the period and the first one after it. Dates are days since 1970, whatever the zone. */
function datesOf(period: 'day' | 'week' | 'month', today: number): readonly [number, number] {
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

/** What the calendar of a zone shows at a moment, as the moment at which UTC shows the same. */
function wallMs(ms: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(ms)
  const at = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'))
}

function dayOf(ms: number, zone: string): number {
  return Math.floor(wallMs(ms, zone) / DAY_MS)
}

/**
 * The first moment at which a zone shows this date or a later one. Where clocks skip midnight a day begins at one o'clock, and a day that a
 * zone skipped begins with the next.
 */
function startOfDay(day: number, zone: string): number {
  // Zones differ from UTC by less than a day, and no clock was ever changed by more than that.
  let [before, after] = [day * DAY_MS - 2 * DAY_MS, day * DAY_MS + 2 * DAY_MS]
  while (after - before > 1000) {
    const middle = before + Math.floor((after - before) / 2000) * 1000
    if (dayOf(middle, zone) < day) before = middle
    else after = middle
  }
  return after
}

/** A moment as the clocks of a zone show it, with the zone's name: for people. */
export function zonedText(ms: number, zone: string): string {
  // Sweden writes dates as ISO 8601 does.
  return `${new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone }).format(ms)} (${zone})`
}
