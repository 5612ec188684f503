// What was spent through a channel, from the ledger's sums of usage.
import type { ChannelUsage } from '@waystation/contract/channel'
import { USAGE_STEP_SECONDS } from '@waystation/contract/data'
import type { Database } from '../../db/database.ts'
import { modelsOf } from '../usage/usage-models.ts'
import { totalOf } from '../usage/usage-series.ts'
import { clamp, DAY_SECONDS, startsOf } from '../usage/usage-span.ts'

const MAX_SECONDS = 31 * DAY_SECONDS

export interface UsageSpan {
  /** Unix seconds; `to` is not included any more. Absent: the last 24 hours. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly step: 'hour' | 'day'
}

/** Sums by model and hour or day, the most expensive models first. @param now unix milliseconds */
export async function channelUsage(database: Database, channelId: number, query: UsageSpan, now: number): Promise<ChannelUsage> {
  const stepSeconds = USAGE_STEP_SECONDS[query.step]
  const to = clamp(query.to ?? Math.floor(now / 1000) + 1, 1)
  const starts = startsOf({ from: clamp(query.from ?? to - DAY_SECONDS, to - MAX_SECONDS), to }, stepSeconds)
  const from = starts[0] ?? 0
  const span = { from, to: from + starts.length * stepSeconds }
  const { ranking, models } = await modelsOf(database, { channelId }, { span, starts, stepSeconds, order: 'quota' })
  const { quota, calls } = totalOf(ranking)
  return { starts, models: models.map((series) => ({ model: series.model, quota: series.quota, calls: series.calls })), quota, calls }
}
