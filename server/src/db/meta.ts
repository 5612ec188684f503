import type { WriteTx } from './write-task.ts'

/**
 * Notes something about the whole database, unless it is noted already: of several nodes that start at once, one writes the row and none fails.
 * @returns whether this call wrote it
 */
export async function noteOnce(tx: WriteTx, key: string, value: string): Promise<boolean> {
  const row = tx.db.insertInto('meta').values({ key, value })
  const made = await (tx.kind === 'mysql' ? row.ignore() : row.onConflict((conflict) => conflict.doNothing())).executeTakeFirst()
  return Number(made.numInsertedOrUpdatedRows ?? 0) === 1
}
