// The token of a service account, for a statement that its private key signs. Source: Google, "Using OAuth 2.0 for server to server
// applications", 2026; RFC 7523.
import type { ServiceAccount } from '@waystation/contract/channels/channel-key'
import { signedStatement, tokenIn, tokenRequest } from '../oauth.ts'
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
  return { request: (now) => tokenRequest(tokenUrl, { grant_type: GRANT, assertion: statementOf(account, now) }), read: tokenIn }
}

/** The account says that it is itself. Throws where its private key is none. */
function statementOf({ client_email: email, private_key: key, private_key_id: keyId }: ServiceAccount, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return signedStatement({ iss: email, sub: email, scope: SCOPE, aud: TOKEN_URL, iat: issuedAt, exp: issuedAt + LIFE_SECONDS }, key, keyId)
}
