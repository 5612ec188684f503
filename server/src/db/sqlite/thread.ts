// The body of both SQLite threads. The writer runs every change of the process, one after another, so SQLite's own lock can never be
// contended from inside; the reader answers queries and loads nothing else.
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadData, ThreadError, ThreadReply, ThreadRequest } from './thread-messages.ts'

const data = workerData as ThreadData
const port = parentPort
if (!port) throw new Error('this module runs in a worker thread')

const perform =
  data.role === 'writer' ? await (await import('./writer.ts')).openWriter(data) : (await import('./reader.ts')).openReader(data)

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
