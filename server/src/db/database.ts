// The one way to the database. Reads go through a query builder; changes are write tasks, each one transaction.
import type { Kysely } from 'kysely'
import type { DatabaseAddress, DatabaseKind } from './kind.ts'
import type { ThreadSource } from './sqlite/thread-client.ts'
import type { Tables } from './tables/tables.ts'
import type { AnyWriteTask, WriteTask } from './write-task.ts'

export interface Database {
  readonly kind: DatabaseKind
  /** For queries only. On SQLite they run in threads that read, elsewhere in the pool. */
  readonly read: Kysely<Tables>
  /** Runs a change in one transaction and resolves when it is durable. Throws CommitUnknown when that cannot be determined. */
  run<Input, Output>(task: WriteTask<Input, Output>, input: Input): Promise<Output>
  /** Is the database there? Throws when it is not. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The connection broke while a commit was under way: the change may be in the database or not. */
export class CommitUnknown<Output = unknown> extends Error {
  /** The task's result, had the commit been confirmed. */
  readonly output: Output

  constructor(output: Output, options: ErrorOptions) {
    super('the connection broke during a commit', options)
    this.name = 'CommitUnknown'
    this.output = output
  }
}

export interface OpenOptions {
  readonly address: DatabaseAddress
  /** Modules that export `writeTasks`: loaded by SQLite's writer thread. */
  readonly taskModules: readonly URL[]
  /** The tasks of those modules; the same objects on the databases that run them in the main thread. */
  readonly tasks: readonly AnyWriteTask[]
  /** Refuse to start next to another process. Read-only commands and tests of several committers leave it off. */
  readonly isExclusive: boolean
  /** Work next to other processes that do the same, and refuse to start next to one that has the database to itself. */
  readonly isOneOfSeveral?: boolean
  /** The version that runs, which the database remembers when it changes its tables; absent: nothing is remembered. */
  readonly version?: string | undefined
  /** Looks at what the database holds before anything in it is changed, its tables included. Throws where it must stay as it is. */
  readonly inspect?: (read: Kysely<Tables>) => Promise<void>
  /** Migrates no further than these steps: for a backup of an older version. Default: all. */
  readonly steps?: readonly string[] | undefined
  /** May the database be one that a restore has not finished? */
  readonly isRestoring?: boolean
  readonly onDeath: (error: Error) => void
  /** Other threads than new ones for SQLite: for tests. */
  readonly threads?: ThreadSource | undefined
}
