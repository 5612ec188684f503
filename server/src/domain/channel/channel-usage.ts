// What was spent through a channel, from the hourly sums that the ledger keeps.
import { type ChannelUsage, MOST_USAGE_MODELS } from '@waystation/contract/channel'
import type { Database } from '../../db/database.ts'
import { findChannelHours, type UsageSum } from './channel-usage-store.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
const MOST_SECONDS = 31 * DAY_SECONDS

export interface UsageSpan {
  /** Unix seconds; `to` is not included any more. Absent: the last 24 hours. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly step: 'hour' | 'day'
}

/** Sums by model and hour or day, the dearest models first. @param now unix milliseconds */
export async function channelUsage(database: Database, channelId: number, asked: UsageSpan, now: number): Promise<ChannelUsage> {
  const starts = startsOf(asked, now)
  const first = starts[0] ?? 0
  const step = secondsOf(asked.step)
  const rows = await findChannelHours(database, channelId, first, first + starts.length * step)
  const models = new Map<string, { quota: number[]; calls: number[] }>()
  for (const row of rows) {
    const sums = models.get(row.model) ?? { quota: starts.map(() => 0), calls: starts.map(() => 0) }
    models.set(row.model, sums)
    addRow(sums, row, Math.floor((row.hour - first) / step))
  }
  const dearest = [...models].map(([model, sums]) => ({ model, ...sums })).toSorted((a, b) => total(b.quota) - total(a.quota))
  const rest = dearest.slice(MOST_USAGE_MODELS)
  const others = { model: null, quota: sumOf(rest.map((model) => model.quota)), calls: sumOf(rest.map((model) => model.calls)) }
  return {
    starts,
    models: [...dearest.slice(0, MOST_USAGE_MODELS), ...(rest.length > 0 ? [others] : [])],
    quota: dearest.reduce((sum, { quota }) => sum + total(quota), 0),
    calls: dearest.reduce((sum, { calls }) => sum + total(calls), 0),
  }
}

/** Where the hours or days begin: a day begins where the asker's does, at `from`. */
function startsOf({ from, to, step }: UsageSpan, now: number): number[] {
  const seconds = secondsOf(step)
  const end = clamp(to ?? Math.floor(now / 1000) + 1, 1)
  const begin = clamp(from ?? end - DAY_SECONDS, end - MOST_SECONDS)
  const first = begin - (begin % HOUR_SECONDS)
  const count = Math.max(1, Math.ceil((end - first) / seconds))
  return Array.from({ length: Math.min(count, MOST_SECONDS / seconds + 1) }, (_, at) => first + at * seconds)
}

/** Times that a database can hold; nonsense becomes the nearest sense. */
const clamp = (seconds: number, least: number): number => Math.min(4_000_000_000, Math.max(0, least, seconds))

const secondsOf = (step: UsageSpan['step']): number => (step === 'day' ? DAY_SECONDS : HOUR_SECONDS)

function addRow(sums: { quota: number[]; calls: number[] }, row: UsageSum, at: number): void {
  sums.quota[at] = (sums.quota[at] ?? 0) + row.quota
  sums.calls[at] = (sums.calls[at] ?? 0) + row.calls
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const sumOf = (lists: readonly (readonly number[])[]): number[] =>
  (lists[0] ?? []).map((_, at) => lists.reduce((sum, list) => sum + (list[at] ?? 0), 0))
