// What the quarters of an hour of somebody's usage come to by day and month.
import { quota } from '@waystation/contract/quota'
import type { Wallet } from '@waystation/contract/wallet'
import { DAY_SECONDS } from '../usage/usage-span.ts'

const PACE_DAYS = 7
/** Beyond that nobody counts days. */
const DAYS_LEFT_MAX = 9999

export interface QuarterSum {
  /** Start of the quarter of an hour, unix seconds. */
  readonly quarter: number
  /** Quota units. */
  readonly quota: number
}

/** The month in which a moment lies, as it is counted at a place. */
export interface Month {
  /** Unix seconds of its first moment, and of the month before. */
  readonly start: number
  readonly lastStart: number
  readonly dayCount: number
}

/** @param now unix seconds @param zone minutes east of UTC; the clock change of a summer time is not known here */
export function monthOf(now: number, zone: number): Month {
  const local = new Date((now + zone * 60) * 1000)
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth()]
  const first = (at: number) => Date.UTC(year, at, 1) / 1000 - zone * 60
  const [start, lastStart] = [first(month), first(month - 1)]
  return { start, lastStart, dayCount: Math.round((first(month + 1) - start) / DAY_SECONDS) }
}

/** From when on sums are needed, unix seconds. */
export const firstNeeded = (now: number, { lastStart }: Month): number => Math.min(lastStart, now - PACE_DAYS * DAY_SECONDS)

/** @param available quota units that can be spent */
export function usageOf(
  sums: readonly QuarterSum[],
  month: Month,
  { now, available }: { now: number; available: number },
): Wallet['usage'] {
  const byDay = Array.from({ length: Math.floor((now - month.start) / DAY_SECONDS) + 1 }, () => 0)
  for (const { quarter, quota } of sums) {
    const day = Math.floor((quarter - month.start) / DAY_SECONDS)
    if (day >= 0 && day < byDay.length) byDay[day] = (byDay[day] ?? 0) + quota
  }
  const total = byDay.reduce((sum, quota) => sum + quota, 0)
  const lastEnd = Math.min(month.start, month.lastStart + now - month.start)
  const week = sumWithin(sums, now - PACE_DAYS * DAY_SECONDS, now)
  return {
    by_day: byDay.map(quota),
    days_in_month: month.dayCount,
    total: quota(total),
    last_month: quota(sumWithin(sums, month.lastStart, lastEnd)),
    days_left: week <= 0 || available <= 0 ? null : Math.min(DAYS_LEFT_MAX, Math.floor((available * PACE_DAYS) / week)),
  }
}

const sumWithin = (sums: readonly QuarterSum[], from: number, to: number): number =>
  sums.filter(({ quarter }) => quarter >= from && quarter < to).reduce((sum, { quota }) => sum + quota, 0)
