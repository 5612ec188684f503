// An OpenID provider, written from OpenID Connect Core and Discovery 1.0, RFC 7636 (PKCE) and RFC 9207 (`iss` in the answer). What it
// signs and says can be bent by a test.
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { mountConsent } from './consent-page.ts'
import { challengeOf } from './fake-github.ts'
import { type Asked, askedBy, bearerOf, CLIENT, formOf, type Overrides, SECRET, Tickets } from './fake-site.ts'

export type Claims = Readonly<Record<string, unknown>>

/** How an answer differs from the right one. */
export interface Bend {
  readonly claims?: Claims
  readonly header?: Claims
  /** Signs with a key that the provider does not publish. */
  readonly isForged?: boolean
  /** No signature, or one with this secret instead of the key. */
  readonly signature?: 'none' | { readonly secret: string }
  readonly userinfo?: Claims
}

interface Granted extends Asked {
  readonly claims: Claims
}

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

export class FakeOidc {
  bend: Bend = {}
  /** Where it is, once it listens. */
  origin = ''
  /** Who may agree on its page. */
  readonly people: Claims[] = []
  /** The public key as a file holds it. */
  readonly publicKeyText: string
  readonly #privateKey: KeyObject
  readonly #forgedKey = keyPair().privateKey
  readonly #codes = new Tickets<Granted>()
  readonly #tokens = new Tickets<Claims>()

  constructor(app: FastifyInstance, overrides: Overrides) {
    const { publicKey, privateKey } = keyPair()
    this.publicKeyText = publicKey.export({ format: 'pem', type: 'spki' }).toString()
    this.#privateKey = privateKey
    mountConsent(app, {
      ...{ site: 'OpenID Connect', path: '/oidc/authorize', people: this.people },
      nameOf: (claims) => String(claims.preferred_username),
      approve: (address, claims) => this.approve(address, claims),
      refuse: () => ({ iss: this.issuer }),
    })
    app.get('/oidc/.well-known/openid-configuration', (_request, reply) =>
      overrides.send(reply, 'oidc discovery', { body: this.discovery() }),
    )
    app.get('/oidc/jwks', (_request, reply) => {
      const body = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] }
      return overrides.send(reply, 'oidc jwks', { body })
    })
    app.post('/oidc/token', (request, reply) => {
      const { status, body } = this.#exchange(formOf(request.body), request.headers.authorization)
      return overrides.send(reply, 'oidc token', { status, body })
    })
    app.get('/oidc/userinfo', (request, reply) => {
      const claims = this.#tokens.look(bearerOf(request.headers.authorization))
      const right = claims ? { body: { ...claims, ...this.bend.userinfo } } : { status: 401, body: { error: 'invalid_token' } }
      return overrides.send(reply, 'oidc userinfo', right)
    })
  }

  get issuer(): string {
    return `${this.origin}/oidc`
  }

  discovery(): Claims {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  approve(address: string, claims: Claims): { code: string; state: string; iss: string } {
    const asked = askedBy(address)
    return { code: this.#codes.give({ ...asked, claims }), state: asked.state, iss: this.issuer }
  }

  #exchange(form: URLSearchParams, authorization: string | undefined): { status: number; body: object } {
    const failed = (error: string, status = 400) => ({ status, body: { error } })
    // RFC 6749 has both parts encoded before they are joined.
    const basic = Buffer.from((authorization ?? '').replace(/^Basic /, ''), 'base64').toString()
    const isPost = form.get('client_id') === CLIENT && form.get('client_secret') === SECRET
    if (!isPost && decodeURIComponent(basic) !== `${CLIENT}:${SECRET}`) return failed('invalid_client', 401)
    const granted = this.#codes.take(form.get('code') ?? '')
    if (!granted || form.get('grant_type') !== 'authorization_code') return failed('invalid_grant')
    if (granted.redirectUri !== form.get('redirect_uri')) return failed('invalid_grant')
    if (granted.challenge !== undefined && challengeOf(form.get('code_verifier')) !== granted.challenge) return failed('invalid_grant')
    const body = {
      access_token: this.#tokens.give(granted.claims),
      token_type: 'Bearer',
      expires_in: 300,
      id_token: this.#idToken(granted),
    }
    return { status: 200, body }
  }

  #idToken({ claims, nonce }: Granted): string {
    const { header = {}, claims: bent = {}, signature, isForged } = this.bend
    const now = Math.floor(Date.now() / 1000)
    const whole = { iss: this.issuer, aud: CLIENT, iat: now, exp: now + 300, ...(nonce === undefined ? {} : { nonce }), ...claims, ...bent }
    const alg = signature === undefined ? 'RS256' : signature === 'none' ? 'none' : 'HS256'
    const text = [{ alg, kid: 'one', ...header }, whole].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    if (signature === 'none') return `${text}.`
    if (signature) return `${text}.${createHmac('sha256', signature.secret).update(text).digest('base64url')}`
    return `${text}.${sign('sha256', Buffer.from(text), isForged ? this.#forgedKey : this.#privateKey).toString('base64url')}`
  }
}
