// Users as admins manage them: ranks, fields, the balance, and what is recorded.
import { type ErrorCode, errorMessage } from '@waystation/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import { setUserAccess } from '../../domain/user/user-store.ts'
import { openConsole, PASSWORD, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

interface UserJson {
  readonly id: number
  readonly username: string
  readonly display_name: string
  readonly role: number
  readonly status: number
  readonly group: string
  readonly quota: number
  readonly quota_seen: number
  readonly email: string
  readonly DeletedAt: number | null
}

eachKind('users as admins manage them', (kind) => {
  describe('through the front door', () => {
    let console: TestConsole
    let root: Visitor
    let admin: Visitor

    beforeAll(async () => {
      console = await openConsole({ kind })
      root = await console.root()
      admin = await console.user('keeper', 10)
    }, 180_000)
    afterAll(async () => {
      expect((await reconcile(console.database)).differences).toEqual([])
      await console.close()
    })

    const record = async (id: number) => (await console.call(`GET /api/user/${id}`, { as: root })).json.data as UserJson
    const put = async (body: object, as = admin) => (await console.call('PUT /api/user/', { as, body })).json
    const manage = async (id: number, action: string, as = admin) =>
      (await console.call('POST /api/user/manage', { as, body: { id, action } })).json
    const isIn = async (visitor: Visitor) => (await console.call('GET /api/user/self', { as: visitor })).json.success
    const logOf = async (visitor: { username: string }, language = 'en') => {
      const path = `GET /api/log/?page_size=100&username=${visitor.username}`
      const { json } = await console.call(path, { as: root, headers: { 'accept-language': language } })
      return (json.data as { items: { type: number; content: string; client_ip: string }[] }).items
    }
    const audits = async (target: number) =>
      console.database.read.selectFrom('audit').selectAll().where('target', '=', String(target)).orderBy('id').execute()

    test('the list has everybody, newest first, in pages that count from 1', async () => {
      const page = (await console.call('GET /api/user/?p=1&page_size=1', { as: admin })).json.data as { items: UserJson[] }
      expect(page).toMatchObject({ total: 2, page: 1, page_size: 1, items: [{ username: 'keeper' }] })
      const all = (await console.call('GET /api/user/', { as: admin })).json.data as { items: UserJson[] }
      expect(all.items.map(({ username }) => username)).toEqual(['keeper', 'root'])
    })

    test('an added user is ordinary, whatever the body says, and can log in', async () => {
      const body = { username: ' Ben ', password: PASSWORD, display_name: '', role: 100, quota: 5, status: 2, id: 1 }
      const made = await console.call('POST /api/user/', { as: admin, body })
      expect(made.json.data).toMatchObject({ username: 'Ben', display_name: 'Ben', role: 1, status: 1, group: 'default', quota: 0 })
      expect(made.text).not.toMatch(/argon2|password/)
      const ben = await console.login('Ben')
      expect(await logOf(ben)).toMatchObject([{ type: 3, content: 'Account created by an administrator', client_ip: '' }])
      const rows = await audits(ben.id)
      expect(rows).toMatchObject([{ action: 'user.create', actor_id: admin.id }])
      expect(JSON.stringify(rows)).not.toContain(PASSWORD)
    })

    test('an added user is told of the first balance', async () => {
      const put = (value: string) => console.call('PUT /api/option/', { as: root, body: { key: 'QuotaForNewUser', value } })
      await put('500000')
      await console.call('POST /api/user/', { as: admin, body: { username: 'gifted', password: PASSWORD } })
      const gifted = await console.login('gifted')
      expect((await logOf(gifted)).filter(({ type }) => type === 4)).toMatchObject([{ content: 'Gift for a new user: $1.00' }])
      await put('0')
    })

    test.each([
      [{ username: '', password: PASSWORD }, 'username', 'user_name_and_password'],
      [{ username: 'new', password: '' }, 'password', 'user_name_and_password'],
      [{ password: PASSWORD }, 'username', 'user_name_and_password'],
      [{ username: 'new', password: 'short' }, 'password', 'password_too_short'],
      [{ username: 'new', password: 'Password123' }, 'password', 'password_common'],
      [{ username: 'new', password: '密'.repeat(25) }, 'password', 'password_too_long'],
      [{ username: 'x'.repeat(13), password: PASSWORD }, 'username', 'setup_username'],
      [{ username: 'a@b', password: PASSWORD }, 'username', 'username_at_sign'],
      [{ username: 'ROOT', password: PASSWORD }, 'username', 'username_taken'],
      [{ username: 'new', password: PASSWORD, group: 'nowhere' }, 'group', 'user_group_unknown'],
      [{ username: 'new', password: PASSWORD, display_name: 'x'.repeat(21) }, 'display_name', 'field_too_long'],
    ] as const)('the form %j is refused in both languages', async (body, field, code: ErrorCode) => {
      for (const language of ['zh', 'en'] as const) {
        const reply = await console.call('POST /api/user/', { as: admin, body, headers: { 'accept-language': language } })
        expect(reply.json.success).toBe(false)
        expect(reply.json.fields?.[field]).toBe(errorMessage(code, {}, language))
      }
    })

    test('an edit changes the given fields and no others', async () => {
      const ann = await console.user('ann')
      const whole = await record(ann.id)
      await put({ id: ann.id, display_name: 'Ann B' })
      expect(await record(ann.id)).toEqual({ ...whole, display_name: 'Ann B' })
      const sent = { ...whole, username: 'annie', display_name: '', group: 'vip', password: '', email: 'x@y.test', role: 100, status: 2 }
      const edited = await put({ ...sent, inviter_id: 9, aff_code: 'x', setting: '{"show_ip_in_logs":true}', DeletedAt: 5, used_quota: 9 })
      expect(edited.data).toEqual({ ...whole, username: 'annie', display_name: '', group: 'vip' })
      expect((await console.login('annie')).id).toBe(ann.id)
      expect((await logOf({ username: 'annie' }))[0]).toMatchObject({
        type: 3,
        content: 'Account changed by an administrator: username, display name, group',
      })
      expect((await logOf({ username: 'annie' }, 'zh'))[0]?.content).toBe('管理员修改了账户信息：用户名、显示名称、分组')
      const row = (await audits(ann.id)).at(-1)
      expect(row).toMatchObject({ action: 'user.update', actor_id: admin.id })
      expect(JSON.parse(row?.detail ?? '')).toEqual({
        before: { username: 'ann', display_name: 'Ann B', group: 'default' },
        after: { username: 'annie', display_name: '', group: 'vip' },
      })
      expect((await put({ id: ann.id, username: 'KEEPER' })).fields).toEqual({ username: errorMessage('username_taken', {}, 'zh') })
      expect((await put({ id: ann.id, group: 'nowhere' })).fields).toEqual({ group: errorMessage('user_group_unknown', {}, 'zh') })
      expect((await put({ id: 2_147_483_000, group: 'vip' })).code).toBe('not_found')
    })

    test('a group that was taken away may be sent as it is, and may be left, but not entered', async () => {
      const [old, other] = [await console.user('old'), await console.user('other')]
      const ratios = (await console.call('GET /api/group/', { as: root })).json.data as string[]
      const withGroups = (names: readonly string[]) =>
        console.options.setMany({ GroupRatio: JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))) })
      await withGroups([...ratios, 'gone'])
      await put({ id: old.id, group: 'gone' })
      await withGroups(ratios)
      expect((await put({ id: old.id, group: 'gone', display_name: 'Still' })).data).toMatchObject({ group: 'gone', display_name: 'Still' })
      expect((await put({ id: other.id, group: 'gone' })).code).toBe('user_group_unknown')
      expect((await put({ id: old.id, group: 'default' })).data).toMatchObject({ group: 'default' })
    })

    test('a new password is checked, ends all sessions, and is in no record', async () => {
      const cat = await console.user('cat')
      expect((await put({ id: cat.id, password: 'short' })).fields).toEqual({ password: errorMessage('password_too_short', {}, 'zh') })
      expect(await isIn(cat)).toBe(true)
      expect((await put({ id: cat.id, password: 'another long one' })).success).toBe(true)
      expect(await isIn(cat)).toBe(false)
      expect((await console.login('cat', 'another long one')).id).toBe(cat.id)
      expect(JSON.stringify([await audits(cat.id), await logOf(cat)])).not.toContain('another long one')
      expect((await put({ id: root.id, password: 'another long one' }, root)).code).toBe('user_own_password')
      expect(await isIn(root)).toBe(true)
    })

    test('a balance is booked as a difference, and told in the log', async () => {
      const dan = await console.user('dan')
      await put({ id: dan.id, quota_delta: 1_000_000 })
      expect((await record(dan.id)).quota).toBe(1_000_000)
      expect((await logOf(dan))[0]).toMatchObject({
        type: 3,
        content: 'Balance changed by an administrator from $0.00 to $2.00',
      })
      // The admin saw a million when 600 000 were there, and wanted 1.5 million: half a million is added.
      await put({ id: dan.id, quota_delta: -400_000 })
      expect((await put({ id: dan.id, quota: 1_500_000, quota_seen: 1_000_000 })).data).toMatchObject({ quota: 1_100_000 })
      await put({ id: dan.id, quota: 10 })
      expect((await record(dan.id)).quota).toBe(10)
      const before = (await logOf(dan)).length
      await put({ id: dan.id, quota: 10 })
      expect((await logOf(dan)).length).toBe(before)
      const low = await console.call('PUT /api/user/', {
        as: admin,
        body: { id: dan.id, quota_delta: -11 },
        headers: { 'accept-language': 'en' },
      })
      expect(low.json).toMatchObject({ code: 'user_quota_too_low', message: expect.stringContaining('At most $0.00002 can be taken') })
      expect((await put({ id: dan.id, quota: -1 })).code).toBe('user_quota_too_low')
      for (const quota of [1.5, 1e16, 'much']) expect((await put({ id: dan.id, quota })).fields, String(quota)).toHaveProperty('quota')
      expect((await put({ id: dan.id, quota_delta: 1_000_000_000_000_000 })).fields).toHaveProperty('quota')
      expect((await record(dan.id)).quota).toBe(10)
      const entries = await console.database.read.selectFrom('entry').selectAll().where('kind', '=', 'adjust').execute()
      expect(new Set(entries.map(({ actor_id }) => Number(actor_id)))).toEqual(new Set([admin.id]))
    })

    test('a whole record that was not edited in its money moves none, however old it is', async () => {
      const ivy = await console.user('ivy')
      await put({ id: ivy.id, quota_delta: 5_000_000 })
      const found = (await console.call(`GET /api/user/search?keyword=ivy`, { as: admin })).json.data as { items: UserJson[] }
      const listed = (await console.call('GET /api/user/?page_size=1', { as: admin })).json.data as { items: UserJson[] }
      const whole = await record(ivy.id)
      expect([found.items[0], listed.items[0]]).toEqual([whole, whole])
      await put({ id: ivy.id, quota_delta: -2_900 })
      const before = (await logOf(ivy)).length
      expect((await put({ ...whole, display_name: 'Ivy' })).data).toMatchObject({ display_name: 'Ivy', quota: 4_997_100 })
      expect((await logOf(ivy)).slice(0, -before)).toMatchObject([{ content: 'Account changed by an administrator: display name' }])
      const entries = await console.database.read.selectFrom('entry').selectAll().where('kind', '=', 'adjust').execute()
      expect(entries.filter(({ amount }) => Number(amount) === 0)).toEqual([])
      // What was edited in the record is added to what is there now.
      const edited = (await put({ ...whole, quota: whole.quota + 1000 })).data as unknown as UserJson
      expect(edited.quota).toBe(4_998_100)
      expect((await put({ ...edited, group: 'vip' })).data).toMatchObject({ group: 'vip', quota: 4_998_100 })
      const { quota_seen: _, ...familyRecord } = whole
      expect((await put(familyRecord)).data).toMatchObject({ quota: 5_000_000 })
    })

    test('the reason for a change of a balance stands in the ledger, the audit and the log', async () => {
      const sue = await console.user('sue')
      const reason = 'Refund for the failed batch'
      await put({ id: sue.id, quota_delta: 500_000, quota_reason: ` ${reason} ` })
      const [entry] = await console.database.read.selectFrom('entry').selectAll().where('reason', '=', reason).execute()
      expect(entry).toMatchObject({ kind: 'adjust', reason })
      expect(Number(entry?.amount)).toBe(500_000)
      expect(JSON.parse((await audits(sue.id)).at(-1)?.detail ?? '').after).toEqual({ quota: 500_000, quota_reason: reason })
      expect((await logOf(sue))[0]?.content).toBe(`Balance changed by an administrator from $0.00 to $1.00: ${reason}`)
      expect((await put({ id: sue.id, quota_delta: 1, quota_reason: 'x'.repeat(201) })).fields).toHaveProperty('quota_reason')
    })

    test('of admins who change a balance at the same time, none overwrites another', async () => {
      const eve = await console.user('eve')
      const changes = Array.from({ length: 12 }, (_, at) => ({ id: eve.id, quota: 100 + at, quota_seen: 100 }))
      await put({ id: eve.id, quota_delta: 100 })
      const replies = await Promise.all(changes.map((body, at) => put(body, at % 2 ? admin : root)))
      expect(replies.every(({ success }) => success)).toBe(true)
      expect((await record(eve.id)).quota).toBe(100 + 66)
    })

    test('an unknown action, an unknown user and a wrong rank are refused in both languages', async () => {
      const fay = await console.user('fay')
      const peer = await console.user('peer', 10)
      const cases: [number, string, Visitor, ErrorCode][] = [
        [fay.id, 'explode', admin, 'user_action_unknown'],
        [fay.id, '', admin, 'user_action_unknown'],
        [fay.id, 'constructor', admin, 'user_action_unknown'],
        [fay.id, 'promote', admin, 'user_promote_root_only'],
        [fay.id, 'demote', admin, 'user_not_admin'],
        [peer.id, 'disable', admin, 'user_not_outranked'],
        [admin.id, 'disable', admin, 'user_not_outranked'],
        [root.id, 'delete', admin, 'user_not_outranked'],
        [root.id, 'disable', root, 'user_protected'],
        [root.id, 'demote', root, 'user_protected'],
        [root.id, 'delete', root, 'user_protected'],
        [peer.id, 'promote', root, 'user_already_admin'],
      ]
      for (const [id, action, as, code] of cases) {
        for (const language of ['zh', 'en'] as const) {
          const body = { id, action }
          const { json } = await console.call('POST /api/user/manage', { as, body, headers: { 'accept-language': language } })
          expect([json.success, json.code, json.message], `${action} of ${id}`).toEqual([false, code, errorMessage(code, {}, language)])
        }
      }
      expect((await manage(2_147_483_000, 'disable')).code).toBe('not_found')
      expect((await manage(fay.id, 'disable', fay)).code).toBe('no_permission')
      expect((await put({ id: admin.id, quota_delta: 5 })).code).toBe('user_not_outranked')
      expect((await put({ id: root.id, quota_delta: 5 })).code).toBe('user_not_outranked')
      expect((await put({ id: root.id, quota_delta: 5 }, root)).success).toBe(true)
    })

    test('each action changes what it says, ends the sessions, and is recorded once in the log and the audit', async () => {
      const gus = await console.user('gus')
      const steps: [string, { role: number; status: number }, RegExp][] = [
        ['disable', { role: 1, status: 2 }, /Account banned/],
        ['enable', { role: 1, status: 1 }, /unbanned/],
        ['promote', { role: 10, status: 1 }, /Promoted/],
        ['demote', { role: 1, status: 1 }, /Demoted/],
        ['delete', { role: 1, status: 1 }, /deactivated/],
      ]
      for (const [action, standing, words] of steps) {
        const session = action === 'enable' ? undefined : await console.login('gus')
        const [logs, rows] = [(await logOf(gus)).length, (await audits(gus.id)).length]
        expect((await manage(gus.id, action, root)).data).toEqual(standing)
        if (session) expect(await isIn(session), action).toBe(false)
        expect((await logOf(gus)).length).toBe(logs + 1)
        expect((await logOf(gus))[0]).toMatchObject({ type: 3, content: expect.stringMatching(words), client_ip: '' })
        const after = await audits(gus.id)
        expect(after.length).toBe(rows + 1)
        expect(after.at(-1)).toMatchObject({ action: 'user.manage', actor_id: root.id, detail: expect.stringContaining(`"${action}"`) })
      }
      expect((await record(gus.id)).DeletedAt).toBeGreaterThan(0)
      for (const action of ['promote', 'demote', 'disable', 'enable', 'delete']) {
        expect((await manage(gus.id, action, root)).code, action).toBe('user_deleted')
      }
      expect((await put({ id: gus.id, quota_delta: 5 })).code).toBe('user_deleted')
    })

    test('a user who is enabled already stays logged in, and nothing is logged', async () => {
      const hal = await console.user('hal')
      expect((await manage(hal.id, 'enable')).data).toEqual({ role: 1, status: 1 })
      expect(await isIn(hal)).toBe(true)
      expect(await logOf(hal)).toEqual([])
    })

    test('a user with status 3 cannot be enabled', async () => {
      const ida = await console.user('ida')
      await console.database.run(setUserAccess, { userId: ida.id, status: 3 })
      expect((await manage(ida.id, 'enable', root)).code).toBe('user_closed')
      expect((await record(ida.id)).status).toBe(3)
    })

    test('DELETE closes an account and keeps its record', async () => {
      const joe = await console.user('joe')
      const del = (as: Visitor) => console.call(`DELETE /api/user/${joe.id}`, { as })
      expect((await del(joe)).json.code).toBe('no_permission')
      expect((await del(admin)).json).toMatchObject({ success: true, data: null })
      expect(await isIn(joe)).toBe(false)
      expect((await record(joe.id)).DeletedAt).toBeGreaterThan(0)
      expect((await del(admin)).json.code).toBe('user_deleted')
      expect((await console.call('POST /api/user/login', { body: { username: 'joe', password: PASSWORD } })).json.code).toBe('login_failed')
    })

    test('an admin who is demoted while their calls run changes nothing afterwards', async () => {
      const kim = await console.user('kim', 10)
      const lou = await console.user('lou')
      const edits = Array.from({ length: 8 }, () => put({ id: lou.id, quota_delta: 1 }, kim))
      const [demoted, ...replies] = await Promise.all([manage(kim.id, 'demote', root), ...edits])
      expect(demoted?.success).toBe(true)
      const done = replies.filter(({ success }) => success).length
      expect((await record(lou.id)).quota).toBe(done)
      expect(replies.filter(({ success }) => !success).every(({ code }) => ['no_permission', 'not_logged_in'].includes(code ?? ''))).toBe(
        true,
      )
      expect((await put({ id: lou.id, quota_delta: 1 }, kim)).success).toBe(false)
      expect((await record(lou.id)).quota).toBe(done)
    })

    test('visitors see the groups of the default group', async () => {
      const { json } = await console.call('GET /api/user/groups')
      expect(Object.keys(json.data as object)).toContain('default')
    })
  })
})
