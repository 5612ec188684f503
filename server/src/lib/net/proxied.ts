// The way out through a proxy that an admin set for a channel: HTTP and HTTPS (RFC 9110, 9.3.6) and SOCKS5 (RFC 1928, 1929), by the client
// library's own agent.
import { isIP, type LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'
import { buildConnector, type Dispatcher, ProxyAgent, Socks5ProxyAgent } from 'undici'

/** How long a host that was looked up and found good is taken for good, in milliseconds. */
const CHECK_MS = 30_000
const MAX_CHECKED_HOSTS = 1000

export interface ProxyRules {
  /** Answers only with addresses that may be connected to. */
  readonly lookup: LookupFunction
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
  const { lookup, isTunnelled, connectTimeoutMs, maxHeaderBytes, connections, openPool } = rules
  const { href, protocol } = new URL(address)
  const secured = { timeout: connectTimeoutMs, allowH2: false }
  if (protocol === 'socks5:') {
    const connect = buildConnector({ ...secured, lookup })
    return new Socks5ProxyAgent(href, { connect, connectTimeout: connectTimeoutMs, requestTls: {} })
  }
  return new ProxyAgent({
    uri: href,
    proxyTunnel: isTunnelled,
    allowH2: false,
    connectTimeout: connectTimeoutMs,
    proxyTls: { ...secured, lookup },
    requestTls: secured,
    connections,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: 30_000,
    // A proxy that accepts the connection and then sends nothing counts as unreachable.
    clientFactory: (origin, options) => openPool(origin, { ...options, headersTimeout: connectTimeoutMs }),
  })
}

/**
 * Resolves and checks a target host before the proxy is used: the proxy resolves it by itself, and would reach inner hosts too. Rejects
 * with the guard's error.
 * @param rules the guard's present rules; a host is resolved again when they change
 */
export function hostCheck(lookup: LookupFunction, rules: () => unknown): (host: string) => Promise<void> {
  const checked = new LRUCache<string, true>({ max: MAX_CHECKED_HOSTS, ttl: CHECK_MS })
  return async (host) => {
    const key = `${rules()} ${host}`
    if (isIP(host) !== 0 || checked.has(key)) return
    await new Promise<void>((resolve, reject) => lookup(host, { all: true }, (error) => (error ? reject(error) : resolve())))
    checked.set(key, true)
  }
}
