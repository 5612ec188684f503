import type { Database } from '../../db/database.ts'
import { isRowId } from '../like-pattern.ts'

/** What one model cost through a channel in one hour, all users together. */
export interface UsageSum {
  /** Start of the hour, unix seconds. */
  readonly hour: number
  readonly model: string
  readonly calls: number
  /** Quota units. */
  readonly quota: number
}

/** Hourly sums of a channel from `from` up to, but not with, `to`. */
export async function findChannelHours(database: Database, channelId: number, from: number, to: number): Promise<UsageSum[]> {
  if (!isRowId(channelId)) return []
  const rows = await database.read
    .selectFrom('usage_hour')
    .select(({ fn }) => ['hour', 'model_name', fn.sum('calls').as('calls'), fn.sum('quota').as('quota')])
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .where('channel_id', '=', channelId)
    .groupBy(['hour', 'model_name'])
    .execute()
  return rows.map((row) => ({ hour: Number(row.hour), model: row.model_name, calls: Number(row.calls), quota: Number(row.quota) }))
}
