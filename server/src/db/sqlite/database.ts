import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { makePrivateFile, makePrivateFolder } from '../../lib/private-files.ts'
import type { Database, OpenOptions } from '../database.ts'
import type { Tables } from '../tables/tables.ts'
import { takeInstanceLock } from './instance-lock.ts'
import { type RunStatement, sqliteDialect } from './kysely-dialect.ts'
import { openForReading } from './open.ts'
import { runPrepared } from './run-statement.ts'
import { statementCache } from './statement-cache.ts'
import { startThread } from './thread-client.ts'

/** Threads that read: a list that takes long, with its count and its sums, does not keep calls and other screens waiting. */
const READERS = 2

/** SQLite in threads, one that writes and some that read: no statement ever runs in the main thread (decision D16). */
export async function openSqlite(file: string, options: OpenOptions): Promise<Database> {
  const path = resolve(file)
  makePrivateFolder(dirname(path))
  const lockPath = join(dirname(path), 'instance.lock')
  if (options.isExclusive) makePrivateFile(lockPath)
  const lock = options.isExclusive ? takeInstanceLock(lockPath) : undefined

  try {
    await inspectFile(path, options.inspect)
  } catch (error) {
    lock?.release()
    throw error
  }

  makePrivateFile(path)
  const taskModules = options.taskModules.map(String)
  // The reader opens after the writer, which makes the file and its tables.
  const { steps, version } = options
  const writer = await startThread({ role: 'writer', path, taskModules, steps, version }, options.onDeath, options.threads)
  const readers = await Promise.all(
    Array.from({ length: READERS }, () => startThread({ role: 'reader', path, taskModules: [] }, options.onDeath, options.threads)),
  )
  const asks = readers.map<RunStatement>((reader) => (sql, parameters) => reader.ask({ kind: 'query', sql, parameters }))
  const read = new Kysely<Tables>({ dialect: sqliteDialect(asks, 'begin') })

  return {
    kind: 'sqlite',
    read,
    run: (task, input) => writer.ask({ kind: 'task', name: task.name, input: JSON.stringify(input) }),
    async ping() {
      await Promise.all(readers.map((reader) => reader.ask({ kind: 'query', sql: 'select 1', parameters: [] })))
    },
    async close() {
      await Promise.all(readers.map((reader) => reader.close()))
      await writer.close()
      lock?.release()
    },
  }
}

/** Opens a file that is there for queries, in this thread: for threads that do nothing else. */
export function openSqliteToRead(file: string): Pick<Database, 'kind' | 'read' | 'close'> {
  const database = openForReading(resolve(file))
  return {
    kind: 'sqlite',
    read: readHere(database),
    async close() {
      database.close()
    },
  }
}

function readHere(database: DatabaseSync): Kysely<Tables> {
  const prepare = statementCache(database)
  return new Kysely<Tables>({ dialect: sqliteDialect([(sql, parameters) => runPrepared(prepare(sql), parameters)], 'begin') })
}

/** Lets the file be looked at before a thread opens it, which may change it. A file that is not there yet holds nothing. */
async function inspectFile(path: string, inspect: OpenOptions['inspect']): Promise<void> {
  if (!inspect) return
  const database = existsSync(path) ? openForReading(path) : new DatabaseSync(':memory:')
  try {
    await inspect(readHere(database))
  } finally {
    database.close()
  }
}
