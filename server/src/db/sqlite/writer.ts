import { Kysely } from 'kysely'
import { migrate } from '../migrate.ts'
import type { Tables } from '../tables/tables.ts'
import type { AnyWriteTask, WriteTx } from '../write-task.ts'
import { sqliteDialect } from './kysely-dialect.ts'
import { openForWriting } from './open.ts'
import { runPrepared } from './run-statement.ts'
import { sqliteSets } from './sqlite-sets.ts'
import { statementCache } from './statement-cache.ts'
import type { Perform, ThreadFile } from './thread-messages.ts'

/** Migrates the file and runs every change of the process, each in its own transaction. */
export async function openWriter(file: ThreadFile): Promise<Perform> {
  const database = openForWriting(file.path)
  const prepare = statementCache(database)
  const db = new Kysely<Tables>({ dialect: sqliteDialect([(sql, parameters) => runPrepared(prepare(sql), parameters)]) })
  const tx: WriteTx = { kind: 'sqlite', db, sets: sqliteSets(prepare) }
  await migrate(db, 'sqlite', file)

  const tasks = new Map<string, AnyWriteTask>()
  for (const url of file.taskModules) {
    const loaded: { writeTasks: readonly AnyWriteTask[] } = await import(url)
    for (const task of loaded.writeTasks) tasks.set(task.name, task)
  }

  return async (request) => {
    if (request.kind === 'query') return runPrepared(prepare(request.sql), request.parameters)
    if (request.kind === 'close') {
      database.exec('pragma wal_checkpoint(truncate)')
      database.close()
      return null
    }
    const task = tasks.get(request.name)
    if (!task) throw new Error(`no write task is called ${request.name}`)
    prepare('begin immediate').run()
    try {
      const value = await task.run(tx, JSON.parse(request.input))
      prepare('commit').run()
      return value
    } catch (error) {
      if (database.isTransaction) prepare('rollback').run()
      throw error
    }
  }
}
