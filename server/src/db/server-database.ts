// What PostgreSQL and MySQL have in common: a pool, one transaction per write task, retries after deadlocks and lock time-outs, and a lock
// that excludes a second process.
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dialect, Kysely } from 'kysely'
import { CommitUnknown, type Database, type OpenOptions } from './database.ts'
import type { DatabaseKind } from './kind.ts'
import { migrate } from './migrate.ts'
import type { LockMode } from './process-lock.ts'
import { serverSetExecutor } from './set-executor.ts'
import type { Tables } from './tables/tables.ts'
import type { WriteTask } from './write-task.ts'

/** Changes are short. Reports may take their time. Steps of the schema take as long as their tables are large. */
const WRITE_LIMIT_MS = 10_000
const READ_LIMIT_MS = 60_000
const MIGRATE_LIMIT_MS = 3_600_000

/**
 * A transaction that says nothing for this long, between two of its statements, is undone by the server. The node that began it may be cut off, and the
 * rows that it has locked would keep all others waiting. @param limitMs what a statement of this connection may take
 */
export const silenceLimitMs = (limitMs: number): number => limitMs / 2

/** How often a transaction is tried again after a deadlock or a lock time-out, with growing pauses. */
const MAX_TRIES = 8

export interface ServerParts {
  readonly kind: Exclude<DatabaseKind, 'sqlite'>
  /** A pool of connections of which none waits longer than this for a statement: a server that has gone in silence blocks nothing. */
  dialect(limitMs: number): Dialect
  /** Did the server undo the transaction and ask to try again? */
  isRetryable(error: unknown): boolean
  /** Did the connection break, so that a commit's outcome is not known? */
  isConnectionLoss(error: unknown): boolean
  /** Takes the process lock, or throws. */
  takeProcessLock(mode: LockMode): Promise<{ release(): Promise<void> }>
}

export async function openServerDatabase(parts: ServerParts, options: OpenOptions): Promise<Database> {
  const open = (limitMs: number) => new Kysely<Tables>({ dialect: parts.dialect(limitMs) })
  const mode = options.isExclusive ? 'alone' : options.isOneOfSeveral ? 'shared' : undefined
  const lock = mode && (await parts.takeProcessLock(mode))
  const first = open(MIGRATE_LIMIT_MS)
  try {
    await options.inspect?.(first)
    await migrate(first, parts.kind, options)
  } catch (error) {
    await lock?.release()
    throw error
  } finally {
    await first.destroy()
  }
  const read = open(READ_LIMIT_MS)
  const write = open(WRITE_LIMIT_MS)

  return {
    kind: parts.kind,
    read,
    async run(task, input) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runOnce(parts, write, task, input)
        } catch (error) {
          if (attempt >= MAX_TRIES || !parts.isRetryable(error)) throw error
          await sleep(attempt * 5 + (performance.now() % 10))
        }
      }
    },
    async ping() {
      await read.selectFrom('meta').select('key').limit(1).execute()
    },
    async close() {
      await lock?.release()
      await Promise.all([read.destroy(), write.destroy()])
    },
  }
}

/** Runs a task in one transaction, once. @throws CommitUnknown when the connection broke after the task had run */
async function runOnce<Input, Output>(
  { kind, isConnectionLoss }: ServerParts,
  db: Kysely<Tables>,
  task: WriteTask<Input, Output>,
  input: Input,
): Promise<Output> {
  let output: { value: Output } | undefined
  try {
    return await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (transaction) => {
        const sets = serverSetExecutor(transaction, kind)
        output = { value: await task.run({ kind, db: transaction, sets }, input) }
        return output.value
      })
  } catch (error) {
    // The task had run to its end, so what broke was the commit.
    if (output && isConnectionLoss(error)) throw new CommitUnknown(output.value, { cause: error })
    throw error
  }
}

/** The server ends a statement at its limit, and says so. Whoever hears nothing for longer than that has lost the connection. */
const SILENT_AFTER_MS = 2000

/** Ends a connection on which nothing has come for so long: idle ones are made anew. @param stream of a driver's connection */
export function endSilent(stream: unknown, limitMs: number): void {
  if (!(stream instanceof Socket)) throw new Error('a database connection without a socket')
  stream.setTimeout(limitMs + SILENT_AFTER_MS, () => stream.destroy(new Error('ETIMEDOUT: the database has not answered in time')))
}
