// OpenID Connect with the code flow. The library checks what the provider answers; here is what it is asked and how it fails.
import { oidcClientId, oidcClientSecret } from '@waystation/contract/options/oidc'
import { serverAddress } from '@waystation/contract/options/payment'
import * as oauth from 'oauth4webapi'
import type { CodeSite, Person, SiteAnswer } from '../domain/ports.ts'
import { isRecord } from '../lib/fields.ts'
import { type Ask, SiteMisconfigured, SiteRefused, SiteUnreachable, textOf } from './ask.ts'
import { type OidcServer, oidcServers } from './oidc-server.ts'
import { worded } from './refusals.ts'
import type { SiteParts } from './site-parts.ts'
import { usableSubject } from './subject.ts'

/** By how much the provider's clock may differ from ours. */
const CLOCK_TOLERANCE_SECONDS = 60
/** The token endpoint's errors that an admin must put right. */
const OUR_MISTAKES = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope']

export function openIdConnect(parts: SiteParts): CodeSite {
  const servers = oidcServers(parts)
  return {
    address: ({ state, redirectUri, verifier, nonce }) =>
      worded('oidc', parts.onTrouble, async () => {
        const { metadata } = await servers.current()
        const url = new URL(metadata.authorization_endpoint ?? '')
        const parameters = {
          response_type: 'code',
          client_id: parts.options.get(oidcClientId),
          redirect_uri: redirectUri,
          scope: 'openid profile',
          state,
          nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }
        for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
        return url.href
      }),
    identify: (answer) =>
      worded('oidc', parts.onTrouble, async () => {
        const server = await servers.current()
        return own(() => identify(parts, server, answer))
      }),
  }
}

type ClaimSet = Readonly<Record<string, unknown>>

async function identify(parts: SiteParts, server: OidcServer, answer: SiteAnswer): Promise<Person> {
  const client: oauth.Client = { client_id: parts.options.get(oidcClientId), [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS }
  const http = { [oauth.customFetch]: fetchBy(parts.ask), [oauth.allowInsecureRequests]: true }
  const response = await askToken(parts, { server, client, http }, answer)
  // Without a discovery document only the token says who issued it.
  const stated = server.isDiscovered ? server.metadata.issuer : await issuerIn(response.clone())
  if (stated !== undefined && answer.issuer !== undefined && answer.issuer !== stated)
    throw new SiteRefused('the callback names another issuer')
  const issuer = stated ?? server.metadata.issuer
  const metadata = { ...server.metadata, issuer }
  const tokens = await oauth.processAuthorizationCodeResponse(metadata, client, response, {
    expectedNonce: answer.request?.nonce ?? oauth.expectNoNonce,
    requireIdToken: true,
  })
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  if (!claims) throw new SiteRefused('no id_token')
  assertForUs(claims, client.client_id, parts.now())
  if (server.isDiscovered) await oauth.validateApplicationLevelSignature(metadata, response, { ...http, [oauth.jwksCache]: server.keys })
  let about: ClaimSet = claims
  if (metadata.userinfo_endpoint !== undefined) {
    const info = await oauth.userInfoRequest(metadata, client, tokens.access_token, http)
    about = { ...claims, ...(await oauth.processUserInfoResponse(metadata, client, claims.sub, info)) }
  }
  const displayName = textOf(about.name) || textOf(about.nickname)
  return {
    issuer: usableSubject(issuer),
    subject: usableSubject(claims.sub),
    name: textOf(about.preferred_username) || textOf(about.nickname) || displayName,
    displayName,
  }
}

interface Connection {
  readonly server: OidcServer
  readonly client: oauth.Client
  readonly http: { readonly [oauth.allowInsecureRequests]: boolean }
}

function askToken({ options }: SiteParts, { server, client, http }: Connection, answer: SiteAnswer): Promise<Response> {
  const { metadata } = server
  const callback = new URLSearchParams({ code: answer.code, state: answer.state })
  if (answer.issuer !== undefined && server.isDiscovered) callback.set('iss', answer.issuer)
  const parameters = oauth.validateAuthResponse(metadata, client, callback, answer.state)
  const secret = options.get(oidcClientSecret)
  const isPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
  return oauth.authorizationCodeGrantRequest(
    metadata,
    client,
    isPost ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret),
    parameters,
    answer.request?.redirectUri ?? `${options.get(serverAddress)}/oauth/oidc`,
    answer.request?.verifier ?? oauth.nopkce,
    http,
  )
}

/** The library's view of our way out. It follows no redirects, and reads no more and waits no longer than other sites' answers are given. */
function fetchBy(ask: Ask) {
  return async (address: string, request: { method: string; headers: Record<string, string>; body?: unknown }): Promise<Response> => {
    const method = request.method === 'POST' ? 'POST' : 'GET'
    const body = request.body instanceof URLSearchParams ? { body: request.body.toString() } : {}
    const { status, headers, text } = await ask({ method, url: new URL(address), headers: request.headers, ...body })
    if (status >= 500 || status === 429) throw new SiteUnreachable(`status ${status}`)
    return new Response(status === 204 || status === 304 ? null : text, { status, headers })
  }
}

/** Who claims to have issued the token; undefined: there is none to read, and the library says so. */
async function issuerIn(response: Response): Promise<string | undefined> {
  const answer: unknown = await response.json().catch(() => undefined)
  const token = isRecord(answer) ? textOf(answer.id_token) : ''
  const claims = parsed(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  return (isRecord(claims) && textOf(claims.iss)) || undefined
}

/** What the library leaves to us. @throws SiteRefused */
function assertForUs({ azp, iat }: oauth.IDToken, clientId: string, nowMs: number): void {
  if (azp !== undefined && azp !== clientId) throw new SiteRefused('the id_token was issued to another client')
  if (iat > nowMs / 1000 + CLOCK_TOLERANCE_SECONDS) throw new SiteRefused('the id_token was issued in the future')
}

/** The library's errors as ours. Their causes hold tokens, so only their own words are taken over. */
async function own<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && OUR_MISTAKES.includes(error.error)) throw new SiteMisconfigured(error.error)
    if (error instanceof oauth.WWWAuthenticateChallengeError && error.status === 401) throw new SiteRefused('the provider refused us')
    const isOfLibrary =
      error instanceof oauth.OperationProcessingError ||
      error instanceof oauth.UnsupportedOperationError ||
      error instanceof oauth.ResponseBodyError ||
      error instanceof oauth.WWWAuthenticateChallengeError ||
      error instanceof oauth.AuthorizationResponseError ||
      (error instanceof TypeError && 'code' in error)
    throw isOfLibrary && error instanceof Error ? new SiteRefused(error.message) : error
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
