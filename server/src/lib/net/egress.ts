// The only way to other hosts: every outgoing call goes through here, so one guard applies to all (reliability.md 6.4). A pool of
// connections per origin; the guard runs in the socket's own DNS lookup, so the checked address is the connected one.
import type { EventEmitter } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { type Duplex, Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { type Dispatcher, errors, Pool } from 'undici'
import { AnswerBody, type ByteSource } from '../bodies/byte-source.ts'
import { inPieces, lengthOf, type SentBody } from '../bodies/sent-body.ts'
import { type CallOff, type Clock, systemClock } from '../clock.ts'
import { BlockedAddress, guardedLookup, isAddressAllowed } from './address-guard.ts'
import { hostCheck, proxyAgent } from './proxied.ts'

export interface EgressRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** A stream is read as fast as the other side takes it; pieces are sent with the length of all of them. */
  readonly body?: SentBody | Readable
  /** Emits `abort` when the result is not needed any more. */
  readonly signal?: EventEmitter
  /** The address of the proxy that it goes through; absent or empty: straight. */
  readonly proxy?: string | undefined
  /** Longest wait for the answer's headers. */
  readonly headersTimeoutMs: number
  /** Longest silence within the body. */
  readonly bodyTimeoutMs: number
}

/** A request to turn a connection into a socket: `GET` with `upgrade: websocket` (RFC 6455, 4.1), whose key is among the headers. */
export type EgressConnect = Pick<EgressRequest, 'url' | 'headers' | 'signal' | 'proxy'> & {
  /** Longest wait for the answer's headers. */
  readonly headersTimeoutMs: number
}

/** A connection that was switched over, or the ordinary answer that refuses to. */
export type EgressSocket =
  | { readonly kind: 'open'; readonly headers: IncomingHttpHeaders; readonly socket: Duplex }
  | { readonly kind: 'refused'; readonly answer: EgressAnswer }

/** The response's head: its body is still to come, and must be read or destroyed. */
export interface EgressAnswer {
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
  readonly body: ByteSource
}

export interface Egress {
  /** Sends a request an admin configured. Rejects with BlockedAddress, or undici's own errors. Redirects are not followed. */
  send(request: EgressRequest): Promise<EgressAnswer>
  /**
   * Opens a socket, through the same guard and the same proxies. The bytes on it are the caller's; who takes it over ends it.
   * Rejects as `send`.
   */
  connect(request: EgressConnect): Promise<EgressSocket>
  /** For who has another host reach it: rejects with BlockedAddress where it may not be reached from here. */
  check(url: URL): Promise<void>
  close(): Promise<void>
}

export interface EgressRules {
  /** May private and loopback addresses be reached? Link-local ones, where clouds keep credentials, never. */
  readonly allowsPrivate: () => boolean
  readonly connectTimeoutMs: () => number
  /** By which answers are awaited; absent: the system's. */
  readonly clock?: Clock
  /** Certificates to trust besides those that the process trusts; for tests. */
  readonly ca?: string
}

/** Origins, and proxies, with an open pool; the one longest unused is closed when a further is needed. */
const POOL_LIMIT = 500
/** A stream occupies its connection until it ends, so this bounds the streams at one vendor. */
const CONNECTIONS_PER_ORIGIN = 20_000
/** Headers of an answer, in bytes (FLT-17). */
const MAX_HEADER_BYTES = 16 * 1024

/** Ours is later than the library's clock, which is a coarse one: it is only for what that does not catch. */
const ANNOUNCEMENT_GRACE_MS = 1500

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

export function openEgress(rules: EgressRules): Egress {
  return new GuardedEgress(rules)
}

class GuardedEgress implements Egress {
  readonly #rules: EgressRules
  readonly #lookup: LookupFunction
  readonly #checkHost: (host: string) => Promise<void>
  readonly #pools = new LRUCache<string, Dispatcher>({ max: POOL_LIMIT, dispose: (pool) => void pool.close().catch(() => {}) })

  /** Which literal addresses may be reached: to find out takes longer than to look it up. */
  readonly #literals = new LRUCache<string, boolean>({ max: POOL_LIMIT })

  constructor(rules: EgressRules) {
    this.#rules = rules
    this.#lookup = guardedLookup(rules.allowsPrivate)
    this.#checkHost = hostCheck(this.#lookup, rules.allowsPrivate)
  }

  async send({ method, url, headers: given, body, signal, proxy, headersTimeoutMs, bodyTimeoutMs }: EgressRequest) {
    const dispatcher = proxy ? await this.#wayThrough(proxy, url) : this.#wayTo(url)
    const answer = new AwaitedAnswer(signal, this.#deadline(headersTimeoutMs))
    const sent = inPieces(body) ? Readable.from(body, { objectMode: false }) : (body ?? null)
    const headers = inPieces(body) ? { ...given, 'content-length': String(lengthOf(body)) } : given
    const options = { origin: url.origin, method, path: url.pathname + url.search, headers, body: sent }
    dispatcher.dispatch({ ...options, headersTimeout: headersTimeoutMs, bodyTimeout: bodyTimeoutMs }, answer)
    return answer.promise
  }

  async connect({ url: asked, headers, signal, proxy, headersTimeoutMs }: EgressConnect): Promise<EgressSocket> {
    const url = new URL(asked.href.replace(/^ws/, 'http'))
    const dispatcher = proxy ? await this.#wayThrough(proxy, url, true) : this.#wayTo(url)
    const opened = Promise.withResolvers<EgressSocket>()
    const answer = new AwaitedAnswer(signal, this.#deadline(headersTimeoutMs), opened.resolve)
    const options = { origin: url.origin, method: 'GET', path: url.pathname + url.search, headers, upgrade: 'websocket' } as const
    dispatcher.dispatch({ ...options, headersTimeout: headersTimeoutMs, bodyTimeout: headersTimeoutMs }, answer)
    answer.promise.then((refusal) => opened.resolve({ kind: 'refused', answer: refusal }), opened.reject)
    return opened.promise
  }

  /** The pool by which an address is reached. Throws BlockedAddress. */
  #wayTo(url: URL): Dispatcher {
    this.#assertReachable(url)
    return this.#poolOf(url.origin)
  }

  /** The same through a proxy. Rejects with BlockedAddress. */
  async #wayThrough(proxy: string, url: URL, isTunnelled = false): Promise<Dispatcher> {
    this.#assertLiteral(new URL(proxy))
    await this.check(url)
    return this.#agentOf(proxy, isTunnelled)
  }

  async check(url: URL): Promise<void> {
    this.#assertReachable(url)
    await this.#checkHost(hostOf(url))
  }

  #deadline(headersTimeoutMs: number): Deadline {
    return { clock: this.#rules.clock ?? systemClock, ms: headersTimeoutMs + ANNOUNCEMENT_GRACE_MS }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()))
  }

  #agentOf(proxy: string, isTunnelled: boolean): Dispatcher {
    const connectTimeoutMs = this.#rules.connectTimeoutMs()
    return this.#cached(`proxy ${proxy} ${isTunnelled} ${connectTimeoutMs}`, () =>
      proxyAgent(proxy, {
        lookup: this.#lookup,
        isTunnelled,
        connectTimeoutMs,
        maxHeaderBytes: MAX_HEADER_BYTES,
        connections: CONNECTIONS_PER_ORIGIN,
        openPool: (origin, options) => new Pool(origin, options),
      }),
    )
  }

  #poolOf(origin: string): Dispatcher {
    const timeout = this.#rules.connectTimeoutMs()
    return this.#cached(
      `${origin} ${timeout}`,
      () =>
        new Pool(origin, {
          connections: CONNECTIONS_PER_ORIGIN,
          pipelining: 1,
          maxHeaderSize: MAX_HEADER_BYTES,
          keepAliveTimeout: 30_000,
          connect: { timeout, lookup: this.#lookup, ...(this.#rules.ca === undefined ? {} : { ca: this.#rules.ca }) },
        }),
    )
  }

  #cached(key: string, open: () => Dispatcher): Dispatcher {
    let pool = this.#pools.get(key)
    if (!pool) {
      pool = open()
      this.#pools.set(key, pool)
    }
    return pool
  }

  #assertReachable(url: URL): void {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new BlockedAddress(url.protocol)
    this.#assertLiteral(url)
  }

  /** A literal address is never looked up, so it is checked by itself. */
  #assertLiteral(url: URL): void {
    const host = hostOf(url)
    if (isIP(host) === 0) return
    const allowsPrivate = this.#rules.allowsPrivate()
    const key = `${host} ${allowsPrivate}`
    let isAllowed = this.#literals.get(key)
    if (isAllowed === undefined) {
      isAllowed = isAddressAllowed(host, allowsPrivate)
      this.#literals.set(key, isAllowed)
    }
    if (!isAllowed) throw new BlockedAddress(host)
  }
}

interface Deadline {
  readonly clock: Clock
  readonly ms: number
}

/** One answer: as a promise until its headers are there, then as its body. */
class AwaitedAnswer implements Dispatcher.DispatchHandler {
  readonly #outcome = Promise.withResolvers<EgressAnswer>()
  /** The library's own limit restarts with each informational response (1xx), of which there may be any number (FLT-17). */
  readonly #endDeadline: CallOff
  #controller: Dispatcher.DispatchController | undefined
  #body: AnswerBody | undefined
  /** Why it was cancelled before it was sent. */
  #givenUp: Error | undefined

  readonly #onSocket: ((opened: EgressSocket) => void) | undefined

  /** @param onSocket takes the connection where it is switched over to a socket; then the promise stays open */
  constructor(signal: EventEmitter | undefined, { clock, ms }: Deadline, onSocket?: (opened: EgressSocket) => void) {
    this.#onSocket = onSocket
    this.#endDeadline = clock.after(ms, () => this.#giveUp(new errors.HeadersTimeoutError()))
    signal?.once('abort', () => this.#giveUp(new errors.RequestAbortedError()))
  }

  get promise(): Promise<EgressAnswer> {
    return this.#outcome.promise
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#givenUp) controller.abort(this.#givenUp)
  }

  onRequestUpgrade(_controller: Dispatcher.DispatchController, _status: number, headers: IncomingHttpHeaders, socket: Duplex): void {
    this.#endDeadline()
    if (this.#givenUp) socket.destroy()
    else this.#onSocket?.({ kind: 'open', headers, socket })
  }

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    if (statusCode < 200) return
    this.#endDeadline()
    this.#body = new AnswerBody(controller)
    this.#outcome.resolve({ statusCode, headers, body: this.#body })
  }

  onResponseData(_controller: Dispatcher.DispatchController, bytes: Buffer): void {
    this.#body?.push(bytes)
  }

  onResponseEnd(): void {
    this.#body?.finish()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#endDeadline()
    this.#body?.finish(error)
    this.#outcome.reject(error)
  }

  #giveUp(reason: Error): void {
    if (this.#body) {
      this.#body.destroy(reason)
      return
    }
    this.#endDeadline()
    this.#givenUp = reason
    this.#outcome.reject(reason)
    this.#controller?.abort(reason)
  }
}
