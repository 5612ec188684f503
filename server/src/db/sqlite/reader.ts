import { openForReading } from './open.ts'
import { runPrepared } from './run-statement.ts'
import { statementCache } from './statement-cache.ts'
import type { Perform, ThreadFile } from './thread-messages.ts'

/** Answers queries and cannot write. */
export function openReader(file: ThreadFile): Perform {
  const database = openForReading(file.path)
  const prepare = statementCache(database)
  return async (request) => {
    if (request.kind === 'query') return runPrepared(prepare(request.sql), request.parameters)
    if (request.kind === 'close') {
      database.close()
      return null
    }
    throw new Error('the reader runs no tasks')
  }
}
