// A year of usage as lines of a calendar: one for each month, a place for each of its days.

/** A month, with its days from the first to the last that is over or goes on. */
export interface YearMonth {
  /** `2026-03`. */
  readonly month: string
  /** Quota units of each day. */
  readonly days: readonly number[]
  readonly total: number
}

/** @param first the first day, `2026-01-01`, which begins a month. @param byDay from it on, one for each day */
export function monthsOf(first: string, byDay: readonly number[]): YearMonth[] {
  const start = Date.parse(`${first}T00:00:00Z`)
  const days = new Map<string, number[]>()
  for (const [at, quota] of byDay.entries()) {
    const month = new Date(start + at * 86_400_000).toISOString().slice(0, 7)
    const known = days.get(month)
    if (known) known.push(quota)
    else days.set(month, [quota])
  }
  return [...days].map(([month, quotas]) => ({ month, days: quotas, total: quotas.reduce((sum, quota) => sum + quota, 0) }))
}

/** Shades of a day, from 0 for nothing. */
export const SHADES = 4

/** How dark a day is, beside the day of most usage. Half of that is already darker than the middle, so that one large day hides no others. */
export function shadeOf(quota: number, most: number): number {
  if (quota <= 0 || most <= 0) return 0
  return Math.max(1, Math.min(SHADES, Math.ceil(Math.sqrt(quota / most) * SHADES)))
}
