import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind, openTestDatabase } from '../../testing/databases/databases.ts'

let console: TestConsole
let admin: Visitor
let root: Visitor
let user: Visitor

beforeAll(async () => {
  console = await openConsole()
  admin = await console.user('admin', 10)
  root = await console.root()
  user = await console.user('user')
})
afterAll(() => console.close())

const put = async (key: string, value: string, as = admin) => (await console.call('PUT /api/option/', { as, body: { key, value } })).json

test("the admin's home page is shown to everybody as it was written; empty until then", async () => {
  const shown = async () => (await console.call('GET /api/home_page_content')).json
  expect(await shown()).toMatchObject({ success: true, data: '' })
  expect((await put('HomePageContent', '# Hello\n<b>you</b>')).success).toBe(true)
  expect(await shown()).toMatchObject({ success: true, data: '# Hello\n<b>you</b>' })
})

// Client item 1
test.each([
  ['Notice', 'GET /api/notice'],
  ['About', 'GET /api/about'],
] as const)('%s is shown to everybody as it was written; empty until then', async (key, call) => {
  const shown = async () => (await console.call(call)).json
  expect(await shown()).toMatchObject({ success: true, message: '', data: '' })
  expect((await put(key, '**Hello** <b>you</b>')).success).toBe(true)
  expect(await shown()).toMatchObject({ success: true, data: '**Hello** <b>you</b>' })
  const long = 'x'.repeat(200_000)
  expect((await put(key, long)).success).toBe(true)
  expect(await put(key, `${long}x`)).toMatchObject({ success: false, code: 'bad_option' })
  expect((await put(key, 'from a user', user)).code).toBe('no_permission')
  expect((await shown()).data).toBe(long)
  expect((await put(key, '')).success).toBe(true)
  expect(await shown()).toMatchObject({ success: true, data: '' })
})

test('footer, logo and chats are in the public status', async () => {
  await put('Footer', '<p>Acme</p>')
  await put('Logo', 'https://example.net/logo.png')
  await put('Chats', '[{"Web":"https://chat.example/?k={key}"}]', root)
  expect((await console.call('GET /api/status')).json.data).toMatchObject({
    footer_html: '<p>Acme</p>',
    logo: 'https://example.net/logo.png',
    chats: [{ Web: 'https://chat.example/?k={key}' }],
  })
})

// security 5
test('chats are the super admin’s, for they carry the keys of users away', async () => {
  expect(await put('Chats', '[{"Trap":"https://trap.example/?k={key}"}]')).toMatchObject({ success: false, code: 'root_only_option' })
})

// security 5
test.each(['javascript:alert(1)', 'data:text/html,{key}', 'http://trap.example/?k={key}', 'https://{key}.trap.example/'])(
  'a chat may not lead to %s, and the refusal says what may be written',
  async (link) => {
    const refused = await put('Chats', JSON.stringify([{ Bad: link }]), root)
    expect(refused).toMatchObject({ success: false, code: 'bad_option' })
    expect(refused.message).toContain('https://')
  },
)

// server, client 10
test('an admin may ask whether the database is there: a good answer counts for ten seconds, and a bad or missing one is 503', async () => {
  let pings = 0
  let answer = () => Promise.resolve()
  const site = await openConsole({
    open: async (address) => {
      const ping = () => {
        pings += 1
        return answer()
      }
      return { ...(await openTestDatabase(address)), ping }
    },
  })
  const root = await site.root()
  const plain = await site.user('plain')
  const ask = async (as: Visitor) => {
    const { status, json } = await site.call('GET /api/status/test/', { as })
    return [status, json.success, json.code]
  }
  expect(await ask(plain)).toEqual([200, false, 'no_permission'])
  answer = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.5:5432'))
  expect(await ask(root)).toEqual([503, false, 'database_unavailable'])
  answer = () => new Promise(() => {})
  expect(await ask(root)).toEqual([503, false, 'database_unavailable'])
  answer = () => Promise.resolve()
  const before = pings
  for (let times = 0; times < 3; times += 1) expect(await ask(root)).toEqual([200, true, undefined])
  expect(pings).toBe(before + 1)
  await site.close()
})

eachKind(
  'sessions that cannot be read',
  (kind) => {
    test('are a database that is not there, not a bug and not a lost login', async () => {
      const without = await openConsole({ kind })
      const root = await without.root()
      await sql`alter table session rename to session_away`.execute(without.database.read)
      await expect.poll(async () => (await without.call('GET /api/user/self', { as: root })).status, { interval: 200 }).toBe(503)
      const { json, text } = await without.call('GET /api/user/self', { as: root })
      expect(json).toMatchObject({ success: false, code: 'database_unavailable' })
      expect(text).not.toContain('session_away')
      expect(without.errorsLogged).not.toEqual([])
      await without.close()
    })
  },
  { except: ['sqlite'] },
)
