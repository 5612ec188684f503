// The only way out of the house: every call to another host goes through here, so one guard holds for all (reliability.md 6.4).
// A pool of connections per origin; the guard stands in the socket's own look-up, so what was checked is what is connected to.
import { lookup as systemLookup } from 'node:dns'
import { EventEmitter } from 'node:events'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { type Dispatcher, errors, Pool } from 'undici'
import { hostCheck, proxyAgent } from './proxied.ts'

/** An address that may not be reached. */
export class BlockedAddress extends Error {
  constructor(host: string) {
    super(`${host} may not be reached`)
    this.name = 'BlockedAddress'
  }
}

export interface EgressRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Emits `abort` when nobody waits any more. */
  readonly signal?: EventEmitter
  /** The address of the proxy that it goes through; absent or empty: straight. */
  readonly proxy?: string | undefined
  /** Longest wait for the answer's headers. */
  readonly headersTimeoutMs: number
  /** Longest silence within the body. */
  readonly bodyTimeoutMs: number
}

export interface Egress {
  /** Sends a request an admin configured. Rejects with BlockedAddress, or undici's own errors. Redirects are not followed. */
  send(request: EgressRequest): Promise<Dispatcher.ResponseData>
  close(): Promise<void>
}

export interface EgressRules {
  /** May private and loopback addresses be reached? Link-local ones, where clouds keep credentials, never. */
  readonly allowsPrivate: () => boolean
  readonly connectTimeoutMs: () => number
}

/** Origins, and proxies, with an open pool; the one longest unused is closed when a further is needed. */
const POOL_LIMIT = 500
/** A stream holds its connection for as long as it lives, so this bounds the streams at one vendor. */
const CONNECTIONS_PER_ORIGIN = 20_000
/** Headers of an answer, in bytes (FLT-17). */
const MAX_HEADER_BYTES = 16 * 1024

/** The library's clock is a coarse one; ours is only for what that does not catch. */
const ANNOUNCEMENT_GRACE_MS = 1500

const PRIVATE_RANGES = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])

/**
 * Where clouds keep the credentials of their machines, outside of the link-local ranges. Sources: the metadata pages of Alibaba Cloud, Azure,
 * Oracle Cloud, AWS, Google Cloud and Scaleway, 2026.
 */
const METADATA_ADDRESSES = new Set(
  ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe', 'fd00:42::42'].map((address) =>
    ipaddr.parse(address).toNormalizedString(),
  ),
)

/**
 * May an address be connected to? `0.0.0.0`, link-local, multicast, reserved and metadata addresses never, not even with private addresses
 * allowed. IPv4 inside IPv6 counts as IPv4; spellings that a gateway on the way turns into another address (NAT64, 6to4) are refused.
 */
export function isAddressAllowed(address: string, allowsPrivate: boolean): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (METADATA_ADDRESSES.has(parsed.toNormalizedString()) || isIPv4Compatible(parsed)) return false
  const range = parsed.range()
  return range === 'unicast' || (allowsPrivate && PRIVATE_RANGES.has(range))
}

/** The deprecated spelling `::a.b.c.d`, which the library takes for an address of its own. `::1` is none of these. */
function isIPv4Compatible(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (!('parts' in address)) return false
  return address.parts.slice(0, 6).every((part) => part === 0) && address.parts[6] !== 0
}

/** A name look-up that answers only with addresses that may be connected to, and fails when any answer may not. */
export function guardedLookup(allowsPrivate: () => boolean): LookupFunction {
  return (hostname, options, callback) => {
    systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const list = addresses as unknown as { address: string; family: number }[]
      if (list.length === 0 || list.some(({ address }) => !isAddressAllowed(address, allowsPrivate())))
        return callback(new BlockedAddress(hostname), '', 0)
      if (options.all) return callback(null, list as never)
      const [first] = list
      return callback(null, first?.address ?? '', first?.family ?? 0)
    })
  }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

export function openEgress(rules: EgressRules): Egress {
  const lookup = guardedLookup(rules.allowsPrivate)
  const pools = new LRUCache<string, Dispatcher>({ max: POOL_LIMIT, dispose: (pool) => void pool.close().catch(() => {}) })
  const checkHost = hostCheck(lookup, rules.allowsPrivate)

  const agentOf = (proxy: string): Dispatcher => {
    const connectTimeoutMs = rules.connectTimeoutMs()
    const key = `proxy ${proxy} ${connectTimeoutMs}`
    let agent = pools.get(key)
    if (!agent) {
      agent = proxyAgent(proxy, {
        lookup,
        connectTimeoutMs,
        maxHeaderBytes: MAX_HEADER_BYTES,
        connections: CONNECTIONS_PER_ORIGIN,
        openPool: (origin, options) => new Pool(origin, options),
      })
      pools.set(key, agent)
    }
    return agent
  }

  const poolOf = (origin: string): Dispatcher => {
    const timeout = rules.connectTimeoutMs()
    const key = `${origin} ${timeout}`
    let pool = pools.get(key)
    if (!pool) {
      pool = new Pool(origin, {
        connections: CONNECTIONS_PER_ORIGIN,
        pipelining: 1,
        maxHeaderSize: MAX_HEADER_BYTES,
        keepAliveTimeout: 30_000,
        connect: { timeout, lookup },
      })
      pools.set(key, pool)
    }
    return pool
  }

  /** A literal address is never looked up, so it is checked by itself. */
  const assertLiteral = (url: URL): void => {
    const host = hostOf(url)
    if (isIP(host) !== 0 && !isAddressAllowed(host, rules.allowsPrivate())) throw new BlockedAddress(host)
  }

  return {
    async send({ method, url, headers, body, signal, proxy, headersTimeoutMs, bodyTimeoutMs }) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new BlockedAddress(url.protocol)
      if (proxy) assertLiteral(new URL(proxy))
      assertLiteral(url)
      const stop = signal ?? new EventEmitter()
      let isLate = false
      // The library's own limit begins anew with each announcement of an answer (1xx), and there is no end to those (FLT-17).
      const deadline = setTimeout(() => {
        isLate = true
        stop.emit('abort')
      }, headersTimeoutMs + ANNOUNCEMENT_GRACE_MS)
      try {
        if (proxy) await checkHost(hostOf(url))
        return await (proxy ? agentOf(proxy) : poolOf(url.origin)).request({
          origin: url.origin,
          method,
          path: url.pathname + url.search,
          headers,
          headersTimeout: headersTimeoutMs,
          bodyTimeout: bodyTimeoutMs,
          signal: stop,
          ...(body === undefined ? {} : { body }),
        })
      } catch (error) {
        throw isLate ? new errors.HeadersTimeoutError() : error
      } finally {
        clearTimeout(deadline)
      }
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}
