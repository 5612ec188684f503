// What was spent through a channel, from the ledger's sums of usage.
import type { ChannelUsage } from '@waystation/contract/channels/channel'
import type { Database } from '../../../db/database.ts'
import { modelsOf } from '../../usage/usage-models.ts'
import { totalOf } from '../../usage/usage-series.ts'
import { clamp, DAY_SECONDS, startsOf, wholeQuarters } from '../../usage/usage-span.ts'

const MAX_SECONDS = 31 * DAY_SECONDS

export interface UsageSpan {
  /** Unix seconds; `to` is not included any more. Absent: the last 24 hours. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly step: 'hour' | 'day'
}

/** Sums by model and hour or day of the zone, the most expensive models first. @param now unix milliseconds */
export async function channelUsage(
  database: Database,
  channelId: number,
  query: UsageSpan,
  { now, zone }: { now: number; zone: string },
): Promise<ChannelUsage> {
  const to = clamp(query.to ?? Math.floor(now / 1000) + 1, 1)
  const span = wholeQuarters({ from: clamp(query.from ?? to - DAY_SECONDS, to - MAX_SECONDS), to })
  const starts = startsOf(span, query.step, zone)
  const { ranking, models } = await modelsOf(database, { channelId }, { span, starts, order: 'quota' })
  const { quota, calls } = totalOf(ranking)
  return { starts, models: models.map((series) => ({ model: series.model, quota: series.quota, calls: series.calls })), quota, calls }
}
