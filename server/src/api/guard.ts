// Does this call come from our own pages, and from the user that it names? (control 8)
import { type EndpointSpec, isWrite } from '@waystation/contract/endpoint'
import { AppError } from '@waystation/contract/errors'
import type { Headers } from './request-context.ts'

/** The names under which the tools of this family send the caller's id (house 0). */
const USER_HEADERS = [
  'waystation-user',
  'new-api-user',
  'veloera-user',
  'one-api-user',
  'voapi-user',
  'neo-api-user',
  'rix-api-user',
  'x-api-user',
  'user-id',
] as const

/**
 * Is the call checked for coming from another site? By default all are but public reads; a public GET that writes is checked too. Not those
 * that other sites send browsers to, nor those of other servers: their handlers demand a single-use state, or a signature.
 */
export function isCsrfChecked(endpoint: EndpointSpec): boolean {
  if (endpoint.csrf === 'state' || endpoint.csrf === 'signed') return false
  return endpoint.csrf ?? !(endpoint.access === 'public' && endpoint.method === 'GET' && !isWrite(endpoint))
}

/** Must the call name its user in a header? All of users; and of the public ones a GET that changes something, such as logout. */
export function isUserHeaderDemanded(endpoint: EndpointSpec): boolean {
  if (endpoint.access === 'setup' || endpoint.csrf === 'state' || endpoint.csrf === 'signed') return false
  return endpoint.access !== 'public' || (endpoint.method === 'GET' && isCsrfChecked(endpoint))
}

/**
 * Refuses calls from pages of another site. Browsers state the origin of a call; programs state none, and have no cookie to steal.
 * @throws AppError cross_site
 */
export function assertSameSite(headers: Headers, serverAddress: string): void {
  const origin = single(headers.origin)
  const site = single(headers['sec-fetch-site'])
  if (origin !== '' && origin !== 'null' && isOwnOrigin(origin, single(headers.host), serverAddress)) return
  if (site === 'same-origin' || site === 'none') return
  if (site === '' && origin === '') return
  throw new AppError('cross_site')
}

/**
 * The header that names the user must agree with the session: a page of another site cannot set it.
 * @throws AppError user_header_mismatch
 */
export function assertUserHeader(headers: Headers, userId: number): void {
  const named = USER_HEADERS.map((name) => headers[name]).filter((value) => value !== undefined)
  if (named.length === 0 || named.some((value) => value !== String(userId))) throw new AppError('user_header_mismatch')
}

function isOwnOrigin(origin: string, host: string, serverAddress: string): boolean {
  if (!URL.canParse(origin)) return false
  const { host: originHost, origin: whole } = new URL(origin)
  if (serverAddress !== '' && URL.canParse(serverAddress) && new URL(serverAddress).origin === whole) return true
  // A proxy may speak plainly to us, so only the host is compared.
  return host !== '' && originHost === host.toLowerCase()
}

function single(header: string | string[] | undefined): string {
  return Array.isArray(header) ? (header[0] ?? '') : (header ?? '')
}
