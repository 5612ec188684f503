// The threads of SQLite databases, kept from one test database to the next. A writer loads six hundred modules when it starts, which took
// more processor time than most tests. They hold no state of their own, as little as the main thread's, which tests share too.
import type { Worker } from 'node:worker_threads'
import { newThreads, type ThreadSource } from '../../db/sqlite/thread-client.ts'
import type { ThreadRole } from '../../db/sqlite/thread-messages.ts'

/** How many threads of a role may wait for the next database. */
const MAX_IDLE = 3

/** Hands out a thread that has closed its file, or else a new one. */
export function keepThreads(fresh: ThreadSource): ThreadSource {
  const idle: Record<ThreadRole, Worker[]> = { writer: [], reader: [] }
  return {
    take(role) {
      const kept = idle[role].pop()
      kept?.ref()
      return kept ?? fresh.take(role)
    },
    async giveBack(role, worker) {
      if (idle[role].length >= MAX_IDLE) return fresh.giveBack(role, worker)
      // One that waits does not keep the process from ending.
      worker.unref()
      return idle[role].push(worker)
    },
  }
}

/** The threads of this process's test databases. */
export const keptThreads = keepThreads(newThreads)
