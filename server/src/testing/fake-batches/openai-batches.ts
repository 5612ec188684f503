// OpenAI's batches. Sources: OpenAI, API reference, "Batch", and the guide "Batch API", 2026, the types of its library 6 (`resources/batches`), and
// what users report of input files with faults (stdapi.ai issue 240) and of batches in which nothing succeeded (kaapi-backend issue 723).
import { isObject } from '@waystation/wire/encoding/json'
import { z } from 'zod'
import { openaiRefusal } from '../fake-files/openai-files.ts'
import { faultsOf } from '../fake-films/fault.ts'
import { type AskedBatch, type Batch, type BatchDesk, type BatchLine, isOver, jsonLines, type LineEnd } from './batch.ts'

const endpoints = [
  ...['/v1/responses', '/v1/chat/completions', '/v1/embeddings', '/v1/completions', '/v1/moderations'],
  ...['/v1/images/generations', '/v1/images/edits', '/v1/videos'],
]
const MOST_LINES = 50_000
const WINDOW_SECONDS = 24 * 3600
const Body = z.strictObject({
  ...{ input_file_id: z.string(), endpoint: z.enum(endpoints), completion_window: z.literal('24h') },
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
  output_expires_after: z.strictObject({ anchor: z.literal('created_at'), seconds: z.int().min(3600).max(2_592_000) }).optional(),
})
const Line = z.strictObject({ custom_id: z.string(), method: z.literal('POST'), url: z.string(), body: z.record(z.string(), z.unknown()) })
const words = { running: 'in_progress' } as const

/** Answers a request to `/v1/batches…`; undefined: it is none. */
export function answerOpenaiBatches(asked: AskedBatch, desk: BatchDesk) {
  const [, id, action] = /^\/v1\/batches(?:\/batch_(\w+?))?(\/cancel)?$/.exec(asked.path) ?? []
  if (!/^\/v1\/batches(\/|$)/.test(asked.path)) return undefined
  const route = `${asked.method} ${id === undefined ? 'all' : 'one'}${action ?? ''}`
  if (route === 'POST all') return created(asked, desk)
  if (route === 'GET all') return listed(asked, desk)
  const batch = id === undefined ? undefined : desk.find(id)
  if (!batch) return openaiRefusal(404, `No batch found with id '${asked.path.split('/')[3] ?? ''}'.`)
  if (route === 'GET one') desk.move(batch)
  else if (route !== 'POST one/cancel') return openaiRefusal(405, 'Not allowed')
  else if (isOver(batch) || batch.state === 'cancelling') return openaiRefusal(409, `Cannot cancel a batch with status '${batch.state}'.`)
  else desk.cancel(batch)
  return { status: 200, body: told(batch, desk) }
}

function created({ body, nowMs }: AskedBatch, desk: BatchDesk) {
  const [fault] = faultsOf(Body, body)
  if (fault) {
    const text = fault.isUnknown
      ? `Unknown parameter: '${fault.field}'.`
      : fault.isMissing
        ? `Missing required parameter: '${fault.field}'.`
        : `Invalid value: '${fault.field}'. ${fault.message}`
    return openaiRefusal(400, text, fault.field)
  }
  const file = desk.account.find(String(body.input_file_id), nowMs)
  if (!file) return openaiRefusal(404, `No such File object: ${body.input_file_id}`, 'input_file_id')
  if (file.purpose !== 'batch') return openaiRefusal(400, `Invalid file purpose: '${file.purpose}'. Expected 'batch'.`, 'input_file_id')
  const faults = lineFaults(jsonLines(file.bytes), String(body.endpoint))
  const lines = faults.length > 0 ? [] : jsonLines(file.bytes).map((line) => lineOf(Line.parse(line)))
  const batch = desk.open({ ...body, faults }, lines, faults.length > 0 ? ['validating', 'failed'] : undefined)
  return { status: 200, body: told(batch, desk) }
}

const lineOf = ({ custom_id: id, url: path, body }: z.infer<typeof Line>): BatchLine => ({ id, path, body })

/** What makes a batch fail before it begins. */
function lineFaults(values: ReturnType<typeof jsonLines>, endpoint: string): object[] {
  if (values.length === 0) return [{ code: 'empty_file', message: 'The input file is empty.', line: null, param: null }]
  if (values.length > MOST_LINES) return [{ code: 'too_many_tasks', message: 'The batch has too many requests.', line: null, param: null }]
  const ids = new Set<unknown>()
  const models = new Set<unknown>()
  return values.flatMap((value, index) => {
    const fault = (code: string, message: string, param: string | null = null) => [{ code, message, line: index + 1, param }]
    if (!isObject(value)) return fault('invalid_json_line', 'This line is not parseable as valid JSON.')
    const [wrong] = faultsOf(Line, value)
    if (wrong)
      return fault(wrong.isMissing ? 'missing_required_parameter' : 'invalid_value', `${wrong.field}: ${wrong.message}`, wrong.field)
    const { custom_id: id, url, body } = Line.parse(value)
    if (ids.has(id)) return fault('duplicate_custom_id', `The custom_id '${id}' is used more than once.`, 'custom_id')
    if (url !== endpoint) return fault('url_mismatch', 'The URL does not match the endpoint of the batch.', 'url')
    ids.add(id)
    models.add(body.model)
    return models.size > 1 ? fault('model_mismatch', 'All requests of a batch must have the same model.', 'body.model') : []
  })
}

function listed({ query }: AskedBatch, desk: BatchDesk) {
  const all = desk.all()
  const start = all.findIndex(({ id }) => `batch_${id}` === query.get('after')) + 1
  const page = all.slice(start, start + Number(query.get('limit') ?? 20))
  const data = page.map((batch) => told(batch, desk))
  const ends = { first_id: page[0] ? `batch_${page[0].id}` : null, last_id: page.at(-1) ? `batch_${page.at(-1)?.id}` : null }
  return { status: 200, body: { object: 'list', data, ...ends, has_more: all.length > start + page.length } }
}

const EXPIRED = { code: 'batch_expired', message: 'This request could not be executed before the completion window expired.' }
const CANCELLED = { code: 'batch_cancelled', message: 'This request was not executed because the batch was cancelled.' }

function written({ state, id: batch }: Batch, { id: custom_id }: BatchLine, end: LineEnd, index: number): object {
  const id = `batch_req_${batch}${index}`
  if (end.is === 'left') return { id, custom_id, response: null, error: state === 'expired' ? EXPIRED : CANCELLED }
  return { id, custom_id, response: { status_code: end.status, request_id: `req_${index}`, body: end.body }, error: null }
}

/** Writes what there is at an end: answers in one file, the rest in another; a file without lines is not made. */
function finish(batch: Batch, desk: BatchDesk): void {
  if (batch.files.size > 0 || !isOver(batch) || batch.state === 'failed') return
  const ends = batch.lines.map((line, index) => ({ line, index, end: desk.endOf(batch, line) }))
  const parts = { output: ends.filter(({ end }) => isGood(end)), error: ends.filter(({ end }) => !isGood(end)) }
  for (const [name, part] of Object.entries(parts)) {
    const lines = part.map(({ line, end, index }) => written(batch, line, end, index))
    if (lines.length > 0) desk.keep(batch, name, { id: `file-${name}${batch.id}`, purpose: 'batch_output' }, lines)
  }
}
const isGood = (end: LineEnd) => end.is === 'answered' && end.status < 300

function usageOf(batch: Batch, desk: BatchDesk): object {
  const good = isOver(batch) ? batch.lines.filter((line) => isGood(desk.endOf(batch, line))).length : 0
  const details = { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } }
  return { input_tokens: 20 * good, output_tokens: 5 * good, total_tokens: 25 * good, ...details }
}

function told(batch: Batch, desk: BatchDesk): object {
  finish(batch, desk)
  const { faults, output_expires_after: _, ...body } = batch.body
  const seconds = (ms: number | undefined) => (ms === undefined ? null : Math.floor(ms / 1000))
  const { state, times, files, lines, createdMs } = batch
  const ends = isOver(batch) ? lines.map((line) => desk.endOf(batch, line)) : []
  const counts = {
    total: lines.length,
    completed: ends.filter(isGood).length,
    failed: ends.filter((end) => end.is === 'answered' && !isGood(end)).length,
  }
  const created_at = Math.floor(createdMs / 1000)
  return {
    ...{ id: `batch_${batch.id}`, object: 'batch', ...body, metadata: body.metadata ?? null, model: lines[0]?.body.model ?? null },
    errors: state === 'failed' ? { object: 'list', data: faults } : null,
    ...{
      status: state === 'running' ? words.running : state,
      output_file_id: files.get('output') ?? null,
      error_file_id: files.get('error') ?? null,
    },
    ...{ created_at, expires_at: created_at + WINDOW_SECONDS, in_progress_at: seconds(times.get('running')) },
    ...{
      finalizing_at: seconds(times.get('finalizing')),
      completed_at: seconds(times.get('completed')),
      failed_at: seconds(times.get('failed')),
    },
    ...{
      expired_at: seconds(times.get('expired')),
      cancelling_at: seconds(times.get('cancelling')),
      cancelled_at: seconds(times.get('cancelled')),
    },
    ...{ request_counts: counts, usage: usageOf(batch, desk) },
  }
}
