// The vendors of `npm run faults`, in a process of their own: an OpenAI-compatible server for each channel, which answers well until it is
// told to fail in some way, and notes every request that reaches it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../../server/src/lib/fields.ts'
import type { Manner } from './ways.ts'

/** A command to the vendors' process. A channel is named by its port. */
export type VendorOrder =
  | { readonly kind: 'open'; readonly count: number }
  | { readonly kind: 'turn'; readonly ports: readonly number[]; readonly manner: Manner }
  /** Drops what is left hanging. */
  | { readonly kind: 'finish' }
  /** Which requests have come to these ports since then? */
  | { readonly kind: 'seen'; readonly ports: readonly number[]; readonly sinceMs: number }

export interface VendorAnswer {
  readonly ports: readonly number[]
  readonly requests: readonly SeenRequest[]
}

/** A request that reached a vendor. Unix milliseconds. */
export interface SeenRequest {
  readonly port: number
  /** The number of the call, which stands in its prompt. */
  readonly call: number
  readonly atMs: number
  /** Was the channel well when it came? */
  readonly isWell: boolean
  /** When its answer was over; undefined: it was not. */
  endedMs: number | undefined
}

/** How long a good answer takes; the first word of a stream comes after a fifth of it. */
const ANSWER_MS = 600
const WORDS = ['one ', 'two ', 'three ', 'four ', 'five']
const SLOW_FACTOR = 10
const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 }

const base = (object: string) => ({ id: 'chatcmpl-faults', object, created: 1_750_000_000, model: 'faults' })
const whole = JSON.stringify({
  ...base('chat.completion'),
  choices: [{ index: 0, message: { role: 'assistant', content: WORDS.join('') }, finish_reason: 'stop' }],
  usage,
})
const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
const chunk = (choices: object[], more: object = {}) => event({ ...base('chat.completion.chunk'), choices, ...more })
const word = (content: string) => chunk([{ index: 0, delta: { content }, finish_reason: null }])
const last = `${chunk([{ index: 0, delta: {}, finish_reason: 'stop' }])}${chunk([], { usage })}data: [DONE]\n\n`
const EVENTS = { 'content-type': 'text/event-stream' }
const JSON_TYPE = { 'content-type': 'application/json' }

/** One channel's far end. */
class Vendor {
  readonly #server: Server
  #manner: Manner = { does: 'well' }
  port = 0
  readonly #seen: SeenRequest[]

  constructor(seen: SeenRequest[]) {
    this.#seen = seen
    this.#server = createServer((request, response) => {
      this.#take(request, response).catch(() => response.destroy())
    })
    this.#server.keepAliveTimeout = 120_000
  }

  /** Takes the first free port from this one on. */
  async open(from: number): Promise<void> {
    for (this.port = from; ; this.port++) {
      try {
        return await this.#listen()
      } catch (error) {
        if (errorCode(error) !== 'EADDRINUSE') throw error
      }
    }
  }

  #listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(this.port, '127.0.0.1', 4096, () => {
        this.#server.off('error', reject)
        resolve()
      })
    })
  }

  async turn(manner: Manner): Promise<void> {
    const wasClosed = !this.#server.listening
    this.#manner = manner
    if (manner.does === 'refuse') {
      const closed = new Promise((resolve) => this.#server.close(resolve))
      this.drop()
      await closed
    } else if (wasClosed) await this.#listen()
  }

  drop(): void {
    this.#server.closeAllConnections()
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const manner = this.#manner
    const call = Number(/call (\d+)/.exec(body)?.[1])
    const seen: SeenRequest = { port: this.port, call, atMs: Date.now(), isWell: manner.does === 'well', endedMs: undefined }
    this.#seen.push(seen)
    response.on('close', () => {
      seen.endedMs = Date.now()
    })
    await answer(manner, (JSON.parse(body) as { stream?: boolean }).stream === true, response)
  }
}

async function answer(manner: Manner, isStream: boolean, response: ServerResponse): Promise<void> {
  switch (manner.does) {
    case 'well':
      return speak(response, isStream, ANSWER_MS)
    case 'slow':
      return speak(response, isStream, ANSWER_MS * SLOW_FACTOR)
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'hang':
      if (manner.after === 'headers') response.writeHead(200, isStream ? EVENTS : JSON_TYPE).flushHeaders()
      if (manner.after === 'content') await begin(response, isStream)
      return
    case 'cut':
      await begin(response, isStream)
      response.socket?.end()
      return
    case 'status':
      refuse(response, manner.status, manner.retryAfter)
      return
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Maintenance</title><p>We are back soon.')
      return
    case 'error': {
      const error = { error: { message: 'the engine is overloaded', type: 'server_error', param: null, code: 'server_error' } }
      response.writeHead(200, isStream ? EVENTS : JSON_TYPE).end(isStream ? event(error) : JSON.stringify(error))
      return
    }
    default:
      throw new Error('a port that is closed takes no requests')
  }
}

/** The first content, which reaches the other side by itself. */
async function begin(response: ServerResponse, isStream: boolean): Promise<void> {
  await sleep(ANSWER_MS / WORDS.length)
  if (isStream) response.writeHead(200, EVENTS).write(word(WORDS[0] ?? ''))
  else response.writeHead(200, { ...JSON_TYPE, 'content-length': whole.length }).write(whole.slice(0, whole.length / 2))
  await sleep(ANSWER_MS / WORDS.length)
}

async function speak(response: ServerResponse, isStream: boolean, tookMs: number): Promise<void> {
  if (!isStream) {
    await sleep(tookMs)
    response.writeHead(200, { ...JSON_TYPE, 'content-length': whole.length }).end(whole)
    return
  }
  for (const [at, one] of WORDS.entries()) {
    await sleep(tookMs / WORDS.length)
    if (at === 0) response.writeHead(200, EVENTS)
    response.write(word(one))
  }
  response.end(last)
}

function refuse(response: ServerResponse, status: number, retryAfter: number | undefined): void {
  const codes: Readonly<Record<number, string>> = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' }
  const error = { message: `refused with ${status}`, type: 'api_error', param: null, code: codes[status] ?? 'server_error' }
  const wait = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  response.writeHead(status, { ...JSON_TYPE, ...wait }).end(JSON.stringify({ error }))
}

/** Below those that systems give to outgoing connections: a port that is closed for a while must be free afterwards. */
const FIRST_PORT = 21_000
let nextPort = FIRST_PORT
const vendors = new Map<number, Vendor>()
const requests: SeenRequest[] = []

async function perform(order: VendorOrder): Promise<VendorAnswer> {
  const ports: number[] = []
  switch (order.kind) {
    case 'open':
      for (let at = 0; at < order.count; at++) {
        const vendor = new Vendor(requests)
        await vendor.open(nextPort)
        nextPort = vendor.port + 1
        vendors.set(vendor.port, vendor)
        ports.push(vendor.port)
      }
      return { ports, requests: [] }
    case 'turn':
      for (const port of order.ports) await vendors.get(port)?.turn(order.manner)
      return { ports, requests: [] }
    case 'finish':
      for (const vendor of vendors.values()) vendor.drop()
      return { ports, requests: [] }
    default:
      return { ports, requests: requests.filter(({ port, atMs }) => order.ports.includes(port) && atMs >= order.sinceMs) }
  }
}

process.on('message', (order: VendorOrder) => {
  perform(order).then(
    (done) => process.send?.(done),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: 0 })
