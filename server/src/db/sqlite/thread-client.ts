import { Worker } from 'node:worker_threads'
import { AppError } from '@waystation/contract/errors'
import type { ThreadError, ThreadFile, ThreadReply, ThreadRequest, ThreadRole } from './thread-messages.ts'

type Waiting = { resolve(value: unknown): void; reject(error: Error): void }
type Unnumbered<Request> = Request extends { id: number } ? Omit<Request, 'id'> : never

/** What a thread allocates for a batch or a page is gone right after it: more room for it only makes the process larger. */
const MAX_YOUNG_MEGABYTES = 8

/** A SQLite thread as the main thread sees it: requests out, promises back. */
export interface ThreadClient {
  /**
   * The answer is what the thread makes of the request: of a query a StatementResult, of a task what the task gives. None comes after
   * `close`.
   */
  ask<Answer>(request: Unnumbered<ThreadRequest>): Promise<Answer>
  close(): Promise<void>
}

/** Where threads come from, and where they go when they have closed their file. */
export interface ThreadSource {
  take(role: ThreadRole): Worker
  giveBack(role: ThreadRole, worker: Worker): Promise<unknown>
}

/** A new thread for each file, which ends when the file is closed. */
export const newThreads: ThreadSource = {
  take: (role) =>
    new Worker(new URL('./thread.ts', import.meta.url), {
      name: `sqlite-${role}`,
      resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_MEGABYTES },
    }),
  giveBack: (_role, worker) => worker.terminate(),
}

/**
 * Starts one of the threads and waits until it has opened the file (and, for the writer, migrated it).
 * @param onDeath called when the thread ends without being closed; everything pending has been rejected by then
 */
export async function startThread(file: ThreadFile, onDeath: (error: Error) => void, threads = newThreads): Promise<ThreadClient> {
  const worker = threads.take(file.role)
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let isClosing = false

  const take = (reply: ThreadReply) => {
    const asker = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.ok) asker?.resolve(reply.value)
    else asker?.reject(revived(reply.error))
  }
  const fail = (error: Error) => {
    for (const asker of waiting.values()) asker.reject(error)
    waiting.clear()
    if (!isClosing) onDeath(error)
  }
  const end = (code: number) => {
    if (!isClosing) fail(new Error(`the SQLite ${file.role} thread ended with code ${code}`))
  }
  worker.on('message', take).on('error', fail).on('exit', end)

  const ask = <Answer>(request: Unnumbered<ThreadRequest>) =>
    new Promise<Answer>((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      // The thread may have another file by then.
      if (!isClosing) worker.postMessage({ ...request, id: lastId })
    })
  await ask({ kind: 'open', file })

  return {
    ask,
    async close() {
      const closed = ask({ kind: 'close' })
      isClosing = true
      await closed
      worker.off('message', take).off('error', fail).off('exit', end)
      await threads.giveBack(file.role, worker)
    },
  }
}

/** The error that a thread described, as an error of this thread. */
function revived(error: ThreadError): Error {
  const { refusal } = error
  if (refusal) return new AppError(refusal.code, refusal.facts, refusal.fields && { fields: refusal.fields })
  const plain = new Error(error.message)
  plain.name = error.name
  plain.stack = error.stack
  return Object.assign(plain, { code: error.code, errcode: error.errcode })
}
