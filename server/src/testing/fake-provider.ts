// A model provider for tests, on a real socket: it speaks the chat dialects of fake-dialects/, and completions, embeddings and the model
// list of OpenAI's API, answers by rules that anybody can recompute, refuses what vendors refuse, misbehaves on request, and keeps its own
// book of what it would bill.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type FakeDialects, type FakeRoute, openDialects, route } from './fake-dialects/routes.ts'
import { completionBody, completionChunks, embeddingBody, modelBody } from './fake-provider-answer.ts'
import { askOf, type FakeAsk, type FakePart } from './fake-provider-ask.ts'
import { runScript, type Step } from './fake-provider-script.ts'
import { type Bill, refuse, send, sendJson } from './fake-provider-send.ts'

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly rawBody: string
  /** Undefined when it is no JSON. */
  readonly body: unknown
  /** Milliseconds of performance.now(). */
  readonly atMs: number
  /** What it costs here; undefined: it was refused, or met a script. */
  bill: Bill | undefined
  /** When the client went before the answer was over. */
  abortedAtMs: number | undefined
  endedAtMs: number | undefined
}

export interface FakeProvider {
  /** Such as http://127.0.0.1:4100 — without `/v1`. */
  readonly url: string
  readonly port: number
  /** The newest requests, oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** By the prompt's `#call:<id>`; a retried call has several. */
  readonly bills: ReadonlyMap<string, readonly Bill[]>
  /** All requests ever, kept or not. */
  readonly requestCount: number
  /** What every request for this model meets from now on; undefined: the default answer again. */
  script(model: string, steps: readonly Step[] | undefined): void
  /** What every request for this model is answered from now on, in the dialect that it comes in; undefined: the default answer again. */
  play(model: string, part: FakePart | undefined): void
  /** What the next request meets, whatever its model; may be called several times for a queue. */
  next(steps: readonly Step[], times?: number): void
  /** Forgets scripts, parts, requests and bills. */
  clear(): void
  /** Answers a request that came in by another server, such as one over TLS. */
  serve(request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}

export interface FakeProviderOptions {
  readonly port?: number
  readonly models?: readonly string[]
  /** Requests kept for inspection; 0 for load tests. */
  readonly keepRequests?: number
  /** A key that must be presented; absent: any. */
  readonly apiKey?: string
  /** Refuse what the vendors refuse; default true. */
  readonly isStrict?: boolean
}

const KEEP_REQUESTS = 1000

/** Starts a provider on 127.0.0.1. */
export async function openFakeProvider(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const keepRequests = options.keepRequests ?? KEEP_REQUESTS
  const models = options.models ?? ['fake-model', 'fake-stream-20x50ms', 'gpt-4o-mini', 'text-embedding-3-small']
  const requests: RecordedRequest[] = []
  const bills = new Map<string, Bill[]>()
  const scripts = new Map<string, readonly Step[]>()
  const parts = new Map<string, FakePart>()
  const queue: (readonly Step[])[] = []
  const sockets = new Set<Socket>()
  const refusals = new Map<string, number>()
  const dialects: FakeDialects = openDialects()
  let requestCount = 0

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response).catch(() => request.socket.destroy())
  }
  const server = createServer(serve)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => sockets.delete(socket))
  })
  server.keepAliveTimeout = 60_000

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requestCount += 1
    const atMs = performance.now()
    const rawBody = await readBody(request)
    const body = parsed(rawBody)
    const record: RecordedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      rawBody,
      body,
      atMs,
      bill: undefined,
      abortedAtMs: undefined,
      endedAtMs: undefined,
    }
    if (keepRequests > 0) {
      requests.push(record)
      if (requests.length > keepRequests) requests.shift()
    }
    const gone = new AbortController()
    response.on('close', () => {
      if (response.writableFinished) record.endedAtMs = performance.now()
      else record.abortedAtMs = performance.now()
      gone.abort()
    })
    const steps = queue.shift() ?? scripts.get(String((body as { model?: unknown } | undefined)?.model ?? ''))
    if (steps) return runScript(steps, request, response, gone.signal)
    if (options.apiKey !== undefined && request.headers.authorization !== `Bearer ${options.apiKey}`)
      return refuse(response, 401, dialects.chat.error(401, 'Incorrect API key provided'))
    await answer(request, response, record, gone.signal)
  }

  async function answer(request: IncomingMessage, response: ServerResponse, record: RecordedRequest, gone: AbortSignal): Promise<void> {
    const { body } = record
    const found = route(request, body, dialects)
    const { path, dialect } = found
    if (request.method === 'GET' && path === '/models') return sendJson(response, { object: 'list', data: models.map(modelBody) })
    if (request.method === 'GET' && path.startsWith('/models/'))
      return sendJson(response, modelBody(decodeURIComponent(path.slice('/models/'.length))))
    if (request.method !== 'POST' || body === undefined)
      return refuse(response, 400, dialect.error(400, 'We could not parse the JSON body of your request.'))
    if (!found.isKnown) return refuse(response, 404, dialect.error(404, `Invalid URL (POST ${path})`))

    const ask = askOf(found.asked, parts.get(found.asked.model))
    const complaint = (options.isStrict ?? true) ? dialect.complaint(found.request) : undefined
    if (complaint !== undefined) return refuse(response, 400, dialect.error(400, complaint))
    if (ask.hasWrongImages) return refuse(response, 400, dialect.error(400, `${found.asked.images} pictures came`))
    if (ask.refusal && isRefused(ask, ask.refusal.times)) {
      const { status } = ask.refusal
      return refuse(response, status, dialect.error(status, `refused with ${status}`), status === 429 ? { 'retry-after': 1 } : {})
    }
    const bill = openBill(ask)
    record.bill = bill
    await send(response, { ask, bill, gone, ...answersOf(found, ask, `${requestCount}`) })
    bill.state = gone.aborted && !response.writableFinished ? 'aborted' : 'done'
  }

  /** Counts the refusals of a call, up to as many as it asks for. */
  function isRefused({ callId }: FakeAsk, times: number): boolean {
    const before = refusals.get(callId) ?? 0
    refusals.set(callId, before + 1)
    return before < times
  }

  function openBill(ask: FakeAsk): Bill {
    const bill: Bill = {
      callId: ask.callId,
      model: ask.model,
      usage: ask.usage,
      sentPieces: 0,
      allPieces: ask.pieces.length,
      state: 'running',
    }
    if (ask.callId === '') return bill
    const known = bills.get(ask.callId)
    if (known) known.push(bill)
    else bills.set(ask.callId, [bill])
    return bill
  }

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    bills,
    serve,
    get requestCount() {
      return requestCount
    },
    script(model, steps) {
      if (steps) scripts.set(model, steps)
      else scripts.delete(model)
    },
    play(model, part) {
      if (part) parts.set(model, part)
      else parts.delete(model)
    },
    next(steps, times = 1) {
      for (let count = 0; count < times; count++) queue.push(steps)
    },
    clear() {
      requests.length = 0
      queue.length = 0
      bills.clear()
      scripts.clear()
      parts.clear()
      refusals.clear()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The answer to a request, whole and as a stream. */
function answersOf({ path, dialect, request }: FakeRoute, ask: FakeAsk, id: string) {
  const frames = (chunks: { data: string; isPiece: boolean }[]) => [
    ...chunks.map(({ data, isPiece }) => ({ text: `data: ${data}\n\n`, isPiece })),
    { text: 'data: [DONE]\n\n', isPiece: false },
  ]
  if (path === '/completions')
    return { whole: () => completionBody(ask, `cmpl-${id}`), stream: () => frames(completionChunks(ask, `cmpl-${id}`)) }
  if (path === '/embeddings') return { whole: () => embeddingBody(ask, request.body), stream: () => [] }
  return {
    whole: () => dialect.whole(ask, request, id),
    stream: () => dialect.stream(ask, request, id),
    streamType: dialect.streamType?.(request),
    broken: dialect.broken,
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
