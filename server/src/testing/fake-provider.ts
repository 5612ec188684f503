// A model provider for tests, on a real socket: it speaks chat completions, completions, embeddings and the model list of OpenAI's API,
// answers by rules that anybody can recompute, misbehaves on request, and keeps its own book of what it would bill.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { chatBody, chatChunks, completionBody, completionChunks, embeddingBody, modelBody } from './fake-provider-answer.ts'
import { type FakeAsk, type FakeUsage, readAsk } from './fake-provider-ask.ts'
import { runScript, type Step } from './fake-provider-script.ts'

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly rawBody: string
  /** Undefined when it is no JSON. */
  readonly body: unknown
  /** Milliseconds of performance.now(). */
  readonly atMs: number
  /** When the client went before the answer was over. */
  abortedAtMs: number | undefined
  endedAtMs: number | undefined
}

/** What the provider would bill for one request. */
export interface Bill {
  readonly callId: string
  readonly model: string
  /** What the whole answer uses. */
  readonly usage: FakeUsage
  /** Pieces of the answer that were sent, of so many. */
  sentPieces: number
  readonly allPieces: number
  state: 'running' | 'done' | 'aborted'
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
  /** What the next request meets, whatever its model; may be called several times for a queue. */
  next(steps: readonly Step[], times?: number): void
  /** Forgets scripts, requests and bills. */
  clear(): void
  close(): Promise<void>
}

export interface FakeProviderOptions {
  readonly port?: number
  readonly models?: readonly string[]
  /** Requests kept for inspection; 0 for load tests. */
  readonly keepRequests?: number
  /** A key that must be presented; absent: any. */
  readonly apiKey?: string
}

const KEEP_REQUESTS = 1000

/** Starts a provider on 127.0.0.1. */
export async function openFakeProvider(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const keepRequests = options.keepRequests ?? KEEP_REQUESTS
  const models = options.models ?? ['fake-model', 'fake-stream-20x50ms', 'gpt-4o-mini', 'text-embedding-3-small']
  const requests: RecordedRequest[] = []
  const bills = new Map<string, Bill[]>()
  const scripts = new Map<string, readonly Step[]>()
  const queue: (readonly Step[])[] = []
  const sockets = new Set<Socket>()
  let requestCount = 0

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
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
      return refuse(response, 401, 'Incorrect API key provided', 'invalid_api_key')
    await answer(request, response, body, gone.signal)
  }

  async function answer(request: IncomingMessage, response: ServerResponse, body: unknown, gone: AbortSignal): Promise<void> {
    const path = (request.url ?? '').replace(/\?.*$/, '').replace(/^\/v1(?=\/)/, '')
    if (request.method === 'GET' && path === '/models') return sendJson(response, { object: 'list', data: models.map(modelBody) })
    if (request.method === 'GET' && path.startsWith('/models/'))
      return sendJson(response, modelBody(decodeURIComponent(path.slice('/models/'.length))))
    if (request.method !== 'POST' || body === undefined)
      return refuse(response, 400, 'We could not parse the JSON body of your request.', 'bad_json')

    const ask = readAsk(body)
    const id = `chatcmpl-${requestCount}`
    const bill = openBill(ask)
    if (path === '/chat/completions')
      await send(
        response,
        ask,
        bill,
        gone,
        () => chatBody(ask, id),
        () => chatChunks(ask, id),
      )
    else if (path === '/completions')
      await send(
        response,
        ask,
        bill,
        gone,
        () => completionBody(ask, id),
        () => completionChunks(ask, id),
      )
    else if (path === '/embeddings')
      sendJson(response, embeddingBody(ask, body as { input?: unknown; dimensions?: number; encoding_format?: string }))
    else return refuse(response, 404, `Invalid URL (POST ${path})`, 'unknown_url')
    bill.state = gone.aborted && !response.writableFinished ? 'aborted' : 'done'
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
    get requestCount() {
      return requestCount
    },
    script(model, steps) {
      if (steps) scripts.set(model, steps)
      else scripts.delete(model)
    },
    next(steps, times = 1) {
      for (let count = 0; count < times; count++) queue.push(steps)
    },
    clear() {
      requests.length = 0
      queue.length = 0
      bills.clear()
      scripts.clear()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function send(
  response: ServerResponse,
  ask: FakeAsk,
  bill: Bill,
  gone: AbortSignal,
  whole: () => object,
  chunks: () => { readonly data: string; readonly isPiece: boolean }[],
): Promise<void> {
  if (ask.waitMs > 0) await sleep(ask.waitMs, undefined, { signal: gone }).catch(() => {})
  if (gone.aborted) return
  if (!ask.isStream) {
    // A whole answer takes as long as its pieces would have.
    if (ask.pauseMs > 0) await sleep(ask.pauseMs * ask.pieces.length, undefined, { signal: gone }).catch(() => {})
    if (gone.aborted) return
    bill.sentPieces = bill.allPieces
    sendJson(response, whole())
    return
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-request-id': `fake-${ask.callId}`,
  })
  if (ask.pauseMs === 0) {
    bill.sentPieces = bill.allPieces
    response.end(
      `${chunks()
        .map(({ data }) => `data: ${data}\n\n`)
        .join('')}data: [DONE]\n\n`,
    )
    return
  }
  response.flushHeaders()
  for (const { data, isPiece } of chunks()) {
    if (isPiece) await sleep(ask.pauseMs, undefined, { signal: gone }).catch(() => {})
    if (gone.aborted) return
    response.write(`data: ${data}\n\n`)
    if (isPiece) bill.sentPieces = Math.min(bill.allPieces, bill.sentPieces + 1 / ask.choices)
  }
  response.end('data: [DONE]\n\n')
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

function sendJson(response: ServerResponse, body: object): void {
  const text = JSON.stringify(body)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

function refuse(response: ServerResponse, status: number, message: string, code: string): void {
  const text = JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code } })
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}
