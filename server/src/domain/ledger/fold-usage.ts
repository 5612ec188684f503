// The sums of what was used: by hour, user, model and channel together, and by hour and model, hour and channel, day and user. The latter are
// what everybody's dashboard reads, where the former have a row for nearly every other call (docs/decisions/0009-the-dashboard.md).
import type { SetExecutor, SetTable } from '../../db/set-executor.ts'
import type { UsageDelta } from './usage-deltas.ts'

const sums = { calls: 'int', prompt_tokens: 'int', completion_tokens: 'int', quota: 'int' } as const

/** Its columns are those of a delta, in order. */
const usageTable: SetTable = {
  name: 'usage_hour',
  columns: { hour: 'int', user_id: 'int', model_name: 'text', channel_id: 'int', ...sums },
}

interface Dimension {
  readonly table: SetTable
  /** The time and what it is by. */
  readonly keys: readonly [time: string, by: string]
  readonly seconds: number
  readonly of: (delta: UsageDelta) => string | number
}

const dimensions: readonly Dimension[] = [
  {
    table: { name: 'usage_model_hour', columns: { hour: 'int', model_name: 'text', ...sums } },
    keys: ['hour', 'model_name'],
    seconds: 3600,
    of: ([, , model]) => model,
  },
  {
    table: { name: 'usage_channel_hour', columns: { hour: 'int', channel_id: 'int', ...sums } },
    keys: ['hour', 'channel_id'],
    seconds: 3600,
    of: ([, , , channelId]) => channelId,
  },
  {
    table: { name: 'usage_user_day', columns: { day: 'int', user_id: 'int', ...sums } },
    keys: ['day', 'user_id'],
    seconds: 86_400,
    of: ([, userId]) => userId,
  },
]

/**
 * Adds to the sums. Each table is written in the order of its keys, so that two nodes that fold at once wait for each other and do
 * not deadlock.
 */
export async function foldUsage(sets: SetExecutor, deltas: Iterable<UsageDelta>): Promise<void> {
  const added = new Map<string, UsageDelta>()
  for (const delta of deltas) {
    const key = JSON.stringify(delta.slice(0, 4))
    const sum = added.get(key)
    if (!sum) added.set(key, [...delta])
    else for (const at of [4, 5, 6, 7] as const) sum[at] += delta[at]
  }
  await sets.addMany(usageTable, ['hour', 'user_id', 'model_name', 'channel_id'], inOrder(added))
  for (const dimension of dimensions) await sets.addMany(dimension.table, dimension.keys, byDimension(added.values(), dimension))
}

function byDimension(deltas: Iterable<UsageDelta>, { seconds, of }: Dimension): (string | number)[][] {
  const rows = new Map<string, [time: number, by: string | number, calls: number, prompt: number, completion: number, quota: number]>()
  for (const delta of deltas) {
    const [hour, , , , calls, prompt, completion, quota] = delta
    const start = hour - (hour % seconds)
    const key = JSON.stringify([start, of(delta)])
    const row = rows.get(key) ?? [start, of(delta), 0, 0, 0, 0]
    rows.set(key, [row[0], row[1], row[2] + calls, row[3] + prompt, row[4] + completion, row[5] + quota])
  }
  return inOrder(rows)
}

function inOrder<Row>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
