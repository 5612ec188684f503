// Source: Anthropic, API reference, "Message Batches", and the guide "Batch processing", 2026.
import { isObject, type JsonObject } from '../encoding/json.ts'
import { textIn } from '../tasks/task-reading.ts'
import { WireError } from '../wire-error.ts'
import type { BatchApi, BatchLine } from './batch-api.ts'
import { assertDistinct, countIn, limitIn, MAX_BATCH_LINES, progressOf } from './readings.ts'

export const anthropicBatches: BatchApi = {
  name: 'messages',
  dialect: 'anthropic-messages',
  idPrefix: 'msgbatch_',

  readOrder({ requests, ...rest }) {
    if (!Array.isArray(requests) || requests.length === 0 || requests.length > MAX_BATCH_LINES)
      throw new WireError('requests', `an array of 1 to ${MAX_BATCH_LINES} requests`)
    const lines = requests.map((request, index): BatchLine => {
      const at = `requests.${index}`
      if (!isObject(request)) throw new WireError(at, 'an object')
      const { custom_id: id, params } = request
      if (typeof id !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(id))
        throw new WireError(`${at}.custom_id`, 'up to 64 letters, digits, hyphens and underscores')
      if (!isObject(params)) throw new WireError(`${at}.params`, 'an object')
      return { id, body: params }
    })
    assertDistinct(
      lines.map(({ id }) => id),
      (index) => `requests.${index}.custom_id`,
    )
    return { input: { lines }, rest }
  },

  printOrder({ rest }, lines) {
    const requests = lines.map(({ line: { id }, text }) => `{"custom_id":${JSON.stringify(id)},"params":${text}}`)
    return `{${Object.entries(rest)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`)
      .join('')}"requests":[${requests.join(',')}]}`
  },
  readId: ({ id }) => textIn(id) || undefined,

  readState({ processing_status: state, request_counts: counts }) {
    if (typeof state !== 'string') return undefined
    const { processing, succeeded, errored, canceled, expired } = isObject(counts) ? counts : {}
    if (state === 'ended') {
      if (countIn(canceled) > 0) return { status: 'FAILURE', progress: 100, failReason: 'task_cancelled' }
      if (countIn(expired) > 0) return { status: 'FAILURE', progress: 100, failReason: 'task_expired' }
      return { status: 'SUCCESS', progress: 100 }
    }
    const done = countIn(succeeded) + countIn(errored)
    return { status: 'IN_PROGRESS', progress: progressOf(done, done + countIn(processing)) }
  },

  results: () => ({ in: 'results' }),
  answerIn({ result }) {
    if (!isObject(result) || result.type !== 'succeeded') return undefined
    return isObject(result.message) ? result.message : undefined
  },
  requestOf: ({ custom_id: id }) => textIn(id),
  kept: (batch) => batch,
  told(batch, { key, resultsUrl, isGivenBack }) {
    const told = { ...batch, id: `msgbatch_${key}`, results_url: batch.results_url ? resultsUrl : null }
    return isGivenBack ? { ...told, ...expired(batch), results_url: null } : told
  },
  list: (batches, hasMore) => ({
    ...{ data: [...batches], has_more: hasMore },
    ...{ first_id: batches[0]?.id ?? null, last_id: batches.at(-1)?.id ?? null },
  }),
  page: ({ after_id: after, before_id: before, limit }) => ({
    ...{ limit: limitIn(limit, 20, 1000), after: after || undefined, before: before || undefined },
  }),
  deleted: (id) => ({ id, type: 'message_batch_deleted' }),
}

/** None of the requests was answered in time. */
function expired({ request_counts: counts, expires_at: endedAt, ended_at: toldEnd }: JsonObject): JsonObject {
  const requests = Object.values(isObject(counts) ? counts : {}).reduce<number>((sum, count) => sum + countIn(count), 0)
  const request_counts = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: requests }
  return { processing_status: 'ended', ended_at: toldEnd ?? endedAt ?? null, request_counts }
}
