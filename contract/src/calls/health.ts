// How calls ended and how long they took, for the dashboard. Counted by the quarter of an hour, as usage is.
import { z } from 'zod'
import { usageSteps } from './data.ts'

/** The longest span whose times are known, in days. */
export const MAX_LATENCY_DAYS = 31
/** How many kinds of failures are named. */
export const MAX_FAILURES = 20

const count = z.number().int()
const ms = z.number().int().nullable()

/** Milliseconds; null: no such call. One of each list per start. */
const Latency = z.object({ p50: ms, p95: ms, calls: count, p50s: z.array(ms), p95s: z.array(ms) })
export type Latency = z.infer<typeof Latency>

export const CallsHealth = z.object({
  /** As of `UsageOverview`. */
  starts: z.array(count),
  step: z.enum(usageSteps),
  zone: z.string(),
  as_of: count,
  /** Since when ends are counted, unix seconds, where the span begins before; else null. */
  counted_since: count.nullable(),
  answered: count,
  /** Calls that failed and that their caller could do nothing about. The share that succeeded is answered / (answered + failed). */
  failed: count,
  /** Calls that were refused, or broken off, for what their caller did. */
  refused: count,
  /** One count per start. */
  answered_by_step: z.array(count),
  failed_by_step: z.array(count),
  /** The most frequent first. `kind` is the `failure` of a query of the logs. */
  failures: z.array(z.object({ kind: z.string(), calls: count, is_callers: z.boolean() })),
  /** Everybody's, of spans of up to 31 days; else null. From a histogram: some per cent may be wrong. */
  latency: z.object({ first: Latency, total: Latency }).nullable(),
  /** Everybody's; else null: what was spent in the last 24 hours and in the same hours of the week before, in quota units. */
  hours: z.object({ starts: z.array(count), quota: z.array(count), week_before: z.array(count) }).nullable(),
})
export type CallsHealth = z.infer<typeof CallsHealth>
