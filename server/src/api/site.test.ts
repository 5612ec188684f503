import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../testing/console.ts'

let console: TestConsole
let admin: Visitor
let root: Visitor

beforeAll(async () => {
  console = await openConsole()
  admin = await console.user('admin', 10)
  root = await console.root()
})
afterAll(() => console.close())

const put = async (key: string, value: string, as = admin) => (await console.call('PUT /api/option/', { as, body: { key, value } })).json

test("the admin's home page is told to everybody as it was written; empty until then", async () => {
  const told = async () => (await console.call('GET /api/home_page_content')).json
  expect(await told()).toMatchObject({ success: true, data: '' })
  expect((await put('HomePageContent', '# Hello\n<b>you</b>')).success).toBe(true)
  expect(await told()).toMatchObject({ success: true, data: '# Hello\n<b>you</b>' })
})

// Client item 1
test.each([
  ['Notice', 'GET /api/notice'],
  ['About', 'GET /api/about'],
] as const)('%s is told to everybody as it was written; empty until then', async (key, call) => {
  const told = async () => (await console.call(call)).json
  expect(await told()).toMatchObject({ success: true, message: '', data: '' })
  expect((await put(key, '**Hello** <b>you</b>')).success).toBe(true)
  expect(await told()).toMatchObject({ success: true, data: '**Hello** <b>you</b>' })
  expect((await put(key, '')).success).toBe(true)
  expect(await told()).toMatchObject({ success: true, data: '' })
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
