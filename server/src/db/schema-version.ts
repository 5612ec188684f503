// Which version changed the tables last: an older one that is started on them later refuses to go on, and names it.
import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from './kind.ts'
import { tableNames } from './takeover.ts'

const KEY = 'schema_version'
const key = sql.ref('key')

/** The version that changed the tables last; undefined where the database does not say. */
export async function changedBy<Schema>(db: Kysely<Schema>, kind: DatabaseKind): Promise<string | undefined> {
  if (!(await hasNotes(db, kind))) return undefined
  return (await sql<{ value: string }>`select value from meta where ${key} = ${KEY}`.execute(db)).rows[0]?.value
}

/** Notes the version, unless the database is so new that it has no place for notes. Twice at once, or again, does no harm. */
export async function noteChangedBy<Schema>(db: Kysely<Schema>, kind: DatabaseKind, version: string): Promise<void> {
  if (!(await hasNotes(db, kind))) return
  const row = sql`insert into meta (${key}, value) values (${KEY}, ${version})`
  if (kind === 'mysql') await sql`${row} on duplicate key update value = ${version}`.execute(db)
  else await sql`${row} on conflict (${key}) do update set value = ${version}`.execute(db)
}

/** Is there a place for notes? A migration that was cut off on MySQL may have recorded steps and not made it yet. */
export async function hasNotes<Schema>(db: Kysely<Schema>, kind: DatabaseKind): Promise<boolean> {
  return (await tableNames[kind].execute(db)).rows.some(({ name }) => name === 'meta')
}
