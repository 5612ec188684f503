// The only way to other hosts: every outgoing call goes through here, so one guard applies to all (reliability.md 6.4). A pool of
// connections per origin; the guard runs in the socket's own DNS lookup, so the checked address is the connected one.
import type { EventEmitter } from 'node:events'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { type Dispatcher, Pool } from 'undici'
import { inPieces, lengthOf, type SentBody } from '../bodies/sent-body.ts'
import { type Clock, systemClock } from '../clock.ts'
import { BlockedAddress, guardedLookup, isAddressAllowed } from './address-guard.ts'
import { AwaitedAnswer, type Deadline, type EgressAnswer, type EgressSocket } from './awaited-answer.ts'
import type { OperatorProxy } from './operator-proxy.ts'
import { addressOf, type HostCheck, hostCheck, type ProxyRules, proxyAgent } from './proxied.ts'

export interface EgressRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** A stream is read as fast as the other side takes it; pieces are sent with the length of all of them. */
  readonly body?: SentBody | Readable
  /** Emits `abort` when the result is not needed any more. */
  readonly signal?: EventEmitter
  /** The address of the proxy that it goes through; absent or empty: the operator's, where there is one, else straight. */
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
  /** The proxy of the network that this server is in. */
  readonly operatorProxy?: OperatorProxy
  /**
   * Do users name the addresses? The operator's proxy is then given the address that was looked up and checked here, not the name, which it
   * might find elsewhere.
   */
  readonly isForUsers?: boolean
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
  readonly #hosts: HostCheck
  readonly #pools = new LRUCache<string, Dispatcher>({ max: POOL_LIMIT, dispose: (pool) => void pool.close().catch(() => {}) })

  /** Which literal addresses may be reached: to find out takes longer than to look it up. */
  readonly #literals = new LRUCache<string, boolean>({ max: POOL_LIMIT })

  constructor(rules: EgressRules) {
    this.#rules = rules
    this.#lookup = guardedLookup(rules.allowsPrivate)
    this.#hosts = hostCheck(this.#lookup, rules.allowsPrivate)
  }

  async send({ method, url, headers: given, body, signal, proxy, headersTimeoutMs, bodyTimeoutMs }: EgressRequest) {
    const operators = proxy ? undefined : this.#rules.operatorProxy?.(url)
    const way = proxy ? await this.#wayThrough(proxy, url) : operators ? await this.#wayOfOperator(operators, url) : this.#wayTo(url)
    const { dispatcher, origin } = way
    const answer = new AwaitedAnswer(signal, this.#deadline(headersTimeoutMs))
    const sent = inPieces(body) ? Readable.from(body, { objectMode: false }) : (body ?? null)
    const named = way.host === undefined ? given : { ...given, host: way.host }
    const headers = inPieces(body) ? { ...named, 'content-length': String(lengthOf(body)) } : named
    const options = { origin, method, path: url.pathname + url.search, headers, body: sent }
    dispatcher.dispatch({ ...options, headersTimeout: headersTimeoutMs, bodyTimeout: bodyTimeoutMs }, answer)
    return answer.promise
  }

  async connect({ url: asked, headers, signal, proxy, headersTimeoutMs }: EgressConnect): Promise<EgressSocket> {
    const url = new URL(asked.href.replace(/^ws/, 'http'))
    const operators = proxy ? undefined : this.#rules.operatorProxy?.(url)
    const way = proxy
      ? await this.#wayThrough(proxy, url, true)
      : operators
        ? await this.#wayOfOperator(operators, url, true)
        : this.#wayTo(url)
    const { dispatcher, origin } = way
    const opened = Promise.withResolvers<EgressSocket>()
    const answer = new AwaitedAnswer(signal, this.#deadline(headersTimeoutMs), opened.resolve)
    const named = way.host === undefined ? headers : { ...headers, host: way.host }
    const options = { origin, method: 'GET', path: url.pathname + url.search, headers: named, upgrade: 'websocket' } as const
    dispatcher.dispatch({ ...options, headersTimeout: headersTimeoutMs, bodyTimeout: headersTimeoutMs }, answer)
    answer.promise.then((refusal) => opened.resolve({ kind: 'refused', answer: refusal }), opened.reject)
    return opened.promise
  }

  /** The pool by which an address is reached. Throws BlockedAddress. */
  #wayTo(url: URL): Way {
    this.#assertReachable(url)
    return { dispatcher: this.#poolOf(url.origin), origin: url.origin }
  }

  /** The same through a channel's proxy. Rejects with BlockedAddress. */
  async #wayThrough(proxy: string, url: URL, isTunnelled = false): Promise<Way> {
    this.#assertLiteral(new URL(proxy))
    await this.check(url)
    return { dispatcher: this.#agentOf(proxy, { isTunnelled, lookup: this.#lookup }), origin: url.origin }
  }

  /**
   * The same through the operator's proxy, which itself may be anywhere. Where networks have such a proxy, names of the outside are often known
   * to it alone: so a name that admins gave may be unknown here.
   */
  async #wayOfOperator(proxy: string, url: URL, isTunnelled = false): Promise<Way> {
    this.#assertReachable(url)
    const host = hostOf(url)
    if (!this.#rules.isForUsers) {
      await this.#hosts.may(host)
      return { dispatcher: this.#agentOf(proxy, { isTunnelled }), origin: url.origin }
    }
    const address = await addressOf(this.#lookup, host)
    const origin = new URL(url.origin)
    origin.hostname = isIP(address) === 6 ? `[${address}]` : address
    const servername = isIP(host) === 0 ? host : undefined
    return { dispatcher: this.#agentOf(proxy, { isTunnelled: true, servername }), origin: origin.origin, host: url.host }
  }

  async check(url: URL): Promise<void> {
    this.#assertReachable(url)
    await this.#hosts.must(hostOf(url))
  }

  #deadline(headersTimeoutMs: number): Deadline {
    return { clock: this.#rules.clock ?? systemClock, ms: headersTimeoutMs + ANNOUNCEMENT_GRACE_MS }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()))
  }

  #agentOf(proxy: string, how: Pick<ProxyRules, 'isTunnelled' | 'lookup' | 'servername'>): Dispatcher {
    const connectTimeoutMs = this.#rules.connectTimeoutMs()
    const key = `proxy ${proxy} ${how.isTunnelled} ${how.lookup === undefined} ${how.servername ?? ''} ${connectTimeoutMs}`
    return this.#cached(key, () =>
      proxyAgent(proxy, {
        ...how,
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

/** How an address is reached. */
interface Way {
  readonly dispatcher: Dispatcher
  readonly origin: string
  /** What the target must be told it is asked for, where the origin does not say it. */
  readonly host?: string
}
