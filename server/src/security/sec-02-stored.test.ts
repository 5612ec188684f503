// SEC-2: whoever has read the tables can do nothing with what stands there: no hash and no sealed text opens what it was made of.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, openConsole, PASSWORD, type TestConsole, type Visitor } from '../testing/console.ts'
import { eachKind } from '../testing/databases/databases.ts'
import { allRows } from './testing/all-rows.ts'

eachKind('what the tables hold', (kind) => {
  let console: TestConsole
  let root: Visitor
  let stored: string[] = []
  beforeAll(async () => {
    console = await openConsole({ kind })
    root = await console.root()
    await console.call('POST /api/user/token', { as: root })
    await console.call('POST /api/token/', { as: root, body: { name: 'key' } })
    await console.call('POST /api/channel/', { as: root, body: { name: 'c', type: 1, key: 'channel key', models: 'm' } })
    const tables = await allRows(console.database)
    const names = /hash|_enc$|sealed|_key$|_uid$|username|email/
    stored = [...tables.values()]
      .flat()
      .flatMap((row) =>
        Object.entries(row).flatMap(([name, value]) => (names.test(name) && typeof value === 'string' && value ? [value] : [])),
      )
    stored = [...new Set(stored)]
  })
  afterAll(() => console.close())

  test('SEC-2: as a password', async () => {
    expect(stored.filter((value) => value.startsWith('$')).length).toBeGreaterThan(0)
    for (const [at, password] of stored.entries()) {
      const from = `198.51.100.${at}`
      const { json } = await console.call('POST /api/user/login', { body: { username: 'root', password }, from })
      expect(json.success, password).toBe(false)
    }
    expect(await console.login('root', PASSWORD)).toMatchObject({ id: root.id })
  })

  test('SEC-2: as a cookie, an access token or a key', async () => {
    for (const value of stored) {
      for (const headers of [
        { cookie: `session=${value}` },
        { cookie: `__Host-session=${value}` },
        { cookie: `session=${Buffer.from(value, 'hex').toString('base64url')}` },
        { authorization: `Bearer ${value}` },
        { authorization: `Bearer wat_${value}` },
        { authorization: `Bearer wat_${Buffer.from(value, 'hex').toString('base64url')}` },
      ]) {
        const own = { ...headers, 'waystation-user': String(root.id) }
        expect((await console.call('GET /api/user/self', { headers: own })).status, JSON.stringify(headers)).toBe(401)
      }
      const { json } = await console.call('GET /api/log/token', { headers: { authorization: `Bearer sk-${value}` } })
      expect(json.success, value).toBe(false)
    }
  })

  test('SEC-2: the name that a session is listed under opens nothing', async () => {
    const { json } = await console.call('GET /api/user/sessions', { as: root })
    const [{ id }] = json.data as [{ id: string }]
    expect(root.cookie).not.toContain(id)
    expect(stored).not.toContain(id)
    const reply = await console.call('GET /api/user/self', { headers: { cookie: `session=${id}`, 'waystation-user': String(root.id) } })
    expect(reply.status).toBe(401)
  })

  test('SEC-13: no cookie says who or what its user is', async () => {
    const reply = await console.call('POST /api/user/login', { body: { username: 'root', password: PASSWORD } })
    const session = cookieOf(reply, 'session').split('=')[1] ?? ''
    // 256 random bits and nothing else; the device's cookie names the user and no rank, and opens nothing.
    expect(session).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(Buffer.from(session, 'base64url')).toHaveLength(32)
    const device = cookieOf(reply, 'device').split('=')[1] ?? ''
    expect(device).toMatch(new RegExp(`^${root.id}\\.\\d+\\.[\\w-]+\\.[\\w-]+$`))
    const set = [reply.headers['set-cookie']].flat().join('\n')
    expect(set).not.toMatch(/role|status|admin|root/i)
    const other = await console.user('other')
    for (const cookie of [
      `session=${device}`,
      `device=${device}`,
      `${other.cookie}; role=100`,
      `${other.cookie}; status=1; role=100; user=root`,
    ]) {
      const headers = { cookie, 'waystation-user': String(cookie.includes(other.cookie) ? other.id : root.id) }
      expect((await console.call('GET /api/option/', { headers })).json.success, cookie).toBe(false)
    }
  })
})
