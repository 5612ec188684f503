// One prepared statement, run. Apart from the query builder's dialect, so that the reader thread need not load the query builder.
import type { StatementSync } from 'node:sqlite'

export type SqlParameter = string | number | bigint | null | Uint8Array

export interface StatementResult {
  readonly rows: Record<string, unknown>[]
  readonly changes: number
  readonly insertId: number
}

/** Runs a prepared statement, with rows if it has any. */
export function runPrepared(statement: StatementSync, parameters: readonly SqlParameter[]): StatementResult {
  if (statement.columns().length > 0) {
    return { rows: statement.all(...(parameters as SqlParameter[])) as Record<string, unknown>[], changes: 0, insertId: 0 }
  }
  const done = statement.run(...(parameters as SqlParameter[]))
  return { rows: [], changes: Number(done.changes), insertId: Number(done.lastInsertRowid) }
}
