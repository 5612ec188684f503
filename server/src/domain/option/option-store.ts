import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'
import { insertPriceVersion, type NewPriceVersion } from '../pricing/versions/price-version-store.ts'

interface SavedOptions {
  readonly rows: readonly { readonly key: string; readonly value: string }[]
  /** The version of the prices that these rows make. */
  readonly version?: NewPriceVersion
}

/** Stores options by key, replacing what was there. @returns the number of the new version of the prices; undefined where there is none */
export const saveOptions = writeTask<SavedOptions, number | undefined>('option.save', async (tx, { rows, version }) => {
  const updated_at = Math.floor((await tx.sets.nowMs()) / 1000)
  for (const { key, value } of rows) {
    // One statement: of two that change an option at the same time, the later one waits and wins.
    const insert = tx.db.insertInto('option').values({ key, value, updated_at })
    const change = { value, updated_at }
    await (tx.kind === 'mysql'
      ? insert.onDuplicateKeyUpdate(change)
      : insert.onConflict((conflict) => conflict.column('key').doUpdateSet(change))
    ).execute()
  }
  return version && insertPriceVersion(tx, version)
})

/** Options that were stored at this time or later, as they stand in the table. @param since unix seconds */
export async function findOptions(database: Database, since: number): Promise<{ key: string; value: string; updatedAt: number }[]> {
  const rows = await database.read.selectFrom('option').select(['key', 'value', 'updated_at']).where('updated_at', '>=', since).execute()
  return rows.map(({ key, value, updated_at }) => ({ key, value, updatedAt: Number(updated_at) }))
}
