import { Worker } from 'node:worker_threads'
import { AppError } from '@waystation/contract/errors'
import type { ThreadData, ThreadError, ThreadReply, ThreadRequest } from './thread-messages.ts'

type Waiting = { resolve(value: unknown): void; reject(error: Error): void }
type Unnumbered<Request> = Request extends { id: number } ? Omit<Request, 'id'> : never

/** What a thread allocates for a batch or a page is gone right after it: more room for it only makes the process larger. */
const MAX_YOUNG_MEGABYTES = 8

/** A SQLite thread as the main thread sees it: requests out, promises back. */
export interface ThreadClient {
  /** The answer is what the thread makes of the request: of a query a StatementResult, of a task what the task gives. */
  ask<Answer>(request: Unnumbered<ThreadRequest>): Promise<Answer>
  close(): Promise<void>
}

/**
 * Starts one of the two threads and waits until it has opened the file (and, for the writer, migrated it).
 * @param onDeath called when the thread ends without being closed; everything pending has been rejected by then
 */
export async function startThread(data: ThreadData, onDeath: (error: Error) => void): Promise<ThreadClient> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: data,
    name: `sqlite-${data.role}`,
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_MEGABYTES },
  })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let isClosing = false

  const ready = Promise.withResolvers<unknown>()
  waiting.set(0, ready)

  worker.on('message', (reply: ThreadReply) => {
    const asker = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.ok) asker?.resolve(reply.value)
    else asker?.reject(revived(reply.error))
  })
  const fail = (error: Error) => {
    for (const asker of waiting.values()) asker.reject(error)
    waiting.clear()
    if (!isClosing) onDeath(error)
  }
  worker.on('error', fail)
  worker.on('exit', (code) => {
    if (!isClosing) fail(new Error(`the SQLite ${data.role} thread ended with code ${code}`))
  })

  await ready.promise

  const ask = <Answer>(request: Unnumbered<ThreadRequest>) =>
    new Promise<Answer>((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      worker.postMessage({ ...request, id: lastId })
    })

  return {
    ask,
    async close() {
      isClosing = true
      await ask({ kind: 'close' })
      await worker.terminate()
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
