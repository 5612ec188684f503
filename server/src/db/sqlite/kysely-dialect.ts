// Kysely on node:sqlite: a dialect around one function that runs a statement, be it here or in a thread.

import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { SqlParameter, StatementResult } from './run-statement.ts'

/** Runs a statement; `Row` is what it selects. */
export type RunStatement = <Row>(sql: string, parameters: readonly SqlParameter[]) => StatementResult<Row> | Promise<StatementResult<Row>>

/** SQLite can roll back changes to its tables, so a migration that fails half way leaves nothing (FLT-45). */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * A Kysely dialect whose every statement goes through `run`, one after another.
 * @param begin how a transaction begins: a reader's must not ask for the write lock
 */
export function sqliteDialect(run: RunStatement, begin: 'begin' | 'begin immediate' = 'begin immediate'): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new StatementDriver(run, begin),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class StatementDriver implements Driver {
  readonly #connection: StatementConnection

  readonly #begin: string

  constructor(run: RunStatement, begin: string) {
    this.#connection = new StatementConnection(run)
    this.#begin = begin
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#begin))
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

class StatementConnection implements DatabaseConnection {
  readonly #run: RunStatement

  constructor(run: RunStatement) {
    this.#run = run
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#run<R>(query.sql, query.parameters.map(asParameter))
    return { rows: result.rows, numAffectedRows: BigInt(result.changes), insertId: BigInt(result.insertId) }
  }

  // Nothing here reads more than a page at a time.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    yield* []
    throw new Error('streaming is not supported on SQLite')
  }
}

/** @throws TypeError on what SQLite has no type for: a programming mistake, such as a boolean */
function asParameter(value: unknown): SqlParameter {
  if (value === null || value instanceof Uint8Array) return value
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  throw new TypeError(`SQLite takes no ${typeof value} as a parameter`)
}
