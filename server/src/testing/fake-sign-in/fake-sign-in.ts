// All sites that users log in with, on one port of this machine.
import Fastify from 'fastify'
import type { SiteAddresses } from '../../identity/addresses.ts'
import { FakeGitHub } from './fake-github.ts'
import { FakeLinuxDo } from './fake-linuxdo.ts'
import { FakeOidc } from './fake-oidc.ts'
import { formOf, Overrides, SECRET } from './fake-site.ts'

export type FakeSignIn = Awaited<ReturnType<typeof openFakeSignIn>>

export async function openFakeSignIn() {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: false } })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const overrides = new Overrides()
  const [gitHub, oidc, linuxDo] = [new FakeGitHub(app, overrides), new FakeOidc(app, overrides), new FakeLinuxDo(app, overrides)]
  /** Codes of the WeChat account, with the follower of each. */
  const weChatCodes = new Map<string, string>()
  app.get('/wechat/api/wechat/user', (request, reply) => {
    if (request.headers.authorization !== SECRET)
      return overrides.send(reply, 'wechat', { status: 401, body: { success: false, message: 'token' } })
    const id = weChatCodes.get(new URL(request.url, 'http://wechat.test').searchParams.get('code') ?? '')
    return overrides.send(reply, 'wechat', {
      body: id === undefined ? { success: false, message: '验证码错误或已过期' } : { success: true, message: '', data: id },
    })
  })
  /** Tokens that Turnstile will accept, once each. */
  const humanTokens = new Set<string>()
  /** Whom each check was for: `remoteip`. */
  const checkedIps: string[] = []
  // Source: developers.cloudflare.com/turnstile, "Validate the token".
  app.post('/turnstile/v0/siteverify', (request, reply) => {
    const form = formOf(request.body)
    checkedIps.push(form.get('remoteip') ?? '')
    const fault =
      form.get('secret') !== SECRET
        ? 'invalid-input-secret'
        : humanTokens.delete(form.get('response') ?? '')
          ? undefined
          : 'timeout-or-duplicate'
    const body =
      fault === undefined ? { success: true, 'error-codes': [], hostname: 'console.test' } : { success: false, 'error-codes': [fault] }
    return overrides.send(reply, 'turnstile', { body })
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  oidc.origin = origin
  return {
    ...{ origin, overrides, gitHub, oidc, linuxDo, weChatCodes, humanTokens, checkedIps },
    addresses: {
      gitHubAuthorize: `${origin}/github/login/oauth/authorize`,
      gitHubToken: `${origin}/github/login/oauth/access_token`,
      gitHubUser: `${origin}/github/user`,
      linuxDoAuthorize: `${origin}/linuxdo/oauth2/authorize`,
      linuxDoToken: `${origin}/linuxdo/oauth2/token`,
      linuxDoUser: `${origin}/linuxdo/api/user`,
      turnstileVerify: `${origin}/turnstile/v0/siteverify`,
    } satisfies SiteAddresses,
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
