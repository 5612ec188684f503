// One prepared statement, run. Apart from the query builder's dialect, so that threads that read need not load the query builder.
import type { StatementSync } from 'node:sqlite'

export type SqlParameter = string | number | bigint | null | Uint8Array

export interface StatementResult<Row = unknown> {
  readonly rows: Row[]
  readonly changes: number
  readonly insertId: number
}

/** Runs a prepared statement, with rows if it has any. */
export function runPrepared<Row>(statement: StatementSync, parameters: readonly SqlParameter[]): StatementResult<Row> {
  if (statement.columns().length > 0) {
    return { rows: allRows(statement, ...parameters), changes: 0, insertId: 0 }
  }
  const done = statement.run(...parameters)
  return { rows: [], changes: Number(done.changes), insertId: Number(done.lastInsertRowid) }
}

/** All rows that a statement selects. Their type is the caller's claim: only the statement's author knows it. */
export function allRows<Row>(statement: StatementSync, ...parameters: readonly SqlParameter[]): Row[] {
  return statement.all(...parameters) as Row[]
}
