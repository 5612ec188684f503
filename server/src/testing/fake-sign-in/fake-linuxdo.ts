// LINUX DO Connect: RFC 6749's code grant with a client that authenticates by Basic, and a user with a trust level.
import type { FastifyInstance } from 'fastify'
import { mountConsent } from './consent-page.ts'
import { type Asked, askedBy, bearerOf, CLIENT, formOf, type Overrides, SECRET, Tickets } from './fake-site.ts'

export interface LinuxDoUser {
  readonly id: unknown
  readonly username: string
  readonly name?: string
  readonly active?: boolean
  readonly silenced?: boolean
  readonly trust_level?: unknown
}

export class FakeLinuxDo {
  readonly #codes = new Tickets<Asked & { user: LinuxDoUser }>()
  readonly #tokens = new Tickets<LinuxDoUser>()
  /** The redirect address of each request for a token. */
  readonly redirectUris: (string | null)[] = []
  /** Who may agree on its page. */
  readonly people: LinuxDoUser[] = []

  constructor(app: FastifyInstance, overrides: Overrides) {
    mountConsent(app, {
      ...{ site: 'LINUX DO', path: '/linuxdo/oauth2/authorize', people: this.people },
      nameOf: ({ username }) => username,
      approve: (address, user) => this.approve(address, user),
    })
    app.post('/linuxdo/oauth2/token', (request, reply) => {
      const basic = `Basic ${Buffer.from(`${CLIENT}:${SECRET}`).toString('base64')}`
      if (request.headers.authorization !== basic)
        return overrides.send(reply, 'linuxdo token', { status: 401, body: { error: 'invalid_client' } })
      const form = formOf(request.body)
      this.redirectUris.push(form.get('redirect_uri'))
      const granted = form.get('grant_type') === 'authorization_code' ? this.#codes.take(form.get('code') ?? '') : undefined
      const isSame = granted?.redirectUri === undefined || granted.redirectUri === form.get('redirect_uri')
      if (!granted || !isSame) return overrides.send(reply, 'linuxdo token', { status: 400, body: { error: 'invalid_grant' } })
      const body = { access_token: this.#tokens.give(granted.user), token_type: 'bearer', expires_in: 3600 }
      return overrides.send(reply, 'linuxdo token', { body })
    })
    app.get('/linuxdo/api/user', (request, reply) => {
      const user = this.#tokens.look(bearerOf(request.headers.authorization))
      const right = user
        ? { body: { active: true, silenced: false, trust_level: 2, ...user } }
        : { status: 401, body: { error: 'invalid_token' } }
      return overrides.send(reply, 'linuxdo user', right)
    })
  }

  approve(address: string, user: LinuxDoUser): { code: string; state: string } {
    const asked = askedBy(address)
    return { code: this.#codes.give({ ...asked, user }), state: asked.state }
  }
}
