// A user's own account: name, password, settings, sessions, and its end.
import { type ErrorCode, errorMessage } from '@waystation/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionService } from '../../domain/session/session-service.ts'
import { userSettingOf } from '../../domain/user/accounts/user-setting.ts'
import { openWebhookSecret } from '../../domain/user/accounts/webhook-secret.ts'
import { createUser } from '../../domain/user/user-store.ts'
import { cookieOf, openConsole, PASSWORD, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { provenAddress } from '../../testing/notice-address.ts'

eachKind("a user's own account", (kind) => {
  describe('through the front door', () => {
    let console: TestConsole
    let root: Visitor
    let serial = 0

    beforeAll(async () => {
      console = await openConsole({ kind })
      root = await console.root()
    }, 180_000)
    afterAll(() => console.close())

    const next = () => {
      serial += 1
      return serial
    }
    const someone = () => console.user(`u${next()}`)
    const self = async (as: Visitor) => (await console.call('GET /api/user/self', { as })).json
    const put = async (as: Visitor, body: object) => (await console.call('PUT /api/user/self', { as, body })).json
    const setting = async (as: Visitor, body: object) => (await console.call('PUT /api/user/setting', { as, body })).json
    const stored = async ({ id }: Visitor) => {
      const row = await console.database.read.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      return { row, setting: userSettingOf(row.setting) }
    }
    const audits = async ({ id }: Visitor) =>
      JSON.stringify(await console.database.read.selectFrom('audit').selectAll().where('actor_id', '=', id).execute())

    test('names change; nothing else that a body names does', async () => {
      const ann = await someone()
      const before = (await self(ann)).data as object
      const body = {
        username: 'Fresh',
        display_name: ' Fresh Name ',
        role: 100,
        quota: 9,
        status: 2,
        group: 'vip',
        id: 1,
        email: 'a@b.test',
      }
      const changed = await put(ann, { ...body, aff_code: 'x', setting: '{}', access_token_hash: 'x', password_hash: 'x', auth_epoch: 0 })
      expect(changed.data).toEqual({ ...before, username: 'Fresh', display_name: 'Fresh Name' })
      expect((await put(ann, { username: '', display_name: '', password: '' })).data).toEqual(changed.data)
      expect((await put(ann, { username: 'ROOT' })).fields).toEqual({ username: errorMessage('username_taken', {}, 'zh') })
      expect((await put(ann, { username: 'a@b' })).fields).toEqual({ username: errorMessage('username_at_sign', {}, 'zh') })
      await put(ann, { username: ann.username })
    })

    test('a new password needs the old one, ends the other sessions, and gives this browser a new one', async () => {
      const ben = await someone()
      const elsewhere = await console.login(ben.username)
      for (const original_password of [undefined, '']) {
        expect(await put(ben, { password: 'a new password', original_password })).toMatchObject({
          success: false,
          code: 'confirmation_needed',
        })
      }
      for (const original_password of ['wrong password', 'Correct horse']) {
        for (const language of ['zh', 'en'] as const) {
          const reply = await console.call('PUT /api/user/self', {
            as: ben,
            body: { password: 'a new password', original_password },
            headers: { 'accept-language': language },
            from: `203.0.113.${next()}`,
          })
          expect(reply.json.fields).toEqual({ original_password: errorMessage('wrong_password', {}, language) })
        }
      }
      const short = await put(ben, { password: 'short', original_password: PASSWORD })
      expect(short.fields).toEqual({ password: errorMessage('password_too_short', {}, 'zh') })
      const common = await put(ben, { password: 'Password123', original_password: PASSWORD })
      expect(common.fields).toEqual({ password: errorMessage('password_common', {}, 'zh') })
      expect((await self(elsewhere)).success).toBe(true)

      const body = { password: 'a new password', original_password: PASSWORD }
      const reply = await console.call('PUT /api/user/self', { as: ben, body, from: '198.51.100.1' })
      expect(reply.json.success).toBe(true)
      for (const old of [ben, elsewhere]) expect((await self(old)).success).toBe(false)
      expect((await self({ ...ben, cookie: cookieOf(reply, 'session') })).success).toBe(true)
      expect((await console.login(ben.username, 'a new password')).id).toBe(ben.id)
      expect(await audits(ben)).not.toMatch(/a new password|correct horse/)
    })

    test('passwords are not guessed here faster than at the login', async () => {
      const cat = await someone()
      const codes = []
      for (let at = 0; at < 7; at += 1) codes.push((await put(cat, { password: 'a new password', original_password: `guess ${at}` })).code)
      expect(codes).toEqual([...Array(5).fill('wrong_password'), 'login_throttled', 'login_throttled'])
    })

    test('of two changes of a password at the same time, one wins', async () => {
      const dot = await someone()
      const change = (password: string, from: string) =>
        console.call('PUT /api/user/self', { as: dot, body: { password, original_password: PASSWORD }, from })
      const replies = await Promise.all([change('the first password', '198.51.100.2'), change('the second password', '198.51.100.3')])
      expect(replies.filter(({ json }) => json.success)).toHaveLength(1)
    })

    test('without a password the first one needs none, and the account is closed by its name', async () => {
      const bound = async (username: string): Promise<Visitor> => {
        const draft = {
          username,
          displayName: '',
          passwordHash: '',
          role: 1,
          group: 'default',
          email: '',
          language: '',
          quota: 0,
          cause: 'test',
        }
        const id = await console.database.run(createUser, draft)
        const parts = { database: console.database, invalidation: console.invalidation, now: Date.now, onTrouble: () => undefined }
        const cookie = await sessionService(parts).open({ id, authEpoch: 0 }, { ip: '::1', agent: '', formerId: '' })
        return { id, username, cookie: `session=${cookie}`, device: '' }
      }
      const [first, second] = [await bound('bound1'), await bound('bound2')]
      expect((await put(first, { password: 'a new password' })).success).toBe(true)
      expect((await console.login('bound1', 'a new password')).id).toBe(first.id)
      const again = await put(await console.login('bound1', 'a new password'), { password: 'one more password' })
      expect(again.code).toBe('confirmation_needed')
      const closed = await console.call('DELETE /api/user/self', { as: second, body: { username: 'BOUND2' } })
      expect(closed.json.success).toBe(true)
    })

    test('an account is closed by its typed name and password, and its sessions and keys end', async () => {
      const eli = await someone()
      const remove = (as: Visitor, body: object, query = '') =>
        console.call(`DELETE /api/user/self${query}`, { as, body, headers: { 'accept-language': 'en' } })
      const cases: [object, ErrorCode][] = [
        [{}, 'confirm_username'],
        [{ password: PASSWORD }, 'confirm_username'],
        [{ username: 'root', password: PASSWORD }, 'confirm_username'],
        [{ username: eli.username, password: 'wrong' }, 'wrong_password'],
      ]
      for (const [body, code] of cases) {
        const { json } = await remove(eli, body)
        expect([json.success, json.code, json.message]).toEqual([false, code, errorMessage(code, {}, 'en')])
      }
      expect((await remove(root, { username: 'root', password: PASSWORD })).json.code).toBe('user_protected')
      expect((await self(root)).success).toBe(true)

      const elsewhere = await console.login(eli.username)
      const closed = await remove(eli, { password: PASSWORD }, `?username=${eli.username}`)
      expect(closed.json).toMatchObject({ success: true, data: null })
      expect(cookieOf(closed, 'session')).toMatch(/^session_\w+=$/)
      for (const old of [eli, elsewhere]) expect((await self(old)).success).toBe(false)
      expect((await console.call('POST /api/user/login', { body: { username: eli.username, password: PASSWORD } })).json.success).toBe(
        false,
      )
    })

    describe('settings', () => {
      test('fields that are left out stay, also those of the other way to notify', async () => {
        const fay = await someone()
        const webhook = {
          notify_type: 'webhook',
          webhook_url: 'https://hooks.test/x',
          webhook_secret: 'hush-hush',
          quota_warning_threshold: 7,
        }
        expect((await setting(fay, webhook)).success).toBe(true)
        expect(
          (await setting(fay, { notify_type: 'email', ...(await provenAddress(console, fay.id, 'a@b.test')), show_ip_in_logs: true }))
            .success,
        ).toBe(true)
        const shown = (await self(fay)).data as { setting: string; has_webhook_secret: boolean; quota_remind_threshold: number }
        expect(JSON.parse(shown.setting)).toEqual({
          ...{ notify_type: 'email', quota_warning_threshold: 7, webhook_url: 'https://hooks.test/x', webhook_secret: '' },
          ...{ notification_email: 'a@b.test', accept_unset_model_ratio_model: false, show_ip_in_logs: true },
        })
        expect(shown).toMatchObject({ has_webhook_secret: true, quota_remind_threshold: 7 })
        await setting(fay, { notify_type: 'webhook', webhook_secret: '', webhook_url: null })
        expect((await stored(fay)).setting).toMatchObject({ notify_type: 'webhook', webhook_url: 'https://hooks.test/x' })
      })

      test('the secret is sealed, opens for its user only, and is shown and recorded nowhere', async () => {
        const [gil, hal] = [await someone(), await someone()]
        const reply = await console.call('PUT /api/user/setting', { as: gil, body: { webhook_secret: 'hush-hush' } })
        expect(reply.text).not.toContain('hush')
        const { row, setting: kept } = await stored(gil)
        expect(JSON.stringify(row)).not.toContain('hush')
        expect(openWebhookSecret(console.secrets, { id: gil.id, setting: kept })).toBe('hush-hush')
        expect(() => openWebhookSecret(console.secrets, { id: hal.id, setting: kept })).toThrow()
        expect(openWebhookSecret(console.secrets, { id: hal.id, setting: (await stored(hal)).setting })).toBe('')
        const asSeen = await console.call(`GET /api/user/${gil.id}`, { as: root })
        expect(asSeen.text).not.toMatch(/hush|v1:1:/)

        const webhook_url = 'https://hooks.test/robot/send?access_token=0123456789abcdef'
        await setting(gil, { webhook_url })
        expect((await setting(gil, { webhook_url: `${webhook_url}0` })).success).toBe(true)
        expect(JSON.parse(((await self(gil)).data as { setting: string }).setting).webhook_url).toBe(`${webhook_url}0`)
        for (const path of [`/api/user/${gil.id}`, `/api/user/search?keyword=${gil.username}`]) {
          const { text } = await console.call(`GET ${path}`, { as: root })
          expect(text).toContain('https://hooks.test/…def0')
          expect(text).not.toContain('0123456789')
        }
        expect(await audits(gil)).toContain('https://hooks.test/…cdef')
        expect(await audits(gil)).not.toContain('0123456789')
        expect(await audits(gil)).not.toMatch(/hush|v1:1:/)

        await setting(gil, { webhook_secret: '' })
        expect((await self(gil)).data).toMatchObject({ has_webhook_secret: true })
        await setting(gil, { remove_webhook_secret: true })
        expect((await self(gil)).data).toMatchObject({ has_webhook_secret: false })
      })

      test.each([
        [{ notify_type: 'webhook' }, 'webhook_url', 'webhook_url_required'],
        [{ webhook_url: 'http://hooks.test' }, 'webhook_url', 'webhook_url_https'],
        [{ webhook_url: 'javascript:alert(1)' }, 'webhook_url', 'webhook_url_https'],
        [{ webhook_url: 'https://user:pass@hooks.test' }, 'webhook_url', 'field_invalid'],
        [{ notification_email: 'nobody' }, 'notification_email', 'email_invalid'],
        [{ quota_warning_threshold: 0 }, 'quota_warning_threshold', 'field_too_small'],
        [{ quota_warning_threshold: -5 }, 'quota_warning_threshold', 'field_too_small'],
        [{ notify_type: 'pigeon' }, 'notify_type', 'field_invalid'],
        [{ show_ip_in_logs: 'yes' }, 'show_ip_in_logs', 'field_invalid'],
      ] as const)('%j is refused in both languages', async (body, field, code: ErrorCode) => {
        const ida = await someone()
        for (const language of ['zh', 'en'] as const) {
          const reply = await console.call('PUT /api/user/setting', { as: ida, body, headers: { 'accept-language': language } })
          expect(reply.json.fields).toEqual({ [field]: errorMessage(code, {}, language) })
        }
        expect((await stored(ida)).row.setting).toBe('')
      })
    })

    describe('sessions', () => {
      interface Entry {
        readonly id: string
        readonly place: string
        readonly agent: string
        readonly created_at: number
        readonly seen_at: number
        readonly is_current: boolean
      }
      const list = async (as: Visitor) => (await console.call('GET /api/user/sessions', { as })).json.data as Entry[]

      test('are listed with place and browser, and by names that open nothing', async () => {
        const kim = await someone()
        const login = { username: kim.username, password: PASSWORD }
        await console.call('POST /api/user/login', { body: login, from: '198.51.100.77', headers: { 'user-agent': 'Another/1.0' } })
        const found = await list(kim)
        expect(found).toHaveLength(2)
        expect(found.filter(({ is_current }) => is_current)).toHaveLength(1)
        expect(found.find(({ is_current }) => !is_current)).toMatchObject({ place: '198.51.100.0/24', agent: 'Another/1.0' })
        expect((await stored(kim)).row.last_login_at).not.toBeNull()
        const rows = await console.database.read.selectFrom('session').select('id_hash').where('user_id', '=', kim.id).execute()
        for (const { id } of found) {
          expect(id).toMatch(/^[0-9a-f]{32}$/)
          expect(JSON.stringify([rows, kim.cookie])).not.toContain(id)
          expect((await self({ ...kim, cookie: `session=${id}` })).success).toBe(false)
        }
      })

      test('one is ended by its name; those of others do not exist', async () => {
        const [lou, max] = [await someone(), await someone()]
        const elsewhere = await console.login(lou.username)
        const theirs = (await list(max))[0]?.id
        expect((await console.call(`DELETE /api/user/sessions/${theirs}`, { as: lou })).json.code).toBe('not_found')
        expect((await self(max)).success).toBe(true)
        const other = (await list(lou)).find(({ is_current }) => !is_current)?.id
        const ended = await console.call(`DELETE /api/user/sessions/${other}`, { as: lou })
        expect([ended.json.success, cookieOf(ended, 'session')]).toEqual([true, ''])
        expect([(await self(elsewhere)).success, (await self(lou)).success]).toEqual([false, true])
        const own = await console.call(`DELETE /api/user/sessions/${(await list(lou))[0]?.id}`, { as: lou })
        expect(cookieOf(own, 'session')).toMatch(/^session_\w+=$/)
        expect((await self(lou)).success).toBe(false)
      })

      test('signing out everywhere keeps this browser, unless all are named', async () => {
        const ned = await someone()
        const others = [await console.login(ned.username), await console.login(ned.username)]
        expect((await console.call('DELETE /api/user/sessions', { as: ned })).json.data).toBe(2)
        for (const other of others) expect((await self(other)).success).toBe(false)
        expect((await self(ned)).success).toBe(true)
        const all = await console.call('DELETE /api/user/sessions?all=true', { as: ned })
        expect([all.json.data, cookieOf(all, 'session')]).toEqual([1, expect.stringMatching(/^session_\w+=$/)])
        expect((await self(ned)).success).toBe(false)
      })
    })

    test('the invite code is the one in the record', async () => {
      const ola = await someone()
      const { json } = await console.call('GET /api/user/aff', { as: ola })
      expect(json.data).toBe((await stored(ola)).row.aff_code)
      expect(json.data).toMatch(/^[0-9A-Za-z]{8}$/)
    })
  })
})
