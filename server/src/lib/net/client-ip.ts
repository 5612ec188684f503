// Whose call it is, by address: one function for address limits, token allow-lists, logs and login throttling.
import { timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface ProxyTrust {
  /** The options ReverseProxyEnabled and ReverseProxyProvider. */
  readonly isEnabled: boolean
  readonly provider: 'nginx' | 'cloudflare'
  /** TRUSTED_PROXIES: networks whose headers count. Empty: loopback and private ones. */
  readonly proxies: readonly string[]
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A CDN proves itself by a secret in a header, since its addresses are public and change (decision D76). */
export interface CdnProof {
  readonly secretHeader: string
  readonly secret: string
  /** Where it states the address of the caller. */
  readonly addressHeader: string
}

/** A shorter one could be guessed. */
const SHORTEST_SECRET = 16

/** The address that a CDN states; undefined: the request did not come through it. */
export function addressFromCdn(headers: Headers, { secretHeader, secret, addressHeader }: CdnProof): string | undefined {
  if (secretHeader === '' || secret.length < SHORTEST_SECRET) return undefined
  const [shown, wanted] = [Buffer.from(single(headers[secretHeader])), Buffer.from(secret)]
  if (shown.length !== wanted.length || !timingSafeEqual(shown, wanted)) return undefined
  return hopAddress(single(headers[addressHeader]).split(',').at(-1) ?? '')
}

/** 100.64.0.0/10 is shared by the customers of a provider, and no more public than the others: load balancers of clouds have it. */
const DEFAULT_PROXIES = ['127.0.0.0/8', '::1/128', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']

/** Where a call comes from. */
export interface ClientAddress {
  readonly ip: string
  /** A trusted proxy sent two headers that contradict each other. The address is then the proxy's own, and is on no address list. */
  readonly isDoubtful: boolean
}

/**
 * The caller's address. Headers count only when a reverse proxy is configured and the peer is one of the trusted ones; from anybody
 * else they are what a stranger wrote (server-behaviour 1.5). Which header a caller can write depends on the proxy: some pass X-Real-IP on as
 * it came and others X-Forwarded-For. So X-Forwarded-For counts, X-Real-IP where there is no other, and neither where they contradict each
 * other (decision D63).
 */
export function clientAddress(peer: string, headers: Headers, trust: ProxyTrust): ClientAddress {
  const own = normalAddress(peer) ?? peer
  if (!trust.isEnabled || !isTrustedProxy(own, trust)) return { ip: own, isDoubtful: false }
  if (trust.provider === 'cloudflare') return { ip: hopAddress(single(headers['cf-connecting-ip'])) ?? own, isDoubtful: false }
  const real = single(headers['x-real-ip']).trim()
  const forwarded = single(headers['x-forwarded-for']).trim()
  if (forwarded === '') return { ip: hopAddress(real) ?? own, isDoubtful: false }
  const { found, passed } = firstStranger(forwarded, trust)
  const isDoubtful = real !== '' && ![found, ...passed].includes(hopAddress(real) ?? '')
  return { ip: isDoubtful ? own : (found ?? own), isDoubtful }
}

/** Is this the address of a proxy whose headers count, once the option is on? */
export function isTrustedProxy(address: string, { proxies }: Pick<ProxyTrust, 'proxies'>): boolean {
  return isInNetworks(address, proxies.length > 0 ? proxies : DEFAULT_PROXIES)
}

/**
 * The first hop from the right that is no trusted proxy's, and those passed over on the way. Where all are trusted, the caller is in such a
 * network too: the last one, which is what the nearest proxy saw. None where a hop on the way is no address.
 */
function firstStranger(forwarded: string, trust: ProxyTrust): { found: string | undefined; passed: readonly string[] } {
  const passed: string[] = []
  for (const hop of forwarded.split(',').reverse()) {
    const address = hopAddress(hop)
    if (address === undefined || !isTrustedProxy(address, trust)) return { found: address, passed }
    passed.push(address)
  }
  return { found: passed[0], passed }
}

/** The address of a hop, without the port that some load balancers write. */
function hopAddress(text: string): string | undefined {
  const [, inner, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(text.trim()) ?? []
  return normalAddress(inner ?? plain ?? text)
}

/** Whether the client uses https, as a trusted proxy reports it. Undefined where no proxy is trusted, or it does not report it. */
export function forwardedProto(peer: string, headers: Headers, trust: ProxyTrust): 'http' | 'https' | undefined {
  if (!trust.isEnabled || !isTrustedProxy(normalAddress(peer) ?? peer, trust)) return undefined
  const proto = single(headers['x-forwarded-proto']).split(',', 1)[0]?.trim().toLowerCase()
  return proto === 'http' || proto === 'https' ? proto : undefined
}

/** Headers that proxies add, and a program on this machine does not. */
const PROXY_HEADER =
  /^(?:x-forwarded(?:-.*)?|forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|x-original-.*|cf-.*|fastly-.*|fly-.*|x-envoy-.*|x-amzn-.*|x-azure-.*)$/

/** Did the request come through a proxy? Then its peer is not the client. */
export function isProxied(headers: Headers): boolean {
  return Object.keys(headers).some((name) => PROXY_HEADER.test(name))
}

/** Is this the address of this machine to itself? */
export function isLoopback(address: string): boolean {
  return isInNetworks(address, ['127.0.0.0/8', '::1/128'])
}

const PRIVATE_RANGES = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])

/** Is this an address that many may share, such as a proxy's that we were not told of? So is what is no address. */
export function isPrivateAddress(address: string): boolean {
  return !ipaddr.isValid(address) || PRIVATE_RANGES.has(ipaddr.process(address).range())
}

/** An address in its usual spelling; an IPv4 address inside IPv6 as IPv4. Undefined when it is none. */
export function normalAddress(text: string): string | undefined {
  const trimmed = text.trim()
  // Nearly all are plain IPv4, which has one spelling.
  if (isIP(trimmed) === 4) return trimmed
  return isIP(trimmed) !== 0 ? ipaddr.process(trimmed).toString() : undefined
}

/** Is an address one of these addresses or in one of these networks? */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return networks.some((network) => {
    if (!network.includes('/')) return normalAddress(network) === parsed.toString()
    if (!ipaddr.isValidCIDR(network)) return false
    const [base, bits] = ipaddr.parseCIDR(network)
    return base.kind() === parsed.kind() && parsed.match(base, bits)
  })
}

/** Is this a line that an allow-list may hold: an address or a network? Old short forms such as `10.1` are refused: they surprise. */
export function isAddressOrNetwork(text: string): boolean {
  return isIP(text.split('/', 1)[0] ?? '') !== 0 && (text.includes('/') ? ipaddr.isValidCIDR(text) : true)
}

/** What address limits count by: the address, or an IPv6 caller's /64 (control 45). */
export function limitKey(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return ipaddr.IPv6.parse(address)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}

/** The network of an address: an IPv4 caller's /24, an IPv6 caller's /48, which is what one customer of a provider may have. */
export function networkKey(address: string): string {
  const key = limitKey(address)
  return key.includes(':') ? key.split(':').slice(0, 3).join(':') : key.replace(/\.\d+$/, '')
}

function single(header: string | string[] | undefined): string {
  return Array.isArray(header) ? (header[0] ?? '') : (header ?? '')
}
