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
  readonly #connections: number

  constructor(connections: number) {
    super()
    this.#connections = connections
  }

  /** Else Kysely lets one query after the other have a connection, however many there are. */
  override get supportsMultipleConnections(): boolean {
    return this.#connections > 1
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * A Kysely dialect over one connection or several that read the same, each of which runs its statements one after another.
 * @param begin how a transaction begins: a reader's must not ask for the write lock
 */
export function sqliteDialect(runs: readonly RunStatement[], begin: 'begin' | 'begin immediate' = 'begin immediate'): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(runs.length),
    createDriver: () => new StatementDriver(runs, begin),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class StatementDriver implements Driver {
  readonly #connections: readonly StatementConnection[]
  readonly #begin: string

  constructor(runs: readonly RunStatement[], begin: string) {
    this.#connections = runs.map((run) => new StatementConnection(run))
    this.#begin = begin
  }

  async init(): Promise<void> {}

  /** The one that is asked least at the moment: a long query on one does not keep the others waiting. */
  async acquireConnection(): Promise<StatementConnection> {
    const [first, ...others] = this.#connections
    if (!first) throw new Error('there is no connection')
    const free = others.reduce((best, next) => (next.load < best.load ? next : best), first)
    free.users += 1
    return free
  }

  async beginTransaction(connection: StatementConnection): Promise<void> {
    await connection.begin(CompiledQuery.raw(this.#begin))
  }

  async commitTransaction(connection: StatementConnection): Promise<void> {
    await connection.commit(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: StatementConnection): Promise<void> {
    await connection.rollback(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: StatementConnection): Promise<void> {
    connection.users -= 1
  }

  async destroy(): Promise<void> {}
}

/** What is in a transaction counts as busier than anything else: a query would see the snapshot of somebody else's. */
const TRANSACTION_LOAD = 1000

class StatementConnection implements DatabaseConnection {
  /** Queries and transactions that are on it. */
  users = 0
  readonly #run: RunStatement
  /** Settled when the last transaction that wants the connection is over. */
  #last: Promise<void> = Promise.resolve()
  #leave: (() => void) | undefined

  constructor(run: RunStatement) {
    this.#run = run
  }

  get load(): number {
    return this.users + (this.#leave ? TRANSACTION_LOAD : 0)
  }

  /** Begins a transaction once no other is open here: a connection has one at a time. */
  async begin(query: CompiledQuery): Promise<void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    this.#leave = resolve
    try {
      await this.executeQuery(query)
    } catch (error) {
      this.#over()
      throw error
    }
  }

  /** Ends the open transaction, and lets the next one begin. One that cannot be committed is still open, and is rolled back. */
  async commit(query: CompiledQuery): Promise<void> {
    await this.executeQuery(query)
    this.#over()
  }

  /** Ends the open transaction, and lets the next one begin. */
  async rollback(query: CompiledQuery): Promise<void> {
    try {
      await this.executeQuery(query)
    } finally {
      this.#over()
    }
  }

  #over(): void {
    this.#leave?.()
    this.#leave = undefined
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
