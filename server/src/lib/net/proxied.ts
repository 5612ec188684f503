// The way out through a proxy, be it a channel's or the operator's: HTTP and HTTPS (RFC 9110, 9.3.6) and SOCKS5 (RFC 1928, 1929), by the client
// library's own agent.
import { isIP, type LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'
import { buildConnector, type Dispatcher, ProxyAgent, Socks5ProxyAgent } from 'undici'
import { BlockedAddress } from './address-guard.ts'

/** How long a host that was looked up and found good is taken for good, in milliseconds. */
const CHECK_MS = 30_000
/** And one that no name server here knows: asking one that does not answer takes seconds. */
const UNKNOWN_MS = 300_000
const MAX_CHECKED_HOSTS = 1000

export interface ProxyRules {
  /** By which the proxy's own address is found: only such as may be connected to; absent: any, for a proxy that the operator has set. */
  readonly lookup?: LookupFunction | undefined
  /** Whose certificate the target must show; absent: that of the host in its address. */
  readonly servername?: string | undefined
  /** Are plain http addresses, too, reached through a tunnel (CONNECT)? Sockets must be (RFC 6455, 4.1). */
  readonly isTunnelled: boolean
  readonly connectTimeoutMs: number
  readonly maxHeaderBytes: number
  readonly connections: number
  /** Opens the connections to the proxy itself; only the egress module does. */
  readonly openPool: (origin: URL, options: object) => Dispatcher
}

/** An agent that sends everything through this proxy. Throws TypeError on an invalid address. */
export function proxyAgent(address: string, rules: ProxyRules): Dispatcher {
  const { lookup, servername, isTunnelled, connectTimeoutMs, maxHeaderBytes, connections, openPool } = rules
  const { href, protocol } = new URL(address)
  const secured = { timeout: connectTimeoutMs, allowH2: false }
  const toProxy = { ...secured, ...(lookup ? { lookup } : {}) }
  const toTarget = { ...secured, ...(servername === undefined ? {} : { servername }) }
  if (protocol === 'socks5:') {
    const connect = buildConnector(toProxy)
    return new Socks5ProxyAgent(href, {
      connect,
      connectTimeout: connectTimeoutMs,
      requestTls: servername === undefined ? {} : { servername },
    })
  }
  return new ProxyAgent({
    uri: href,
    proxyTunnel: isTunnelled,
    allowH2: false,
    connectTimeout: connectTimeoutMs,
    proxyTls: toProxy,
    requestTls: toTarget,
    connections,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: 30_000,
    // A proxy that accepts the connection and then sends nothing counts as unreachable.
    clientFactory: (origin, options) => openPool(origin, { ...options, headersTimeout: connectTimeoutMs }),
  })
}

/** Resolves and checks a target host before the proxy is used: the proxy resolves it by itself, and would reach inner hosts too. */
export interface HostCheck {
  /** Rejects with the guard's error, or with the resolver's where the host is unknown here. */
  must(host: string): Promise<void>
  /** The same, but a host that is unknown here passes. */
  may(host: string): Promise<void>
}

/** @param rules the guard's present rules; a host is resolved again when they change */
export function hostCheck(lookup: LookupFunction, rules: () => unknown): HostCheck {
  const found = new LRUCache<string, 'good' | 'unknown'>({ max: MAX_CHECKED_HOSTS, ttl: CHECK_MS })
  const must = async (host: string) => {
    const key = `${rules()} ${host}`
    if (isIP(host) !== 0 || found.get(key) === 'good') return
    await addressOf(lookup, host)
    found.set(key, 'good')
  }
  return {
    must,
    async may(host) {
      const key = `${rules()} ${host}`
      if (found.get(key) === 'unknown') return
      try {
        await must(host)
      } catch (error) {
        if (error instanceof BlockedAddress) throw error
        found.set(key, 'unknown', { ttl: UNKNOWN_MS })
      }
    },
  }
}

/** An address of a host, by this lookup. Rejects with its errors. */
export function addressOf(lookup: LookupFunction, host: string): Promise<string> {
  if (isIP(host) !== 0) return Promise.resolve(host)
  return new Promise((resolve, reject) => lookup(host, {}, (error, address) => (error ? reject(error) : resolve(String(address)))))
}
