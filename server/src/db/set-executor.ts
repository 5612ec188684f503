// The few statements that the ledger's batches are made of, written in sets rather than row by row (decision D15). Statement texts are
// constant whatever the size of the set: arrays on PostgreSQL, a JSON table on MySQL, prepared rows on SQLite. Rows are records by column
// name; a table's list of columns gives both the statement's text and the order of a row's values.
import { CompiledQuery, type Kysely, type SelectType } from 'kysely'
import type { DatabaseKind } from './kind.ts'
import type { Tables } from './tables/tables.ts'

export type Value = string | number | null
/** Columns as far as sets read and write them: each is text or a whole number. */
export type Columns = Readonly<Record<string, 'text' | 'int'>>
type NameIn<C extends Columns> = Extract<keyof C, string>
/** A row as it is read. Whole numbers may come as text (PostgreSQL's bigint), and any value may be null. */
export type StoredRow<C extends Columns> = { readonly [Name in keyof C]: Value }
/** A row as it is written. */
export type NewRow<C extends Columns> = { readonly [Name in keyof C]: C[Name] extends 'int' ? number : string }

export interface SetTable<C extends Columns = Columns> {
  readonly name: string
  readonly columns: C
}

type ColumnsOf<Row> = { readonly [Name in keyof Row]?: NonNullable<SelectType<Row[Name]>> extends number ? 'int' : 'text' }

/** Names the columns of a table that sets are written with; their names and types are checked against the table's. */
export function setTable<Name extends keyof Tables, const C extends ColumnsOf<Tables[Name]> & Columns>(
  name: Name,
  columns: C & Readonly<Record<Exclude<keyof C, keyof Tables[Name]>, never>>,
): SetTable<C> {
  return { name, columns }
}

export interface SetExecutor {
  /** Unix milliseconds by the database's clock; never goes back within a process. */
  nowMs(): Promise<number>
  /** Rows whose key is in the list, in key order; locked until the transaction ends where the database locks rows. */
  selectByKeys<C extends Columns>(
    table: SetTable<C>,
    key: NameIn<C>,
    keys: readonly Value[],
    options: { lock: boolean },
  ): Promise<StoredRow<C>[]>
  insertMany<C extends Columns>(table: SetTable<C>, rows: readonly NewRow<C>[]): Promise<void>
  /** Inserts rows; where there is one of the same `keys`, the other columns are added to it. No key may occur twice in `rows`. */
  addMany<C extends Columns>(table: SetTable<C>, keys: readonly NameIn<C>[], rows: readonly NewRow<C>[]): Promise<void>
  /** Sets `columns` of the rows that have these keys. */
  updateMany<C extends Columns, Key extends NameIn<C>, Name extends NameIn<C>>(
    table: SetTable<C>,
    key: Key,
    columns: readonly Name[],
    rows: readonly Pick<NewRow<C>, Key | Name>[],
  ): Promise<void>
  deleteByKeys<C extends Columns>(table: SetTable<C>, key: NameIn<C>, keys: readonly Value[]): Promise<void>
}

/** The executor of PostgreSQL or MySQL over an open Kysely transaction. */
export function serverSetExecutor(db: Pick<Kysely<Tables>, 'executeQuery'>, kind: Exclude<DatabaseKind, 'sqlite'>): SetExecutor {
  const run: Run = async <Row>(text: string, values: readonly unknown[]) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
  return kind === 'postgres' ? postgresSets(run) : mysqlSets(run)
}

type AnyRow = Record<string, Value>
/** Runs a statement; `Row` is what it selects. Every column of a SetTable is text or a whole number. */
type Run = <Row = Readonly<AnyRow>>(text: string, values: readonly unknown[]) => Promise<Row[]>

/** Statements for the clock of a database server: unix milliseconds, as `now`. */
export const serverClocks = {
  postgres: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
  mysql: 'select floor(unix_timestamp(now(3)) * 1000) as now',
} as const

function postgresSets(run: Run): SetExecutor {
  const array = (type: 'text' | 'int' | undefined) => (type === 'int' ? 'bigint[]' : 'text[]')
  const columnArrays = (names: readonly string[], rows: readonly Readonly<AnyRow>[]) => names.map((name) => rows.map((row) => row[name]))
  const insertText = (table: SetTable) => {
    const names = columnNames(table)
    const arrays = names.map((name, at) => `$${at + 1}::${array(table.columns[name])}`)
    return `insert into "${table.name}" (${quoted(names, '"')}) select * from unnest(${arrays.join(', ')})`
  }

  return {
    nowMs: async () => Number((await run(serverClocks.postgres, []))[0]?.now),
    async selectByKeys<C extends Columns>(table: SetTable<C>, key: string, keys: readonly Value[], { lock }: { lock: boolean }) {
      if (keys.length === 0) return []
      // The statement selects exactly these columns.
      return run<StoredRow<C>>(
        `select ${quoted(columnNames(table), '"')} from "${table.name}" where "${key}" = any($1::${array(table.columns[key])}) order by "${key}"${lock ? ' for update' : ''}`,
        [keys],
      )
    },
    async insertMany(table, rows) {
      if (rows.length > 0) await run(insertText(table), columnArrays(columnNames(table), rows))
    },
    async addMany(table, keys, rows) {
      if (rows.length === 0) return
      const sums = addedColumns(table, keys).map((name) => `"${name}" = "${table.name}"."${name}" + excluded."${name}"`)
      await run(
        `${insertText(table)} on conflict (${quoted(keys, '"')}) do update set ${sums.join(', ')}`,
        columnArrays(columnNames(table), rows),
      )
    },
    async updateMany(table, key, columns, rows) {
      if (rows.length === 0) return
      const names = [key, ...columns]
      const arrays = names.map((name, at) => `$${at + 1}::${array(table.columns[name])}`)
      const sets = columns.map((name) => `"${name}" = given."${name}"`)
      await run(
        `update "${table.name}" set ${sets.join(', ')} from unnest(${arrays.join(', ')}) as given(${quoted(names, '"')}) where "${table.name}"."${key}" = given."${key}"`,
        columnArrays(names, rows),
      )
    },
    async deleteByKeys(table, key, keys) {
      if (keys.length > 0) await run(`delete from "${table.name}" where "${key}" = any($1::${array(table.columns[key])})`, [keys])
    },
  }
}

function mysqlSets(run: Run): SetExecutor {
  const jsonTable = (table: SetTable, names: readonly string[]) => {
    const columns = names.map((name, at) => `\`${name}\` ${table.columns[name] === 'int' ? 'bigint' : 'longtext'} path '$[${at}]'`)
    return `json_table(?, '$[*]' columns (${columns.join(', ')})) given`
  }
  const jsonRows = (names: readonly string[], rows: readonly Readonly<AnyRow>[]) => [
    JSON.stringify(rows.map((row) => names.map((name) => row[name]))),
  ]
  const insertText = (table: SetTable) => {
    const names = columnNames(table)
    const given = names.map((name) => `given.\`${name}\``)
    return `insert into \`${table.name}\` (${quoted(names, '`')}) select ${given.join(', ')} from ${jsonTable(table, names)}`
  }
  const marks = (keys: readonly Value[]) => keys.map(() => '?').join(', ')

  return {
    nowMs: async () => Number((await run(serverClocks.mysql, []))[0]?.now),
    async selectByKeys<C extends Columns>(table: SetTable<C>, key: string, keys: readonly Value[], { lock }: { lock: boolean }) {
      if (keys.length === 0) return []
      const text = `select ${quoted(columnNames(table), '`')} from \`${table.name}\` where \`${key}\` in (${marks(keys)}) order by \`${key}\`${lock ? ' for update' : ''}`
      return run<StoredRow<C>>(text, keys) // the statement selects exactly these columns
    },
    async insertMany(table, rows) {
      if (rows.length > 0) await run(insertText(table), jsonRows(columnNames(table), rows))
    },
    async addMany(table, keys, rows) {
      if (rows.length === 0) return
      const sums = addedColumns(table, keys).map((name) => `\`${name}\` = \`${table.name}\`.\`${name}\` + values(\`${name}\`)`)
      await run(`${insertText(table)} on duplicate key update ${sums.join(', ')}`, jsonRows(columnNames(table), rows))
    },
    async updateMany(table, key, columns, rows) {
      if (rows.length === 0) return
      const names = [key, ...columns]
      const sets = columns.map((name) => `\`${table.name}\`.\`${name}\` = given.\`${name}\``)
      // A JSON table's text has the connection's collation; a key is compared by bytes, so that the key's index is used.
      const collation = table.columns[key] === 'int' ? '' : ' collate utf8mb4_bin'
      const match = `\`${table.name}\`.\`${key}\` = given.\`${key}\`${collation}`
      await run(`update \`${table.name}\` join ${jsonTable(table, names)} on ${match} set ${sets.join(', ')}`, jsonRows(names, rows))
    },
    async deleteByKeys(table, key, keys) {
      if (keys.length > 0) await run(`delete from \`${table.name}\` where \`${key}\` in (${marks(keys)})`, keys)
    },
  }
}

/** The columns of a table, in the order in which its rows are written. */
export function columnNames(table: SetTable): string[] {
  return Object.keys(table.columns)
}

/** What `addMany` adds up: all columns but the keys. */
export function addedColumns(table: SetTable, keys: readonly string[]): string[] {
  return columnNames(table).filter((name) => !keys.includes(name))
}

function quoted(names: readonly string[], mark: string): string {
  return names.map((name) => mark + name + mark).join(', ')
}
