// The session's cookie, the one that a browser is known by, and the one that binds a login at another site to the browser that began it. With https they carry the __Host- prefix, which no other host and no plain connection can set (control 6).
import { randomBytes } from 'node:crypto'
import { serverAddress } from '@waystation/contract/options/payment'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OptionService } from '../../domain/option/option-service.ts'
import { DEVICE_SECONDS } from '../../domain/session/device.ts'
import { SESSION_ABSOLUTE_SECONDS } from '../../domain/session/session-service.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { Headers } from './request-context.ts'

/** `device` and `browser` open nothing: see domain/session/device.ts and domain/identity/sign-in-states.ts. */
type CookieName = 'session' | 'device' | 'browser'

/** A login at another site, or a bot check, takes no longer. */
const BROWSER_SECONDS = 3600
const BROWSER_ID_BYTES = 32
const BROWSER_ID = /^[A-Za-z0-9_-]{43}$/

/**
 * The name of a cookie of ours. Cookies know no ports, so it carries the mark of the installation: two of them on one host would otherwise
 * log each other's people out.
 */
export function cookieName(name: CookieName, mark: string, isSecure: boolean): string {
  return `${isSecure ? SECURE : ''}${name}_${mark}`
}

const SECURE = '__Host-'
const MARK_LENGTH = 8

/** The mark of an installation: what all its processes agree on. Small letters and digits. */
export function cookieMark(secrets: Pick<Secrets, 'sign'>): string {
  return Buffer.from(secrets.sign('cookie names', ''), 'base64url').toString('hex').slice(0, MARK_LENGTH)
}

/** How to decide whether the browser uses https. */
export interface ConnectionFacts {
  /** The option ServerAddress. */
  readonly serverAddress: string
  /** The protocol reported by a trusted proxy; undefined: none. */
  readonly forwardedProto: 'http' | 'https' | undefined
  /** The mark in the names of the installation's cookies. */
  readonly mark: string
}

export interface ConnectionParts {
  /** The mark of this installation (`cookieMark`). */
  readonly cookieMark: string
  readonly options: Pick<OptionService, 'get'>
  /** Whether the caller uses https, where a trusted proxy reports it. */
  readonly forwardedProto: (peer: string, headers: Headers) => 'http' | 'https' | undefined
}

export function connectionFacts(request: FastifyRequest, { options, forwardedProto, cookieMark }: ConnectionParts): ConnectionFacts {
  const proto = forwardedProto(request.socket.remoteAddress ?? '', request.headers)
  return { serverAddress: options.get(serverAddress), forwardedProto: proto, mark: cookieMark }
}

/** The cookies of ours that a handler may read and set. */
export interface OwnCookies {
  /** What the browser is known by from earlier logins, or empty. */
  readonly device: string
  setDevice(value: string): void
  /** The browser's own id, or empty. */
  readonly browser: string
  /** The browser's own id; one that has none is given one. */
  keepBrowser(): string
  /** Puts a session into the browser's cookie; null takes it out. */
  setSession(id: string | null): void
}

export function ownCookies({ request, reply }: { request: FastifyRequest; reply: FastifyReply }, parts: ConnectionParts): OwnCookies {
  const set = (name: CookieName, value: string | null, maxAgeSeconds: number) => {
    const isSecure = isByHttps(request.headers, connectionFacts(request, parts))
    reply.header('set-cookie', ownCookie(cookieName(name, parts.cookieMark, isSecure), value, isSecure, maxAgeSeconds))
  }
  const found = readOwnCookie('browser', request.headers, connectionFacts(request, parts))
  const browser = BROWSER_ID.test(found) ? found : ''
  return {
    browser,
    keepBrowser() {
      const id = browser || randomBytes(BROWSER_ID_BYTES).toString('base64url')
      set('browser', id, BROWSER_SECONDS)
      return id
    },
    device: readOwnCookie('device', request.headers, connectionFacts(request, parts)),
    setDevice: (value) => set('device', value, DEVICE_SECONDS),
    setSession: (id) => set('session', id, SESSION_ABSOLUTE_SECONDS),
  }
}

/**
 * Does the browser use https? A trusted proxy knows, and the page says it. A request without a page uses https where it was sent to the
 * server's own address, or where another site sent the browser, which leads there. So an address that is set to https by mistake, or before the
 * proxy is, locks out nobody who uses http.
 */
export function isByHttps(headers: Headers, { serverAddress, forwardedProto }: Omit<ConnectionFacts, 'mark'>): boolean {
  if (forwardedProto) return forwardedProto === 'https'
  if (!serverAddress.startsWith('https://') || !URL.canParse(serverAddress)) return false
  const page = [headers.origin, headers.referer].map(String).find((address) => /^https?:/.test(address))
  if (page !== undefined) return page.startsWith('https:')
  return headers.host === new URL(serverAddress).host || headers['sec-fetch-site'] === 'cross-site'
}

/**
 * The value of our cookie in a request, or empty. With https only the name that no plain connection can set counts: an attacker on the
 * network could plant the other one. Names without a mark are what earlier versions set, and go on counting until they expire.
 */
export function readOwnCookie(name: CookieName, headers: Headers, facts: ConnectionFacts): string {
  const { cookie } = headers
  const values = parseCookie((Array.isArray(cookie) ? cookie.join('; ') : cookie) ?? '')
  const marked = cookieName(name, facts.mark, false)
  const names = isByHttps(headers, facts) ? [SECURE + marked, SECURE + name] : [SECURE + marked, marked, SECURE + name, name]
  return names.map((one) => values[one]).find(Boolean) ?? ''
}

/** The session that a browser came with, or empty. */
export function readSession(headers: Headers, facts: ConnectionFacts): string {
  return readOwnCookie('session', headers, facts)
}

/** The Set-Cookie header that puts a cookie of ours into the browser, or with null takes it out. */
function ownCookie(name: string, value: string | null, isSecure: boolean, maxAgeSeconds: number): string {
  return stringifySetCookie({
    name,
    value: value ?? '',
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    maxAge: value === null ? 0 : maxAgeSeconds,
    secure: isSecure,
  })
}
