// Passkeys, by an authenticator in software that bends its answers one at a time.
import { PASSKEYS_MAX } from '@waystation/contract/people/second-factor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bindIdentity } from '../../domain/identity/identity-store.ts'
import { setUserAccess } from '../../domain/user/user-store.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { dataOf, type FactorWorld, openFactorWorld } from '../../testing/factor-world.ts'
import type { Browser } from '../../testing/fake-sign-in/sign-in-world.ts'
import type { Bend, SoftAuthenticator } from '../../testing/fakes/soft-authenticator.ts'

eachKind('passkeys', (kind) => {
  describe('through the front door', () => {
    let world: FactorWorld
    let serial = 0
    beforeAll(async () => {
      world = await openFactorWorld({ kind })
    }, 180_000)
    afterAll(() => world.close())

    /** Somebody with a passkey. */
    const someone = async (isCounting = true) => {
      serial += 1
      const name = `p${serial}`
      const home = await world.person(name)
      await world.confirm(home, 'ways_in')
      const authenticator = world.authenticator(isCounting)
      const { id } = await world.addPasskey(home, authenticator)
      return { name, home, authenticator, id }
    }
    let first: ReturnType<typeof someone> | undefined
    /** Somebody whom many tests only look at. */
    const shared = async () => {
      first ??= someone()
      await world.confirm((await first).home, 'ways_in')
      return first
    }
    const askLogin = async (at: Browser) => dataOf(await at.call('POST /api/user/login/passkey/options'))
    const sendLogin = (at: Browser, passkey: unknown) => at.call('POST /api/user/login/passkey', { body: { passkey } })
    const logIn = async (authenticator: SoftAuthenticator, bend: Bend = {}, at = world.browser()) =>
      sendLogin(at, authenticator.get(await askLogin(at), bend))
    const askNew = async (at: Browser) => dataOf(await at.call('POST /api/user/factors/passkeys/options'))
    const sendNew = (at: Browser, passkey: unknown, name = 'another') =>
      at.call('POST /api/user/factors/passkeys', { body: { name, passkey } })

    test('a passkey logs its user in without a name, also where one-time passwords are on', async () => {
      const { name, home, authenticator } = await someone()
      await world.totpOn(home)
      const at = world.browser()
      const reply = await logIn(authenticator, {}, at)
      expect(dataOf<{ username: string }>(reply)).toMatchObject({ id: home.userId, username: name })
      at.userId = home.userId
      dataOf(await at.call('GET /api/user/self'))
      const { passkeys } = dataOf<{ passkeys: object[] }>(await at.call('GET /api/user/factors'))
      expect(passkeys).toEqual([
        expect.objectContaining({ name: 'my key', is_synced: false, last_used_at: expect.any(Number), created_at: expect.any(Number) }),
      ])
    })

    test('the options ask for a passkey that knows its user, at the address that was set', async () => {
      const { home } = await someone()
      const options = await askNew(home)
      expect(options).toMatchObject({
        rp: { id: 'station.test' },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      expect((options as { excludeCredentials: unknown[] }).excludeCredentials).toHaveLength(1)
      expect(Buffer.from((options as { user: { id: string } }).user.id, 'base64url')).toHaveLength(32)
      expect(await askLogin(world.browser())).toMatchObject({ rpId: 'station.test', userVerification: 'required', allowCredentials: [] })
      const status = dataOf<{ passkey_login: boolean }>(await home.call('GET /api/status'))
      expect(status.passkey_login).toBe(true)
    })

    const bends: Readonly<Record<string, Bend>> = {
      'another origin': { origin: 'https://station.test.evil.test' },
      'the same host without https': { origin: 'http://station.test' },
      'another port': { origin: 'https://station.test:8443' },
      'the hash of another domain': { rpId: 'evil.test' },
      'another challenge': { challenge: 'A'.repeat(43) },
      'an empty challenge': { challenge: '' },
      'nobody there': { isUserPresent: false, isUserVerified: false },
      'a user who was not verified': { isUserVerified: false },
      'no user handle': { userHandle: null },
      'the handle of somebody else': { userHandle: Buffer.alloc(32, 1).toString('base64url') },
      'a broken signature': { isSignatureBroken: true },
      'data that was changed afterwards': { isDataBroken: true },
      'the type of a registration': { type: 'webauthn.create' },
      'a credential that nobody has': { credentialId: Buffer.alloc(32, 9).toString('base64url') },
      'a page in a frame of another site': { crossOrigin: true, origin: 'https://evil.test' },
    }

    test.each(Object.entries(bends))('a login with %s is refused', async (_name, bend) => {
      const { authenticator } = await shared()
      const at = world.browser()
      const reply = await logIn(authenticator, bend, at)
      expect([reply.json.code, at.cookie('session')]).toEqual(['passkey_failed', ''])
      dataOf(await logIn(authenticator))
    })

    test('a signature of one passkey is none of another', async () => {
      const [ann, ben] = [await someone(), await someone()]
      const ofBen = ben.authenticator.credentials[0]
      const bend = { credentialId: ofBen?.id ?? '', userHandle: ofBen?.userHandle ?? '' }
      expect((await logIn(ann.authenticator, bend)).json.code).toBe('passkey_failed')
    })

    test('a counter that has not grown is that of a copy', async () => {
      const { authenticator } = await someone()
      dataOf(await logIn(authenticator, { counter: 40 }))
      for (const counter of [40, 39, 1, 0])
        expect((await logIn(authenticator, { counter })).json.code, String(counter)).toBe('passkey_failed')
      dataOf(await logIn(authenticator, { counter: 41 }))
    })

    test('an authenticator that never counts is taken as it is', async () => {
      const { authenticator, home } = await someone(false)
      for (let at = 0; at < 3; at += 1) dataOf(await logIn(authenticator))
      const { passkeys } = dataOf<{ passkeys: { is_synced: boolean }[] }>(await home.call('GET /api/user/factors'))
      expect(passkeys[0]?.is_synced).toBe(true)
    })

    test('a challenge counts once, for many at the same time too', async () => {
      const { authenticator } = await someone(false)
      const at = world.browser()
      const answer = authenticator.get(await askLogin(at))
      const replies = await Promise.all(Array.from({ length: 5 }, () => sendLogin(at, answer)))
      expect(replies.filter(({ json }) => json.success)).toHaveLength(1)
      expect((await sendLogin(at, answer)).json.code).toBe('passkey_failed')
    })

    test('a challenge is of one browser, and of five minutes', async () => {
      const { authenticator } = await someone()
      const [ours, theirs] = [world.browser(), world.browser()]
      const answer = authenticator.get(await askLogin(ours))
      await askLogin(theirs)
      expect((await sendLogin(theirs, answer)).json.code).toBe('passkey_failed')
      expect((await sendLogin(world.browser(), authenticator.get(await askLogin(ours)))).json.code).toBe('passkey_failed')
      const late = authenticator.get(await askLogin(ours))
      world.wait(301)
      expect((await sendLogin(ours, late)).json.code).toBe('passkey_failed')
    })

    test('a challenge for one thing is none for another', async () => {
      const { home, authenticator } = await someone()
      const forLogin = await askLogin(home)
      const confirm = (purpose: string, passkey: unknown) => home.call('POST /api/user/confirm', { body: { purpose, passkey } })
      expect((await confirm('ways_in', authenticator.get(forLogin))).json.code).toBe('passkey_failed')
      const ways = async (purpose: string) =>
        dataOf<{ passkey: object }>(await home.call('POST /api/user/confirm/options', { body: { purpose } })).passkey
      expect((await confirm('ways_in', authenticator.get(await ways('channel_keys')))).json.code).toBe('passkey_failed')
      expect((await sendLogin(home, authenticator.get(await ways('ways_in')))).json.code).toBe('passkey_failed')
      expect(
        (
          await sendNew(
            home,
            world
              .authenticator()
              .create({ ...dataOf<object>(await home.call('POST /api/user/factors/passkeys/options')), ...(await ways('ways_in')) }),
          )
        ).json.code,
      ).toBe('passkey_failed')
      expect((await confirm('close_account', authenticator.get(await askNew(home)))).json.code).toBe('passkey_failed')
      dataOf(await confirm('ways_in', authenticator.get(await ways('ways_in'))))
    })

    test('somebody else’s passkey confirms nothing, nor does one in another session of its user', async () => {
      const [ann, ben] = [await someone(), await someone()]
      const ask = async (at: Browser) =>
        dataOf<{ passkey: object }>(await at.call('POST /api/user/confirm/options', { body: { purpose: 'ways_in' } })).passkey
      const send = (at: Browser, passkey: unknown) => at.call('POST /api/user/confirm', { body: { purpose: 'ways_in', passkey } })
      expect((await send(ann.home, ben.authenticator.get(await ask(ann.home)))).json.code).toBe('passkey_failed')
      const elsewhere = world.browser()
      await logIn(ann.authenticator, {}, elsewhere)
      elsewhere.userId = ann.home.userId
      expect((await send(elsewhere, ann.authenticator.get(await ask(ann.home)))).json.code).toBe('passkey_failed')
      expect((await ask(ann.home)) as { allowCredentials: { id: string }[] }).toMatchObject({
        allowCredentials: [{ id: ann.authenticator.credentials[0]?.id, transports: ['internal', 'hybrid'] }],
      })
      dataOf(await send(elsewhere, ann.authenticator.get(await ask(elsewhere), { userHandle: null })))
    })

    test('people who may not log in do not by a passkey either', async () => {
      for (const change of [{ status: 2 }, { status: 4 }, { isDeleted: true }]) {
        const { home, authenticator } = await someone()
        await world.console.database.run(setUserAccess, { userId: home.userId ?? 0, ...change })
        expect((await logIn(authenticator)).json.code, JSON.stringify(change)).toBe('passkey_failed')
      }
    })

    const badRegistrations: Readonly<Record<string, Bend>> = {
      'another origin': { origin: 'https://evil.test' },
      'the hash of another domain': { rpId: 'evil.test' },
      'another challenge': { challenge: 'B'.repeat(43) },
      'a user who was not verified': { isUserVerified: false },
      'the type of a login': { type: 'webauthn.get' },
      'another id than the one inside': { credentialId: Buffer.alloc(32, 5).toString('base64url') },
      // With certificates the library would fetch their revocation list from wherever they say.
      'a statement with a certificate': {
        statement: { fmt: 'packed', attStmt: new Map<string, unknown>([['alg', -7], ['sig', Buffer.alloc(70)], ['x5c', [Buffer.alloc(300)]]]) }, // biome-ignore format: one line
      },
      'a statement of a kind we do not ask for': { statement: { fmt: 'android-key', attStmt: new Map() } },
      'a statement that says nothing but is not empty': { statement: { fmt: 'none', attStmt: new Map([['x', 1]]) } },
    }

    test.each(Object.entries(badRegistrations))('a new passkey with %s is refused', async (_name, bend) => {
      const { home } = await shared()
      const fresh = world.authenticator()
      expect((await sendNew(home, fresh.create(await askNew(home), bend))).json.code).toBe('passkey_failed')
      expect(dataOf<{ passkeys: unknown[] }>(await home.call('GET /api/user/factors')).passkeys).toHaveLength(1)
    })

    test('an answer counts once, and a passkey belongs to one user', async () => {
      const { home } = await someone()
      const fresh = world.authenticator()
      const options = await askNew(home)
      const answer = fresh.create(options)
      dataOf(await sendNew(home, answer))
      expect((await sendNew(home, answer)).json.code).toBe('passkey_failed')
      expect((await sendNew(home, fresh.create(await askNew(home), {}, fresh.credentials[0]))).json.code).toBe('passkey_taken')
      const other = await someone()
      expect((await sendNew(other.home, fresh.create(await askNew(other.home), {}, fresh.credentials[0]))).json.code).toBe('passkey_taken')
    })

    test.each([{}, { id: 1 }, { id: 'x', rawId: 'x', type: 'public-key', response: {} }, { response: null }, { type: 'password' }])(
      'an answer of another form, %j, is refused like a wrong one',
      async (passkey) => {
        const { home } = await someone()
        for (const reply of [await sendLogin(home, passkey), await sendNew(home, passkey)]) expect(reply.json.code).toBe('passkey_failed')
        expect(world.console.errorsLogged).toEqual([])
      },
    )

    test('an account has so many passkeys and no more, for many at the same time too', async () => {
      const { home } = await someone()
      const answers: unknown[] = []
      for (let at = 0; at < PASSKEYS_MAX + 2; at += 1) answers.push(world.authenticator().create(await askNew(home)))
      const replies = await Promise.all(answers.map((answer) => sendNew(home, answer)))
      expect(replies.filter(({ json }) => json.success)).toHaveLength(PASSKEYS_MAX - 1)
      expect(replies.filter(({ json }) => json.code === 'passkeys_full')).toHaveLength(3)
      expect((await home.call('POST /api/user/factors/passkeys/options')).json.code).toBe('passkeys_full')
    })

    test('a passkey is renamed and removed by its owner only', async () => {
      const [ann, ben] = [await someone(), await someone()]
      const path = `/api/user/factors/passkeys/${ann.id}`
      expect((await ben.home.call(`PUT ${path}`, { body: { name: 'mine now' } })).json.code).toBe('not_found')
      expect((await ben.home.call(`DELETE ${path}`)).json.code).toBe('not_found')
      expect(dataOf(await ann.home.call(`PUT ${path}`, { body: { name: ' phone ' } }))).toMatchObject({ id: ann.id, name: 'phone' })
      expect((await ann.home.call(`PUT ${path}`, { body: { name: ' ' } })).json.success).toBe(false)
      dataOf(await ann.home.call(`DELETE ${path}`))
      expect((await logIn(ann.authenticator)).json.code).toBe('passkey_failed')
    })

    test('the last way in stays: a passkey of somebody without a password or a site, and a site of somebody without a passkey', async () => {
      serial += 1
      const home = await world.withoutPassword(`o${serial}`)
      const userId = home.userId ?? 0
      const authenticator = world.authenticator()
      const { id } = await world.addPasskey(home, authenticator)
      // Whoever has a passkey confirms by it from now on; this session has done so.
      await world.confirmByPasskey(home, 'ways_in', authenticator)
      const remove = () => home.call(`DELETE /api/user/factors/passkeys/${id}`)
      expect((await remove()).json.code).toBe('identity_last')
      await bindGitHub(world, userId)
      await world.console.options.set('GitHubClientId', 'id', { role: 100 })
      await world.console.options.set('GitHubClientSecret', 'secret', { role: 100 })
      expect((await remove()).json.code).toBe('identity_last')
      await world.console.options.set('GitHubOAuthEnabled', 'true', { role: 100 })
      // With a passkey the site may go, and is the last way in no more.
      dataOf(await home.call('DELETE /api/oauth/github/bind'))
      expect((await remove()).json.code).toBe('identity_last')
      await bindGitHub(world, userId)
      dataOf(await remove())
      expect((await home.call('DELETE /api/oauth/github/bind')).json.code).toBe('identity_last')
    })

    test('without an address with https and a name there are no passkeys, and none is a way in', async () => {
      const { authenticator } = await someone()
      const set = (address: string) => world.console.options.set('ServerAddress', address, { role: 100 })
      const ask = () => world.browser().call('POST /api/user/login/passkey/options', { headers: { host: 'station.test' } })
      for (const address of ['', 'http://station.test', 'https://192.0.2.1', 'https://[2001:db8::1]']) {
        await set(address)
        const { json } = await world.console.call('GET /api/status')
        expect([(json.data as { passkey_login: boolean }).passkey_login, (await ask()).json.code], address).toEqual([
          false,
          'passkey_unavailable',
        ])
      }
      await set('https://elsewhere.test')
      expect((await logIn(authenticator)).json.code).toBe('passkey_failed')
      await set('https://station.test')
      dataOf(await logIn(authenticator))
    })
  })
})

async function bindGitHub(world: FactorWorld, userId: number): Promise<void> {
  await world.console.database.run(bindIdentity, { userId, identity: { provider: 'github', issuer: '', subject: `${userId}` } })
}
