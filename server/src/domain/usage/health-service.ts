// How calls fared in a span: what share was answered, why others were not, how long it took.
import { MAX_USAGE_DAYS } from '@waystation/contract/calls/data'
import { type CallsHealth, type Latency, MAX_FAILURES, MAX_LATENCY_DAYS } from '@waystation/contract/calls/health'
import { isCallersFailure, latencyMeasures, latencyPercentile } from '@waystation/contract/calls/outcomes'
import { AppError } from '@waystation/contract/errors'
import { timeZone } from '@waystation/contract/options/appearance'
import { dataExportEnabled } from '@waystation/contract/options/logs'
import { dayOf, startOfDay } from '@waystation/contract/values/calendar'
import type { Database } from '../../db/database.ts'
import { findNamed } from '../user/registration/former-names-store.ts'
import { findEnds, findTimes, outcomesSince, type StepEnds, type StepTimes } from './health-store.ts'
import type { OverviewQuery, UsageParts } from './usage-service.ts'
import { DAY_SECONDS, type Span, spanOf, startsOf, wholeQuarters } from './usage-span.ts'
import { sumSteps } from './usage-store.ts'

/** Both throw AppError data_export_disabled, usage_span_reversed or usage_span_too_long. */
export interface HealthService {
  /** Everybody's, or that of the user who has, or had, a name. */
  health(query: OverviewQuery): Promise<CallsHealth>
  ownHealth(userId: number, query: OverviewQuery): Promise<CallsHealth>
}

export function healthService(parts: UsageParts): HealthService {
  const { database } = parts
  return {
    async health(query) {
      const mostDays = query.step === 'hour' ? MAX_USAGE_DAYS.byTheHour : MAX_USAGE_DAYS.everybody
      // An unknown name has no calls.
      const userId = query.username ? ((await findNamed(database, query.username))[0] ?? -1) : undefined
      return healthOf(parts, query, { userId, mostDays })
    },
    ownHealth: (userId, query) => healthOf(parts, query, { userId, mostDays: MAX_USAGE_DAYS.own }),
  }
}

async function healthOf(
  { database, options, now }: UsageParts,
  query: OverviewQuery,
  { userId, mostDays }: { userId: number | undefined; mostDays: number },
): Promise<CallsHealth> {
  if (!options.get(dataExportEnabled)) throw new AppError('data_export_disabled')
  const asOf = Math.floor(now() / 1000)
  const given = spanOf(query, { now: asOf, defaultDays: query.step === 'hour' ? 1 : MAX_USAGE_DAYS.own, mostDays })
  const zone = options.get(timeZone)
  const span = wholeQuarters(given)
  const starts = startsOf(given, query.step, zone)
  const isEverybodys = userId === undefined
  // An hour more: the clock may have been changed.
  const isTimed = isEverybodys && span.to - span.from <= MAX_LATENCY_DAYS * DAY_SECONDS + 3600
  const [ends, times, counted_since, hours] = await Promise.all([
    findEnds(database, userId, { span, starts }),
    isTimed ? findTimes(database, { span, starts }) : undefined,
    outcomesSince(database, span.from),
    isEverybodys ? spentByHour(database, asOf, zone) : null,
  ])
  return {
    ...{ starts, step: query.step, zone, as_of: asOf, counted_since, hours },
    ...endsOf(ends, starts),
    latency: times ? { first: latencyOf(times, starts, 'first'), total: latencyOf(times, starts, 'total') } : null,
  }
}

function endsOf(ends: readonly StepEnds[], starts: readonly number[]) {
  const isAnswered = ({ kind }: StepEnds) => kind === ''
  const isFailed = ({ kind }: StepEnds) => kind !== '' && !isCallersFailure(kind)
  const kinds = new Map<string, number>()
  for (const { kind, calls } of ends) if (kind !== '') kinds.set(kind, (kinds.get(kind) ?? 0) + calls)
  const failures = [...kinds]
    // Rows that were taken back leave nothing.
    .filter(([, calls]) => calls > 0)
    .map(([kind, calls]) => ({ kind, calls, is_callers: isCallersFailure(kind) }))
    .sort((a, b) => Number(a.is_callers) - Number(b.is_callers) || b.calls - a.calls || (a.kind < b.kind ? -1 : 1))
  const [answered, failed] = [sumOf(ends.filter(isAnswered)), sumOf(ends.filter(isFailed))]
  return {
    answered,
    failed,
    refused: sumOf(ends) - answered - failed,
    answered_by_step: byStep(ends.filter(isAnswered), starts),
    failed_by_step: byStep(ends.filter(isFailed), starts),
    failures: failures.slice(0, MAX_FAILURES),
  }
}

const sumOf = (rows: readonly { readonly calls: number }[]): number => rows.reduce((sum, { calls }) => sum + calls, 0)

function byStep(ends: readonly StepEnds[], starts: readonly number[]): number[] {
  const sums = new Map<number, number>()
  for (const { start, calls } of ends) sums.set(start, (sums.get(start) ?? 0) + calls)
  return starts.map((start) => sums.get(start) ?? 0)
}

function latencyOf(times: readonly StepTimes[], starts: readonly number[], name: keyof typeof latencyMeasures): Latency {
  const measured = times.filter(({ measure }) => measure === latencyMeasures[name])
  const whole = new Map<number, number>()
  const steps = new Map<number, Map<number, number>>()
  for (const { start, bucket, calls } of measured) {
    whole.set(bucket, (whole.get(bucket) ?? 0) + calls)
    const step = steps.get(start) ?? new Map<number, number>()
    steps.set(start, step.set(bucket, calls))
  }
  const each = (share: number) => starts.map((start) => latencyPercentile(steps.get(start) ?? new Map(), share))
  return {
    ...{ p50: latencyPercentile(whole, 0.5), p95: latencyPercentile(whole, 0.95), calls: sumOf(measured) },
    ...{ p50s: each(0.5), p95s: each(0.95) },
  }
}

const HOURS = 24

/** What everybody spent in each of the last 24 hours, and by the same clock a week before. */
async function spentByHour(database: Database, now: number, zone: string): Promise<CallsHealth['hours']> {
  const starts = startsOf({ from: now - HOURS * 3600, to: now + 1 }, 'hour', zone).slice(-HOURS)
  const earlier = starts.map((start) => weekBefore(start, zone))
  // Of the hour that is not over, as much is compared as has passed of it, to the quarter.
  const passed = now + 1 - (starts.at(-1) ?? now)
  const spent = async (begins: readonly number[]) => {
    const span: Span = wholeQuarters({ from: begins[0] ?? now, to: (begins.at(-1) ?? now) + passed })
    const sums = new Map((await sumSteps(database, {}, { span, starts: begins })).map(({ start, quota }) => [start, quota]))
    return begins.map((start) => sums.get(start) ?? 0)
  }
  const [quota, week_before] = await Promise.all([spent(starts), spent(earlier)])
  return { starts, quota, week_before }
}

function weekBefore(start: number, zone: string): number {
  const day = dayOf(start * 1000, zone)
  const midnight = startOfDay(day, zone) / 1000
  return startOfDay(day - 7, zone) / 1000 + (start - midnight)
}
