// The spans of time that the dashboard offers. They are in the URL by name, so that a link to "today" still means today tomorrow;
// a span of one's own stands there as its two days: `2026-03-01..2026-03-18`.

import type { UsageStep } from '@waystation/contract/calls/data'
import { datesWithin, dayOf, startOfDay } from '@waystation/contract/values/calendar'

export const spanNames = ['today', 'yesterday', '7d', '30d', '4w', '12w'] as const
export type SpanName = (typeof spanNames)[number]

/** Unix seconds; `to` is not included. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A named span, or days as `2026-03-18`, both included. */
export type Chosen = SpanName | { readonly from: string; readonly to: string }

const DAY_MS = 86_400_000

/** The time range in the URL; undefined when it is absent or invalid. */
export function readChosen(text: string | undefined): Chosen | undefined {
  const name = spanNames.find((one) => one === text)
  if (name) return name
  const [, from = '', to = ''] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text ?? '') ?? []
  return dateOf(from) <= dateOf(to) ? { from, to } : undefined
}

/** How it stands in the URL. */
export const chosenText = (chosen: Chosen): string => (typeof chosen === 'string' ? chosen : `${chosen.from}..${chosen.to}`)

/** Where the days of spans begin, and how many a query may have: a span that has more loses its first ones. */
export interface DayRules {
  /** A time zone, the site's. */
  readonly zone: string
  readonly mostDays: number
}

/** The span in moments, by the calendar of the zone, since not every day has 24 hours. Weeks begin on Monday. */
export function momentsOf(chosen: Chosen, nowMs: number, { zone, mostDays }: DayRules): Span {
  const [from, to] = typeof chosen === 'string' ? named(chosen, dayOf(nowMs, zone)) : [dateOf(chosen.from), dateOf(chosen.to) + 1]
  const startOf = (day: number) => Math.floor(startOfDay(day, zone) / 1000)
  return { from: startOf(Math.max(from, to - mostDays)), to: startOf(to) }
}

/** Its first and last day in the zone, for the date fields. */
export function daysOf({ from, to }: Span, zone: string): { from: string; to: string } {
  return { from: dayText(dayOf(from * 1000, zone)), to: dayText(dayOf((to - 1) * 1000, zone)) }
}

/** How many days of the zone it has. */
export const lengthOf = ({ from, to }: Span, zone: string): number =>
  Math.max(1, datesWithin({ startMs: from * 1000, endMs: to * 1000 }, zone).length)

/** The steps that show a span of this many days as more than one bar, and not as too many to read. */
const fitting: Readonly<Record<UsageStep, (days: number) => boolean>> = {
  hour: (days) => days <= 7,
  day: (days) => days >= 2,
  week: (days) => days >= 14,
}

/** The requested step, or the finest one that fits the span. */
export function stepFor(step: UsageStep, days: number): UsageStep {
  if (fitting[step](days)) return step
  return days <= 2 ? 'hour' : 'day'
}

/** The span that is chosen, or the usual one of the step where it does not fit. */
export function spanFor(step: UsageStep, chosen: Chosen, days: number, canSeeQuarter: boolean): Chosen {
  return fitting[step](days) ? chosen : usualSpan(step, canSeeQuarter)
}

/** The default span of a step. */
export function usualSpan(step: UsageStep, canSeeQuarter: boolean): SpanName {
  if (step === 'hour') return 'today'
  if (step === 'day') return '30d'
  return canSeeQuarter ? '12w' : '4w'
}

/** The first date and the first one after it, days since 1970. */
function named(name: SpanName, today: number): readonly [from: number, to: number] {
  if (name === 'today') return [today, today + 1]
  if (name === 'yesterday') return [today - 1, today]
  if (name === '7d') return [today - 6, today + 1]
  if (name === '30d') return [today - 29, today + 1]
  // 1 January 1970 was a Thursday.
  const monday = today - ((today + 3) % 7)
  return [monday - 7 * ((name === '4w' ? 4 : 12) - 1), monday + 7]
}

/** Days since 1970; NaN for what is no day. */
const dateOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
