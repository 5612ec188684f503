// What is known of the OpenID Connect provider: read from its discovery document, or as far as the admin typed its addresses in.

import { oidcAuthorizationEndpoint, oidcTokenEndpoint, oidcUserInfoEndpoint, oidcWellKnown } from '@waystation/contract/options/oidc'
import type { Option } from '@waystation/contract/options/option'
import { withoutEnd } from '@waystation/contract/values/without-end'
import type { AuthorizationServer, JWKSCacheInput } from 'oauth4webapi'
import { type Ask, objectOf, SiteMisconfigured, SiteRefused, textOf } from './ask.ts'

/** How long a discovery document is good for. */
const DISCOVERED_MS = 600_000
const SUFFIX = '/.well-known/openid-configuration'
/** Signatures with a key of the provider's own. `none` proves nothing, and one with our secret could be made by whoever knows it. */
const SIGNING_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

export interface OidcServer {
  readonly metadata: AuthorizationServer
  /** Its signing keys can be fetched, and its issuer is known before it answers. */
  readonly isDiscovered: boolean
  /** Signing keys that were fetched before; the library keeps them here. */
  readonly keys: JWKSCacheInput
}

export interface OidcServers {
  /** @throws SiteUnreachable, SiteRefused or SiteMisconfigured */
  current(): Promise<OidcServer>
}

export interface OidcServerParts {
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly ask: Ask
  /** Unix milliseconds. */
  readonly now: () => number
}

export function oidcServers({ options, ask, now }: OidcServerParts): OidcServers {
  let cached: { address: string; readAtMs: number; server: Promise<OidcServer> } | undefined

  return {
    async current() {
      const address = options.get(oidcWellKnown)
      if (address === '') return typedServer(options)
      if (cached?.address === address && now() - cached.readAtMs < DISCOVERED_MS) return cached.server
      const mine = { address, readAtMs: now(), server: discover(ask, address) }
      cached = mine
      // A failure is not kept: the next login asks again.
      mine.server.catch(() => {
        if (cached === mine) cached = undefined
      })
      return mine.server
    },
  }
}

async function discover(ask: Ask, address: string): Promise<OidcServer> {
  const found = objectOf(await ask({ method: 'GET', url: addressOf(address), headers: { accept: 'application/json' } }))
  const issuer = textOf(found.issuer)
  // Whoever serves the document of one issuer must not be able to speak for another.
  if (!address.endsWith(SUFFIX) || withoutEnd(issuer, '/') !== withoutEnd(address.slice(0, -SUFFIX.length), '/'))
    throw new SiteMisconfigured('the discovery document is not that of the issuer in its address')
  const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].map((name) => addressOf(textOf(found[name])).href)
  const [authorization_endpoint = '', token_endpoint = '', jwks_uri = ''] = endpoints
  const algorithms = textsOf(found.id_token_signing_alg_values_supported)?.filter((name) => SIGNING_ALGORITHMS.includes(name))
  const methods = textsOf(found.token_endpoint_auth_methods_supported)
  return {
    isDiscovered: true,
    keys: {},
    metadata: {
      issuer,
      authorization_endpoint,
      token_endpoint,
      jwks_uri,
      ...(found.userinfo_endpoint === undefined ? {} : { userinfo_endpoint: addressOf(textOf(found.userinfo_endpoint)).href }),
      ...(methods === undefined ? {} : { token_endpoint_auth_methods_supported: methods }),
      id_token_signing_alg_values_supported: algorithms ?? ['RS256'],
      authorization_response_iss_parameter_supported: found.authorization_response_iss_parameter_supported === true,
    },
  }
}

/**
 * Without a discovery document there are no keys to check signatures with: that the token came from the provider itself, by a connection that
 * proves who it is, takes their place (OpenID Connect Core 3.1.3.7, step 6).
 */
function typedServer(options: OidcServerParts['options']): OidcServer {
  const token = addressOf(options.get(oidcTokenEndpoint))
  if (token.protocol !== 'https:' && !isOwnMachine(token))
    throw new SiteMisconfigured('a token endpoint with plain http needs the discovery address, so that signatures can be checked')
  return {
    isDiscovered: false,
    keys: {},
    metadata: {
      issuer: token.origin,
      authorization_endpoint: addressOf(options.get(oidcAuthorizationEndpoint)).href,
      token_endpoint: token.href,
      userinfo_endpoint: addressOf(options.get(oidcUserInfoEndpoint)).href,
      token_endpoint_auth_methods_supported: ['client_secret_post'], // as the clients of this family send it
      id_token_signing_alg_values_supported: SIGNING_ALGORITHMS,
    },
  }
}

function addressOf(text: string): URL {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new SiteMisconfigured('an address of the provider is not usable')
  return new URL(text)
}

const isOwnMachine = ({ hostname }: URL) => hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'

function textsOf(value: unknown): string[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw new SiteRefused('the discovery document is not well formed')
  return value.filter((item) => typeof item === 'string')
}
