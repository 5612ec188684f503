import type { StatementSync } from 'node:sqlite'
import { addedColumns, type Row, type SetExecutor, type SetTable, type Value } from '../set-executor.ts'

/**
 * The set executor of SQLite, in the writer thread: a prepared statement per table, run once per row. In one thread and one
 * transaction that is as fast as one big statement, and there is nothing to lock.
 */
export function sqliteSets(prepare: (sql: string) => StatementSync): SetExecutor {
  let lastNowMs = 0
  const names = (table: SetTable) => Object.keys(table.columns).map((name) => `"${name}"`)
  const insertText = (table: SetTable) =>
    `insert into "${table.name}" (${names(table).join(', ')}) values (${names(table)
      .map(() => '?')
      .join(', ')})`

  return {
    async nowMs() {
      lastNowMs = Math.max(lastNowMs, Date.now())
      return lastNowMs
    },
    async selectByKeys(table, key, keys) {
      const statement = prepare(`select ${names(table).join(', ')} from "${table.name}" where "${key}" = ?`)
      const rows: Row[] = []
      for (const value of keys) rows.push(...(statement.all(value) as Row[]))
      return rows
    },
    async insertMany(table, rows) {
      const statement = prepare(insertText(table))
      for (const row of rows) statement.run(...(row as Value[]))
    },
    async addMany(table, keys, rows) {
      const sums = addedColumns(table, keys).map((name) => `"${name}" = "${table.name}"."${name}" + excluded."${name}"`)
      const on = keys.map((name) => `"${name}"`).join(', ')
      const statement = prepare(`${insertText(table)} on conflict (${on}) do update set ${sums.join(', ')}`)
      for (const row of rows) statement.run(...(row as Value[]))
    },
    async updateMany(table, key, columns, rows) {
      const statement = prepare(`update "${table.name}" set ${columns.map((name) => `"${name}" = ?`).join(', ')} where "${key}" = ?`)
      for (const [keyValue, ...values] of rows) statement.run(...values, keyValue ?? null)
    },
    async deleteByKeys(table, key, keys) {
      const statement = prepare(`delete from "${table.name}" where "${key}" = ?`)
      for (const value of keys) statement.run(value)
    },
  }
}
