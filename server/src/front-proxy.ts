// The reverse proxy that may stand in front: what its headers say of a call, and what they say of the settings (decision D63).
import {
  cdnAddressHeader,
  cdnSecret,
  cdnSecretHeader,
  reverseProxyEnabled,
  reverseProxyProvider,
} from '@waystation/contract/options/payment'
import type { ProxySigns } from '@waystation/contract/site/proxy-signs'
import type { OptionService } from './domain/option/option-service.ts'
import {
  addressFromCdn,
  type CdnProof,
  type ClientAddress,
  clientAddress,
  forwardedProto,
  isTrustedProxy,
  type ProxyTrust,
} from './lib/net/client-ip.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface FrontProxy {
  /** The caller's address. */
  clientAddress(peer: string, headers: Headers): ClientAddress
  /** Whether the caller uses https, where a trusted proxy reports it. */
  forwardedProto(peer: string, headers: Headers): 'http' | 'https' | undefined
  /** What the super admin should know. */
  signs(): ProxySigns
}

export interface FrontProxyParts {
  readonly options: Pick<OptionService, 'get'>
  /** TRUSTED_PROXIES. */
  readonly proxies: ProxyTrust['proxies']
  /** Monotonic milliseconds. */
  readonly now: () => number
}

/** Long enough to be read, and soon gone when the proxy is set up. */
const SHOWN_MS = 3_600_000
/** What is written down is looked for no more often than this: it happens at every call. */
const LOOK_EVERY_MS = 1000
/** A header is shown up to this length. */
const SHOWN_LENGTH = 100

const FORWARDING = ['cf-connecting-ip', 'x-forwarded-for', 'x-real-ip'] as const

/** A peer that is trusted. */
const LOOPBACK = '127.0.0.1'

interface Seen<Sign> {
  readonly sign: Sign
  readonly atMs: number
}

/** Reads the headers by the options as they stand. */
export function frontProxy({ options, proxies, now }: FrontProxyParts): FrontProxy {
  const trust = (): ProxyTrust => ({ isEnabled: options.get(reverseProxyEnabled), provider: options.get(reverseProxyProvider), proxies })
  const cdn = (): CdnProof => ({
    secretHeader: options.get(cdnSecretHeader),
    secret: options.get(cdnSecret),
    addressHeader: options.get(cdnAddressHeader),
  })
  let undeclared: Seen<NonNullable<ProxySigns['undeclared']>> | undefined
  let contradiction: Seen<NonNullable<ProxySigns['contradiction']>> | undefined
  const isDue = (seen: Seen<unknown> | undefined) => seen === undefined || now() - seen.atMs >= LOOK_EVERY_MS
  const shown = <Sign>(seen: Seen<Sign> | undefined) => (seen && now() - seen.atMs < SHOWN_MS ? seen.sign : null)

  function noteUndeclared(peer: string, headers: Headers): void {
    const header = FORWARDING.find((name) => headers[name] !== undefined)
    if (header === undefined || !isDue(undeclared) || !isTrustedProxy(peer, { proxies })) return
    undeclared = { sign: { peer, header, value: shownText(headers[header]) }, atMs: now() }
  }

  function noteContradiction(peer: string, headers: Headers): void {
    if (!isDue(contradiction)) return
    const sign = { peer, real_ip: shownText(headers['x-real-ip']), forwarded_for: shownText(headers['x-forwarded-for']) }
    contradiction = { sign, atMs: now() }
  }

  return {
    clientAddress(peer, headers) {
      const stated = addressFromCdn(headers, cdn())
      if (stated !== undefined) return { ip: stated, isDoubtful: false }
      const rules = trust()
      const address = clientAddress(peer, headers, rules)
      if (!rules.isEnabled) noteUndeclared(address.ip, headers)
      else if (address.isDoubtful) noteContradiction(address.ip, headers)
      return address
    },
    forwardedProto(peer, headers) {
      const isFromCdn = addressFromCdn(headers, cdn()) !== undefined
      return forwardedProto(isFromCdn ? LOOPBACK : peer, headers, isFromCdn ? { ...trust(), isEnabled: true, proxies: [] } : trust())
    },
    signs() {
      const { isEnabled, provider } = trust()
      return {
        undeclared: isEnabled ? null : shown(undeclared),
        contradiction: isEnabled && provider === 'nginx' ? shown(contradiction) : null,
      }
    },
  }
}

const shownText = (header: string | string[] | undefined): string => String(header ?? '').slice(0, SHOWN_LENGTH)
