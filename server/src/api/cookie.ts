// The session's cookie, and the one that a browser is known by. With https they carry the __Host- prefix, which no other host and no plain connection can set (control 6).
import { serverAddress } from '@waystation/contract/options/payment'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OptionService } from '../domain/option/option-service.ts'
import { DEVICE_SECONDS } from '../domain/session/device.ts'
import { SESSION_ABSOLUTE_SECONDS } from '../domain/session/session-service.ts'
import type { Headers } from './request-context.ts'

/** `device` opens nothing: see domain/session/device.ts. */
type CookieName = 'session' | 'device'

const secureName = (name: CookieName) => `__Host-${name}`

/** What tells whether a browser came by https. */
export interface ConnectionFacts {
  /** The option ServerAddress. */
  readonly serverAddress: string
  /** What a trusted proxy says; undefined: nothing. */
  readonly forwardedProto: 'http' | 'https' | undefined
}

export interface ConnectionParts {
  readonly options: Pick<OptionService, 'get'>
  /** Whether the caller came by https, where a trusted proxy says so. */
  readonly forwardedProto: (peer: string, headers: Headers) => 'http' | 'https' | undefined
}

export function connectionFacts(request: FastifyRequest, { options, forwardedProto }: ConnectionParts): ConnectionFacts {
  const proto = forwardedProto(request.socket.remoteAddress ?? '', request.headers)
  return { serverAddress: options.get(serverAddress), forwardedProto: proto }
}

/** The cookies of ours that a handler may read and set. */
export interface OwnCookies {
  /** What the browser is known by from earlier logins, or empty. */
  readonly device: string
  setDevice(value: string): void
  /** Puts a session into the browser's cookie; null takes it out. */
  setSession(id: string | null): void
}

export function ownCookies({ request, reply }: { request: FastifyRequest; reply: FastifyReply }, parts: ConnectionParts): OwnCookies {
  const set = (name: CookieName, value: string | null, maxAgeSeconds: number) => {
    const isSecure = isByHttps(request.headers, connectionFacts(request, parts))
    reply.header('set-cookie', ownCookie(name, value, isSecure, maxAgeSeconds))
  }
  return {
    device: readOwnCookie('device', request.headers, connectionFacts(request, parts)),
    setDevice: (value) => set('device', value, DEVICE_SECONDS),
    setSession: (id) => set('session', id, SESSION_ABSOLUTE_SECONDS),
  }
}

/**
 * Did the browser come by https? A trusted proxy knows. Else the server's own address decides, unless the page itself is a plain one: an
 * address that says https by mistake must not lock everybody out who comes by http.
 */
export function isByHttps(headers: Headers, { serverAddress, forwardedProto }: ConnectionFacts): boolean {
  if (forwardedProto) return forwardedProto === 'https'
  const page = String(headers.origin ?? headers.referer ?? '')
  return serverAddress.startsWith('https://') && !page.startsWith('http://')
}

/**
 * The value of a cookie of ours that a browser came with, or empty. By https only the name that no plain connection can set counts:
 * whoever sits on the line could plant the other one.
 */
export function readOwnCookie(name: CookieName, headers: Headers, facts: ConnectionFacts): string {
  const { cookie } = headers
  const text = Array.isArray(cookie) ? cookie.join('; ') : cookie
  return readCookie(text, secureName(name)) || (isByHttps(headers, facts) ? '' : readCookie(text, name))
}

/** The session that a browser came with, or empty. */
export function readSession(headers: Headers, facts: ConnectionFacts): string {
  return readOwnCookie('session', headers, facts)
}

/** The value of a cookie, or empty. */
function readCookie(header: string | undefined, name: string): string {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return ''
}

/** The Set-Cookie header that puts a cookie of ours into the browser, or with null takes it out. */
export function ownCookie(name: CookieName, value: string | null, isSecure: boolean, maxAgeSeconds: number): string {
  const parts = [
    `${isSecure ? secureName(name) : name}=${value ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${value === null ? 0 : maxAgeSeconds}`,
  ]
  if (isSecure) parts.push('Secure')
  return parts.join('; ')
}
