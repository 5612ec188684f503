// What PostgreSQL and MySQL have in common: a pool, one transaction per write task, retries after deadlocks and lock time-outs, and a lock
// that excludes a second process.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dialect, Kysely } from 'kysely'
import { CommitUnknown, type Database, type OpenOptions } from './database.ts'
import type { DatabaseKind } from './kind.ts'
import { migrate } from './migrate.ts'
import { serverSetExecutor } from './set-executor.ts'
import type { Tables } from './tables/tables.ts'
import type { WriteTask } from './write-task.ts'

/** How often a transaction is tried again after a deadlock or a lock time-out, with growing pauses. */
const MAX_TRIES = 8

export interface ServerParts {
  readonly kind: Exclude<DatabaseKind, 'sqlite'>
  readonly dialect: Dialect
  /** Did the server undo the transaction and ask to try again? */
  isRetryable(error: unknown): boolean
  /** Did the connection break, so that a commit's outcome is not known? */
  isConnectionLoss(error: unknown): boolean
  /** Takes the process lock, or throws. */
  takeProcessLock(): Promise<{ release(): Promise<void> }>
}

export async function openServerDatabase(parts: ServerParts, options: OpenOptions): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: parts.dialect })
  const lock = options.isExclusive ? await parts.takeProcessLock() : undefined
  try {
    await options.inspect?.(db)
    await migrate(db, parts.kind)
  } catch (error) {
    await lock?.release()
    await db.destroy()
    throw error
  }

  return {
    kind: parts.kind,
    read: db,
    async run(task, input) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runOnce(parts, db, task, input)
        } catch (error) {
          if (attempt >= MAX_TRIES || !parts.isRetryable(error)) throw error
          await sleep(attempt * 5 + (performance.now() % 10))
        }
      }
    },
    async ping() {
      await db.selectFrom('meta').select('key').limit(1).execute()
    },
    async close() {
      await lock?.release()
      await db.destroy()
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
