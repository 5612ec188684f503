// A model provider for tests, on a real socket: it speaks the chat dialects of fake-dialects/, and completions, embeddings and the model
// list of OpenAI's API, answers by rules that anybody can recompute, refuses what vendors refuse, misbehaves on request, and records what
// it would bill.

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { parseJson } from '@waystation/wire/encoding/json'
import type { Refusal } from '@waystation/wire/testing/strict/judge'
import { signatureRefusal } from '../fake-dialects/aws-signature.ts'
import { listing } from '../fake-dialects/converse.ts'
import { fields } from '../fake-dialects/fake-dialect.ts'
import { type FakeDialects, type FakeRoute, openDialects, route } from '../fake-dialects/routes.ts'
import { listenLocally } from '../network/local-site.ts'
import { completionBody, completionChunks, embeddingBody, modelBody } from './fake-provider-answer.ts'
import { askOf, type FakeAsk, type FakePart } from './fake-provider-ask.ts'
import { runScript, type Step } from './fake-provider-script.ts'
import { type Bill, refuse, send, sendJson } from './fake-provider-send.ts'
import { AWS_BASE } from './strict-aws.ts'
import { refusalOf } from './strict-vendors.ts'

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly rawBody: string
  /** Of a form: its fields. Undefined when it is neither that nor JSON. */
  readonly body: unknown
  /** Set where it is a form. */
  readonly form: FormData | undefined
  /** Milliseconds of performance.now(). */
  readonly atMs: number
  /** What it costs here; undefined: it was refused, or met a script. */
  bill: Bill | undefined
  /** What the strict vendor refused it for. */
  refusal: Refusal | undefined
  /** When the client went before the answer was over. */
  abortedAtMs: number | undefined
  endedAtMs: number | undefined
}

export interface FakeProviderOptions {
  readonly port?: number
  readonly models?: readonly string[]
  /** Requests recorded for inspection; 0 for load tests. */
  readonly keepRequests?: number
  /** A key that must be presented; absent: any. */
  readonly apiKey?: string
  /**
   * Must requests name the vendors' real models, and keep to what each of them takes? Default false: others are judged by what a
   * vendor's models share, and chat, which many vendors speak with fields of their own, by its own rules only.
   */
  readonly isJudged?: boolean
}

const KEEP_REQUESTS = 4000

/** Starts a provider on 127.0.0.1. */
export async function openFakeProvider(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const provider = new FakeProvider(options)
  await provider.listen(options.port ?? 0)
  return provider
}

export class FakeProvider {
  /** The newest requests, oldest first. */
  readonly requests: RecordedRequest[] = []
  /** By the prompt's `#call:<id>`; a retried call has several. */
  readonly bills = new Map<string, Bill[]>()
  /** The number of all requests, recorded or not. */
  requestCount = 0
  port = 0
  readonly #options: FakeProviderOptions
  #models: readonly string[]
  readonly #scripts = new Map<string, readonly Step[]>()
  readonly #parts = new Map<string, FakePart>()
  readonly #queue: (readonly Step[])[] = []
  readonly #refusals = new Map<string, number>()
  readonly #dialects: FakeDialects = openDialects()
  readonly #server: Server
  #close: (() => Promise<void>) | undefined
  #release = Promise.withResolvers<void>()

  constructor(options: FakeProviderOptions) {
    this.#options = options
    this.#models = options.models ?? ['fake-model', 'fake-stream-20x50ms', 'gpt-4o-mini', 'text-embedding-3-small']
    this.#server = createServer((request, response) => this.serve(request, response))
    this.#server.on('connection', (socket) => void socket.setNoDelay(true))
    this.#server.keepAliveTimeout = 60_000
  }

  /** Such as http://127.0.0.1:4100 — without `/v1`. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async listen(port: number): Promise<void> {
    const listening = await listenLocally(this.#server, port)
    this.port = listening.port
    this.#close = listening.close
  }

  /** Lists these models from now on. */
  offer(models: readonly string[]): void {
    this.#models = models
  }

  /** Scripts the response to every later request for this model; undefined: the default answer again. */
  script(model: string, steps: readonly Step[] | undefined): void {
    if (steps) this.#scripts.set(model, steps)
    else this.#scripts.delete(model)
  }

  /** Sets the response to every later request for this model, in the request's dialect; undefined: the default answer again. */
  play(model: string, part: FakePart | undefined): void {
    if (part) this.#parts.set(model, part)
    else this.#parts.delete(model)
  }

  /** Scripts the response to the next request, whatever its model; may be called several times for a queue. */
  next(steps: readonly Step[], times = 1): void {
    for (let count = 0; count < times; count++) this.#queue.push(steps)
  }

  /** Lets go of the answers to all prompts with `#held` that have come. */
  release(): void {
    this.#release.resolve()
    this.#release = Promise.withResolvers()
  }

  /** Forgets scripts, parts, requests and bills. */
  clear(): void {
    this.requests.length = 0
    this.#queue.length = 0
    this.bills.clear()
    this.#scripts.clear()
    this.#parts.clear()
    this.#refusals.clear()
  }

  async close(): Promise<void> {
    await this.#close?.()
  }

  /** Answers a request that came in by another server, such as one over TLS. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    this.#handle(request, response).catch(() => request.socket.destroy())
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requestCount += 1
    const record = await recordOf(request)
    this.#keep(record)
    const gone = new AbortController()
    response.on('close', () => {
      if (response.writableFinished) record.endedAtMs = performance.now()
      else record.abortedAtMs = performance.now()
      gone.abort()
    })
    const { apiKey } = this.#options
    const steps = this.#queue.shift() ?? this.#scripts.get(String((record.body as { model?: unknown } | undefined)?.model ?? ''))
    if (steps) return runScript(steps, request, response, gone.signal)
    if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`)
      return refuse(response, 401, this.#dialects.chat.error(401, 'Incorrect API key provided'))
    await this.#answer(request, response, record, gone.signal)
  }

  #keep(record: RecordedRequest): void {
    const keepRequests = this.#options.keepRequests ?? KEEP_REQUESTS
    if (keepRequests === 0) return
    this.requests.push(record)
    if (this.requests.length > keepRequests) this.requests.shift()
  }

  async #answer(request: IncomingMessage, response: ServerResponse, record: RecordedRequest, gone: AbortSignal): Promise<void> {
    const { body } = record
    const found = route(request, record, this.#dialects)
    const { path, dialect } = found
    const isAws = found.request.target.startsWith(`${AWS_BASE}/`)
    const denial = isAws ? signatureRefusal(found.request) : dialect.refuses?.(found.request)
    if (denial) return refuse(response, denial.status, denial.body, denial.headers)
    const list = request.method === 'GET' ? listing(found.request) : undefined
    if (list) return sendJson(response, list)
    if (request.method === 'GET' && path === '/models') return sendJson(response, { object: 'list', data: this.#models.map(modelBody) })
    if (request.method === 'GET' && path.startsWith('/models/'))
      return sendJson(response, modelBody(decodeURIComponent(path.slice('/models/'.length))))
    if (request.method !== 'POST' || body === undefined)
      return refuse(response, 400, dialect.error(400, 'We could not parse the JSON body of your request.'))
    if (!found.isKnown) return refuse(response, 404, dialect.error(404, `Invalid URL (POST ${path})`))

    record.refusal = refusalOf(request, fields(body), this.#options.isJudged ?? false)
    if (record.refusal) return refuse(response, record.refusal.status, record.refusal.body as object)
    const ask = askOf(found.parsed, this.#parts.get(found.parsed.model))
    const complaint = dialect.complaint(found.request)
    if (complaint !== undefined) return refuse(response, 400, dialect.error(400, complaint), dialect.errorHeaders?.(400))
    if (ask.hasWrongImages) return refuse(response, 400, dialect.error(400, `${found.parsed.images} pictures came`))
    if (ask.refusal && this.#isRefused(ask, ask.refusal.times)) {
      const { status } = ask.refusal
      const usual = status === 429 ? { 'retry-after': 1 } : {}
      return refuse(response, status, dialect.error(status, `refused with ${status}`), dialect.errorHeaders?.(status) ?? usual)
    }
    const bill = this.#openBill(ask)
    record.bill = bill
    const released = this.#release.promise
    await send(response, { ask, bill, gone, released, ...answersOf(found, ask, `${this.requestCount}`) })
    bill.state = gone.aborted && !response.writableFinished ? 'aborted' : 'done'
  }

  /** Counts the refusals of a call, up to as many as it requests. */
  #isRefused({ callId }: FakeAsk, times: number): boolean {
    const before = this.#refusals.get(callId) ?? 0
    this.#refusals.set(callId, before + 1)
    return before < times
  }

  #openBill(ask: FakeAsk): Bill {
    const bill: Bill = {
      callId: ask.callId,
      model: ask.model,
      usage: ask.usage,
      sentPieces: 0,
      allPieces: ask.pieces.length,
      state: 'running',
    }
    if (ask.callId === '') return bill
    const known = this.bills.get(ask.callId)
    if (known) known.push(bill)
    else this.bills.set(ask.callId, [bill])
    return bill
  }
}

/** Reads the request to its end. */
async function recordOf(request: IncomingMessage): Promise<RecordedRequest> {
  const atMs = performance.now()
  const bytes = await buffer(request)
  const rawBody = bytes.toString('utf8')
  const form = await formOf(bytes, request.headers['content-type'] ?? '')
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    rawBody,
    body: form ? Object.fromEntries(form) : parseJson(rawBody),
    form,
    atMs,
    bill: undefined,
    refusal: undefined,
    abortedAtMs: undefined,
    endedAtMs: undefined,
  }
}

const noMedia = { media: () => undefined }

/** The answer to a request, whole and as a stream. */
function answersOf({ path, dialect, request }: FakeRoute, ask: FakeAsk, id: string) {
  const frames = (chunks: { data: string; isPiece: boolean }[]) => [
    ...chunks.map(({ data, isPiece }) => ({ text: `data: ${data}\n\n`, isPiece })),
    { text: 'data: [DONE]\n\n', isPiece: false },
  ]
  if (path === '/completions')
    return {
      ...noMedia,
      whole: () => completionBody(ask, `cmpl-${id}`, request.body.echo === true ? ask.promptText : ''),
      stream: () => frames(completionChunks(ask, `cmpl-${id}`)),
    }
  if (path === '/embeddings') return { ...noMedia, whole: () => embeddingBody(ask, request.body), stream: () => [] }
  return {
    whole: () => dialect.whole(ask, request, id),
    stream: () => dialect.stream(ask, request, id),
    media: () => dialect.media?.(ask, request),
    streamType: dialect.streamType?.(request),
    broken: dialect.broken,
  }
}

/** Read by the platform, and not by what the gateway reads forms with. */
async function formOf(bytes: Buffer, type: string): Promise<FormData | undefined> {
  if (!type.startsWith('multipart/')) return undefined
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData().catch(() => undefined)
}
