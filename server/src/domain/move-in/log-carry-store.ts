// Rows of the usage log as they move in. Their request ids come from the other gateway's ids, so none is written twice.
import { writeTask } from '../../db/write-task.ts'
import type { MovingLog } from './goods.ts'

/** Writes those rows that are not there yet; answers how many. */
export const carryLogs = writeTask<readonly MovingLog[], number>('import.logs', async (tx, rows) => {
  if (rows.length === 0) return 0
  const ids = rows.map(({ request_id }) => request_id)
  const stored = await tx.db.selectFrom('log').select('request_id').where('request_id', 'in', ids).execute()
  const there = new Set(stored.map(({ request_id }) => request_id))
  const fresh = rows.filter(({ request_id }) => !there.has(request_id))
  if (fresh.length > 0)
    await tx.db
      .insertInto('log')
      .values([...fresh])
      .execute()
  return fresh.length
})
