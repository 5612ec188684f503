// Control 19: what a stolen session must not be able to do. Each action is tried with every proof that is none.
import { tokenScopes } from '@waystation/contract/people/access-token'
import { CONFIRMED_MINUTES, type ConfirmPurpose, confirmPurposes } from '@waystation/contract/people/second-factor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type Reply } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { dataOf, type FactorWorld, openFactorWorld } from '../../testing/factor-world.ts'
import type { Browser } from '../../testing/fake-sign-in/sign-in-world.ts'

interface Deed {
  readonly purpose: ConfirmPurpose
  /** Does it; with a password in the call, where it has a field for one. */
  readonly call: (at: Browser, password?: string) => Promise<Reply>
}

eachKind('confirming', (kind) => {
  describe('through the front door', () => {
    let world: FactorWorld
    let channelId = 0
    let memberId = 0
    let serial = 0
    beforeAll(async () => {
      world = await openFactorWorld({ kind })
      const body = { name: 'c', type: 1, key: 'sk-canary-channel', models: 'm' }
      memberId = (await world.person('mia')).userId ?? 0
      channelId = dataOf<{ id: number }>(await (await world.root()).call('POST /api/channel/', { body })).id
    }, 180_000)
    afterAll(() => world.close())

    /** What root may do; closing is tried by others, since the super admin's account cannot be closed. */
    const deeds: Readonly<Record<string, Deed>> = {
      'revealing channel keys': {
        purpose: 'channel_keys',
        call: (at, password) => at.call(`POST /api/channel/${channelId}/key`, { body: password === undefined ? {} : { password } }),
      },
      'writing a secret': {
        purpose: 'secret_options',
        call: (at) => at.call('PUT /api/option/', { body: { key: 'GitHubClientSecret', value: 'canary-option' } }),
      },
      'changing where a secret is sent': {
        purpose: 'secret_options',
        call: (at) => at.call('PUT /api/option/', { body: { key: 'SMTPServer', value: `${Math.random()}.evil.test` } }),
      },
      'changing where reset links lead': {
        purpose: 'secret_options',
        call: (at) => at.call('PUT /api/option/', { body: { key: 'SMTPFrom', value: `${Math.random()}@evil.test` } }),
      },
      'embedding a page of somebody else': {
        purpose: 'secret_options',
        call: (at) => at.call('PUT /api/option/', { body: { key: 'About', value: `https://evil.test/${Math.random()}` } }),
      },
      'opening registration': {
        purpose: 'secret_options',
        call: (at) => at.call('PUT /api/option/', { body: { key: 'EmailDomainWhitelist', value: `${Math.random()}.test` } }),
      },
      'setting the password of another': {
        purpose: 'user_access',
        call: (at) => at.call('PUT /api/user/', { body: { id: memberId, password: 'chosen by another 7' } }),
      },
      'making a secret for an app': { purpose: 'ways_in', call: (at) => at.call('POST /api/user/factors/totp') },
      'asking for a new passkey': {
        purpose: 'ways_in',
        call: (at) => at.call('POST /api/user/factors/passkeys/options'),
      },
    }
    /** The purposes of the calls that refuse only what comes after the demand. */
    const demands: Readonly<Record<string, { line: string; body?: object; after: string }>> = {
      'switching one-time passwords on': { line: 'PUT /api/user/factors/totp', body: { code: '000000' }, after: 'second_factor_wrong' },
      'switching one-time passwords off': { line: 'DELETE /api/user/factors/totp', after: 'totp_absent' },
      'new recovery codes': { line: 'POST /api/user/factors/recovery_codes', after: 'totp_absent' },
      'adding a passkey': { line: 'POST /api/user/factors/passkeys', body: { name: 'x', passkey: {} }, after: 'passkey_failed' },
      'removing a passkey': { line: 'DELETE /api/user/factors/passkeys/2147483000', after: 'not_found' },
      'binding an address': { line: 'GET /api/oauth/email/bind?email=x@a.test&code=', after: 'email_code_required' },
      'promoting somebody': { line: 'POST /api/user/manage', body: { id: 2147483000, action: 'promote' }, after: 'not_found' },
      "taking another's second factors away": { line: 'DELETE /api/user/2147483000/factors', after: 'not_found' },
      'closing an account': { line: 'DELETE /api/user/self', body: { username: 'root' }, after: 'user_protected' },
    }
    const others = (purpose: ConfirmPurpose) => confirmPurposes.filter((one) => one !== purpose)
    const codeOf = async (reply: Promise<Reply>) => {
      const { status, json } = await reply
      return json.success ? 'done' : `${status} ${json.code}`
    }
    const NEEDED = '403 confirmation_needed'

    test.each(Object.entries(deeds))('%s: a confirmation for exactly this, in this session, in time', async (_name, deed) => {
      const [at, elsewhere] = [await world.root(), await world.root()]
      world.age()
      expect(await codeOf(deed.call(at))).toBe(NEEDED)
      for (const purpose of others(deed.purpose)) await world.confirm(at, purpose)
      await world.confirm(elsewhere, deed.purpose)
      expect(await codeOf(deed.call(at))).toBe(NEEDED)
      await world.confirm(at, deed.purpose)
      for (let again = 0; again < 2; again += 1) expect(await codeOf(deed.call(at))).toBe('done')
      world.wait(CONFIRMED_MINUTES * 60 + 1)
      expect(await codeOf(deed.call(at))).toBe(NEEDED)
    })

    test.each(Object.entries(demands))('%s is demanded a confirmation for before anything else', async (_name, { line, body, after }) => {
      const at = await world.root()
      world.age()
      const purpose = line.endsWith('/self') ? 'close_account' : /manage|factors$/.test(line) ? 'user_access' : 'ways_in'
      const send = async () => codeOf(at.call(line, { body }))
      for (const other of others(purpose)) await world.confirm(at, other)
      expect(await send()).toBe(NEEDED)
      await world.confirm(at, purpose)
      expect(await send()).toContain(after)
    })

    test('the password in the call itself is enough where there is a field for it, and a wrong one is refused as such', async () => {
      const at = await world.root()
      world.age()
      const reveal = deeds['revealing channel keys']?.call
      expect(await codeOf(reveal?.(at, 'not this one') as Promise<Reply>)).toBe('200 wrong_password')
      expect(await codeOf(reveal?.(at, PASSWORD) as Promise<Reply>)).toBe('done')
      // It confirms this call and nothing further.
      expect(await codeOf(reveal?.(at) as Promise<Reply>)).toBe(NEEDED)
      await world.confirm(at, 'channel_keys')
      expect(await codeOf(reveal?.(at, 'not this one') as Promise<Reply>)).toBe('200 wrong_password')
    })

    test('a login with a password or passkey is a confirmation for ten minutes, but not for ways in', async () => {
      const [byPassword, byKey] = [await world.root(), world.browser()]
      const authenticator = world.authenticator()
      await world.confirm(byPassword, 'ways_in')
      await world.addPasskey(byPassword, authenticator)
      const answer = authenticator.get(dataOf(await byKey.call('POST /api/user/login/passkey/options')))
      byKey.userId = dataOf<{ id: number }>(await byKey.call('POST /api/user/login/passkey', { body: { passkey: answer } })).id
      const bySecond = await world.root()
      const write = (at: Browser) => codeOf(at.call('PUT /api/option/', { body: { key: 'GitHubClientSecret', value: 'canary-option' } }))
      for (const at of [byPassword, byKey, bySecond]) expect(await write(at)).toBe('done')
      for (const at of [byKey, bySecond]) expect(await codeOf(at.call('POST /api/user/factors/totp'))).toBe(NEEDED)
      world.age()
      for (const at of [byPassword, byKey, bySecond]) expect(await write(at)).toBe(NEEDED)
    })

    test('what changes nothing, and what is no secret, needs none', async () => {
      const at = await world.root()
      const put = (key: string, value: string) => codeOf(at.call('PUT /api/option/', { body: { key, value } }))
      expect(await put('GitHubClientSecret', '')).toBe('done')
      expect(await put('SystemName', 'Harbour')).toBe('done')
      expect(await put('About', 'We are **Harbour**')).toBe('done')
      const admin = await world.person('adam', 10)
      expect(await codeOf(admin.call('PUT /api/option/', { body: { key: 'GitHubClientSecret', value: 'x' } }))).toBe('200 root_only_option')
      expect(await put('Nonsense', 'x')).toBe('200 unknown_option')
    })

    const someone = async () => {
      serial += 1
      return { name: `s${serial}`, at: await world.person(`s${serial}`) }
    }
    const ways = async (at: Browser, purpose: ConfirmPurpose = 'ways_in') =>
      dataOf<object>(await at.call('POST /api/user/confirm/options', { body: { purpose } }))

    test('with one-time passwords on, the password alone confirms nothing, in the call neither', async () => {
      const { at, name } = await someone()
      const { recovery } = await world.totpOn(at)
      expect(await ways(at)).toEqual({ password: false, totp: true, passkey: null })
      for (const purpose of confirmPurposes) {
        const reply = await at.call('POST /api/user/confirm', { body: { purpose, password: PASSWORD } })
        expect(reply.json.code, purpose).toBe('confirmation_needed')
      }
      const close = (password: string) => codeOf(at.call('DELETE /api/user/self', { body: { username: name, password } }))
      const rename = (original_password: string) =>
        codeOf(at.call('PUT /api/user/self', { body: { password: 'a fresh password', original_password } }))
      world.wait(CONFIRMED_MINUTES * 60 + 1)
      for (const deed of [close, rename]) expect([await deed(PASSWORD), await deed('')]).toEqual([NEEDED, NEEDED])
      expect(await close('wrong')).toBe('200 wrong_password')
      await world.confirm(at, 'close_account', { code: recovery[0] })
      expect(await rename(PASSWORD)).toBe(NEEDED)
      expect(await close('')).toBe('done')
    })

    test('a client that sends no name closes an account that its owner has confirmed for just now', async () => {
      const { at } = await someone()
      const close = () => codeOf(at.call('DELETE /api/user/self'))
      // A login of just now confirms much, and not this.
      expect(await close()).toBe('200 confirm_username')
      await world.confirm(at, 'ways_in')
      expect(await close()).toBe('200 confirm_username')
      await world.confirm(at, 'close_account')
      world.wait(CONFIRMED_MINUTES * 60 + 1)
      expect(await close()).toBe('200 confirm_username')
      await world.confirm(at, 'close_account')
      expect(await close()).toBe('done')
    })

    test('a code confirms once, be it of the app or of paper, and wrong ones are counted', async () => {
      const { at } = await someone()
      const { secret, recovery } = await world.totpOn(at)
      const send = (code: string, purpose: ConfirmPurpose = 'ways_in') =>
        codeOf(at.call('POST /api/user/confirm', { body: { purpose, code } }))
      const code = world.codeOf(secret)
      expect(await send(code)).toBe('done')
      expect(await send(code, 'close_account')).toBe('200 second_factor_wrong')
      const replies = await Promise.all([1, 2, 3].map(() => send(recovery[0] ?? '')))
      expect(replies.filter((reply) => reply === 'done')).toHaveLength(1)
      const guesses: string[] = []
      for (let at = 0; at < 30; at += 1) guesses.push(await send(String(at).padStart(6, '0')))
      expect(guesses.filter((guess) => guess === '200 second_factor_wrong').length).toBeLessThanOrEqual(20)
      expect(guesses.at(-1)).toContain('login_throttled')
    })

    test('a password that is guessed is throttled', async () => {
      const { at } = await someone()
      const guesses: string[] = []
      for (let n = 0; n < 7; n += 1) {
        guesses.push(await codeOf(at.call('POST /api/user/confirm', { body: { purpose: 'ways_in', password: `guess ${n}` } })))
      }
      expect(guesses).toEqual([...Array(5).fill('200 wrong_password'), ...Array(2).fill('200 login_throttled')])
    })

    test('nothing, and several proofs of which the first that counts is wrong, confirm nothing', async () => {
      const { at } = await someone()
      const send = (proof: object) => codeOf(at.call('POST /api/user/confirm', { body: { purpose: 'ways_in', ...proof } }))
      expect(await send({})).toBe('200 wrong_password')
      expect(await send({ password: PASSWORD, code: '000000' })).toBe('200 second_factor_wrong')
      expect(await send({ password: PASSWORD, passkey: {} })).toBe('200 passkey_failed')
      expect(await codeOf(at.call('POST /api/user/confirm', { body: { purpose: 'everything', password: PASSWORD } }))).not.toBe('done')
      expect(await codeOf(at.call('POST /api/user/factors/totp'))).toBe(NEEDED)
    })

    test('a confirmation ends with its session: by a new password, by logging in again', async () => {
      const { at, name } = await someone()
      await world.confirm(at, 'ways_in')
      const change = { password: 'a fresh password', original_password: PASSWORD }
      dataOf(await at.call('PUT /api/user/self', { body: change }))
      dataOf(await at.call('GET /api/user/self'))
      expect(await codeOf(at.call('POST /api/user/factors/totp'))).toBe(NEEDED)
      await world.confirm(at, 'ways_in', { password: change.password })
      dataOf(await world.typePassword(at, name, change.password))
      expect(await codeOf(at.call('POST /api/user/factors/totp'))).toBe(NEEDED)
    })

    test('an access token has no session, and confirms by the password in the call only', async () => {
      const root = await world.root()
      const token = dataOf<string>(await root.call('POST /api/user/token'))
      await world.confirm(root, 'ways_in')
      dataOf(await root.call('PUT /api/user/token', { body: { scopes: tokenScopes } }))
      await world.confirm(root, 'channel_keys')
      const headers = { authorization: `Bearer ${token}`, 'waystation-user': String(root.userId) }
      const send = (line: string, body: object) => codeOf(world.console.call(line, { headers, body }))
      expect(await send('POST /api/user/confirm', { purpose: 'ways_in', password: PASSWORD })).toBe(NEEDED)
      expect(await send('POST /api/user/confirm/options', { purpose: 'ways_in' })).toBe(NEEDED)
      expect(await send('PUT /api/option/', { key: 'GitHubClientSecret', value: 'x' })).toBe(NEEDED)
      for (const [key, value] of [
        ...[
          ['ServerAddress', 'http://evil.test'],
          ['global_js', 'x()'],
          ['custom_head_html', '<meta name="a" content="b">'],
          ['Chats', '[]'],
          ['relay.strict_holds', 'false'],
        ],
        ...[
          ['relay.allow_private_addresses', 'false'],
          ['SMTPPort', '1'],
          ['oidc.client_id', 'x'],
          ['PriceSourceAddress', 'https://evil.test'],
        ],
        ...[
          ['update_setting.release_url', 'https://evil.test'],
          ['HomePageContent', 'https://evil.test'],
          ['RegisterEnabled', 'false'],
        ],
      ])
        expect(await send('PUT /api/option/', { key, value }), key).toBe(NEEDED)
      expect(await send('PUT /api/option/', { key: 'GroupRatio', value: '{"default":1}' })).toBe('done')
      expect(await send('POST /api/user/manage', { id: memberId, action: 'promote' })).toBe(NEEDED)
      expect(await send('PUT /api/user/', { id: memberId, password: 'chosen by another 7' })).toBe(NEEDED)
      expect(await send('POST /api/user/factors/totp', {})).toBe(NEEDED)
      expect(await send('GET /api/oauth/email/bind?email=thief@a.test&code=123456', {})).toBe(NEEDED)
      expect(await send(`POST /api/channel/${channelId}/key`, {})).toBe(NEEDED)
      expect(await send(`POST /api/channel/${channelId}/key`, { password: PASSWORD })).toBe('done')
      // Not with the session of somebody else beside it, either.
      const { at } = await someone()
      await world.confirm(at, 'ways_in')
      const both = await at.call('POST /api/user/factors/totp', { headers })
      expect(both.json.success).toBe(false)
    })
  })

  describe('without anything to confirm with', () => {
    let world: FactorWorld
    beforeAll(async () => {
      world = await openFactorWorld({ kind })
    }, 180_000)
    afterAll(() => world.close())

    test('a login of just now is enough, one of before is not, nor is an access token', async () => {
      const [ann, ben, cat] = [await world.withoutPassword('ann'), await world.withoutPassword('ben'), await world.withoutPassword('cat')]
      const ask = { body: { purpose: 'ways_in' } }
      expect(dataOf(await ann.call('POST /api/user/confirm/options', ask))).toEqual({ password: false, totp: false, passkey: null })
      const token = dataOf<string>(await cat.call('POST /api/user/token'))
      const headers = { authorization: `Bearer ${token}`, 'waystation-user': String(cat.userId) }
      expect((await world.console.call('POST /api/user/factors/totp', { headers })).json.code).toBe('confirm_log_in_again')
      expect((await ann.call('POST /api/user/confirm', { body: { purpose: 'ways_in', password: 'x' } })).json.code).toBe('wrong_password')
      const { secret } = dataOf<{ secret: string }>(await ann.call('POST /api/user/factors/totp'))
      dataOf(await ann.call('PUT /api/user/factors/totp', { body: { code: world.codeOf(secret) } }))
      // From now on she has something to confirm with.
      expect((await ann.call('DELETE /api/user/factors/totp')).json.code).toBe('confirmation_needed')
      world.wait(601)
      for (const [line, body] of [
        ['PUT /api/user/self', { password: 'a first password' }],
        ['DELETE /api/user/self', { username: 'ben' }],
        ['POST /api/user/factors/passkeys/options', {}],
      ] as const) {
        const reply = await ben.call(line, { body })
        expect([reply.status, reply.json.code], line).toEqual([403, 'confirm_log_in_again'])
      }
    })
  })
})
