// What somebody used this month, by its days, and at which pace.

import { quota } from '@waystation/contract/money/quota'
import type { Wallet } from '@waystation/contract/money/wallet'
import { datesWithin, spanOf, startOfDay } from '@waystation/contract/values/calendar'
import type { Database } from '../../db/database.ts'
import { DAY_SECONDS, wholeQuarters } from '../usage/usage-span.ts'
import { hoursUntil, sumSpan, sumSteps } from '../usage/usage-store.ts'

const PACE_DAYS = 7
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

/** How many days quota units last at the pace of a week; null: nothing was used, or nothing is left. */
export function daysLeft(available: number, week: number): number | null {
  return week <= 0 || available <= 0 ? null : Math.min(DAYS_LEFT_MAX, Math.floor((available * PACE_DAYS) / week))
}
