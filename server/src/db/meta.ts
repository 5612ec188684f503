// Notes about the whole database, in `meta`.
import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from './kind.ts'
import { tableNames } from './takeover.ts'
import type { WriteTx } from './write-task.ts'

/** A row in `meta`, as long as a restore is under way or was cut off. */
export const UNFINISHED_RESTORE = 'restore_unfinished'

/** Which version changed the tables last: an older one that is started on them later refuses to go on, and names it. */
const SCHEMA_VERSION = 'schema_version'
const keyColumn = sql.ref('key')

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
  return (await sql`select 1 from meta where ${keyColumn} = ${UNFINISHED_RESTORE}`.execute(db)).rows.length > 0
}

/** The version that changed the tables last; undefined where the database does not say. */
export async function changedBy<Schema>(db: Kysely<Schema>, kind: DatabaseKind): Promise<string | undefined> {
  if (!(await hasNotes(db, kind))) return undefined
  return (await sql<{ value: string }>`select value from meta where ${keyColumn} = ${SCHEMA_VERSION}`.execute(db)).rows[0]?.value
}

/** Notes the version, unless the database is so new that it has no place for notes. Twice at once, or again, does no harm. */
export async function noteChangedBy<Schema>(db: Kysely<Schema>, kind: DatabaseKind, version: string): Promise<void> {
  if (!(await hasNotes(db, kind))) return
  const row = sql`insert into meta (${keyColumn}, value) values (${SCHEMA_VERSION}, ${version})`
  if (kind === 'mysql') await sql`${row} on duplicate key update value = ${version}`.execute(db)
  else await sql`${row} on conflict (${keyColumn}) do update set value = ${version}`.execute(db)
}

/** Is there a place for notes? A migration that was cut off on MySQL may have recorded steps and not made it yet. */
export async function hasNotes<Schema>(db: Kysely<Schema>, kind: DatabaseKind): Promise<boolean> {
  return (await tableNames[kind].execute(db)).rows.some(({ name }) => name === 'meta')
}
