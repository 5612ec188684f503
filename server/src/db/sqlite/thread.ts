// The body of both SQLite threads. The writer runs every change of the process, one after another, each in its own transaction, so
// SQLite's own lock can never be contended from inside; the reader answers queries and cannot write.
import { parentPort, workerData } from 'node:worker_threads'
import { Kysely } from 'kysely'
import { migrate } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import type { AnyWriteTask, WriteTx } from '../write-task.ts'
import { runPrepared, sqliteDialect } from './kysely-dialect.ts'
import { openForReading, openForWriting } from './open.ts'
import { sqliteSets } from './sqlite-sets.ts'
import { statementCache } from './statement-cache.ts'
import type { ThreadData, ThreadError, ThreadReply, ThreadRequest } from './thread-messages.ts'

const data = workerData as ThreadData
const port = parentPort
if (!port) throw new Error('this module runs in a worker thread')

const database = data.role === 'writer' ? openForWriting(data.path) : openForReading(data.path)
const prepare = statementCache(database)
const db = new Kysely<Tables>({ dialect: sqliteDialect((sql, parameters) => runPrepared(prepare(sql), parameters)) })
const tasks = new Map<string, AnyWriteTask>()
const tx: WriteTx = { kind: 'sqlite', db, sets: sqliteSets(prepare) }

if (data.role === 'writer') {
  await migrate(db as unknown as Kysely<never>, 'sqlite')
  for (const url of data.taskModules) {
    const { writeTasks } = (await import(url)) as { writeTasks: readonly AnyWriteTask[] }
    for (const task of writeTasks) tasks.set(task.name, task)
  }
}

// One at a time, in the order of arrival.
let last: Promise<void> = Promise.resolve()
port.on('message', (request: ThreadRequest) => {
  last = last.then(() => answer(request))
})
port.postMessage({ id: 0, ok: true, value: null } satisfies ThreadReply)

async function answer(request: ThreadRequest): Promise<void> {
  try {
    port?.postMessage({ id: request.id, ok: true, value: await perform(request) } satisfies ThreadReply)
  } catch (error) {
    port?.postMessage({ id: request.id, ok: false, error: describe(error) } satisfies ThreadReply)
  }
}

async function perform(request: ThreadRequest): Promise<unknown> {
  if (request.kind === 'query') return runPrepared(prepare(request.sql), request.parameters)
  if (request.kind === 'close') {
    if (data.role === 'writer') database.exec('pragma wal_checkpoint(truncate)')
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

function describe(error: unknown): ThreadError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: '' }
  const extra = error as Error & {
    code?: string
    facts?: Record<string, string | number>
    fields?: Record<string, string>
    errcode?: number
  }
  return {
    name: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(extra.code ? { code: extra.code } : {}),
    ...(extra.facts ? { facts: extra.facts } : {}),
    ...(extra.fields ? { fields: extra.fields } : {}),
    ...(extra.errcode === undefined ? {} : { errcode: extra.errcode }),
  }
}
