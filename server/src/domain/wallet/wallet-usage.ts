// What somebody used this month and in the last twelve, by day, and at which pace.

import { quota } from '@waystation/contract/money/quota'
import type { UsageYear, Wallet } from '@waystation/contract/money/wallet'
import { datesWithin, dayOf, spanOf, startOfDay } from '@waystation/contract/values/calendar'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { DAY_SECONDS, wholeQuarters } from '../usage/usage-span.ts'
import { hoursUntil, sumSpan, sumSteps } from '../usage/usage-store.ts'

const PACE_DAYS = 7
/** Of a year, this month included. */
const MONTHS = 12
/** Beyond that nobody counts days. */
const DAYS_LEFT_MAX = 9999

export interface UsageMoment {
  /** Unix seconds. */
  readonly now: number
  /** The time zone in which days and months begin. */
  readonly zone: string
}

/** What a user used in the month in which a moment lies. How long a balance lasts is for the caller to say, who knows it. */
export async function findMonth(
  database: Database,
  userId: number,
  { now, zone }: UsageMoment,
): Promise<Omit<Wallet['usage'], 'days_left'> & { readonly week: number }> {
  const month = spanOf('month', zone, now * 1000)
  const last = spanOf('month', zone, month.startMs - 1)
  const starts = datesWithin({ startMs: month.startMs, endMs: now * 1000 + 1 }, zone).map((day) => startOfDay(day, zone) / 1000)
  const [start, lastStart] = [month.startMs / 1000, last.startMs / 1000]
  const [days, lastMonth, week, hours_until] = await Promise.all([
    sumSteps(database, { userId }, { span: wholeQuarters({ from: start, to: now + 1 }), starts }),
    sumSpan(database, { userId }, { from: lastStart, to: Math.min(start, lastStart + now - start) }),
    sumSpan(database, { userId }, { from: now - PACE_DAYS * DAY_SECONDS, to: now }),
    hoursUntil(database, lastStart),
  ])
  const used = new Map(days.map((day) => [day.start, day.quota]))
  return {
    zone,
    hours_until,
    by_day: starts.map((day) => quota(used.get(day) ?? 0)),
    days_in_month: datesWithin(month, zone).length,
    total: quota(days.reduce((sum, day) => sum + day.quota, 0)),
    last_month: quota(lastMonth.quota),
    week: week.quota,
  }
}

/** What a user used on each day of the month in which a moment lies and of the eleven months before. */
export async function findYear(database: Database, userId: number, { now, zone }: UsageMoment): Promise<z.infer<typeof UsageYear>> {
  const today = new Date(dayOf(now * 1000, zone) * DAY_SECONDS * 1000)
  const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - MONTHS + 1, 1) / (DAY_SECONDS * 1000)
  const startMs = startOfDay(first, zone)
  const starts = datesWithin({ startMs, endMs: now * 1000 + 1 }, zone).map((day) => startOfDay(day, zone) / 1000)
  const [days, hours_until] = await Promise.all([
    sumSteps(database, { userId }, { span: wholeQuarters({ from: startMs / 1000, to: now + 1 }), starts }),
    hoursUntil(database, startMs / 1000),
  ])
  const used = new Map(days.map((day) => [day.start, day.quota]))
  return {
    zone,
    first: new Date(first * DAY_SECONDS * 1000).toISOString().slice(0, 10),
    by_day: starts.map((day) => quota(used.get(day) ?? 0)),
    hours_until,
  }
}

/** How many days quota units last at the pace of a week; null: nothing was used, or nothing is left. */
export function daysLeft(available: number, week: number): number | null {
  return week <= 0 || available <= 0 ? null : Math.min(DAYS_LEFT_MAX, Math.floor((available * PACE_DAYS) / week))
}
