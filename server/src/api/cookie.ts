// The session's cookie. With https it carries the __Host- prefix, which no other host and no plain connection can set (control 6).

const PLAIN_NAME = 'session'
const SECURE_NAME = '__Host-session'

/**
 * The session that a browser came with, or empty. Both names are read: an address of the server that says https by mistake must not
 * lock everybody out who comes by http.
 */
export function readSession(header: string | undefined): string {
  return readCookie(header, SECURE_NAME) || readCookie(header, PLAIN_NAME)
}

/** The value of a cookie, or empty. */
function readCookie(header: string | undefined, name: string): string {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return ''
}

/**
 * The Set-Cookie header that puts a session into the browser, or with null takes it out.
 * @param from the server's own address, and the page's as the browser tells it: what came from a plain page must go back plainly
 */
export function sessionCookie(
  id: string | null,
  from: { serverAddress: string; origin: string | undefined },
  maxAgeSeconds: number,
): string {
  const isSecure = from.serverAddress.startsWith('https://') && !from.origin?.startsWith('http://')
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
