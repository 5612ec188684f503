// Whoever has one-time passwords on is asked for a code after a login at another site too, and after a bot check is not checked again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindIdentity } from '../../domain/identity/identity-store.ts'
import type { Reply } from '../../testing/console.ts'
import { dataOf, stepsOf } from '../../testing/factor-world.ts'
import { type Browser, openSignInWorld, type SignInWorld } from '../../testing/fake-sign-in/sign-in-world.ts'

let world: SignInWorld
let secret = ''
let recovery: string[] = []
let userId = 0
const { codeOf, totpOn } = stepsOf(Date.now)

beforeAll(async () => {
  world = await openSignInWorld()
  const visitor = await world.console.user('ann')
  userId = visitor.id
  const own = await totpOn(world.browser().as(visitor))
  secret = own.secret
  recovery = own.recovery
  for (const provider of ['github', 'linuxdo'] as const) {
    await world.console.database.run(bindIdentity, { userId, identity: { provider, issuer: '', subject: '4711' } })
  }
  await world.console.database.run(bindIdentity, {
    userId,
    identity: { provider: 'oidc', issuer: world.fakes.oidc.issuer, subject: 'ann' },
  })
})
afterAll(() => world.close())

const logins: Readonly<Record<string, (at: Browser) => Promise<Reply>>> = {
  GitHub: async (at) => at.get('/api/oauth/github', world.fakes.gitHub.approve((await at.start('github')).url, { id: 4711, login: 'ann' })),
  'LINUX DO': async (at) =>
    at.get('/api/oauth/linuxdo', world.fakes.linuxDo.approve((await at.start('linuxdo')).url, { id: 4711, username: 'ann' })),
  'OpenID Connect': async (at) => at.get('/api/oauth/oidc', world.fakes.oidc.approve((await at.start('oidc')).url, { sub: 'ann' })),
}

test.each(Object.entries(logins))('after a login at %s a code is asked for', async (_site, logIn) => {
  const at = world.browser()
  const half = await logIn(at)
  expect([half.json.code, at.cookie('session')]).toEqual(['second_factor_needed', ''])
  expect((await at.call('POST /api/user/login/code', { body: { code: 'aaaaa-aaaaa' } })).json.code).toBe('second_factor_wrong')
  const entered = await at.call('POST /api/user/login/code', { body: { code: recovery.shift() } })
  expect(dataOf<{ id: number }>(entered).id).toBe(userId)
  expect(at.cookie('session')).not.toBe('')
})

test('whoever passed the bot check before the password is not checked again for the code', async () => {
  await world.set('TurnstileCheckEnabled', 'true')
  try {
    const at = world.browser()
    const body = { username: 'ann', password: 'correct horse' }
    expect((await at.call('POST /api/user/login', { body })).json.code).toBe('human_check_failed')
    world.fakes.humanTokens.add('solved')
    const half = await at.call('POST /api/user/login?turnstile=solved', { body })
    expect(half.json.code).toBe('second_factor_needed')
    dataOf(await at.call('POST /api/user/login/code', { body: { code: codeOf(secret) } }))
    // The check is spent with the login.
    expect((await at.call('POST /api/user/login', { body })).json.code).toBe('human_check_failed')
  } finally {
    await world.set('TurnstileCheckEnabled', 'false')
  }
})
