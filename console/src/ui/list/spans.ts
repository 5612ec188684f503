// Spans of time that move with the clock: they stand in the URL by their name, so that a link says "today" tomorrow too, and become
// moments when the server is asked.
import type { TextKey } from '../../i18n/index.ts'
import { midnight } from '../midnight.ts'

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

export const isSpanName = (value: string | undefined): value is SpanName => (spanNames as readonly (string | undefined)[]).includes(value)

/** @param nowMs what the span is counted back from, by the clock of the browser */
export function spanOf(name: SpanName, nowMs = Date.now()): Span {
  if (name === 'hour') return { from: Math.floor(nowMs / 1000) - 3600 }
  const now = new Date(nowMs)
  if (name === 'today') return { from: midnight(now) }
  // The last second of the day: both ends belong to a span.
  if (name === 'yesterday') return { from: midnight(now, -1), to: midnight(now) - 1 }
  return { from: midnight(now, name === '7d' ? -6 : -29) }
}

/** The names of the two parameters of a span. */
export interface SpanParameters {
  readonly name: string
  readonly nameTo: string
}

/** What the server is asked: named spans as moments, everything else as it is. */
export function withMoments(
  filters: Readonly<Record<string, string>>,
  parameters: readonly SpanParameters[],
  nowMs = Date.now(),
): Readonly<Record<string, string>> {
  const named = parameters.filter(({ name }) => isSpanName(filters[name]))
  if (named.length === 0) return filters
  const resolved = { ...filters }
  for (const { name, nameTo } of named) {
    const { from, to } = spanOf(filters[name] as SpanName, nowMs)
    resolved[name] = String(from)
    if (to === undefined) delete resolved[nameTo]
    else resolved[nameTo] = String(to)
  }
  return resolved
}

const ONE_DAY = 86_400

/** Does a span of the URL lie within a day, so that the clock alone tells its moments apart? */
export function isWithinOneDay(from: string | undefined, to: string | undefined): boolean {
  if (isSpanName(from)) return from === 'hour' || from === 'today' || from === 'yesterday'
  return Boolean(from && to) && Number(to) - Number(from) <= ONE_DAY
}
