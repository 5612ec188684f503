// The token of a service account, for a statement that its private key signs. Source: Google, "Using OAuth 2.0 for server to server
// applications", 2026; RFC 7523.
import { createSign } from 'node:crypto'
import type { ServiceAccount } from '@waystation/contract/channels/channel-key'
import { isObject } from '@waystation/wire/encoding/json'
import type { CredentialExchange } from '../provider.ts'

/**
 * Where Google gives tokens. A key names an address for this too (`token_uri`), which is not used: whoever makes up a key could have it point
 * anywhere, and have our signature sent there.
 */
export const TOKEN_URL = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Google takes no statement that holds longer. */
const LIFE_SECONDS = 3600

/** @param tokenUrl another address than Google's: for tests */
export function tokenExchange(account: ServiceAccount, tokenUrl = TOKEN_URL): CredentialExchange {
  return {
    request: (now) => ({
      method: 'POST',
      url: new URL(tokenUrl),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', 'accept-encoding': 'identity' },
      body: new URLSearchParams({ grant_type: GRANT, assertion: signedStatement(account, now) }).toString(),
    }),
    read(answer) {
      if (!isObject(answer)) return undefined
      const { access_token: token, expires_in: seconds } = answer
      return typeof token === 'string' && typeof seconds === 'number' ? { token, lifetimeMs: seconds * 1000 } : undefined
    },
  }
}

/** A JWT by which the account says that it is itself. Throws where its private key is none. */
function signedStatement({ client_email: email, private_key: key, private_key_id: keyId }: ServiceAccount, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) }
  const claims = { iss: email, sub: email, scope: SCOPE, aud: TOKEN_URL, iat: issuedAt, exp: issuedAt + LIFE_SECONDS }
  const statement = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${statement}.${createSign('RSA-SHA256').update(statement).sign(key, 'base64url')}`
}
