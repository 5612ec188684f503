// What no account could pay of charges, by day, user and model. Batches bring it as deltas, like the sums of usage and of the books.
import { type SetExecutor, setTable } from '../../../db/set-executor.ts'
import type { WriteOffDayRow } from '../../../db/tables/tables.ts'
import type { LogDraft } from '../operation.ts'

const DAY_SECONDS = 86_400
const writeOffTable = setTable('write_off_day', { day: 'int', user_id: 'int', model_name: 'text', calls: 'int', quota: 'int' })

/** What was written off of these calls. @param atSeconds unix seconds; a sign of -1 takes it back */
export function writeOffDeltas(charged: readonly LogDraft[], atSeconds: number, sign: 1 | -1 = 1): WriteOffDayRow[] {
  const day = atSeconds - (atSeconds % DAY_SECONDS)
  return charged.flatMap(({ userId, model, writtenOff = 0 }) =>
    writtenOff === 0 ? [] : [{ day, user_id: userId, model_name: model, calls: sign, quota: sign * writtenOff }],
  )
}

/** Adds to the sums, in the order of their keys, so that two nodes that fold at once wait for each other and do not deadlock. */
export async function foldWriteOffs(sets: SetExecutor, deltas: readonly WriteOffDayRow[]): Promise<void> {
  const rows = new Map<string, WriteOffDayRow>()
  for (const delta of deltas) {
    const key = JSON.stringify([delta.day, delta.user_id, delta.model_name])
    const row = rows.get(key) ?? { ...delta, calls: 0, quota: 0 }
    rows.set(key, { ...row, calls: row.calls + delta.calls, quota: row.quota + delta.quota })
  }
  const inOrder = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await sets.addMany(writeOffTable, ['day', 'user_id', 'model_name'], inOrder)
}
