// The body of both SQLite threads. The writer runs every change of the process, one after another, so SQLite's own lock can never be
// contended from inside; the reader answers queries and loads nothing else.
import { parentPort, workerData } from 'node:worker_threads'
import type { AppError } from '@waystation/contract/errors'
import { fieldsOf } from '../../lib/fields.ts'
import type { ThreadData, ThreadError, ThreadReply, ThreadRequest } from './thread-messages.ts'

const data: ThreadData = workerData
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
  const plain = { name: error.name, message: error.message, stack: error.stack ?? '' }
  if (isAppError(error)) return { ...plain, refusal: { code: error.code, facts: error.facts, fields: error.fields } }
  const { code, errcode } = fieldsOf(error)
  return { ...plain, ...(typeof code === 'string' ? { code } : {}), ...(typeof errcode === 'number' ? { errcode } : {}) }
}

/** By its name: the class brings the whole contract into the reader, which needs none of it. */
function isAppError(error: Error): error is AppError {
  return error.name === 'AppError'
}
