// Spans of time that move with the clock: they are in the URL by name, so that a link still means "today" tomorrow, and become
// timestamps in the server's query.
import { dayOf, startOfDay } from '@waystation/contract/values/calendar'
import type { TextKey } from '../../../i18n/index.ts'
import { shownZone } from '../../time-zone.ts'

export const spanNames = ['hour', 'today', 'yesterday', '7d', '30d'] as const
export type SpanName = (typeof spanNames)[number]

export const spanTitles: Readonly<Record<SpanName, TextKey>> = {
  hour: 'time.lastHour',
  today: 'time.today',
  yesterday: 'time.yesterday',
  '7d': 'time.last7',
  '30d': 'time.last30',
}

/** Unix seconds. Without an end it is still running. */
export interface Span {
  readonly from: number
  readonly to?: number
}

export const isSpanName = (value: string | undefined): value is SpanName => spanNames.some((name) => name === value)

/** @param nowMs what the span is counted back from, by the clock of the browser */
export function spanOf(name: SpanName, nowMs = Date.now()): Span {
  if (name === 'hour') return { from: Math.floor(nowMs / 1000) - 3600 }
  if (name === 'today') return { from: midnight(nowMs) }
  // The last second of the day: both ends belong to a span.
  if (name === 'yesterday') return { from: midnight(nowMs, -1), to: midnight(nowMs) - 1 }
  return { from: midnight(nowMs, name === '7d' ? -6 : -29) }
}

/** The names of the two parameters of a span. */
export interface SpanParameters {
  readonly name: string
  readonly nameTo: string
}

/** The server's query: named spans as timestamps, everything else unchanged. */
export function withMoments(
  filters: Readonly<Record<string, string>>,
  parameters: readonly SpanParameters[],
  nowMs = Date.now(),
): Readonly<Record<string, string>> {
  if (!parameters.some(({ name }) => isSpanName(filters[name]))) return filters
  const resolved = { ...filters }
  for (const { name, nameTo } of parameters) {
    const span = filters[name]
    if (!isSpanName(span)) continue
    const { from, to } = spanOf(span, nowMs)
    resolved[name] = String(from)
    if (to === undefined) delete resolved[nameTo]
    else resolved[nameTo] = String(to)
  }
  return resolved
}

const DAY_SECONDS = 86_400

/** Does a span of the URL lie within a day, so that the clock alone tells its moments apart? */
export function isWithinOneDay(from: string | undefined, to: string | undefined): boolean {
  if (isSpanName(from)) return from === 'hour' || from === 'today' || from === 'yesterday'
  return Boolean(from && to) && Number(to) - Number(from) <= DAY_SECONDS
}

/** Unix seconds of the midnight of the site that a moment's day began with, so many days later; not all days have 24 hours. */
function midnight(nowMs: number, daysLater = 0): number {
  const zone = shownZone()
  return startOfDay(dayOf(nowMs, zone) + daysLater, zone) / 1000
}
