// Anthropic's batches. Sources: Anthropic, API reference, "Message Batches", and the guide "Batch processing", 2026, and the types of its library
// (`resources/messages/batches`). Requests are looked at when their turn comes: what is wrong with one stands in its own result.
import { z } from 'zod'
import type { FileAnswer } from '../fake-files/account.ts'
import { anthropicRefusal, versionRefusal } from '../fake-files/anthropic-files.ts'
import { faultsOf } from '../fake-films/fault.ts'
import { type AskedBatch, type Batch, type BatchDesk, type BatchLine, isOver } from './batch.ts'

const DAY_MS = 24 * 3_600_000
const Body = z
  .strictObject({
    requests: z
      .array(z.strictObject({ custom_id: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/), params: z.record(z.string(), z.unknown()) }))
      .min(1)
      .max(100_000),
  })
  .refine(({ requests }) => new Set(requests.map(({ custom_id }) => custom_id)).size === requests.length, {
    ...{ message: 'custom_id must be unique', path: ['requests'] },
  })

const invalid = (message: string) => anthropicRefusal(400, 'invalid_request_error', message)

/** Answers a request to `/v1/messages/batches…`; undefined: it is none. */
export function answerAnthropicBatches(asked: AskedBatch, desk: BatchDesk): FileAnswer | undefined {
  const [, id, action = ''] = /^\/v1\/messages\/batches(?:\/msgbatch_(\w+))?(\/cancel|\/results)?$/.exec(asked.path) ?? []
  if (!/^\/v1\/messages\/batches(\/|$)/.test(asked.path)) return undefined
  const refusal = versionRefusal(asked)
  if (refusal) return refusal
  const route = `${asked.method} ${id === undefined ? 'all' : 'one'}${action}`
  if (route === 'POST all') return created(asked, desk)
  if (route === 'GET all') return listed(asked, desk)
  const batch = id === undefined ? undefined : desk.find(id)
  if (!batch) return anthropicRefusal(404, 'not_found_error', 'Message batch not found')
  switch (route) {
    case 'GET one':
      desk.move(batch)
      return { status: 200, body: told(batch, desk) }
    case 'GET one/results':
      return results(batch, desk)
    case 'POST one/cancel':
      if (isOver(batch)) return invalid('The batch has ended and cannot be canceled.')
      if (batch.state !== 'cancelling') desk.cancel(batch)
      return { status: 200, body: told(batch, desk) }
    case 'DELETE one':
      if (!isOver(batch)) return invalid('A batch that is in progress cannot be deleted. Cancel it first.')
      desk.remove(batch)
      return { status: 200, body: { id: `msgbatch_${batch.id}`, type: 'message_batch_deleted' } }
    default:
      return anthropicRefusal(405, 'invalid_request_error', 'Method Not Allowed')
  }
}

function created({ body }: AskedBatch, desk: BatchDesk): FileAnswer {
  const [fault] = faultsOf(Body, body)
  if (fault)
    return invalid(
      `${fault.field}: ${fault.isUnknown ? 'Extra inputs are not permitted' : fault.isMissing ? 'Field required' : fault.message}`,
    )
  const lines = Body.parse(body).requests.map(({ custom_id: id, params }): BatchLine => ({ id, path: '/v1/messages', body: params }))
  return { status: 200, body: told(desk.open(body, lines), desk) }
}

function listed({ query }: AskedBatch, desk: BatchDesk): FileAnswer {
  const all = desk.all()
  const start = all.findIndex(({ id }) => `msgbatch_${id}` === query.get('after_id')) + 1
  const page = all.slice(start, start + Number(query.get('limit') ?? 20)).map((batch) => told(batch, desk))
  return {
    status: 200,
    body: { data: page, first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null, has_more: all.length > start + page.length },
  }
}

function resultOf(batch: Batch, line: BatchLine, desk: BatchDesk) {
  const { stream, max_tokens: most } = line.body
  if (stream === true || most === 0)
    return { type: 'errored', error: invalid(`${stream ? 'stream' : 'max_tokens: 0'} is not supported in batches`).body }
  const end = desk.endOf(batch, line)
  if (end.is === 'left') return { type: batch.state === 'expired' ? 'expired' : 'canceled' }
  if (end.status < 300) return { type: 'succeeded', message: end.body }
  return { type: 'errored', error: end.status >= 500 ? anthropicRefusal(500, 'api_error', 'Internal server error').body : end.body }
}

/** In another order than the requests, as they may come. */
function results(batch: Batch, desk: BatchDesk): FileAnswer {
  if (!isOver(batch)) return invalid('The batch has no results yet: it is still in progress.')
  const lines = batch.lines.map((line) => JSON.stringify({ custom_id: line.id, result: resultOf(batch, line, desk) })).reverse()
  return { status: 200, headers: { 'content-type': 'application/x-jsonl' }, body: Buffer.from(`${lines.join('\n')}\n`) }
}

function told(batch: Batch, desk: BatchDesk) {
  const time = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())
  const { createdMs, state, times, lines } = batch
  const hasEnded = isOver(batch)
  const types = hasEnded ? lines.map((line) => resultOf(batch, line, desk).type) : []
  const count = (type: string) => types.filter((one) => one === type).length
  const id = `msgbatch_${batch.id}`
  const counts = { succeeded: count('succeeded'), errored: count('errored'), canceled: count('canceled'), expired: count('expired') }
  return {
    ...{ id, type: 'message_batch', processing_status: hasEnded ? 'ended' : state === 'cancelling' ? 'canceling' : 'in_progress' },
    request_counts: { processing: hasEnded ? 0 : lines.length, ...counts },
    ...{ created_at: time(createdMs), expires_at: time(createdMs + DAY_MS), ended_at: hasEnded ? time(times.get(state)) : null },
    ...{ archived_at: null, cancel_initiated_at: time(times.get('cancelling')) },
    results_url: hasEnded ? `${desk.url}/v1/messages/batches/${id}/results` : null,
  }
}
