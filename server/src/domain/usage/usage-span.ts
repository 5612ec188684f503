// Time ranges of usage queries, in the quarters of an hour that usage is stored in: days of every zone begin with one.

import type { UsageStep } from '@waystation/contract/calls/data'
import { AppError } from '@waystation/contract/errors'
import { dayOf, startOfDay, wallMs } from '@waystation/contract/values/calendar'

const QUARTER_SECONDS = 900
const HOUR_SECONDS = 3600
export const DAY_SECONDS = 86_400
/** Further no database needs to look, and every one can hold it. */
const LAST_SECOND = 4_000_000_000
/** What changes of the clock may add to so many days. */
const CHANGES_SECONDS = 2 * HOUR_SECONDS

/** Unix seconds; `to` is not included any more. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * The requested range, with its defaults.
 * @param now unix seconds, where a range without an end ends
 * @throws AppError usage_span_reversed or usage_span_too_long
 */
export function spanOf(
  query: { readonly from?: number | undefined; readonly to?: number | undefined },
  limits: { readonly now: number; readonly defaultDays: number; readonly mostDays: number },
): Span {
  const to = clamp(query.to ?? limits.now + 1)
  const from = clamp(query.from ?? to - limits.defaultDays * DAY_SECONDS)
  if (from >= to) throw new AppError('usage_span_reversed')
  if (to - from > limits.mostDays * DAY_SECONDS + CHANGES_SECONDS) throw new AppError('usage_span_too_long', { days: limits.mostDays })
  return { from, to }
}

/** The nearest time that a database can hold. */
export const clamp = (seconds: number, least = 0): number => Math.min(LAST_SECOND, Math.max(0, least, seconds))

const quarterOf = (seconds: number): number => seconds - (seconds % QUARTER_SECONDS)

/** The span in whole quarters: from the one in which it begins to the end of that in which it ends. Spans that meet at a quarter add up. */
export const wholeQuarters = ({ from, to }: Span): Span => ({ from: quarterOf(from), to: quarterOf(to + QUARTER_SECONDS - 1) })

/**
 * Where the steps of a span begin, in the hours and days of a zone: the first with the span, the others at the next whole hour or midnight;
 * weeks are seven days from the first. Days may have 23 or 25 hours, and hours half of one.
 */
export function startsOf(span: Span, step: UsageStep, zone: string): number[] {
  const { from, to } = wholeQuarters(span)
  const starts = [from]
  const first = dayOf(from * 1000, zone)
  const next = (at: number) =>
    step === 'hour'
      ? at + HOUR_SECONDS - ((wallMs(at * 1000, zone) / 1000) % HOUR_SECONDS)
      : startOfDay(first + starts.length * DAYS_OF[step], zone) / 1000
  for (let at = next(from); at < to; at = next(at)) starts.push(at)
  // A day that the zone skipped begins with the next.
  return starts.filter((start, index) => start !== starts[index - 1])
}

const DAYS_OF = { day: 1, week: 7 } as const

/** Steps of equal length that follow each other. */
export interface Run {
  readonly from: number
  readonly stepSeconds: number
}

/** Steps by their lengths: as many runs as the clock is changed, one more where the first step is cut, and the last step, which has no end. */
export function runsOf(starts: readonly number[]): Run[] {
  const steps = starts.map((from, at) => ({ from, stepSeconds: (starts[at + 1] ?? from + LAST_SECOND) - from }))
  return steps.filter(({ stepSeconds }, at) => stepSeconds !== steps[at - 1]?.stepSeconds)
}

/**
 * The span to compare with: what lies right before and is as long, in days of the zone where the span has whole ones. Of a span that is not
 * over, as much is compared as has passed of it. Null: it has not begun.
 */
export function spanBefore(span: Span, now: number, zone: string): Span | null {
  const { from, to } = wholeQuarters(span)
  const passed = Math.min(to, now) - from
  if (passed <= 0) return null
  const isOpen = span.to > now + 1
  const begin = Math.max(0, daysBefore({ from, to }, zone) ?? from - (isOpen ? to - from : passed))
  return { from: begin, to: isOpen ? Math.min(begin + passed, from) : from }
}

/** Where as many days of a zone before a span began; undefined where the span has no whole ones. */
function daysBefore({ from, to }: Span, zone: string): number | undefined {
  const [first, last] = [dayOf(from * 1000, zone), dayOf(to * 1000, zone)]
  const isWhole = [first, last].every((day, at) => startOfDay(day, zone) / 1000 === [from, to][at])
  return isWhole ? startOfDay(first - (last - first), zone) / 1000 : undefined
}

/** The whole quarters of a span, and those that it cuts with the share that it has of them. */
export function sharesOf({ from, to }: Span): (Span & { readonly share: number })[] {
  const [first, last] = [quarterOf(from), quarterOf(to)]
  const cut = (quarter: number) => {
    const end = quarter + QUARTER_SECONDS
    return { from: quarter, to: end, share: (Math.min(to, end) - Math.max(from, quarter)) / QUARTER_SECONDS }
  }
  const begin = from === first ? first : first + QUARTER_SECONDS
  return [
    ...(from === first ? [] : [cut(first)]),
    ...(begin < last ? [{ from: begin, to: last, share: 1 }] : []),
    ...(to === last || last < begin ? [] : [cut(last)]),
  ]
}

/** The days of UTC within a range of whole quarters, and the quarters before and after them. */
export function daysOf({ from, to }: Span): { days: Span; edges: Span[] } {
  const first = from + ((DAY_SECONDS - (from % DAY_SECONDS)) % DAY_SECONDS)
  const last = to - (to % DAY_SECONDS)
  if (first >= last) return { days: { from: first, to: first }, edges: [{ from, to }] }
  return {
    days: { from: first, to: last },
    edges: [
      { from, to: first },
      { from: last, to },
    ].filter((edge) => edge.from < edge.to),
  }
}
