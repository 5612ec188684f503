// The few statements that the ledger's batches are made of, written in sets rather than row by row (decision D15). Statement texts are
// constant whatever the size of the set: arrays on PostgreSQL, a JSON table on MySQL, prepared rows on SQLite.
import { CompiledQuery, type Kysely } from 'kysely'
import type { DatabaseKind } from './kind.ts'

export type Value = string | number | null
export type Row = Record<string, Value>

/** A table as far as sets are written to it: its columns in order, and whether each is text or a whole number. */
export interface SetTable {
  readonly name: string
  readonly columns: Readonly<Record<string, 'text' | 'int'>>
}

export interface SetExecutor {
  /** Unix milliseconds by the database's clock; never goes back within a process. */
  nowMs(): Promise<number>
  /** Rows whose key is in the list, in key order; locked until the transaction ends where the database locks rows. */
  selectByKeys(table: SetTable, key: string, keys: readonly Value[], options: { lock: boolean }): Promise<Row[]>
  /** Each row lists the values of `table.columns` in order. */
  insertMany(table: SetTable, rows: readonly (readonly Value[])[]): Promise<void>
  /** Inserts rows; where there is one of the same `keys`, what the columns beside them have is added to it. No key stands twice in `rows`. */
  addMany(table: SetTable, keys: readonly string[], rows: readonly (readonly Value[])[]): Promise<void>
  /** Each row is the key's value, then the values of `columns`. */
  updateMany(table: SetTable, key: string, columns: readonly string[], rows: readonly (readonly Value[])[]): Promise<void>
  deleteByKeys(table: SetTable, key: string, keys: readonly Value[]): Promise<void>
}

/** The executor of PostgreSQL or MySQL over an open Kysely transaction. */
export function serverSetExecutor(db: Kysely<never>, kind: Exclude<DatabaseKind, 'sqlite'>): SetExecutor {
  const run = async (text: string, values: readonly unknown[]) =>
    (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Row[]
  return kind === 'postgres' ? postgresSets(run) : mysqlSets(run)
}

type Run = (text: string, values: readonly unknown[]) => Promise<Row[]>

function postgresSets(run: Run): SetExecutor {
  const array = (type: 'text' | 'int' | undefined) => (type === 'int' ? 'bigint[]' : 'text[]')
  const columnArrays = (width: number, rows: readonly (readonly Value[])[]) =>
    Array.from({ length: width }, (_, at) => rows.map((row) => row[at] ?? null))
  const insertText = (table: SetTable) => {
    const names = Object.keys(table.columns)
    const arrays = names.map((name, at) => `$${at + 1}::${array(table.columns[name])}`)
    return `insert into "${table.name}" (${quoted(names, '"')}) select * from unnest(${arrays.join(', ')})`
  }

  return {
    nowMs: async () => Number((await run('select (extract(epoch from clock_timestamp()) * 1000)::bigint as now', []))[0]?.now),
    async selectByKeys(table, key, keys, { lock }) {
      if (keys.length === 0) return []
      return run(
        `select ${quoted(Object.keys(table.columns), '"')} from "${table.name}" where "${key}" = any($1::${array(table.columns[key])}) order by "${key}"${lock ? ' for update' : ''}`,
        [keys],
      )
    },
    async insertMany(table, rows) {
      if (rows.length > 0) await run(insertText(table), columnArrays(Object.keys(table.columns).length, rows))
    },
    async addMany(table, keys, rows) {
      if (rows.length === 0) return
      const sums = addedColumns(table, keys).map((name) => `"${name}" = "${table.name}"."${name}" + excluded."${name}"`)
      await run(
        `${insertText(table)} on conflict (${quoted(keys, '"')}) do update set ${sums.join(', ')}`,
        columnArrays(Object.keys(table.columns).length, rows),
      )
    },
    async updateMany(table, key, columns, rows) {
      if (rows.length === 0) return
      const names = [key, ...columns]
      const arrays = names.map((name, at) => `$${at + 1}::${array(table.columns[name])}`)
      const sets = columns.map((name) => `"${name}" = given."${name}"`)
      await run(
        `update "${table.name}" set ${sets.join(', ')} from unnest(${arrays.join(', ')}) as given(${quoted(names, '"')}) where "${table.name}"."${key}" = given."${key}"`,
        columnArrays(names.length, rows),
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
  const insertText = (table: SetTable) => {
    const names = Object.keys(table.columns)
    const given = names.map((name) => `given.\`${name}\``)
    return `insert into \`${table.name}\` (${quoted(names, '`')}) select ${given.join(', ')} from ${jsonTable(table, names)}`
  }
  const marks = (keys: readonly Value[]) => keys.map(() => '?').join(', ')

  return {
    nowMs: async () => Number((await run('select floor(unix_timestamp(now(3)) * 1000) as now', []))[0]?.now),
    async selectByKeys(table, key, keys, { lock }) {
      if (keys.length === 0) return []
      const text = `select ${quoted(Object.keys(table.columns), '`')} from \`${table.name}\` where \`${key}\` in (${marks(keys)}) order by \`${key}\`${lock ? ' for update' : ''}`
      return run(text, keys)
    },
    async insertMany(table, rows) {
      if (rows.length > 0) await run(insertText(table), [JSON.stringify(rows)])
    },
    async addMany(table, keys, rows) {
      if (rows.length === 0) return
      const sums = addedColumns(table, keys).map((name) => `\`${name}\` = \`${table.name}\`.\`${name}\` + values(\`${name}\`)`)
      await run(`${insertText(table)} on duplicate key update ${sums.join(', ')}`, [JSON.stringify(rows)])
    },
    async updateMany(table, key, columns, rows) {
      if (rows.length === 0) return
      const sets = columns.map((name) => `\`${table.name}\`.\`${name}\` = given.\`${name}\``)
      // A JSON table's text has the connection's collation; a key is compared by bytes, so that the key's index is used.
      const collation = table.columns[key] === 'int' ? '' : ' collate utf8mb4_bin'
      const source = jsonTable(table, [key, ...columns])
      const match = `\`${table.name}\`.\`${key}\` = given.\`${key}\`${collation}`
      await run(`update \`${table.name}\` join ${source} on ${match} set ${sets.join(', ')}`, [JSON.stringify(rows)])
    },
    async deleteByKeys(table, key, keys) {
      if (keys.length > 0) await run(`delete from \`${table.name}\` where \`${key}\` in (${marks(keys)})`, keys)
    },
  }
}

/** What `addMany` adds up: all columns but the keys. */
export function addedColumns(table: SetTable, keys: readonly string[]): string[] {
  return Object.keys(table.columns).filter((name) => !keys.includes(name))
}

function quoted(names: readonly string[], mark: string): string {
  return names.map((name) => mark + name + mark).join(', ')
}
