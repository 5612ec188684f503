// The spans of the books. Their days are days in UTC, as vendors bill them, whatever the clock of the person says.
import type { Language } from '~/i18n/language'

const DAY_SECONDS = 86_400
const locales = { zh: 'zh-CN', en: 'en-US' } as const

export const spanNames = ['month', 'lastMonth', '7d', '30d', '90d'] as const
export type SpanName = (typeof spanNames)[number]

/** A named span, or days as `2026-03-18`, both included. */
export type Chosen = SpanName | { readonly from: string; readonly to: string }

/** Unix seconds; `to` is not included. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The span in the URL; the month where it is absent or wrong. */
export function readChosen(text: string | undefined): Chosen {
  const name = spanNames.find((one) => one === text)
  if (name) return name
  const [, from = '', to = ''] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text ?? '') ?? []
  return startOf(from) <= startOf(to) ? { from, to } : 'month'
}

/** How it stands in the URL. */
export const chosenText = (chosen: Chosen): string => (typeof chosen === 'string' ? chosen : `${chosen.from}..${chosen.to}`)

/** The moments of a span. */
export function spanOf(chosen: Chosen, nowMs: number): Span {
  if (typeof chosen !== 'string') return { from: startOf(chosen.from), to: startOf(chosen.to) + DAY_SECONDS }
  const now = new Date(nowMs)
  const month = (later: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, 1) / 1000
  const tomorrow = Math.floor(nowMs / 1000 / DAY_SECONDS) * DAY_SECONDS + DAY_SECONDS
  if (chosen === 'month') return { from: month(0), to: tomorrow }
  if (chosen === 'lastMonth') return { from: month(-1), to: month(0) }
  return { from: tomorrow - Number.parseInt(chosen, 10) * DAY_SECONDS, to: tomorrow }
}

/** Its first and last day, for the date fields. */
export const daysOf = ({ from, to }: Span): { from: string; to: string } => ({ from: isoDay(from), to: isoDay(to - 1) })

/** `2026-03-18`. @param unix seconds */
export const isoDay = (unix: number): string => new Date(unix * 1000).toISOString().slice(0, 10)

/** `Mar 18`, with the year where it is another one. */
export function dayText(unix: number, language: Language): string {
  const date = new Date(unix * 1000)
  const isThisYear = date.getUTCFullYear() === new Date().getUTCFullYear()
  const year = isThisYear ? {} : { year: 'numeric' as const }
  return date.toLocaleDateString(locales[language], { month: 'short', day: 'numeric', timeZone: 'UTC', ...year })
}

/** `Mar 1 – Mar 18`; one day stands alone. */
export function spanText({ from, to }: Span, language: Language): string {
  const [first, last] = [dayText(from, language), dayText(to - 1, language)]
  return first === last ? first : `${first} – ${last}`
}

/** Midnight in UTC that a day begins with; NaN for what is no day. */
function startOf(day: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) / 1000 : Number.NaN
}
