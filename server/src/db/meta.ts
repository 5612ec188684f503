import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from './kind.ts'
import { hasNotes } from './schema-version.ts'
import type { WriteTx } from './write-task.ts'

/** A row in `meta`, as long as a restore is under way or was cut off. */
export const UNFINISHED_RESTORE = 'restore_unfinished'

/**
 * Notes something about the whole database, unless it is noted already: of several nodes that start at once, one writes the row and none fails.
 * @returns whether this call wrote it
 */
export async function noteOnce(tx: WriteTx, key: string, value: string): Promise<boolean> {
  const row = tx.db.insertInto('meta').values({ key, value })
  const made = await (tx.kind === 'mysql' ? row.ignore() : row.onConflict((conflict) => conflict.doNothing())).executeTakeFirst()
  return Number(made.numInsertedOrUpdatedRows ?? 0) === 1
}

/** Has a restore begun and not finished? */
export async function isHalfRestored<Schema>(db: Kysely<Schema>, kind: DatabaseKind): Promise<boolean> {
  if (!(await hasNotes(db, kind))) return false
  return (await sql`select 1 from meta where ${sql.ref('key')} = ${UNFINISHED_RESTORE}`.execute(db)).rows.length > 0
}
