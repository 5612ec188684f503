import { errors } from '@waystation/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '../../domain/audit/audit-store.ts'
import { openConsole, PASSWORD, type TestConsole } from '../../testing/console.ts'

let console: TestConsole
const form = { username: 'root', password: PASSWORD, confirmPassword: PASSWORD, SelfUseModeEnabled: true, DemoSiteEnabled: false }

beforeAll(async () => {
  console = await openConsole()
})
afterAll(() => console.close())

test('before setup the wizard learns which database it is, and nobody can log in', async () => {
  expect((await console.call('GET /api/setup')).json.data).toEqual({ status: false, root_init: false, database_type: 'sqlite' })
  expect((await console.call('GET /api/status')).json.data).toMatchObject({ setup: false })
  expect((await console.call('POST /api/user/login', { body: form })).json.code).toBe('login_failed')
})

test.each([
  ['setup_username', { username: '   ' }, 'username'],
  ['setup_username', { username: 'thirteen-long' }, 'username'],
  ['password_too_short', { password: 'seven77', confirmPassword: 'seven77' }, 'password'],
  ['password_too_long', { password: '密'.repeat(25), confirmPassword: '密'.repeat(25) }, 'password'],
  ['password_common', { password: 'Password123', confirmPassword: 'Password123' }, 'password'],
  ['password_mismatch', { confirmPassword: 'something else' }, 'confirmPassword'],
])('%s refuses %j', async (code, change, field) => {
  const { status, json } = await console.call('POST /api/setup', { body: { ...form, ...change } })
  expect([status, json.success, json.fields]).toEqual([400, false, { [field]: errors[code as 'setup_username'].zh }])
})

// security, foundation 2
test.each([
  ['username_hidden', 'ro\u200bot'],
  ['username_at_sign', 'root@a.test'],
  ['username_scripts', 'r\u043e\u043et'],
])('%s refuses the name %j', async (code, username) => {
  const { status, json } = await console.call('POST /api/setup', { body: { ...form, username } })
  expect(status).toBe(400)
  expect(json).toMatchObject({ success: false, code: 'bad_form', fields: { username: errors[code as 'username_hidden'].zh } })
})

describe('a proxy that passes on another Host', () => {
  const refused = { ...form, password: 'short', confirmPassword: 'short' }
  const outcome = async (headers: Record<string, string>) => {
    const { json } = await console.call('POST /api/setup', { body: refused, headers: { host: '127.0.0.1:3000', ...headers } })
    return json.code
  }

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'does not keep the wizard out, which sends %s',
    async (type) => {
      expect(await outcome({ origin: 'http://name.test:8080', 'content-type': type })).toBe('password_too_short')
    },
  )

  test.each([
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain; application/json', ''].map(
      (type) => ({ 'content-type': type, origin: 'http://evil.test' }),
    ),
    { 'content-type': 'application/json', origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' },
    { 'content-type': 'application/json', origin: 'http://name.test:8080', 'sec-fetch-site': 'same-site' },
    { 'content-type': 'application/json', origin: 'null' },
    { 'content-type': 'application/json', origin: 'chrome-extension://abcdefghijklmnop' },
  ])('SEC-10: lets no page of another site set the server up: %j', async (headers) => {
    expect(await outcome(headers)).toBe('cross_site')
  })

  test('SEC-10: no page of another site is granted a preflight', async () => {
    const asked = { origin: 'http://evil.test', 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
    const { status, headers } = await console.call('OPTIONS /api/setup', { headers: asked })
    expect(status).toBe(404)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

test('fifty wizards at the same time make one super admin', async () => {
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => console.call('POST /api/setup', { body: { ...form, username: ' root ' } })),
  )
  expect(replies.filter(({ json }) => json.success)).toHaveLength(1)
  for (const { status, json } of replies) if (!json.success) expect([status, json.code]).toEqual([400, 'setup_done'])
  const users = await console.database.read.selectFrom('user').select(['username', 'role', 'display_name']).execute()
  expect(users).toEqual([{ username: 'root', role: 100, display_name: 'root' }])
})

test('afterwards it is over, the modes are set, and the deed is written down once', async () => {
  expect((await console.call('GET /api/setup')).json.data).toEqual({ status: true, root_init: false, database_type: '' })
  expect((await console.call('GET /api/status')).json.data).toMatchObject({
    setup: true,
    self_use_mode_enabled: true,
    demo_site_enabled: false,
  })
  expect((await console.call('POST /api/setup', { body: form })).json.code).toBe('setup_done')
  const rows = await console.database.read
    .selectFrom('audit')
    .select(['action', 'actor_name', 'detail'])
    .where('action', '=', 'setup')
    .execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(PASSWORD)
  expect((await verifyAudit(console.database)).breaks).toEqual([])
})
