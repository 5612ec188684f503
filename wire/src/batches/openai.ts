// Source: OpenAI, API reference, "Batch", and the guide "Batch API", 2026.
import { isObject, type JsonObject } from '../encoding/json.ts'
import { textIn } from '../tasks/task-reading.ts'
import { WireError } from '../wire-error.ts'
import type { BatchApi, BatchReading } from './batch-api.ts'
import { countIn, limitIn, progressOf } from './readings.ts'

/** Answers are told apart by it, and no more of them is read than one line of a file needs. OpenAI names no limit. */
const LONGEST_ID = 4096

const ends: Readonly<Record<string, BatchReading>> = {
  completed: { status: 'SUCCESS', progress: 100 },
  expired: { status: 'FAILURE', progress: 100, failReason: 'task_expired' },
  cancelled: { status: 'FAILURE', progress: 100, failReason: 'task_cancelled' },
}

export const openaiBatches: BatchApi = {
  name: 'openai',
  dialect: 'openai-chat',
  idPrefix: 'batch_',

  readOrder({ input_file_id: fileId, endpoint: path, ...rest }) {
    if (typeof fileId !== 'string' || fileId === '') throw new WireError('input_file_id', 'the id of a file with the purpose "batch"')
    if (typeof path !== 'string') throw new WireError('endpoint', 'a path such as /v1/chat/completions')
    if (rest.completion_window !== '24h') throw new WireError('completion_window', '"24h"')
    return { input: { fileId }, path, rest }
  },

  readLine({ custom_id: id, method, url: path, body }) {
    if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID)
      throw new WireError('custom_id', `a string of 1 to ${LONGEST_ID} characters`)
    if (method !== 'POST') throw new WireError('method', '"POST"')
    if (typeof path !== 'string') throw new WireError('url', 'the endpoint of the batch')
    if (!isObject(body)) throw new WireError('body', 'an object')
    return { id, path, body }
  },

  printFile: (lines) =>
    lines
      .map(
        ({ line: { id, path = '' }, text }) =>
          `{"custom_id":${JSON.stringify(id)},"method":"POST","url":${JSON.stringify(path)},"body":${text}}\n`,
      )
      .join(''),
  printOrder: ({ path = '', rest }, _lines, fileId) => JSON.stringify({ ...rest, input_file_id: fileId, endpoint: path }),
  readId: ({ id }) => textIn(id) || undefined,

  readState({ status, errors, request_counts: counts }) {
    if (typeof status !== 'string') return undefined
    if (status === 'failed') return { status: 'FAILURE', progress: 100, failReason: firstError(errors) }
    const { total, completed, failed } = isObject(counts) ? counts : {}
    const progress = progressOf(countIn(completed) + countIn(failed), countIn(total))
    return ends[status] ?? { status: status === 'validating' ? 'QUEUED' : 'IN_PROGRESS', progress }
  },

  results: ({ output_file_id: output, error_file_id: errors }) => ({
    in: 'files',
    ids: [output, errors].filter((id) => typeof id === 'string' && id !== '') as string[], // as the filter says
  }),

  answerIn({ response }) {
    if (!isObject(response) || response.status_code !== 200) return undefined
    return isObject(response.body) ? response.body : undefined
  },
  requestOf: ({ custom_id: id }) => textIn(id),
  kept: (batch) => batch,
  told: (batch, { key, inputFileId, isGivenBack }) => ({
    ...{ ...batch, id: `batch_${key}`, input_file_id: inputFileId ?? batch.input_file_id ?? null },
    ...(isGivenBack ? { status: 'expired', expired_at: batch.expires_at ?? null, output_file_id: null, error_file_id: null } : {}),
  }),
  list: (batches, hasMore) => ({
    ...{ object: 'list', data: [...batches] },
    ...{ first_id: batches[0]?.id ?? null, last_id: batches.at(-1)?.id ?? null, has_more: hasMore },
  }),
  page: ({ after, limit }) => ({ limit: limitIn(limit, 20, 100), after: after || undefined }),
  deleted: (id) => ({ id, object: 'batch.deleted', deleted: true }),
}

/** What is wrong with the input, in the vendor's words, with its line. */
function firstError(errors: JsonObject[string]): string {
  const [first] = isObject(errors) && Array.isArray(errors.data) ? errors.data : []
  if (!isObject(first)) return 'failure'
  const line = typeof first.line === 'number' ? `line ${first.line}: ` : ''
  return `${line}${textIn(first.message) ?? textIn(first.code) ?? 'failure'}`
}
