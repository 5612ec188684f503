// OpenAI's realtime API for tests, on a real socket and strict: written from its documentation, from the types of the official library and
// from frames that were recorded at the API, never from our own code, so that a mistake of ours cannot agree with itself.
import { createServer as createHttp, type IncomingMessage } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { listenLocally } from '../network/local-site.ts'
import { localhostCertificate } from '../network/localhost-certificate.ts'
import type { Answer } from './answer.ts'
import { asksForBeta, betaRefusal, type Handshake, judge, type Known, type Refusal } from './handshake.ts'
import { invalid } from './problem.ts'
import { type Bill, FakeSession } from './session.ts'
import type { Heard } from './transcription.ts'

export interface RealtimeOptions {
  readonly keys?: readonly string[]
  readonly models?: readonly string[]
  /** Over TLS with the certificate of `localhost`: the official library takes nothing else. */
  readonly isSecure?: boolean
  /** How it refuses a handshake: by a status of HTTP, or as the API was seen to do, with an error in a socket that it opens and closes. */
  readonly refusesBy?: 'status' | 'close'
  readonly now?: () => number
}

/** A request that got no session. */
export interface RefusedRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly status: number
}

const KEYS = ['sk-realtime']
/** Source: the models that the types of the official library name, 2026-11. */
const MODELS = ['gpt-realtime', 'gpt-realtime-1.5', 'gpt-realtime-2', 'gpt-realtime-2.1', 'gpt-realtime-2.1-mini', 'gpt-realtime-mini']
/** A message may hold 15 MiB of sound in base64. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024
const USUALLY_HEARD: Heard = { transcript: 'Hello there.' }

/** Starts it on this machine. Close it at the end. */
export async function openFakeRealtime(options: RealtimeOptions = {}): Promise<FakeRealtime> {
  const fake = new FakeRealtime(options)
  await fake.listen()
  return fake
}

export class FakeRealtime {
  /** In the order in which they were opened. */
  readonly sessions: FakeSession[] = []
  readonly refused: RefusedRequest[] = []
  readonly #options: RealtimeOptions
  readonly #known: Known
  readonly #sockets = new WebSocketServer({
    ...{ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: true },
    handleProtocols: (offered) => (offered.has('realtime') ? 'realtime' : false),
  })
  readonly #answers: Partial<Answer>[] = []
  readonly #heard: Heard[] = []
  readonly #refusals: Refusal[] = []
  #site: { readonly port: number; close(): Promise<void> } | undefined

  constructor(options: RealtimeOptions) {
    this.#options = options
    this.#known = { keys: new Set(options.keys ?? KEYS), models: new Set(options.models ?? MODELS) }
  }

  /** Without the path: `http://127.0.0.1:PORT`, or `https://localhost:PORT`. */
  get url(): string {
    const host = this.#options.isSecure ? 'https://localhost' : 'http://127.0.0.1'
    return `${host}:${this.#site?.port ?? 0}`
  }

  /** Of all sessions, each in its order. */
  get bills(): readonly Bill[] {
    return this.sessions.flatMap((session) => session.bills)
  }

  /** The session that was opened last. */
  get last(): FakeSession {
    const last = this.sessions.at(-1)
    if (!last) throw new Error('no session was opened')
    return last
  }

  async listen(): Promise<void> {
    const server = this.#options.isSecure ? createHttps(localhostCertificate) : createHttp()
    server.on('request', (_request, response) => response.writeHead(400).end())
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => this.#upgrade(request, socket, head))
    this.#site = await listenLocally(server)
  }

  /** Lines up what the next response is, in place of what follows from the text that is asked. */
  next(answer: Partial<Answer>): void {
    this.#answers.push(answer)
  }

  /** Lines up what is heard in the next sound. */
  hears(transcript: string, failure?: string): void {
    this.#heard.push({ transcript, ...(failure !== undefined && { failure }) })
  }

  /** Refuses the next request with a 429. @param retryAfter the header's value */
  limitNext(retryAfter: string): void {
    const problem = { ...invalid('rate_limit_exceeded', 'Rate limit reached for requests.'), type: 'requests' }
    this.#refusals.push({ status: 429, problem, headers: { 'retry-after': retryAfter }, closeCode: 4000 })
  }

  /** Forgets what was seen and lined up. Open sessions stay open. */
  clear(): void {
    for (const list of [this.sessions, this.refused, this.#answers, this.#heard, this.#refusals]) list.length = 0
  }

  async close(): Promise<void> {
    await this.#site?.close()
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {})
    const judged = judge(request, this.#known)
    const refusal = judged.refusal ?? this.#refusals.shift()
    const isByStatus = refusal && (this.#options.refusesBy !== 'close' || refusal.headers)
    if (refusal) this.refused.push({ path: request.url ?? '', headers: request.headers, status: refusal.status })
    if (isByStatus) socket.end(printed(refusal))
    else this.#accept(request, socket, head, { ...judged, refusal: refusal ?? (asksForBeta(request) ? betaRefusal : undefined) })
  }

  #accept(request: IncomingMessage, socket: Duplex, head: Buffer, { key, model, refusal }: Handshake): void {
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      if (refusal) {
        const { problem, closeCode } = refusal
        opened.send(JSON.stringify({ type: 'error', event_id: 'event_refused', error: { ...problem, event_id: null } }))
        opened.close(closeCode, [problem.type, problem.code].filter(Boolean).join('.'))
        return
      }
      const { remoteAddress, remotePort } = request.socket
      const asked = { path: request.url ?? '', headers: request.headers, address: `${remoteAddress}:${remotePort}`, key, model }
      const script = { nextAnswer: () => this.#answers.shift(), nextHeard: () => this.#heard.shift() ?? USUALLY_HEARD }
      this.sessions.push(new FakeSession(opened, asked, script, (this.#options.now ?? Date.now)()))
    })
  }
}

/** A refusal as the answer of HTTP. */
function printed({ status, problem, headers = {} }: Refusal): string {
  const body = JSON.stringify({ error: problem })
  const all = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), connection: 'close', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${REASONS[status] ?? 'Refused'}`, ...lines, '', body].join('\r\n')
}

const REASONS: Readonly<Record<number, string>> = { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found', 429: 'Too Many Requests' }
