// Gemini's batches. Sources: Google, Gemini API reference, "Batch API", and the guide of that name, 2026, and the mappings of its library: requests
// in line or in a file, results likewise. Batches are operations: counts are texts, and one that was cancelled is an error.
import { isObject } from '@waystation/wire/encoding/json'
import { z } from 'zod'
import type { FileAnswer } from '../fake-files/account.ts'
import { answerGoogle, googleRefusal, noSuchFile } from '../fake-files/google-files.ts'
import { faultsOf } from '../fake-films/fault.ts'
import { type AskedBatch, type Batch, type BatchDesk, type BatchLine, type BatchState, isOver, jsonLines } from './batch.ts'

const request = z.record(z.string(), z.unknown())
const Body = z.strictObject({
  batch: z.strictObject({
    ...{ displayName: z.string().min(1), model: z.string().optional(), priority: z.union([z.string(), z.int()]).optional() },
    inputConfig: z.union([
      z.strictObject({ fileName: z.string().startsWith('files/') }),
      z.strictObject({
        requests: z.strictObject({
          requests: z.array(z.strictObject({ request, metadata: z.record(z.string(), z.unknown()).optional() })).min(1),
        }),
      }),
    ]),
  }),
})
const Line = z.strictObject({ key: z.string(), request, metadata: z.record(z.string(), z.unknown()).optional() })
const states: Readonly<Record<BatchState, string>> = {
  ...{ validating: 'PENDING', running: 'RUNNING', finalizing: 'RUNNING', completed: 'SUCCEEDED', failed: 'FAILED' },
  ...{ expired: 'EXPIRED', cancelling: 'RUNNING', cancelled: 'CANCELLED' },
}
const invalid = (message: string) => googleRefusal(400, 'INVALID_ARGUMENT', message)
const TYPE = 'type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch'

/** Answers a request to a model's batches or to `/v1beta/batches…`, and gives out files of results; undefined: it is none of these. */
export function answerGeminiBatches(asked: AskedBatch, desk: BatchDesk): FileAnswer | undefined {
  if (asked.path.startsWith('/download/v1beta/files/'))
    return answerGoogle({ ...asked, path: asked.path.slice('/download'.length) }, desk.account)
  const [, model] = /^\/v1beta\/models\/([\w.-]+):batchGenerateContent$/.exec(asked.path) ?? []
  if (model !== undefined && asked.method === 'POST') return created(asked, desk, model)
  const [, id, action = ''] = /^\/v1beta\/batches(?:\/(\w+))?(:cancel)?$/.exec(asked.path) ?? []
  if (!/^\/v1beta\/batches(\/|$)/.test(asked.path)) return undefined
  const route = `${asked.method} ${id === undefined ? 'all' : 'one'}${action}`
  if (route === 'GET all') return { status: 200, body: { operations: desk.all().map((batch) => told(batch, desk)) } }
  const batch = id === undefined ? undefined : desk.find(id)
  if (!batch) return googleRefusal(404, 'NOT_FOUND', 'Requested entity was not found.')
  switch (route) {
    case 'GET one':
      desk.move(batch)
      return { status: 200, body: told(batch, desk) }
    case 'POST one:cancel':
      if (isOver(batch)) return googleRefusal(400, 'FAILED_PRECONDITION', 'The batch has ended.')
      desk.cancel(batch)
      return { status: 200, body: {} }
    case 'DELETE one':
      desk.remove(batch)
      return { status: 200, body: {} }
    default:
      return googleRefusal(404, 'NOT_FOUND', 'Not Found')
  }
}

function created({ body, nowMs }: AskedBatch, desk: BatchDesk, model: string): FileAnswer {
  const [fault] = faultsOf(Body, body)
  if (fault)
    return invalid(
      fault.isUnknown
        ? `Invalid JSON payload received. Unknown name "${fault.field}": Cannot find field.`
        : `${fault.field}: ${fault.message}`,
    )
  const { inputConfig } = Body.parse(body).batch
  const path = `/v1beta/models/${model}:generateContent`
  const lineOf = (id: string, given: Record<string, unknown>, metadata: unknown): BatchLine => {
    const { model: _, ...own } = given
    return { id, path, body: own, metadata }
  }
  if ('requests' in inputConfig) {
    const lines = inputConfig.requests.requests.map((one, index) => lineOf(String(one.metadata?.key ?? index), one.request, one.metadata))
    return { status: 200, body: told(desk.open({ ...body, model }, lines), desk) }
  }
  const file = desk.account.find(inputConfig.fileName, nowMs)
  if (!file) return noSuchFile(inputConfig.fileName.slice('files/'.length))
  const values = jsonLines(file.bytes).map((value) => Line.safeParse(isObject(value) ? value : {}))
  const lines = values.flatMap(({ data }) => (data ? [lineOf(data.key, data.request, data.metadata)] : []))
  const isWhole = lines.length === values.length && lines.length > 0
  return { status: 200, body: told(desk.open({ ...body, model }, lines, isWhole ? undefined : ['running', 'failed']), desk) }
}

const Refused = z.object({ error: z.object({ message: z.string() }) })
const INTERNAL = { code: 13, message: 'Internal error encountered.' }
/** The answer to a line, or its error as a status. */
function resultOf(batch: Batch, line: BatchLine, desk: BatchDesk): { readonly response: object } | { readonly error: object } {
  const end = desk.endOf(batch, line)
  if (end.is === 'answered' && end.status < 300) return { response: end.body }
  const refused = end.is === 'answered' && end.status < 500 ? Refused.safeParse(end.body).data : undefined
  return { error: refused ? { code: 3, message: refused.error.message } : INTERNAL }
}

function outputOf(batch: Batch, desk: BatchDesk): object {
  const isFile = desk.givesFiles || 'fileName' in Body.parse({ batch: batch.body.batch }).batch.inputConfig
  const results = batch.lines.map((line) => ({ line, result: resultOf(batch, line, desk) }))
  if (!isFile)
    return {
      inlinedResponses: {
        inlinedResponses: results.map(({ line, result }) => ({ ...result, ...(line.metadata ? { metadata: line.metadata } : {}) })),
      },
    }
  const lines = results.map(({ line, result }) => ({ key: line.id, ...result }))
  return { responsesFile: batch.files.get('output') ?? desk.keep(batch, 'output', { id: `files/batch-${batch.id}` }, lines) }
}

const errors: Partial<Record<BatchState, object>> = {
  failed: { code: 3, message: 'The input file could not be read.' },
  expired: { code: 4, message: 'The batch expired before it was complete.' },
  cancelled: { code: 1, message: 'The operation was cancelled.' },
}

function told(batch: Batch, desk: BatchDesk): object {
  const { createdMs, state, times, lines } = batch
  const time = (ms: number) => new Date(ms).toISOString()
  const isDone = state === 'completed'
  const failed = isDone ? lines.filter((line) => 'error' in resultOf(batch, line, desk)).length : 0
  const counts = isDone
    ? { successfulRequestCount: String(lines.length - failed), ...(failed > 0 ? { failedRequestCount: String(failed) } : {}) }
    : { pendingRequestCount: String(lines.length) }
  const output = isDone ? outputOf(batch, desk) : undefined
  const { displayName } = Body.parse({ batch: batch.body.batch }).batch
  const name = `batches/${batch.id}`
  const ended = isOver(batch) ? { endTime: time(times.get(state) ?? createdMs) } : {}
  const metadata = {
    ...{ '@type': TYPE, model: `models/${batch.body.model}`, displayName, name, state: `BATCH_STATE_${states[state]}` },
    ...{ createTime: time(createdMs), updateTime: time(Math.max(createdMs, ...times.values())), ...ended },
    ...{ batchStats: { requestCount: String(lines.length), ...counts }, ...(output ? { output } : {}) },
  }
  if (!isOver(batch)) return { name, metadata }
  return { name, metadata, done: true, ...(output ? { response: { '@type': `${TYPE}Output`, ...output } } : { error: errors[state] }) }
}
