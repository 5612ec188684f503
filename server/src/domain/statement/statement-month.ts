// Months of statements: each in the time zone that the site had when it began.
import { datesOf, dayOf, startOfDay } from '@waystation/contract/values/calendar'

const DAY_MS = 86_400_000

/** In which time zones months are counted. */
export interface MonthZones {
  /** Months that have begun, and the zone that the site had then: by their names, `2026-11`. */
  readonly begun: ReadonlyMap<string, string>
  /** The site's zone now, in which the next month will be counted. */
  readonly site: string
}

/** A month of a statement. */
export interface StatementMonth {
  /** `2026-11`. */
  readonly name: string
  readonly zone: string
  /** Unix seconds of its first moment, and of the first one after it: that of the next month, which may have another zone. */
  readonly start: number
  readonly end: number
  /** Its dates, days since 1970, and the first moments of each in unix seconds. */
  readonly dates: readonly { readonly day: number; readonly start: number }[]
}

/** The zone of a month. Those before the first that is known were counted in UTC, those after the last begin in the site's present zone. */
function zoneOf(name: string, { begun, site }: MonthZones): string {
  const known = [...begun.keys()].toSorted()
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || name > last) return site
  return begun.get(known.findLast((one) => one <= name) ?? '') ?? 'UTC'
}

export function monthNamed(name: string, zones: MonthZones): StatementMonth {
  const zone = zoneOf(name, zones)
  const [first, next] = datesOf('month', firstDay(name))
  const start = startOfDay(first, zone) / 1000
  const end = startOfDay(next, zoneOf(monthOfDay(next), zones)) / 1000
  const dates = Array.from({ length: next - first }, (_, at) => ({ day: first + at, start: startOfDay(first + at, zone) / 1000 }))
  return { name, zone, start, end, dates }
}

/** The month that goes on. One that has begun stays begun, whatever the site's zone becomes. */
export function monthNow(now: number, zones: MonthZones): string {
  const name = monthOfDay(dayOf(now * 1000, zones.site))
  return [...zones.begun.keys(), name].toSorted().at(-1) ?? name
}

/** The months that a day of UTC has a part of. @param day since 1 January 1970 */
export function monthsOfDay(day: number, zones: MonthZones): string[] {
  const name = monthOfDay(day)
  // No zone is a whole day away from UTC.
  if (monthOfDay(day - 1) === name && monthOfDay(day + 1) === name) return [name]
  const [from, to] = [(day * DAY_MS) / 1000, ((day + 1) * DAY_MS) / 1000]
  return [monthOfDay(day - 1), name, monthOfDay(day + 1)].filter((one) => {
    const { start, end } = monthNamed(one, zones)
    return start < to && end > from
  })
}

/** The month before. @param name `2026-11` */
export const monthBefore = (name: string): string => monthOfDay(firstDay(name) - 1)

/** The month of a date. @param day since 1 January 1970 */
export const monthOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 7)

/** @param day since 1 January 1970 */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

const firstDay = (name: string): number => Date.parse(`${name}-01T00:00:00Z`) / DAY_MS
