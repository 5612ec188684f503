// The session's cookie. With https it carries the __Host- prefix, which no other host and no plain connection can set (control 6).

const PLAIN_NAME = 'session'
const SECURE_NAME = '__Host-session'

/** What the cookie is called under this address of the server; empty means that the address is not known to be https. */
export function sessionCookieName(serverAddress: string): string {
  return isSecure(serverAddress) ? SECURE_NAME : PLAIN_NAME
}

/** The value of a cookie, or empty. */
export function readCookie(header: string | undefined, name: string): string {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return ''
}

/** The Set-Cookie header that puts a session into the browser, or with null takes it out. */
export function sessionCookie(id: string | null, serverAddress: string, maxAgeSeconds: number): string {
  const parts = [
    `${sessionCookieName(serverAddress)}=${id ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${id === null ? 0 : maxAgeSeconds}`,
  ]
  if (isSecure(serverAddress)) parts.push('Secure')
  return parts.join('; ')
}

const isSecure = (serverAddress: string): boolean => serverAddress.startsWith('https://')
