// The spans of time that the dashboard offers. They are in the URL by name, so that a link to "today" still means today tomorrow;
// a span of one's own stands there as its two days: `2026-03-01..2026-03-18`.
import type { UsageStep } from '@waystation/contract/data'
import { midnight } from '../../ui/midnight.ts'

export const spanNames = ['today', 'yesterday', '7d', '30d', '4w', '12w'] as const
export type SpanName = (typeof spanNames)[number]

/** Unix seconds; `to` is not included. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A named span, or days as `2026-03-18`, both included. */
export type Chosen = SpanName | { readonly from: string; readonly to: string }

const DAY_SECONDS = 86_400

/** The time range in the URL; undefined when it is absent or invalid. */
export function readChosen(text: string | undefined): Chosen | undefined {
  const name = spanNames.find((one) => one === text)
  if (name) return name
  const [, from = '', to = ''] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text ?? '') ?? []
  return startOf(from) <= startOf(to) ? { from, to } : undefined
}

/** How it stands in the URL. */
export const chosenText = (chosen: Chosen): string => (typeof chosen === 'string' ? chosen : `${chosen.from}..${chosen.to}`)

/**
 * The span in moments, by the calendar of the browser, since not every day has 24 hours. Weeks begin on Monday.
 * @param mostDays the limit of a query: a span that a clock change makes longer loses its first hours
 */
export function momentsOf(chosen: Chosen, nowMs: number, mostDays: number): Span {
  const { from, to } = typeof chosen === 'string' ? named(chosen, nowMs) : { from: startOf(chosen.from), to: startOf(chosen.to, 1) }
  return { from: Math.max(from, to - mostDays * DAY_SECONDS), to }
}

/** Its first and last day, for the date fields. */
export function daysOf({ from, to }: Span): { from: string; to: string } {
  return { from: dayText(from), to: dayText(to - 1) }
}

/** Whole days. */
export const lengthOf = ({ from, to }: Span): number => Math.max(1, Math.round((to - from) / DAY_SECONDS))

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

function named(name: SpanName, nowMs: number): Span {
  const now = new Date(nowMs)
  const tomorrow = midnight(now, 1)
  if (name === 'today') return { from: midnight(now), to: tomorrow }
  if (name === 'yesterday') return { from: midnight(now, -1), to: midnight(now) }
  if (name === '7d') return { from: midnight(now, -6), to: tomorrow }
  if (name === '30d') return { from: midnight(now, -29), to: tomorrow }
  const sinceMonday = (now.getDay() + 6) % 7
  const weeks = name === '4w' ? 4 : 12
  return { from: midnight(now, -sinceMonday - 7 * (weeks - 1)), to: midnight(now, 7 - sinceMonday) }
}

/** The midnight that a day begins with; NaN for what is no day. */
function startOf(day: string, daysLater = 0): number {
  const date = new Date(`${day}T00:00`)
  return Number.isNaN(date.getTime()) ? Number.NaN : midnight(date, daysLater)
}

function dayText(unix: number): string {
  const date = new Date(unix * 1000)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}
