// Does this call come from our own pages, and from the user that it names? (control 8)
import { type EndpointSpec, isWrite } from '@waystation/contract/channels/endpoint'
import { AppError, type Words } from '@waystation/contract/errors'
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
 * @throws AppError cross_site, which tells what a proxy in between may have changed
 */
export function assertSameSite(headers: Headers, serverAddress: string): void {
  const origin = single(headers.origin)
  const site = single(headers['sec-fetch-site'])
  if (isOwnOrigin(headers, serverAddress)) return
  if (site === 'same-origin' || site === 'none') return
  if (site === '' && origin === '') return
  throw crossSite(headers)
}

/**
 * Refuses a setup by a page of another site. There is no session to ride on yet, but an installation to take over. A proxy that passes on
 * another Host must not keep its owner out: where a browser does not say whose page it is, JSON is proof enough, since a page of another
 * site cannot send it without a preflight, and none is granted.
 * @throws AppError cross_site
 */
export function assertOwnSetup(headers: Headers, serverAddress: string): void {
  const type = single(headers['content-type']).split(';', 1)[0]?.trim().toLowerCase()
  const origin = single(headers.origin)
  const isJson = type === 'application/json' && origin.startsWith('http') && single(headers['sec-fetch-site']) === ''
  if (!isJson) assertSameSite(headers, serverAddress)
}

/**
 * The header that names the user must agree with the session: a page of another site cannot set it.
 * @throws AppError user_header_mismatch
 */
export function assertUserHeader(headers: Headers, userId: number): void {
  const named = USER_HEADERS.map((name) => headers[name]).filter((value) => value !== undefined)
  if (named.length === 0 || named.some((value) => value !== String(userId))) throw new AppError('user_header_mismatch')
}

function isOwnOrigin(headers: Headers, serverAddress: string): boolean {
  const origin = single(headers.origin)
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  if (serverAddress !== '' && URL.canParse(serverAddress) && new URL(serverAddress).origin === page.origin) return true
  const host = single(headers.host)
  return isHostOf(page, host) || (isBareHostOf(page, host) && single(headers['sec-fetch-site']) === '')
}

/** The same host and port? A proxy may speak plainly to us, so the scheme is not compared. */
function isHostOf(page: URL, host: string): boolean {
  return hostOf(page.protocol, host)?.host === page.host
}

/**
 * The same name, where Host names no port? The usual `proxy_set_header Host $host;` cuts it off, and browsers do not say `Sec-Fetch-Site` to
 * plain http. Where they do say it, they know better.
 */
function isBareHostOf(page: URL, host: string): boolean {
  return !/:\d+$/.test(host) && hostOf(page.protocol, host)?.hostname === page.hostname
}

/** Read by the page's scheme, whose usual port may be named or not. */
function hostOf(protocol: string, host: string): URL | undefined {
  const address = `${protocol}//${host}`
  return host !== '' && !/[@/?#\\]/.test(host) && URL.canParse(address) ? new URL(address) : undefined
}

const UNKNOWN_PAGE: Words = { zh: '未知', en: 'unknown' }
/** A page or Host is shown up to this length. */
const SHOWN_LENGTH = 100

/** Says what came, and what an operator does whose proxy passes on another Host than it was asked for. */
function crossSite(headers: Headers): AppError {
  const page = shownPage(headers)
  const isForSure = page === '' || single(headers['sec-fetch-site']) !== ''
  return new AppError('cross_site', {
    page: page === '' ? UNKNOWN_PAGE : page,
    host: single(headers.host).slice(0, SHOWN_LENGTH),
    way_out: isForSure || !/^https?:/.test(page) ? { zh: '', en: '' } : proxyLines(page),
  })
}

function shownPage(headers: Headers): string {
  const origin = single(headers.origin)
  const referer = single(headers.referer)
  const page = origin === '' && URL.canParse(referer) ? new URL(referer).origin : origin
  return page === 'null' ? '' : page.slice(0, SHOWN_LENGTH)
}

const proxyLines = (page: string): Words => ({
  zh: `。如果这是本站自己的页面，请让反向代理原样转发 Host（nginx：proxy_set_header Host $http_host;），或在服务器上运行 waystation option set ServerAddress ${page}`,
  en: `. If this page is your own, have the reverse proxy pass on the Host it received (nginx: proxy_set_header Host $http_host;), or run on the server: waystation option set ServerAddress ${page}`,
})

function single(header: string | string[] | undefined): string {
  return Array.isArray(header) ? (header[0] ?? '') : (header ?? '')
}
