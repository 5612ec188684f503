// Reads a batch: every request in it as a call of its own, so that what is wrong with one is told with its place before anything is sent.
import { AppError, type ErrorCode, errorMessage } from '@waystation/contract/errors'
import { relayMaxBodyMb } from '@waystation/contract/options/body-limits'
import type { BatchApi, BatchLine as WrittenLine } from '@waystation/wire/batches/batch-api'
import { assertDistinct, MAX_BATCH_LINES } from '@waystation/wire/batches/readings'
import { fileApis } from '@waystation/wire/files/file-api'
import { WireError } from '@waystation/wire/wire-error'
import type { FastifyRequest } from 'fastify'
import type { VendorPlace } from '../../domain/vendor-file/vendor-files.ts'
import { linesOf } from '../../lib/bodies/lines-of.ts'
import type { Caller } from '../caller.ts'
import { chatEndpoint, generateEndpoint } from '../door/endpoints.ts'
import { bindFiles } from '../files/bind-files.ts'
import type { FileVisit } from '../files/file-channel.ts'
import { visitorOf } from '../files/file-visitor.ts'
import { type FileServices, loadOwned, ownedFile } from '../files/kept-files.ts'
import { chat } from '../operations/chat.ts'
import { embeddings } from '../operations/embeddings.ts'
import { withAlias } from '../read-call/alias.ts'
import { type ReadBody, readJsonBody, readJsonMessage } from '../read-call/read-body.ts'
import { callOfBody, type ReadCallServices, senderOf } from '../read-call/read-call.ts'
import { MEBIBYTE } from '../read-call/receive-body.ts'
import type { BodyRoom, Call, RelayEndpoint } from '../types.ts'
import { type BatchLine, eachLine } from './batch-lines.ts'
import type { ReadBatch } from './batch-operation.ts'

export type ReadBatchServices = ReadCallServices & FileServices

/** What is known of a batch before its body is read. */
export interface GivenOfBatch {
  readonly api: BatchApi
  readonly id: string
  readonly idPrefix: string
  readonly startedMs: number
  /** Named by the address; absent: each request names it. */
  readonly model?: string
}

/** A batch, and where what it names is kept. */
export interface BatchReading {
  readonly batch: ReadBatch
  /** Absent: anywhere. */
  readonly boundTo?: VendorPlace
  /** What it takes up in memory; absent: little. */
  readonly room?: BodyRoom
}

const FILE_DEADLINE_MS = 120_000
/** A file has so many times the values of a body, at most: all of its requests are in memory at once. */
const FILE_VALUES = 10

/** Where the requests of a batch would be sent by themselves. */
const endpoints: Readonly<Record<BatchApi['name'], readonly [RelayEndpoint, ...RelayEndpoint[]]>> = {
  openai: [
    chatEndpoint,
    { method: 'POST', path: '/v1/responses', operation: chat, dialect: 'openai-responses' },
    { method: 'POST', path: '/v1/embeddings', operation: embeddings, dialect: 'openai-chat' },
  ],
  messages: [{ method: 'POST', path: '/v1/messages', operation: chat, dialect: 'anthropic-messages' }],
  gemini: [generateEndpoint],
}

/** Fields of a request that have no meaning in a batch: its answer is neither waited for nor part of a stored conversation. */
const NOT_IN_BATCHES = ['stream', 'background', 'previous_response_id', 'conversation'] as const

/**
 * Reads the body of a submission, and the file that it names.
 * @throws AppError bad_request, file_not_found, files_apart, body_too_large or what readCall throws, with the place of the request in question
 */
export async function readBatch(
  request: FastifyRequest,
  caller: Caller,
  given: GivenOfBatch,
  gateway: ReadBatchServices,
): Promise<BatchReading> {
  const { api } = given
  const received = await readJsonBody(request.raw, senderOf(caller, gateway))
  let room = received.room
  try {
    const order = told(() => api.readOrder(received.body))
    const { visit } = visitorOf(request, gateway)
    const [endpoint] = endpoints[api.name].filter(({ path }) => order.path === undefined || path === order.path)
    if (!endpoint) throw badRequest(new WireError('endpoint', `one of ${endpoints[api.name].map(({ path }) => path).join(', ')}`))
    const reader = new LineReader({ request, caller, given, endpoint }, gateway)
    if ('lines' in order.input) await eachLine(order.input.lines, (line, index) => reader.addWritten(line, `requests.${index}`))
    else {
      const file = await loadedFile(order.input.fileId, { caller, visit }, gateway)
      room?.release()
      room = file.room
      await reader.addFile(file.bytes, api)
    }
    const lines = reader.all()
    return {
      batch: { id: given.id, api, order, lines, model: lines[0].call.facts.model, userId: caller.user.id, idPrefix: given.idPrefix, visit },
      ...(reader.boundTo ? { boundTo: reader.boundTo } : {}),
      ...(room ? { room } : {}),
    }
  } catch (error) {
    room?.release()
    throw error
  }
}

/** A file of requests. It is read here and written anew, so any channel can have the batch. Room for it is taken before it is loaded. */
async function loadedFile(id: string, { caller, visit }: { caller: Caller; visit: FileVisit }, gateway: ReadBatchServices) {
  const api = fileApis.openai
  const file = await ownedFile(api, id, caller, gateway)
  const { limitBytes } = senderOf(caller, gateway)
  // Of a file that an answer gave to its user, nothing is known.
  const expected = file.bytes > 0 ? Math.min(file.bytes, limitBytes) : limitBytes
  const room = expected > MEBIBYTE ? await gateway.bodies.work(caller.user.id, expected) : undefined
  try {
    const answer = await loadOwned(file, api, '/content', visit, gateway)
    const bytes = await answer.whole({ maxBytes: limitBytes, deadlineMs: FILE_DEADLINE_MS }).catch((error: unknown) => {
      if (file.bytes <= limitBytes) throw error
      throw new AppError('body_too_large', { limit: `${gateway.options.get(relayMaxBodyMb)} MB` })
    })
    room?.shrinkTo(bytes.length)
    return { bytes, room }
  } catch (error) {
    room?.release()
    throw error
  }
}

interface LineParts {
  readonly request: FastifyRequest
  readonly caller: Caller
  readonly given: GivenOfBatch
  readonly endpoint: RelayEndpoint
}

/** Collects the requests of a batch. */
class LineReader {
  readonly #parts: LineParts
  readonly #gateway: ReadBatchServices
  readonly #lines: BatchLine[] = []
  boundTo: VendorPlace | undefined

  constructor(parts: LineParts, gateway: ReadBatchServices) {
    this.#parts = parts
    this.#gateway = gateway
  }

  /** What a request names is kept there. Throws files_apart where it is kept in several places. */
  #bind(place: VendorPlace): void {
    const { boundTo = place } = this
    if (boundTo.channelId !== place.channelId || boundTo.keyId !== place.keyId) throw new AppError('files_apart')
    this.boundTo = boundTo
  }

  async addFile(bytes: Buffer, { readLine }: BatchApi): Promise<void> {
    if (!readLine) throw new Error('requests of this API come in no file')
    const sender = senderOf(this.#parts.caller, this.#gateway)
    const most = sender.limits.maxValues * FILE_VALUES
    let values = 0
    await eachLine(linesOf(bytes), async (text, index) => {
      if (isBlank(text)) return
      const where = `line ${index + 1}`
      const received = await readJsonMessage(text, sender, { hasRoom: true }).catch((error: unknown) => inPlace(error, where))
      values += received.values
      if (values > most) throw new AppError('too_many_values', { limit: most })
      const line = told(() => readLine(received.body), where)
      if (line.path !== this.#parts.endpoint.path)
        throw badRequest(new WireError('url', `${this.#parts.endpoint.path}, as the endpoint of the batch`), where)
      await this.addWritten(line, where)
    })
    told(() =>
      assertDistinct(
        this.#lines.map(({ written }) => written.id),
        (index) => `custom_id of request ${index + 1}`,
      ),
    )
  }

  /** @param where its place, for errors */
  async addWritten(written: WrittenLine, where: string): Promise<void> {
    if (this.#lines.length >= MAX_BATCH_LINES) throw badRequest(new WireError('requests', `at most ${MAX_BATCH_LINES}`))
    for (const field of NOT_IN_BATCHES) {
      const value = written.body[field]
      if (value !== undefined && value !== null && value !== false) throw badRequest(new WireError(field, 'not set in a batch'), where)
    }
    try {
      const call = await this.#callOf(written)
      const model = this.#lines[0]?.call.facts.model ?? call.facts.model
      if (call.facts.model !== model) throw badRequest(new WireError('model', `${model}, as all requests of a batch have one model`))
      if (call.extension?.boundTo) this.#bind(call.extension.boundTo)
      this.#lines.push({ written, call })
    } catch (error) {
      inPlace(error, where)
    }
  }

  async #callOf({ body }: WrittenLine): Promise<Call> {
    const { request, caller, given, endpoint } = this.#parts
    const { id, startedMs, model } = given
    const bytes = Buffer.byteLength(JSON.stringify(body))
    const received: ReadBody = { body, bytes, isHeavy: false, room: undefined }
    const address = model === undefined ? {} : { address: { model, isStream: false } }
    const call = await callOfBody(endpoint, request.raw, received, { id, startedMs, ...address }, this.#gateway)
    return bindFiles(withAlias(call, caller), caller, this.#gateway)
  }

  /** Throws bad_request where there are none. */
  all(): ReadBatch['lines'] {
    const [first, ...others] = this.#lines
    if (!first) throw badRequest(new WireError('input_file_id', 'a file with at least one request'))
    return [first, ...others]
  }
}

const isBlank = (line: Buffer): boolean => line.length <= LONGEST_BLANK && line.toString('utf8').trim() === ''
/** Longer lines are looked at by their reader. */
const LONGEST_BLANK = 1024

/** What a reader makes of something. Throws bad_request. */
function told<Value>(read: () => Value, where?: string): Value {
  try {
    return read()
  } catch (error) {
    throw error instanceof WireError ? badRequest(error, where) : error
  }
}

function badRequest(error: WireError, where?: string): AppError {
  const detail = where === undefined ? error.message : `${where}: ${error.message}`
  return new AppError('bad_request', { detail }, { cause: error })
}

/** Errors that say nothing of a place. */
const OF_ONE: ReadonlySet<ErrorCode> = new Set(['bad_json', 'model_required', 'model_not_found'])

/** Throws the error with the place of the request that it is about. */
function inPlace(error: unknown, where: string): never {
  if (!(error instanceof AppError)) throw error
  const { detail } = error.facts
  if (typeof detail === 'string' && !detail.startsWith(where))
    throw new AppError(error.code, { ...error.facts, detail: `${where}: ${detail}` }, { cause: error })
  if (!OF_ONE.has(error.code)) throw error
  throw new AppError('bad_request', { detail: `${where}: ${errorMessage(error.code, error.facts, 'en')}` }, { cause: error })
}
