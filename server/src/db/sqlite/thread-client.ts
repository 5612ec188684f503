import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode } from '@waystation/contract/errors'
import type { ThreadData, ThreadError, ThreadReply, ThreadRequest } from './thread-messages.ts'

type Waiting = { resolve(value: unknown): void; reject(error: Error): void }
type Unnumbered<Request> = Request extends { id: number } ? Omit<Request, 'id'> : never

/** A SQLite thread as the main thread sees it: requests out, promises back. */
export interface ThreadClient {
  ask(request: Unnumbered<ThreadRequest>): Promise<unknown>
  close(): Promise<void>
}

/**
 * Starts one of the two threads and waits until it has opened the file (and, for the writer, migrated it).
 * @param onDeath told when the thread ends without having been asked to: whatever waited has been refused by then
 */
export async function startThread(data: ThreadData, onDeath: (error: Error) => void): Promise<ThreadClient> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: data, name: `sqlite-${data.role}` })
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

  const ask: ThreadClient['ask'] = (request) =>
    new Promise((resolve, reject) => {
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
  if (error.name === 'AppError' && error.code) {
    return new AppError(
      error.code as ErrorCode,
      error.facts ?? {},
      error.fields ? { fields: error.fields as Record<string, ErrorCode> } : undefined,
    )
  }
  const plain = new Error(error.message)
  plain.name = error.name
  plain.stack = error.stack
  return Object.assign(plain, { code: error.code, errcode: error.errcode })
}
