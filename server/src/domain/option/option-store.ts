import { writeTask } from '../../db/write-task.ts'

/** Stores options by key, replacing what was there. */
export const saveOptions = writeTask<{ rows: readonly { key: string; value: string }[] }, null>('option.save', async (tx, { rows }) => {
  const updated_at = Math.floor((await tx.sets.nowMs()) / 1000)
  for (const { key, value } of rows) {
    await tx.db.deleteFrom('option').where('key', '=', key).execute()
    await tx.db.insertInto('option').values({ key, value, updated_at }).execute()
  }
  return null
})
