// SEC-9 for OpenID Connect: tokens that are not what they should be, with a discovery document and with addresses that an admin typed in.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reply } from '../../testing/console.ts'
import type { Bend } from '../../testing/fake-sign-in/fake-oidc.ts'
import { openSignInWorld, type SignInWorld } from '../../testing/fake-sign-in/sign-in-world.ts'

let world: SignInWorld
let nextId = 20_000
beforeAll(async () => {
  world = await openSignInWorld()
})
afterEach(() => {
  world.fakes.overrides.clear()
  world.fakes.oidc.bend = {}
})
afterAll(() => world.close())

/** A whole login of somebody new, whose answer may be changed on its way back. */
async function logIn(change: Readonly<Record<string, string | undefined>> = {}, claims: object = {}): Promise<Reply> {
  nextId += 1
  const browser = world.browser()
  const { url } = await browser.start('oidc')
  const answer = world.fakes.oidc.approve(url, { sub: `p${nextId}`, preferred_username: `p${nextId}`, ...claims })
  return browser.get('/api/oauth/oidc', { ...answer, ...change })
}

const identities = async () => (await world.console.database.read.selectFrom('identity').selectAll().execute()).length

async function expectRefused(act: () => Promise<Reply>, code = 'sign_in_failed'): Promise<void> {
  const before = await identities()
  const { json, text, headers } = await act()
  expect([json.success, json.code], text).toEqual([false, code])
  expect(headers['set-cookie'] ?? '').not.toContain('session_')
  expect(await identities()).toBe(before)
}

const now = () => Math.floor(Date.now() / 1000)

const bends: [string, () => Bend][] = [
  ['another nonce', () => ({ claims: { nonce: 'another' } })],
  ['no nonce', () => ({ claims: { nonce: undefined } })],
  ['no signature (alg none)', () => ({ signature: 'none' })],
  ['no signature, in capitals', () => ({ signature: 'none', header: { alg: 'NONE' } })],
  ['a signature with the public key as the secret (HS256)', () => ({ signature: { secret: world.fakes.oidc.publicKeyText } })],
  ['a signature with our own secret (HS256)', () => ({ signature: { secret: 'the-secret' } })],
  ['another issuer', () => ({ claims: { iss: 'https://evil.test' } })],
  ['no issuer', () => ({ claims: { iss: undefined } })],
  ['another audience', () => ({ claims: { aud: 'another-client' } })],
  ['no audience', () => ({ claims: { aud: undefined } })],
  ['two audiences and no authorized party', () => ({ claims: { aud: ['the-client', 'another-client'] } })],
  ['another authorized party', () => ({ claims: { aud: ['the-client', 'another-client'], azp: 'another-client' } })],
  ['another authorized party with our audience alone', () => ({ claims: { azp: 'another-client' } })],
  ['its time over', () => ({ claims: { iat: now() - 7200, exp: now() - 3600 } })],
  ['no end of its time', () => ({ claims: { exp: undefined } })],
  ['an end of its time that is a text', () => ({ claims: { exp: '4102444800' } })],
  ['a time of issue in the future', () => ({ claims: { iat: now() + 3600, exp: now() + 7200 } })],
  ['no time of issue', () => ({ claims: { iat: undefined } })],
  ['a time from when it counts in the future', () => ({ claims: { nbf: now() + 3600 } })],
  ['no subject', () => ({ claims: { sub: undefined } })],
  ['an empty subject', () => ({ claims: { sub: '' } })],
  ['a subject that is a number', () => ({ claims: { sub: 42 }, userinfo: { sub: 42 } })],
  ['a subject that ends in a space', () => ({ claims: { sub: 'p1 ' }, userinfo: { sub: 'p1 ' } })],
  ['a subject with a line break', () => ({ claims: { sub: 'p1\n' }, userinfo: { sub: 'p1\n' } })],
  ['a subject of ten thousand characters', () => ({ claims: { sub: 'p'.repeat(10_000) }, userinfo: { sub: 'p'.repeat(10_000) } })],
  ['another subject than the userinfo', () => ({ userinfo: { sub: 'somebody-else' } })],
  ['a userinfo without a subject', () => ({ userinfo: { sub: undefined } })],
]
/** What needs the provider's keys, or its name, to be seen. */
const onlyDiscovered = ['another issuer']

const typed = async () => world.set('oidc.well_known', '')
const discovered = async () => world.set('oidc.well_known', `${world.fakes.oidc.issuer}/.well-known/openid-configuration`)

describe.each([
  ['with a discovery document', discovered],
  ['with addresses that were typed in', typed],
] as const)('SEC-9: %s', (name, prepare) => {
  beforeEach(prepare)

  test('a person logs in, and is the same the next time', async () => {
    const first = await logIn({}, { sub: 'same', name: 'Same Person' })
    expect(first.json.data).toMatchObject({ oidc_id: 'same', display_name: 'Same Person' })
    const again = await logIn({}, { sub: 'same' })
    expect((again.json.data as { id: number }).id).toBe((first.json.data as { id: number }).id)
    const { read } = world.console.database
    const rows = await read.selectFrom('identity').select(['issuer', 'subject']).where('subject', '=', 'same').execute()
    expect(rows).toEqual([{ issuer: world.fakes.oidc.issuer, subject: 'same' }])
  })

  test.each(bends.filter(([bend]) => name === 'with a discovery document' || !onlyDiscovered.includes(bend)))(
    'a token with %s is refused',
    async (_bend, bend) => {
      world.fakes.oidc.bend = bend()
      await expectRefused(() => logIn())
    },
  )

  test('an answer in the name of another provider is refused: mix-up', () => expectRefused(() => logIn({ iss: 'https://evil.test' })))

  test('a wrong secret of ours is for an admin to put right', async () => {
    await world.set('oidc.client_secret', 'wrong')
    await expectRefused(() => logIn(), 'sign_in_misconfigured')
    await world.set('oidc.client_secret', 'the-secret')
  })

  test('a token endpoint without an id_token is refused', async () => {
    world.fakes.overrides.set('oidc token', { body: { access_token: 'a', token_type: 'Bearer' } })
    await expectRefused(() => logIn())
  })
})

describe('SEC-9: the discovery document', () => {
  beforeEach(async () => {
    await world.set('oidc.well_known', '')
    await discovered()
  })

  test('signatures with a key that the provider does not publish are refused', async () => {
    world.fakes.oidc.bend = { isForged: true }
    await expectRefused(() => logIn())
    world.fakes.oidc.bend = { isForged: true, header: { kid: 'two' } }
    await expectRefused(() => logIn())
  })

  test('a provider that names itself in its answers must do so', () => expectRefused(() => logIn({ iss: undefined })))

  test('is read once for many logins', async () => {
    const place = world.fakes.overrides
    await logIn()
    await logIn()
    expect(place.asked.filter((name) => name === 'oidc discovery').length).toBeLessThanOrEqual(1)
    expect(place.asked.filter((name) => name === 'oidc jwks').length).toBeLessThanOrEqual(1)
  })

  test.each<[string, () => object]>([
    ['another issuer', () => ({ ...world.fakes.oidc.discovery(), issuer: 'https://evil.test' })],
    ['no issuer', () => ({ ...world.fakes.oidc.discovery(), issuer: undefined })],
    ['an endpoint that is no web address', () => ({ ...world.fakes.oidc.discovery(), token_endpoint: 'file:///etc/passwd' })],
    ['no keys', () => ({ ...world.fakes.oidc.discovery(), jwks_uri: undefined })],
  ])('with %s is refused, for an admin to put right', async (_name, document) => {
    // A console of its own, because a document that was read is kept.
    const fresh = await openSignInWorld()
    try {
      fresh.fakes.overrides.set('oidc discovery', { body: JSON.stringify(document()).replaceAll(world.fakes.origin, fresh.fakes.origin) })
      const reply = await fresh.browser().get('/api/oauth/oidc/start')
      expect(reply.json.code).toBe('sign_in_misconfigured')
      // Put right, it works at once.
      fresh.fakes.overrides.clear()
      expect((await fresh.browser().get('/api/oauth/oidc/start')).json.success).toBe(true)
    } finally {
      await fresh.close()
    }
  })
})

test('SEC-9: typed addresses without https are refused where another machine could listen', async () => {
  await typed()
  await world.set('oidc.token_endpoint', 'http://sso.example.test/token')
  expect((await world.browser().get('/api/oauth/oidc/start')).json.code).toBe('sign_in_misconfigured')
  await world.set('oidc.token_endpoint', `${world.fakes.oidc.issuer}/token`)
  await discovered()
})

test('SEC-9: the same subject at another issuer is another person', async () => {
  await typed()
  const first = await logIn({}, { sub: 'twin' })
  world.fakes.oidc.bend = { claims: { iss: 'https://other.test' } }
  const second = await logIn({ iss: undefined }, { sub: 'twin' })
  expect((second.json.data as { id: number }).id).not.toBe((first.json.data as { id: number }).id)
  await discovered()
})
