// The sums of the books, by day, channel and the model upstream: few rows, of which every view of the books is made.
import { type SetExecutor, setTable } from '../../../db/set-executor.ts'
import type { BookDayRow } from '../../../db/tables/tables.ts'

const sums = {
  calls: 'int',
  quota: 'int',
  cost: 'int',
  unpriced: 'int',
  unpriced_quota: 'int',
  counted: 'int',
  counted_cost: 'int',
  cache_cost: 'int',
  failed: 'int',
} as const
const names = ['calls', 'quota', 'cost', 'unpriced', 'unpriced_quota', 'counted', 'counted_cost', 'cache_cost', 'failed'] as const
const bookTable = setTable('book_day', { day: 'int', channel_id: 'int', model_name: 'text', ...sums })

/** Adds to the sums, in the order of their keys, so that two nodes that fold at once wait for each other and do not deadlock. */
export async function foldBooks(sets: SetExecutor, deltas: readonly BookDayRow[]): Promise<void> {
  const rows = new Map<string, BookDayRow>()
  for (const delta of deltas) {
    const key = JSON.stringify([delta.day, delta.channel_id, delta.model_name])
    const row = rows.get(key)
    if (row) for (const name of names) row[name] += delta[name]
    else rows.set(key, { ...delta })
  }
  const inOrder = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await sets.addMany(bookTable, ['day', 'channel_id', 'model_name'], inOrder)
}
