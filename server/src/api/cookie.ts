// The session's cookie. With https it carries the __Host- prefix, which no other host and no plain connection can set (control 6).

const PLAIN_NAME = 'session'
const SECURE_NAME = '__Host-session'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** What tells whether a browser came by https. */
export interface ConnectionFacts {
  /** The option ServerAddress. */
  readonly serverAddress: string
  /** What a trusted proxy says; undefined: nothing. */
  readonly forwardedProto: 'http' | 'https' | undefined
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
 * The session that a browser came with, or empty. By https only the name that no plain connection can set counts: whoever sits on the line
 * could plant the other one.
 */
export function readSession(headers: Headers, facts: ConnectionFacts): string {
  const { cookie } = headers
  const text = Array.isArray(cookie) ? cookie.join('; ') : cookie
  return readCookie(text, SECURE_NAME) || (isByHttps(headers, facts) ? '' : readCookie(text, PLAIN_NAME))
}

/** The value of a cookie, or empty. */
function readCookie(header: string | undefined, name: string): string {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return ''
}

/** The Set-Cookie header that puts a session into the browser, or with null takes it out. */
export function sessionCookie(id: string | null, isSecure: boolean, maxAgeSeconds: number): string {
  const parts = [
    `${isSecure ? SECURE_NAME : PLAIN_NAME}=${id ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${id === null ? 0 : maxAgeSeconds}`,
  ]
  if (isSecure) parts.push('Secure')
  return parts.join('; ')
}
