// The hourly sums: of each user, model and channel together, and of each model, each user and each channel by itself. The latter are what
// everybody's dashboard reads, where the former have a row for nearly every other call (docs/decisions/0009-the-dashboard.md).
import type { SetExecutor, SetTable } from '../../db/set-executor.ts'
import type { UsageDelta } from './usage-deltas.ts'

const sums = { calls: 'int', prompt_tokens: 'int', completion_tokens: 'int', quota: 'int' } as const

/** Its columns are those of a delta, in order. */
const usageTable: SetTable = {
  name: 'usage_hour',
  columns: { hour: 'int', user_id: 'int', model_name: 'text', channel_id: 'int', ...sums },
}

type Dimension = { readonly table: SetTable; readonly key: string; readonly of: (delta: UsageDelta) => string | number }

const dimensions: readonly Dimension[] = [
  { table: dimensionTable('usage_model_hour', { model_name: 'text' }), key: 'model_name', of: ([, , model]) => model },
  { table: dimensionTable('usage_user_hour', { user_id: 'int' }), key: 'user_id', of: ([, userId]) => userId },
  { table: dimensionTable('usage_channel_hour', { channel_id: 'int' }), key: 'channel_id', of: ([, , , channelId]) => channelId },
]

/**
 * Adds to the hourly sums. Each table is written in the order of its keys, so that two nodes that fold at once wait for each other and do
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
  for (const { table, key, of } of dimensions) await sets.addMany(table, ['hour', key], byDimension(added.values(), of))
}

function byDimension(deltas: Iterable<UsageDelta>, of: Dimension['of']): (string | number)[][] {
  const rows = new Map<string, [hour: number, value: string | number, calls: number, prompt: number, completion: number, quota: number]>()
  for (const delta of deltas) {
    const [hour, , , , calls, prompt, completion, quota] = delta
    const key = JSON.stringify([hour, of(delta)])
    const row = rows.get(key) ?? [hour, of(delta), 0, 0, 0, 0]
    rows.set(key, [row[0], row[1], row[2] + calls, row[3] + prompt, row[4] + completion, row[5] + quota])
  }
  return inOrder(rows)
}

function inOrder<Row>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function dimensionTable(name: string, key: SetTable['columns']): SetTable {
  return { name, columns: { hour: 'int', ...key, ...sums } }
}
