// The system access token in a request's header (control 9).

/** What makes an access token known at sight, to people and to programs that look for leaked secrets. */
export const ACCESS_TOKEN_PREFIX = 'wat_'
const ACCESS_TOKEN = /^wat_[A-Za-z0-9_-]{43}$/

/** What a header `Authorization` shows. `key`: the key of model calls, which opens nothing here. `unknown`: no token of ours. */
export type Presented = { readonly kind: 'none' | 'key' | 'unknown' } | { readonly kind: 'token'; readonly token: string }

/** Reads the header. Schemes other than Bearer, as a proxy before us may demand, are none of ours. */
export function presentedToken(authorization: string | undefined): Presented {
  const token = (authorization ?? '').trim().replace(/^bearer\s+/i, '')
  if (token === '' || /\s/.test(token) || /^bearer$/i.test(token)) return { kind: 'none' }
  if (ACCESS_TOKEN.test(token)) return { kind: 'token', token }
  return { kind: token.startsWith('sk-') ? 'key' : 'unknown' }
}
