// A change to the database is a named function with plain input and output, so that it can travel to SQLite's writer thread as one
// message (decision D16) and run in the main thread, in one transaction, on the other databases. It must not close over anything.
import { type InsertQueryBuilder, type InsertResult, type Kysely, sql } from 'kysely'
import type { DatabaseKind } from './kind.ts'
import type { SetExecutor } from './set-executor.ts'
import type { Tables } from './tables/tables.ts'

/** What a write task works with: one open transaction, in two dialects of access. */
export interface WriteTx {
  readonly kind: DatabaseKind
  readonly db: Kysely<Tables>
  readonly sets: SetExecutor
}

export interface WriteTask<Input, Output> {
  readonly name: string
  readonly run: (tx: WriteTx, input: Input) => Promise<Output>
}

/** Names a change. The name must be unique; the task must be in a module that the writer thread loads. */
export function writeTask<Input, Output>(name: string, run: (tx: WriteTx, input: Input) => Promise<Output>): WriteTask<Input, Output> {
  return { name, run }
}

// biome-ignore lint/suspicious/noExplicitAny: a table of tasks of all inputs; each is called through its own typed reference
export type AnyWriteTask = WriteTask<any, any>

/** The id that an insert gave its row, on every database: PostgreSQL returns it, the others report it. */
export async function insertedId<Table extends keyof Tables>(
  tx: WriteTx,
  insert: InsertQueryBuilder<Tables, Table, InsertResult>,
): Promise<number> {
  if (tx.kind === 'postgres') return Number((await insert.returning(sql<number>`id`.as('id')).executeTakeFirstOrThrow()).id)
  return Number((await insert.executeTakeFirstOrThrow()).insertId)
}
