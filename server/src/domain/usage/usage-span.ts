// Time ranges of usage queries, in the quarters of an hour that usage is stored in: days of every zone begin with one.
import { AppError } from '@waystation/contract/errors'

const QUARTER_SECONDS = 900
export const DAY_SECONDS = 86_400
/** Further no database needs to look, and every one can hold it. */
const LAST_SECOND = 4_000_000_000

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
  if (to - from > limits.mostDays * DAY_SECONDS) throw new AppError('usage_span_too_long', { days: limits.mostDays })
  return { from, to }
}

/** The nearest time that a database can hold. */
export const clamp = (seconds: number, least = 0): number => Math.min(LAST_SECOND, Math.max(0, least, seconds))

const quarterOf = (seconds: number): number => seconds - (seconds % QUARTER_SECONDS)

/** The span in whole quarters: from the one in which it begins to the end of that in which it ends. Spans that meet at a quarter add up. */
export const wholeQuarters = ({ from, to }: Span): Span => ({ from: quarterOf(from), to: quarterOf(to + QUARTER_SECONDS - 1) })

/** Where the steps of a span begin: a day begins where the asker's does, in the quarter of `from`. */
export function startsOf(span: Span, stepSeconds: number): number[] {
  const { from, to } = wholeQuarters(span)
  return Array.from({ length: Math.max(1, Math.ceil((to - from) / stepSeconds)) }, (_, at) => from + at * stepSeconds)
}

/**
 * The span to compare with: what lies right before and is as long. Of a span that is not over, as much is compared as has passed of it.
 * Null: it has not begun.
 */
export function spanBefore(span: Span, now: number): Span | null {
  const { from, to } = wholeQuarters(span)
  const passed = Math.min(to, now) - from
  if (passed <= 0) return null
  const begin = from - (span.to > now + 1 ? to - from : passed)
  return { from: Math.max(0, begin), to: Math.max(0, begin + passed) }
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
