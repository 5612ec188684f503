import type { StatementSync } from 'node:sqlite'
import { addedColumns, type Columns, columnNames, type SetExecutor, type SetTable, type StoredRow, type Value } from '../set-executor.ts'
import { allRows } from './run-statement.ts'

/**
 * The set executor of SQLite, in the writer thread: a prepared statement per table, run once per row. In one thread and one
 * transaction that is as fast as one big statement, and there is nothing to lock.
 */
export function sqliteSets(prepare: (sql: string) => StatementSync): SetExecutor {
  let lastNowMs = 0
  const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')
  const insertText = (table: SetTable) => {
    const names = columnNames(table)
    return `insert into "${table.name}" (${quoted(names)}) values (${names.map(() => '?').join(', ')})`
  }
  const runEach = (text: string, names: readonly string[], rows: readonly Readonly<Record<string, string | number>>[]) => {
    const statement = prepare(text)
    for (const row of rows) statement.run(...names.map((name) => row[name] ?? null))
  }

  return {
    async nowMs() {
      lastNowMs = Math.max(lastNowMs, Date.now())
      return lastNowMs
    },
    async selectByKeys<C extends Columns>(table: SetTable<C>, key: string, keys: readonly Value[]) {
      if (keys.length === 0) return []
      const statement = prepare(`select ${quoted(columnNames(table))} from "${table.name}" where "${key}" = ?`)
      const rows: StoredRow<C>[] = []
      // The statement selects exactly the columns of the table.
      for (const value of keys) rows.push(...allRows<StoredRow<C>>(statement, value))
      return rows
    },
    async insertMany(table, rows) {
      if (rows.length === 0) return
      runEach(insertText(table), columnNames(table), rows)
    },
    async addMany(table, keys, rows) {
      if (rows.length === 0) return
      const sums = addedColumns(table, keys).map((name) => `"${name}" = "${table.name}"."${name}" + excluded."${name}"`)
      runEach(`${insertText(table)} on conflict (${quoted(keys)}) do update set ${sums.join(', ')}`, columnNames(table), rows)
    },
    async updateMany(table, key, columns, rows) {
      if (rows.length === 0) return
      const sets = columns.map((name) => `"${name}" = ?`).join(', ')
      runEach(`update "${table.name}" set ${sets} where "${key}" = ?`, [...columns, key], rows)
    },
    async deleteByKeys(table, key, keys) {
      if (keys.length === 0) return
      const statement = prepare(`delete from "${table.name}" where "${key}" = ?`)
      for (const value of keys) statement.run(value)
    },
  }
}
