// GitHub's web application flow, written from docs.github.com ("Authorizing OAuth apps", "Troubleshooting OAuth app access token request
// errors", "Get the authenticated user"). Its token endpoint answers errors with status 200.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { mountConsent } from './consent-page.ts'
import { type Asked, askedBy, bearerOf, CLIENT, formOf, type Overrides, SECRET, Tickets } from './fake-site.ts'

export interface GitHubUser {
  readonly id: unknown
  readonly login: string
  readonly name?: string | null
  readonly email?: string | null
}

interface Granted extends Asked {
  readonly user: GitHubUser
}

export class FakeGitHub {
  /** Who may agree on its page. */
  readonly people: GitHubUser[] = []
  readonly #codes = new Tickets<Granted>()
  readonly #tokens = new Tickets<GitHubUser>()
  readonly #overrides: Overrides

  constructor(app: FastifyInstance, overrides: Overrides) {
    this.#overrides = overrides
    mountConsent(app, {
      ...{ site: 'GitHub', path: '/github/login/oauth/authorize', people: this.people },
      nameOf: ({ login }) => login,
      approve: (address, user) => this.approve(address, user),
    })
    app.post('/github/login/oauth/access_token', (request, reply) => {
      const answer = this.#exchange(formOf(request.body))
      const isJson = request.headers.accept === 'application/json'
      return overrides.send(reply, 'github token', { body: isJson ? answer : new URLSearchParams(answer).toString() })
    })
    app.get('/github/user', (request, reply) => {
      if (!request.headers['user-agent']) return overrides.send(reply, 'github user', { status: 403, body: 'User-Agent is required' })
      const user = this.#tokens.look(bearerOf(request.headers.authorization))
      return overrides.send(
        reply,
        'github user',
        user ? { body: { ...user, type: 'User' } } : { status: 401, body: { message: 'Bad credentials' } },
      )
    })
  }

  /** A user agrees; what GitHub sends the browser back with. */
  approve(address: string, user: GitHubUser): { code: string; state: string } {
    const asked = askedBy(address)
    this.#overrides.asked.push('github authorize')
    return { code: this.#codes.give({ ...asked, user }), state: asked.state }
  }

  #exchange(form: URLSearchParams): Record<string, string> {
    const failed = (error: string) => ({ error, error_description: error, error_uri: 'https://docs.github.com' })
    if (form.get('client_id') !== CLIENT || form.get('client_secret') !== SECRET) return failed('incorrect_client_credentials')
    const granted = this.#codes.take(form.get('code') ?? '')
    if (!granted) return failed('bad_verification_code')
    const redirectUri = form.get('redirect_uri')
    if (redirectUri !== null && granted.redirectUri !== undefined && redirectUri !== granted.redirectUri)
      return failed('redirect_uri_mismatch')
    if (granted.challenge !== undefined && challengeOf(form.get('code_verifier')) !== granted.challenge)
      return failed('bad_verification_code')
    return { access_token: this.#tokens.give(granted.user), scope: '', token_type: 'bearer' }
  }
}

/** PKCE's S256 of a verifier. */
export function challengeOf(verifier: string | null): string {
  return createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url')
}
