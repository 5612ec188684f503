import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Kysely } from 'kysely'
import type { Database, OpenOptions } from '../database.ts'
import type { Tables } from '../tables.ts'
import { takeInstanceLock } from './instance-lock.ts'
import { sqliteDialect } from './kysely-dialect.ts'
import type { StatementResult } from './run-statement.ts'
import { startThread } from './thread-client.ts'

/** SQLite in two threads: no statement ever runs in the main thread (decision D16). */
export async function openSqlite(file: string, options: OpenOptions): Promise<Database> {
  const path = resolve(file)
  mkdirSync(dirname(path), { recursive: true })
  const lock = options.isExclusive ? takeInstanceLock(join(dirname(path), 'instance.lock')) : undefined

  const taskModules = options.taskModules.map(String)
  // The reader opens after the writer, which makes the file and its tables.
  const writer = await startThread({ role: 'writer', path, taskModules }, options.onDeath)
  const reader = await startThread({ role: 'reader', path, taskModules: [] }, options.onDeath)
  const read = new Kysely<Tables>({
    // StatementResult is what a query request answers with (thread.ts, perform).
    dialect: sqliteDialect(async (sql, parameters) => (await reader.ask({ kind: 'query', sql, parameters })) as StatementResult, 'begin'),
  })

  return {
    kind: 'sqlite',
    read,
    run: async (task, input) => (await writer.ask({ kind: 'task', name: task.name, input: JSON.stringify(input) })) as never,
    async ping() {
      await reader.ask({ kind: 'query', sql: 'select 1', parameters: [] })
    },
    async close() {
      await reader.close()
      await writer.close()
      lock?.release()
    },
  }
}
