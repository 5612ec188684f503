// The token of an app, for a statement that its private key signs. Source: Coze, "OAuth JWT authorization (developer)",
// https://docs.coze.cn/developer_guides/oauth_jwt, 2026.
import { randomUUID } from 'node:crypto'
import { type JwtApp, jwtAppOf } from '@waystation/contract/channels/channel-key'
import { coze } from '@waystation/contract/vendors/coze'
import { signedStatement, TOKEN_HEADERS, tokenIn } from '../oauth.ts'
import type { CredentialExchange, UnsignedRequest } from '../provider.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Of a statement, which is taken once. */
const STATEMENT_SECONDS = 600
/** Of a token: without a wish it lives for 15 minutes. */
const TOKEN_SECONDS = 3600

/** The app whose secrets a key is; undefined for a token. Throws TypeError, without a word of the key, where it is a document that is neither. */
export function appOf(key: string): JwtApp | undefined {
  if (!key.startsWith('{')) return undefined
  const app = jwtAppOf(key)
  if (!app) throw new TypeError(`the key is not written as ${coze.keyFormat}`)
  return app
}

/** @param url where the token will be shown: the same site gives it */
export function tokenExchange(app: JwtApp, url: URL): CredentialExchange {
  return {
    purpose: url.origin,
    request: (now) => requestFor(app, url, now),
    read(answer) {
      const given = tokenIn(answer)
      // `expires_in` is the moment of the end there, so that only the life that was wished for is known.
      return given && { ...given, lifetimeMs: Math.min(given.lifetimeMs, TOKEN_SECONDS * 1000) }
    },
  }
}

function requestFor({ client_id: id, public_key_id: keyId, private_key: key }: JwtApp, { origin, host }: URL, now: Date): UnsignedRequest {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const claims = { iss: id, aud: host, iat: issuedAt, exp: issuedAt + STATEMENT_SECONDS, jti: randomUUID() }
  return {
    method: 'POST',
    url: new URL('/api/permission/oauth2/token', origin),
    headers: { 'content-type': 'application/json', ...TOKEN_HEADERS, authorization: `Bearer ${signedStatement(claims, key, keyId)}` },
    body: JSON.stringify({ grant_type: GRANT, duration_seconds: TOKEN_SECONDS }),
  }
}
