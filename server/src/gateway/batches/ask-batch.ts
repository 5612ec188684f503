// What a vendor says of a batch, and what it comes to once it has ended: its answers are read one by one, and each is charged by what it used.

import { noUsage, type Usage } from '@waystation/contract/calls/usage'
import { channelType } from '@waystation/contract/channels/channel-type'
import type { BatchApi } from '@waystation/wire/batches/batch-api'
import { batchApis } from '@waystation/wire/batches/batch-apis'
import { vendorDialects } from '@waystation/wire/chat/dialects'
import { producedText } from '@waystation/wire/chat/request/produced-text'
import { embeddingFormat } from '@waystation/wire/embeddings/formats'
import { frameCutter } from '@waystation/wire/encoding/framing'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { fileApis } from '@waystation/wire/files/file-api'
import { BatchSum } from '../../domain/pricing/batch-price.ts'
import { compilePrice } from '../../domain/pricing/price-call.ts'
import type { TaskRecord, TaskReport, TaskResult } from '../../domain/task/task.ts'
import { type AskedKind, askVendor, type FileChannel, type FileChannelServices, type FileRequest } from '../files/file-channel.ts'
import { OBJECT_LIMITS } from '../files/kept-files.ts'
import type { Gateway } from '../gateway.ts'
import { usageOf } from '../meter/meter.ts'
import { estimatedTokens } from '../meter/token-counter.ts'
import type { BatchOrder } from '../tasks/taken-task.ts'
import { keyOfTask } from '../tasks/task-doors.ts'
import type { VendorAnswer } from '../upstream/exchange.ts'
import { garbageFailure } from '../upstream/failures.ts'
import { type BatchSaleFacts, batchCharge, batchSaleOf } from './batch-charge.ts'
import { deleteSent } from './batch-operation.ts'

export type AskBatchServices = FileChannelServices & Pick<Gateway, 'tasks' | 'costs' | 'log'>

/** What a vendor says of a batch, at most: at Google its answers stand in it. */
const BATCH_LIMITS = { maxBytes: 256 * 1024 * 1024, deadlineMs: 300_000 }
/** A file of answers is read for so long at most. */
const RESULTS_MS = 900_000
/** One answer that is read, at most: vectors of two thousand texts take tens of megabytes. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024
/** No caller's headers and versions come along where nobody calls. */
const NOBODY = { clientHeaders: {} }

/** Where the batch is made; undefined: its channel or key is not there any more. */
export function placeOfBatch(task: TaskRecord, { catalog, providers }: Pick<Gateway, 'catalog' | 'providers'>): FileChannel | undefined {
  const channel = catalog.current().channel(task.channelId)
  const key = channel && keyOfTask(channel, task)
  const provider = channel && providers[channelType(channel.type).id]
  return channel && key && provider ? { channel, key, provider } : undefined
}

/** A request about a batch. Throws UpstreamFailure. */
export function askForBatch(task: TaskRecord, at: FileChannel, request: FileRequest, services: FileChannelServices): Promise<VendorAnswer> {
  const id = task.vendorId.slice(task.vendorId.lastIndexOf('/') + 1)
  const api = apiOfBatch(task)
  return askVendor(at, kindOf(api), { ...request, suffix: `/${encodeURIComponent(id)}${request.suffix ?? ''}` }, NOBODY, services)
}

const kindOf = ({ dialect }: BatchApi): AskedKind => ({ operation: 'batches', dialect, isMissing: ({ status }) => status === 404 })

/** In whose shape a batch was submitted: its id tells. */
export function apiOfBatch({ taskId }: Pick<TaskRecord, 'taskId'>): BatchApi {
  const { openai, messages, gemini } = batchApis
  if (taskId.startsWith('msgbatch_')) return messages
  return taskId.startsWith('batch_') ? openai : gemini
}

/** What ids of Google's callers begin with in the list of tasks; their own begin with `batches/`. */
export const GEMINI_PREFIX = 'gemini_batch_'

/** The batch as its vendor tells it. Throws UpstreamFailure. */
export async function batchAtVendor(task: TaskRecord, at: FileChannel, services: FileChannelServices): Promise<JsonObject> {
  const answer = await askForBatch(task, at, { method: 'GET' }, services)
  const batch = parseJson((await answer.whole(BATCH_LIMITS)).toString('utf8'))
  if (!isObject(batch)) throw garbageFailure('the upstream did not answer with a batch')
  return batch
}

/** Has a batch cancelled at its vendor. Throws UpstreamFailure. */
export async function cancelBatch(task: TaskRecord, at: FileChannel, services: FileChannelServices): Promise<void> {
  const suffix = apiOfBatch(task) === batchApis.gemini ? GEMINI_CANCEL : '/cancel'
  await (await askForBatch(task, at, { method: 'POST', suffix }, services)).whole(OBJECT_LIMITS)
}

/** How Google's addresses say so. */
export const GEMINI_CANCEL = ':cancel'

/** What there is to report of an open batch; with its charge where it has ended. Throws UpstreamFailure. */
export async function reportOnBatch(task: TaskRecord, at: FileChannel, services: AskBatchServices): Promise<TaskReport> {
  const api = apiOfBatch(task)
  const batch = await batchAtVendor(task, at, services)
  const reading = api.readState(batch)
  if (!reading) throw garbageFailure('the upstream did not answer with a batch')
  const result: TaskResult = { batch: api.kept(batch) }
  if (reading.status !== 'SUCCESS' && reading.status !== 'FAILURE') return { ...reading, result }
  const sale = await services.tasks.sale(task.id)
  if (!sale) return { ...reading, result }
  const facts = batchSaleOf(sale.sale)
  const ended = await endOf(task, batch, { api, at, facts }, services)
  const vendor = { channelType: at.channel.type, ratio: at.channel.setting.cost_ratio }
  const charge = batchCharge(task, facts, sale.log, { ...ended, costs: services.costs, vendor })
  return { ...reading, result, charge }
}

interface EndParts {
  readonly api: BatchApi
  readonly at: FileChannel
  readonly facts: BatchSaleFacts
}

/** What all answers used. */
async function endOf(task: TaskRecord, batch: JsonObject, { api, at, facts }: EndParts, services: AskBatchServices) {
  const sum = new BatchSum(compilePrice(facts.price))
  const answered = new Set<string>()
  let [isCounted, unread] = [false, 0]
  const add = (line: JsonObject | undefined) => {
    // Each request is answered once.
    if (sum.answers + unread >= facts.requests) return
    const answer = line && api.answerIn(line)
    if (line && !answer) return
    const id = line && api.requestOf(line)
    if (id !== undefined && answered.has(id)) return
    if (id !== undefined) answered.add(id)
    const used = answer && usageIfRead(answer, facts)
    isCounted ||= !used?.isReported
    if (used) sum.add(used.usage)
    else unread += 1
  }
  const results = api.results(batch)
  if (results.in === 'batch') results.answers.forEach(add)
  else if (results.in === 'results') await eachResult(await askForBatch(task, at, { method: 'GET', suffix: '/results' }, services), add)
  else for (const id of results.ids) await eachResult(await askForFile(id, '/content', at, services), add)
  // Nobody gets answers whose cost is not known yet.
  if (results.in === 'files') for (const id of results.ids) await keepFile(id, task, at, services)
  return { sum, isCounted, unread }
}

/** Undefined where the answer cannot be read: a caller may have one made that is nested deeper than can be printed. */
function usageIfRead(answer: JsonObject, order: BatchOrder): ReturnType<typeof usageOfAnswer> | undefined {
  try {
    return usageOfAnswer(answer, order)
  } catch {
    return undefined
  }
}

const askForFile = (id: string, suffix: string, at: FileChannel, services: FileChannelServices) =>
  askVendor(at, fileApis.openai, { method: 'GET', suffix: `/${encodeURIComponent(id)}${suffix}` }, NOBODY, services)

/** A file of answers is its user's. */
async function keepFile(id: string, task: TaskRecord, at: FileChannel, services: AskBatchServices): Promise<void> {
  const read = fileApis.openai.read(parseJson((await (await askForFile(id, '', at, services)).whole(OBJECT_LIMITS)).toString('utf8')))
  if (!read) throw garbageFailure('the upstream did not answer with a file')
  const { bytes, purpose, expiresAt } = read.facts
  const owner = { userId: task.userId, tokenId: task.tokenId, group: task.group }
  const place = { channelId: at.channel.id, keyId: at.key.id }
  await services.vendorFiles.save({
    ...{ ...owner, ...place, api: 'openai', id, bytes, purpose, object: JSON.stringify(read.object) },
    ...(expiresAt === undefined ? {} : { expiresAt }),
  })
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Goes through the lines of a file of answers, of any length, with little memory. A line that is too long is told as undefined. Throws
 * UpstreamFailure where the file breaks off.
 */
async function eachResult(answer: VendorAnswer, visit: (line: JsonObject | undefined) => void): Promise<void> {
  const cutterOfLines = () => frameCutter('json-lines', (bytes) => decoder.decode(bytes), MAX_ANSWER_BYTES)
  let cutter = cutterOfLines()
  const untilMs = performance.now() + RESULTS_MS
  let isTooLong = false
  const read = (frames: ReturnType<typeof cutter.push>) => {
    for (const { data = '' } of frames) {
      const line = parseJson(data)
      if (!isObject(line)) throw garbageFailure('the upstream did not answer with the answers of a batch')
      visit(line)
    }
  }
  for await (const chunk of answer.stream()) {
    const bytes = chunk as Buffer // as the stream has no encoding
    if (performance.now() > untilMs) throw garbageFailure('the answers of a batch did not come to an end')
    for (const piece of piecesOfLines(bytes)) {
      if (!isTooLong && cutter.pendingBytes + piece.length > MAX_ANSWER_BYTES) {
        cutter = cutterOfLines()
        isTooLong = true
        visit(undefined)
      }
      if (!isTooLong) read(cutter.push(piece))
      else if (piece.at(-1) === LF) isTooLong = false
    }
  }
  read(cutter.end())
}

const LF = 10

/** The chunk, cut behind the end of each line. */
function* piecesOfLines(chunk: Buffer): Iterable<Buffer> {
  let begin = 0
  for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, begin)) {
    yield chunk.subarray(begin, end + 1)
    begin = end + 1
  }
  if (begin < chunk.length) yield chunk.subarray(begin)
}

/** What an answer used, as its vendor reports it; where it reports nothing, its text is counted roughly. */
function usageOfAnswer(answer: JsonObject, { operation, dialect }: BatchOrder): { readonly usage: Usage; readonly isReported: boolean } {
  if (operation === 'embeddings') {
    const usage = embeddingFormat().readUsage(answer)
    return { usage: usage ? usageOf(usage) : { ...noUsage, calls: 1 }, isReported: usage !== undefined }
  }
  const reader = vendorDialects[dialect].replyReader({ stream: false, idPrefix: '' })
  const events = [...reader.push({ event: '', data: JSON.stringify(answer) }), ...reader.end()]
  const reported = events.findLast((event) => event.kind === 'usage-known')
  if (reported) return { usage: usageOf(reported.usage), isReported: true }
  const output = Math.ceil(events.reduce((sum, event) => sum + estimatedTokens(producedText(event)), 0))
  return { usage: { ...noUsage, output, calls: 1 }, isReported: false }
}

/** Deletes the copy of the requests that a vendor has of an ended batch: its user has the file itself. Never rejects. */
export async function deleteInputCopy(task: TaskRecord, at: FileChannel, services: AskBatchServices): Promise<void> {
  const { inputCopyId: id } = task.result
  if (typeof id !== 'string') return
  await deleteSent({ at, id }, NOBODY, services).catch((error: unknown) =>
    services.log.warn({ channel: at.channel.id, err: error }, 'the requests of an ended batch could not be deleted'),
  )
}
