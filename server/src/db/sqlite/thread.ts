// The body of both SQLite threads. The writer runs every change of the process, one after another, so SQLite's own lock can never be
// contended from inside; the reader answers queries and loads nothing else.
import { parentPort } from 'node:worker_threads'
import type { AppError } from '@waystation/contract/errors'
import { fieldsOf } from '../../lib/fields.ts'
import type { FileRequest, Perform, ThreadError, ThreadFile, ThreadReply, ThreadRequest } from './thread-messages.ts'

const port = parentPort
if (!port) throw new Error('this module runs in a worker thread')

// One at a time, in the order of arrival.
let last: Promise<Perform | undefined> = Promise.resolve(undefined)
port.on('message', (request: ThreadRequest) => {
  last = last.then((perform) => take(request, perform))
})

/** What performs the requests after this one. A file that cannot be opened ends the thread. */
async function take(request: ThreadRequest, perform: Perform | undefined): Promise<Perform | undefined> {
  if (request.kind !== 'open') {
    await answer(request, perform)
    return perform
  }
  const opened = await open(request.file)
  reply({ id: request.id, ok: true, value: null })
  return opened
}

async function open(file: ThreadFile): Promise<Perform> {
  if (file.role === 'writer') return (await import('./writer.ts')).openWriter(file)
  return (await import('./reader.ts')).openReader(file)
}

async function answer(request: FileRequest, perform: Perform | undefined): Promise<void> {
  try {
    if (!perform) throw new Error('the thread has opened no file')
    reply({ id: request.id, ok: true, value: await perform(request) })
  } catch (error) {
    reply({ id: request.id, ok: false, error: describe(error) })
  }
}

function reply(message: ThreadReply): void {
  port?.postMessage(message)
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
