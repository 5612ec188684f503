import { type ColumnBuilderCallback, type ColumnDataType, type CreateTableBuilder, type Expression, type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../kind.ts'

/** A migration gets the database's kind; there is no way down, and each step may be repeated (MySQL cannot roll a step back). */
export type MigrationStep = (db: Kysely<unknown>, columns: Columns) => Promise<void>

/** A type that Kysely knows, or the database's own word for one. */
type ColumnType = ColumnDataType | Expression<unknown>

/** The column types that the three databases spell differently. */
export interface Columns {
  readonly kind: DatabaseKind
  readonly id: ColumnDataType
  readonly bigId: ColumnDataType
  /** The primary key that numbers its rows; on PostgreSQL the type `serial` does it, and the word auto_increment is a mistake. */
  readonly numbered: ColumnBuilderCallback
  /** Text without a limit that matters: never a key, never indexed. */
  readonly longText: ColumnType
  /**
   * A new table; on MySQL with a collation that compares bytes, as the other two do.
   * `isOrderedByKey`: rows come in the order of their key and are read in it, so on SQLite they stand in that order, without a second tree.
   */
  table(db: Kysely<unknown>, name: string, options?: { isOrderedByKey: boolean }): CreateTableBuilder<string, never>
}

export function columnsOf(kind: DatabaseKind): Columns {
  return {
    kind,
    id: kind === 'postgres' ? 'serial' : 'integer',
    bigId: kind === 'postgres' ? 'bigserial' : kind === 'mysql' ? 'bigint' : 'integer',
    numbered: (c) => (kind === 'postgres' ? c.primaryKey() : c.primaryKey().autoIncrement()),
    longText: kind === 'mysql' ? sql`longtext` : 'text',
    table(db, name, options) {
      const table = db.schema.createTable(name).ifNotExists()
      if (kind === 'sqlite' && options?.isOrderedByKey) return table.modifyEnd(sql`without rowid`)
      return kind === 'mysql' ? table.modifyEnd(sql`engine = InnoDB character set utf8mb4 collate utf8mb4_bin`) : table
    },
  }
}

/** Creates an index; a repeat of a step that was cut off is not an error. */
export async function ensureIndex(
  db: Kysely<unknown>,
  index: {
    name: string
    on: string
    columns: string[]
    isUnique?: boolean /** Only rows in this state; where the database has partial indexes. */
    onlyState?: string
  },
): Promise<void> {
  const whole = db.schema.createIndex(index.name).on(index.on).columns(index.columns)
  const builder = index.onlyState === undefined ? whole : whole.where(sql.ref('state'), '=', sql.lit(index.onlyState))
  try {
    await (index.isUnique ? builder.unique() : builder).execute()
  } catch (error) {
    // MySQL has no "if not exists" for indexes; it reports a second one as errno 1061.
    if (!/already exists|Duplicate key name/i.test(String(error))) throw error
  }
}

/** Drops an index; a repeat of a step that was cut off is not an error. */
export async function dropIndex(db: Kysely<unknown>, { kind }: Columns, index: { name: string; on: string }): Promise<void> {
  const drop = db.schema.dropIndex(index.name)
  if (kind !== 'mysql') return drop.ifExists().execute()
  try {
    await drop.on(index.on).execute()
  } catch (error) {
    // MySQL has no "if exists" for indexes; it reports one that is gone as errno 1091.
    if (!/check that (it|column\/key) exists/i.test(String(error))) throw error
  }
}

/** Adds a column to a table; with `initial` it is never null; a repeat of a step that was cut off is not an error. */
export async function ensureColumn(
  db: Kysely<unknown>,
  column: { table: string; name: string; type: ColumnType; initial?: number | string },
): Promise<void> {
  const { table, name, type, initial } = column
  try {
    await db.schema
      .alterTable(table)
      .addColumn(name, type, (c) => (initial === undefined ? c : c.notNull().defaultTo(initial)))
      .execute()
  } catch (error) {
    // MySQL has no transaction around a step, so the column may be there from a first try.
    if (!/already exists|duplicate column/i.test(String(error))) throw error
  }
}
