// Batches are operations here: counts are texts, and how far one is stands in its metadata. Source: Google, Gemini API reference, "Batch API", 2026.
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { textIn } from '../tasks/task-reading.ts'
import { WireError } from '../wire-error.ts'
import type { BatchApi, BatchLine, BatchReading } from './batch-api.ts'
import { countIn, limitIn, MAX_BATCH_LINES, progressOf } from './readings.ts'

const states: Readonly<Record<string, BatchReading>> = {
  PENDING: { status: 'QUEUED', progress: 0 },
  SUCCEEDED: { status: 'SUCCESS', progress: 100 },
  CANCELLED: { status: 'FAILURE', progress: 100, failReason: 'task_cancelled' },
  EXPIRED: { status: 'FAILURE', progress: 100, failReason: 'task_expired' },
}

export const geminiBatches: BatchApi = {
  name: 'gemini',
  dialect: 'gemini-generate',
  idPrefix: 'batches/',

  readOrder({ batch, ...others }) {
    if (!isObject(batch)) throw new WireError('batch', 'an object')
    const config = batch.inputConfig ?? batch.input_config
    if (!isObject(config)) throw new WireError('batch.inputConfig', 'an object')
    // Google gives an uploaded file back to nobody, so what its requests would cost cannot be known here.
    if (config.fileName !== undefined || config.file_name !== undefined)
      throw new WireError('batch.inputConfig.fileName', 'not set: the requests of a batch must stand in batch.inputConfig.requests')
    const list = isObject(config.requests) ? config.requests.requests : undefined
    if (!Array.isArray(list) || list.length === 0 || list.length > MAX_BATCH_LINES)
      throw new WireError('batch.inputConfig.requests.requests', `an array of 1 to ${MAX_BATCH_LINES} requests`)
    return { input: { lines: list.map(lineOf) }, rest: { ...others, batch } }
  },

  printOrder({ rest }, lines) {
    // The address names the model.
    const { inputConfig: _camel, input_config: _snake, model: _model, ...batch } = isObject(rest.batch) ? rest.batch : {}
    const requests = lines.map(
      ({ line: { metadata }, text }) => `{"request":${text}${metadata === undefined ? '' : `,"metadata":${JSON.stringify(metadata)}`}}`,
    )
    const head = JSON.stringify(batch).slice(1, -1)
    return `{"batch":{${head}${head === '' ? '' : ','}"inputConfig":{"requests":{"requests":[${requests.join(',')}]}}}}`
  },
  readId: ({ name }) => textIn(name) || undefined,

  readState({ metadata, error, done }) {
    if (!isObject(metadata)) return undefined
    const state = (textIn(metadata.state) ?? '').replace(/^(?:BATCH|JOB)_STATE_/, '')
    const known = states[state]
    if (known) return known
    if (state === 'FAILED' || (done === true && isObject(error)))
      return { status: 'FAILURE', progress: 100, failReason: (isObject(error) && textIn(error.message)) || 'failure' }
    if (done === true) return { status: 'SUCCESS', progress: 100 }
    const { requestCount, successfulRequestCount, failedRequestCount } = isObject(metadata.batchStats) ? metadata.batchStats : {}
    const ended = countIn(successfulRequestCount) + countIn(failedRequestCount)
    return { status: 'IN_PROGRESS', progress: progressOf(ended, countIn(requestCount)) }
  },

  results({ response, metadata }) {
    const output = isObject(response) ? response : isObject(metadata) && isObject(metadata.output) ? metadata.output : {}
    const file = textIn(output.responsesFile)
    return file ? { in: 'files', ids: [file] } : { in: 'batch' }
  },
  // The guide shows the outer list, the reference the inner one; both are told twice.
  answerLists: ['response', 'metadata.output'].flatMap((output) => [
    `${output}.inlinedResponses.inlinedResponses`,
    `${output}.inlinedResponses`,
  ]),
  names: ['name', 'metadata.name'],
  answerIn: ({ response }) => (isObject(response) ? response : undefined),

  // Its place tells: keys are their caller's, and two requests may have the same.
  requestOf: () => undefined,

  kept({ response: _, ...batch }) {
    const { output: _output, ...metadata } = isObject(batch.metadata) ? batch.metadata : {}
    return { ...batch, metadata }
  },
  told(batch, { key, isGivenBack }) {
    const name = `batches/${key}`
    const metadata = { ...(isObject(batch.metadata) ? batch.metadata : {}), name }
    if (isGivenBack) return { ...batch, name, done: true, metadata: { ...metadata, state: 'BATCH_STATE_EXPIRED' } }
    return { ...batch, name, ...(isObject(batch.metadata) ? { metadata } : {}) }
  },
  list(batches, hasMore) {
    const last = textIn(batches.at(-1)?.name)
    return { operations: [...batches], ...(hasMore && last !== undefined ? { nextPageToken: last } : {}) }
  },
  page: ({ pageSize, pageToken }) => ({ limit: limitIn(pageSize, 20, 100), after: pageToken || undefined }),
  deleted: () => ({}),
}

function lineOf(value: Json, index: number): BatchLine {
  const at = `batch.inputConfig.requests.requests.${index}`
  if (!isObject(value)) throw new WireError(at, 'an object')
  const { request, metadata } = value
  if (!isObject(request)) throw new WireError(`${at}.request`, 'an object')
  // The library names the model in each request again; the address counts.
  const { model: _, ...body }: JsonObject = request
  return { id: '', body, ...(metadata === undefined ? {} : { metadata }) }
}
