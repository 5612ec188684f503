// The system access token as a way in for programs (control 9).
import { endpoints } from '@waystation/contract/api/endpoints'
import type { EndpointSpec } from '@waystation/contract/channels/endpoint'
import { type ErrorCode, errorMessage } from '@waystation/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConsole, PASSWORD, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

eachKind('the system access token', (kind) => {
  describe('through the front door', () => {
    let console: TestConsole
    let root: Visitor
    beforeAll(async () => {
      console = await openConsole({ kind })
      root = await console.root()
    }, 180_000)
    afterAll(() => console.close())

    const newToken = async (as: Visitor) => (await console.call('POST /api/user/token', { as })).json.data as string
    const by = (line: string, token: string, userId: number | undefined, more: Record<string, string> = {}) =>
      console.call(line, {
        headers: { authorization: token, ...(userId === undefined ? {} : { 'waystation-user': String(userId) }), ...more },
      })
    const opens = async (token: string, { id }: Visitor) => (await by('GET /api/user/self', token, id)).json.success

    test('is made, works with and without Bearer, and is stored as a hash alone', async () => {
      const ann = await console.user('ann')
      const made = await console.call('GET /api/user/token', { as: ann })
      const token = made.json.data as string
      expect(token).toMatch(/^wat_[\w-]{43}$/)
      for (const shown of [token, `Bearer ${token}`, `bearer  ${token}`]) expect(await opens(shown, ann)).toBe(true)
      const tables = await Promise.all([
        console.database.read.selectFrom('user').selectAll().execute(),
        console.database.read.selectFrom('audit').selectAll().execute(),
      ])
      expect(JSON.stringify(tables)).not.toContain(token.slice(4))
      expect(tables[1].filter(({ action }) => action === 'access-token.create')).toMatchObject([
        { actor_id: ann.id, target: String(ann.id) },
      ])
      for (const line of ['GET /api/user/self', 'GET /api/user/sessions']) {
        expect((await console.call(line, { as: ann })).text).not.toContain(token.slice(4))
      }
      expect((await console.call(`GET /api/user/${ann.id}`, { as: root })).text).not.toMatch(/access_token|wat_/)
      expect((await console.call('GET /api/user/self', { as: ann })).json.data).toMatchObject({ has_access_token: true })
    })

    test('the time of its last use is shown', async () => {
      const ben = await console.user('ben')
      const token = await newToken(ben)
      const usedAt = async () => {
        const data: { access_token_used_at?: number | null } = (await console.call('GET /api/user/self', { as: ben })).json.data
        return data.access_token_used_at
      }
      expect(await usedAt()).toBeNull()
      await opens(token, ben)
      await expect.poll(usedAt).toBeGreaterThan(0)
    })

    test('has its user’s role on every call, and demands the header that names them', async () => {
      const [user, admin] = [await console.user('user'), await console.user('admin', 10)]
      const tokens = { user: await newToken(user), admin: await newToken(admin) }
      // Calls that other sites send browsers to demand a state, and no header: oauth.test.ts.
      const isRead = ({ method, access, csrf }: EndpointSpec) => method === 'GET' && access !== 'setup' && csrf !== 'state'
      const reads = endpoints.filter((endpoint) => isRead(endpoint) && !endpoint.path.includes('token'))
      for (const endpoint of reads) {
        const line = `GET ${endpoint.path.replace('{request_id}', '01ARZ3NDEKTSV4RRFFQ69G9999').replace(/\{\w+\}/g, '2147483000')}`
        const asUser = await by(line, tokens.user, user.id)
        expect(asUser.json.code === 'no_permission', line).toBe(endpoint.access === 'admin' || endpoint.access === 'root')
        const asAdmin = await by(line, tokens.admin, admin.id)
        expect(asAdmin.json.code === 'no_permission', line).toBe(endpoint.access === 'root')
        for (const userId of [undefined, root.id]) {
          const { status, json } = await by(line, tokens.user, userId)
          if (endpoint.access === 'public') expect(json.code).not.toBe('access_token_invalid')
          else expect([status, json.code], line).toEqual([401, 'user_header_mismatch'])
        }
      }
    })

    test.each([
      ['wat_nonsense', 'access_token_invalid'],
      [`wat_${'A'.repeat(43)}`, 'access_token_invalid'],
      [`Bearer wat_${'A'.repeat(43)}`, 'access_token_invalid'],
      ['sk-abcdefghijklmnopqrstuvwxyz', 'access_token_is_key'],
      ['Bearer sk-abcdefghijklmnopqrstuvwxyz', 'access_token_is_key'],
      ['', 'not_logged_in'],
      ['Bearer', 'not_logged_in'],
      ['Basic cm9vdDpyb290', 'not_logged_in'],
    ] as const)('%j opens nothing, and says why in both languages', async (shown, code: ErrorCode) => {
      for (const language of ['zh', 'en'] as const) {
        const reply = await by('GET /api/user/self', shown, root.id, { 'accept-language': language })
        expect([reply.status, reply.json.code, reply.json.message]).toEqual([401, code, errorMessage(code, {}, language)])
      }
      // A session beside it counts, as behind a proxy that demands a password of its own.
      expect((await console.call('GET /api/user/self', { as: root, headers: { authorization: shown } })).json.success).toBe(true)
      expect((await by('GET /api/pricing', shown, undefined)).json.success).toBe(true)
    })

    test('the key of model calls still opens what it did, and nothing else', async () => {
      const cat = await console.user('cat')
      const { key } = (await console.call('POST /api/token/', { as: cat, body: { name: 'mine' } })).json.data as unknown as { key: string }
      expect((await by('GET /api/log/token', `Bearer sk-${key}`, undefined)).json.success).toBe(true)
      expect((await by('GET /api/user/self', `Bearer sk-${key}`, cat.id)).json.code).toBe('access_token_is_key')
      expect((await by('GET /api/user/self', key, cat.id)).json.code).toBe('access_token_invalid')
      expect((await by('GET /api/log/token', await newToken(cat), undefined)).json.code).toBe('invalid_token')
    })

    test('it may write, with the same refusals as a session', async () => {
      const dot = await console.user('dot')
      const token = await newToken(dot)
      const headers = { authorization: token, 'waystation-user': String(dot.id) }
      const change = await console.call('PUT /api/user/self', { headers, body: { display_name: 'Dot' } })
      expect(change.json.data).toMatchObject({ display_name: 'Dot' })
      const foreign = await console.call('PUT /api/user/self', { headers: { ...headers, origin: 'https://evil.test' }, body: {} })
      expect(foreign.json.code).toBe('cross_site')
      await console.options.set('DemoSiteEnabled', 'true', { role: 100 })
      expect((await console.call('PUT /api/user/self', { headers, body: { display_name: 'x' } })).json.code).toBe('demo_site')
      await console.options.set('DemoSiteEnabled', 'false', { role: 100 })
    })

    const revocations: readonly [string, (owner: Visitor) => Promise<unknown>][] = [
      ['a new token', (owner) => newToken(owner)],
      ['taking it away', (owner) => console.call('DELETE /api/user/token', { as: owner })],
      [
        'a new password',
        (owner) => console.call('PUT /api/user/self', { as: owner, body: { password: 'a new password', original_password: PASSWORD } }),
      ],
      ['a password set by an admin', ({ id }) => console.call('PUT /api/user/', { as: root, body: { id, password: 'a new password' } })],
      ['a ban', ({ id }) => console.call('POST /api/user/manage', { as: root, body: { id, action: 'disable' } })],
      ['a promotion', ({ id }) => console.call('POST /api/user/manage', { as: root, body: { id, action: 'promote' } })],
      ['the end of the account', ({ id }) => console.call(`DELETE /api/user/${id}`, { as: root })],
      [
        'the end of the account by its owner',
        (owner) => console.call('DELETE /api/user/self', { as: owner, body: { username: owner.username, password: PASSWORD } }),
      ],
    ]
    test.each(revocations)('%s ends it at once', async (what, revoke) => {
      const eve = await console.user(`eve${revocations.findIndex(([name]) => name === what)}`)
      const token = await newToken(eve)
      expect(await opens(token, eve)).toBe(true)
      const reply = (await revoke(eve)) as { json?: { success: boolean } } | string
      if (typeof reply !== 'string') expect(reply.json?.success).toBe(true)
      expect(await opens(token, eve)).toBe(false)
    })

    test('a demotion ends it, and a ban that is lifted does not bring it back', async () => {
      const fay = await console.user('fay', 10)
      const manage = (action: string) => console.call('POST /api/user/manage', { as: root, body: { id: fay.id, action } })
      const first = await newToken(fay)
      await manage('demote')
      expect(await opens(first, fay)).toBe(false)
      const second = await newToken(await console.login('fay'))
      await manage('disable')
      await manage('enable')
      expect(await opens(second, fay)).toBe(false)
    })

    test('signing out everywhere leaves it, for it is no session', async () => {
      const gil = await console.user('gil')
      const token = await newToken(gil)
      const headers = { authorization: token, 'waystation-user': String(gil.id) }
      expect((await console.call('DELETE /api/user/sessions', { headers })).json.data).toBe(1)
      expect((await console.call('GET /api/user/self', { as: gil })).json.success).toBe(false)
      expect(await opens(token, gil)).toBe(true)
    })

    test('has a rate of its own, from wherever it is used', async () => {
      const hal = await console.user('hal')
      const token = await newToken(hal)
      const headers = { authorization: token, 'waystation-user': String(hal.id) }
      const codes = new Set<unknown>()
      for (let at = 0; at < 601; at += 1) {
        const reply = await console.call('GET /api/user/aff', { headers, from: `198.51.100.${at % 250}` })
        codes.add(reply.json.code ?? at)
      }
      expect([...codes].at(-1)).toBe('too_many_requests')
      expect(codes.size).toBe(601)
      expect((await console.call('GET /api/user/aff', { as: hal })).json.success).toBe(true)
    })
  })
})
