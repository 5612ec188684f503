// A month of UTC, in the days that the ledger's sums are kept by.
import type { DaySpan } from './statement-store.ts'

const DAY_MS = 86_400_000

/** @param name `2026-11` */
export function monthSpan(name: string): DaySpan {
  const [year = 1970, month = 1] = name.split('-').map(Number)
  return { start: Date.UTC(year, month - 1, 1) / DAY_MS, end: Date.UTC(year, month, 1) / DAY_MS }
}

/** The month of a day. @param day since 1 January 1970, in UTC */
export const monthOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 7)

/** @param day since 1 January 1970, in UTC */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
