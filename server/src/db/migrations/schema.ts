import {
  type ColumnBuilderCallback,
  type ColumnDataType,
  type CreateTableBuilder,
  type Expression,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely'
import type { DatabaseKind } from '../kind.ts'

/** There is no way back, and a step may be repeated: MySQL cannot roll back one that was cut off. */
export type MigrationStep = (schema: Schema) => Promise<void>

/** What steps make tables with, and the types that the three databases spell differently. */
export interface Schema {
  readonly db: Kysely<unknown>
  readonly kind: DatabaseKind
  readonly id: ColumnDataType
  readonly bigId: ColumnDataType
  /** The primary key that numbers its rows; on PostgreSQL the type `serial` does it, and the word auto_increment is a mistake. */
  readonly numbered: ColumnBuilderCallback
  /** Text without a limit that matters: never a key, never indexed. */
  readonly longText: ColumnDataType | Expression<unknown>
  /**
   * Makes a table and its indexes; what is there already is left as it is. On MySQL its texts are compared by their bytes, as the other two
   * do, and the indexes are made with it, so that a step that was cut off leaves no table without them.
   * @param build adds the columns
   */
  table<Column extends string>(
    table: TableOptions<NoInfer<Column>>,
    build: (empty: CreateTableBuilder<string>) => CreateTableBuilder<string, Column>,
  ): Promise<void>
  /** Adds columns to a table of an earlier step; those that are there already are left as they are. */
  addColumns(
    table: string,
    columns: Readonly<Record<string, readonly [ColumnDataType | Expression<unknown>, ColumnBuilderCallback]>>,
  ): Promise<void>
  /** Gives a table of an earlier step and one of its columns other names; what has them already is left as it is. Indexes keep theirs. */
  rename(table: readonly [from: string, to: string], column: readonly [from: string, to: string]): Promise<void>
  /** Adds an index to a table of an earlier step; one that is there already is left as it is. */
  addIndex(table: string, added: Index<string>): Promise<void>
  /** Makes room for longer texts in a column of an earlier step, which is never null. SQLite has room for any. */
  widen(table: string, column: string, length: number): Promise<void>
  /** Takes an index of an earlier step away, if it is there. */
  dropIndex(table: string, name: string): Promise<void>
}

interface TableOptions<Column extends string> {
  readonly name: string
  /** Rows come in the order of their key and are read in it, so on SQLite they stand in that order, without a second tree. */
  readonly isOrderedByKey?: boolean
  readonly indexes?: readonly Index<Column>[]
}

interface Index<Column extends string> {
  readonly name: string
  readonly columns: readonly Column[]
  readonly isUnique: boolean
  /** Only rows in this state; where the database has partial indexes. */
  readonly onlyState?: string
}

export const index = <Column extends string>(name: string, ...columns: Column[]): Index<Column> => ({ name, columns, isUnique: false })
export const unique = <Column extends string>(name: string, ...columns: Column[]): Index<Column> => ({ name, columns, isUnique: true })

export function schemaOf(db: Kysely<unknown>, kind: DatabaseKind): Schema {
  return {
    db,
    kind,
    id: kind === 'postgres' ? 'serial' : 'integer',
    bigId: kind === 'postgres' ? 'bigserial' : kind === 'mysql' ? 'bigint' : 'integer',
    numbered: (c) => (kind === 'postgres' ? c.primaryKey() : c.primaryKey().autoIncrement()),
    longText: kind === 'mysql' ? sql`longtext` : 'text',
    async table({ name, isOrderedByKey = false, indexes = [] }, build) {
      let table = build(db.schema.createTable(name).ifNotExists())
      if (kind === 'mysql') {
        for (const { name: key, columns, isUnique } of indexes)
          table = isUnique ? table.addUniqueConstraint(key, [...columns]) : table.addIndex(key, [...columns])
        return table.modifyEnd(sql`engine = InnoDB character set utf8mb4 collate utf8mb4_bin`).execute()
      }
      if (kind === 'sqlite' && isOrderedByKey) table = table.modifyEnd(sql`without rowid`)
      await table.execute()
      for (const each of indexes) await makeIndex(db, name, each)
    },
    async addColumns(table, columns) {
      const there = await namesIn(db, columnNames[kind](table))
      for (const [name, [type, build]] of Object.entries(columns))
        if (!there.has(name)) await db.schema.alterTable(table).addColumn(name, type, build).execute()
    },
    async rename([oldTable, table], [oldColumn, column]) {
      // A table that is not there has no columns.
      if ((await namesIn(db, columnNames[kind](oldTable))).size > 0) await db.schema.alterTable(oldTable).renameTo(table).execute()
      if ((await namesIn(db, columnNames[kind](table))).has(oldColumn))
        await db.schema.alterTable(table).renameColumn(oldColumn, column).execute()
    },
    async addIndex(table, added) {
      // MySQL has no `if not exists` for indexes; the others have.
      if (kind === 'mysql' && (await namesIn(db, mysqlIndexNames(table))).has(added.name)) return
      await makeIndex(db, table, added, kind)
    },
    async widen(table, column, length) {
      const altered = db.schema.alterTable(table)
      if (kind === 'postgres') await altered.alterColumn(column, (changed) => changed.setDataType(`varchar(${length})`)).execute()
      if (kind === 'mysql') await altered.modifyColumn(column, `varchar(${length})`, (c) => c.notNull()).execute()
    },
    async dropIndex(table, name) {
      if (kind === 'mysql' && !(await namesIn(db, mysqlIndexNames(table))).has(name)) return
      const dropped = db.schema.dropIndex(name)
      await (kind === 'mysql' ? dropped.on(table) : dropped.ifExists()).execute()
    },
  }
}

const namesIn = async (db: Kysely<unknown>, query: RawBuilder<{ name: string }>): Promise<Set<string>> =>
  new Set((await query.execute(db)).rows.map(({ name }) => name))

const columnNames: Readonly<Record<DatabaseKind, (table: string) => RawBuilder<{ name: string }>>> = {
  sqlite: (table) => sql`select name from pragma_table_info(${table})`,
  postgres: (table) =>
    sql`select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = ${table}`,
  mysql: (table) =>
    sql`select column_name as name from information_schema.columns where table_schema = database() and table_name = ${table}`,
}
const mysqlIndexNames = (table: string): RawBuilder<{ name: string }> =>
  sql`select index_name as name from information_schema.statistics where table_schema = database() and table_name = ${table}`

async function makeIndex(
  db: Kysely<unknown>,
  table: string,
  { name, columns, isUnique, onlyState }: Index<string>,
  kind?: DatabaseKind,
): Promise<void> {
  const named = db.schema.createIndex(name)
  const every = (kind === 'mysql' ? named : named.ifNotExists()).on(table).columns([...columns])
  const some = onlyState === undefined ? every : every.where(sql.ref('state'), '=', sql.lit(onlyState))
  await (isUnique ? some.unique() : some).execute()
}
