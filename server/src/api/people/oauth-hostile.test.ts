// SEC-9: what an attacker, or a provider gone wrong, may bring back from another site. Each must end without a session, without a user and
// without a link, and say why.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '../../testing/console.ts'
import { type Browser, openSignInWorld, type SignInWorld } from '../../testing/fake-sign-in/sign-in-world.ts'

let world: SignInWorld
let offsetMs = 0
let nextId = 10_000
beforeAll(async () => {
  world = await openSignInWorld({ now: () => Date.now() + offsetMs })
})
afterEach(() => {
  world.fakes.overrides.clear()
  world.fakes.oidc.bend = {}
  offsetMs = 0
})
afterAll(() => world.close())

type Provider = 'github' | 'oidc' | 'linuxdo'
type Callback = Record<string, string>

/** Somebody new agrees at the site; what it sends the browser back with. */
function approve(provider: Provider, url: string): Callback {
  nextId += 1
  const { gitHub, oidc, linuxDo } = world.fakes
  if (provider === 'github') return gitHub.approve(url, { id: nextId, login: `h${nextId}` })
  if (provider === 'linuxdo') return linuxDo.approve(url, { id: nextId, username: `h${nextId}` })
  return oidc.approve(url, { sub: `s${nextId}`, preferred_username: `h${nextId}` })
}

async function begin(provider: Provider): Promise<{ browser: Browser; callback: Callback }> {
  const browser = world.browser()
  return { browser, callback: approve(provider, (await browser.start(provider)).url) }
}

const countOf = async () => {
  const { read } = world.console.database
  const tables = ['user', 'identity', 'session'] as const
  return Promise.all(tables.map(async (table) => (await read.selectFrom(table).selectAll().execute()).length))
}

/** The reply refuses, and nobody came in by it. */
async function expectRefused(act: () => Promise<Reply>, status: number, code: string): Promise<void> {
  const before = await countOf()
  const reply = await act()
  expect([reply.status, reply.json.success, reply.json.code], reply.text).toEqual([status, false, code])
  expect(reply.headers['set-cookie'] ?? '').not.toContain('session_')
  expect(reply.text).not.toContain('the-secret')
  expect(await countOf()).toEqual(before)
}

const providers = ['github', 'oidc', 'linuxdo'] as const
const otherOf = (provider: Provider): Provider => (provider === 'github' ? 'linuxdo' : 'github')

describe.each(providers)('SEC-9: a state at %s is refused', (provider) => {
  const path = `/api/oauth/${provider}`
  test.each<[string, (given: { browser: Browser; callback: Callback }) => Promise<Reply>]>([
    ['when it is missing', ({ browser, callback }) => browser.get(path, { ...callback, state: '' })],
    ['when it was made up', ({ browser, callback }) => browser.get(path, { ...callback, state: 'A'.repeat(43) })],
    ['when it is no text of ours', ({ browser, callback }) => browser.get(path, { ...callback, state: "' or 1=1 --" })],
    ['from another browser', ({ callback }) => world.browser().get(path, callback)],
    [
      'from another browser with a cookie of its own',
      async ({ callback }) => {
        const other = world.browser()
        await other.start(provider)
        return other.get(path, callback)
      },
    ],
    ['at another provider', ({ browser, callback }) => browser.get(`/api/oauth/${otherOf(provider)}`, callback)],
    [
      'after ten minutes',
      ({ browser, callback }) => {
        offsetMs = 600_000
        return browser.get(path, callback)
      },
    ],
    [
      'the second time, also when the first failed',
      async ({ browser, callback }) => {
        await browser.get(path, { ...callback, code: 'wrong' })
        return browser.get(path, callback)
      },
    ],
    [
      'when another browser used it up',
      async ({ browser, callback }) => {
        await world.browser().get(path, callback)
        return browser.get(path, callback)
      },
    ],
  ])('%s', async (_name, act) => {
    const given = await begin(provider)
    await expectRefused(() => act(given), 403, 'sign_in_state')
  })

  test('to link, from another session, from no session, and after a new login', async () => {
    const owner = await world.linker(`o${nextId}`)
    const thief = await world.console.user(`t${nextId}`)
    const wish = async () => approve(provider, (await world.browser().as(owner).start(provider)).url)
    await expectRefused(
      async () =>
        world
          .browser()
          .as(thief)
          .get(path, await wish()),
      403,
      'sign_in_state',
    )
    await expectRefused(async () => world.browser().get(path, await wish()), 403, 'sign_in_state')
    const began = await wish()
    const again = await world.console.login(owner.username)
    await expectRefused(() => world.browser().as(again).get(path, began), 403, 'sign_in_state')
  })

  test('when an attacker sends a victim who is logged in to a login of the attacker', async () => {
    const victim = await world.console.user(`v${nextId}`)
    const { callback } = await begin(provider)
    await expectRefused(() => world.browser().as(victim).get(path, callback, { 'sec-fetch-site': 'cross-site' }), 403, 'sign_in_state')
  })
})

const answers: [string, object, string][] = [
  ['is HTML', { headers: { 'content-type': 'text/html' }, body: '<html>sign in</html>' }, 'sign_in_failed'],
  ['is no object', { body: '["the answer"]' }, 'sign_in_failed'],
  ['is too large', { body: `{"access_token":"${'x'.repeat(300_000)}"}` }, 'sign_in_failed'],
  ['is too slow', { delayMs: 3000 }, 'sign_in_unreachable'],
  ['is a failure of the server', { status: 502, body: 'bad gateway' }, 'sign_in_unreachable'],
  ['asks to slow down', { status: 429, body: '{}' }, 'sign_in_unreachable'],
  ['is a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }, 'sign_in_failed'],
  ['is empty', { body: '{}' }, 'sign_in_failed'],
]
const asked: Record<Provider, string[]> = {
  github: ['github token', 'github user'],
  linuxdo: ['linuxdo token', 'linuxdo user'],
  oidc: ['oidc token', 'oidc userinfo'],
}

describe.each(providers.flatMap((provider) => asked[provider].map((name) => [name, provider] as const)))(
  'SEC-9: the answer of %s',
  (name, provider) => {
    test.each(answers)('%s', async (_name, override, code) => {
      const { browser, callback } = await begin(provider)
      world.fakes.overrides.set(name, override)
      await expectRefused(() => browser.get(`/api/oauth/${provider}`, callback), 200, code)
    })
  },
)

test.each(providers)('SEC-9: a code of %s counts once, whoever brings it', async (provider) => {
  const { browser, callback } = await begin(provider)
  expect((await browser.get(`/api/oauth/${provider}`, callback)).json.success).toBe(true)
  const thief = world.browser()
  const { state } = await thief.start(provider)
  await expectRefused(() => thief.get(`/api/oauth/${provider}`, { ...callback, state }), 200, 'sign_in_failed')
})

test.each(['github', 'oidc'] as const)(
  'SEC-9: a code that was stolen from a browser at %s is worth nothing in another: PKCE',
  async (provider) => {
    const { callback } = await begin(provider)
    const thief = world.browser()
    const { state } = await thief.start(provider)
    await expectRefused(() => thief.get(`/api/oauth/${provider}`, { ...callback, state }), 200, 'sign_in_failed')
  },
)

test.each(providers)('SEC-9: a person who does not agree at %s is not logged in', async (provider) => {
  const browser = world.browser()
  const { state } = await browser.start(provider)
  await expectRefused(() => browser.get(`/api/oauth/${provider}`, { state, error: 'access_denied' }), 200, 'sign_in_denied')
})

test.each<[string, unknown]>([
  ['a number that JSON cannot carry exactly', 2 ** 53],
  ['a larger one', 1e300],
  ['a text', '583231'],
  ['nought', 0],
  ['a negative number', -1],
  ['a fraction', 1.5],
  ['a list', [583_231]],
  ['null', null],
])('SEC-9: an id at GitHub or LINUX DO that is %s', async (_name, id) => {
  const { fakes } = world
  const browser = world.browser()
  const gitHub = fakes.gitHub.approve((await browser.start('github')).url, { id, login: 'odd' })
  await expectRefused(() => browser.get('/api/oauth/github', gitHub), 200, 'sign_in_failed')
  const linuxDo = fakes.linuxDo.approve((await browser.start('linuxdo')).url, { id, username: 'odd' })
  await expectRefused(() => browser.get('/api/oauth/linuxdo', linuxDo), 200, 'sign_in_failed')
})

test.each<[string, string]>([
  ['an unknown client', 'incorrect_client_credentials'],
  ['another redirect address', 'redirect_uri_mismatch'],
])('SEC-9: GitHub answers with status 200 that it is %s: an admin must look', async (_name, error) => {
  const { browser, callback } = await begin('github')
  world.fakes.overrides.set('github token', { body: { error, access_token: 'still here' } })
  await expectRefused(() => browser.get('/api/oauth/github', callback), 200, 'sign_in_misconfigured')
})
