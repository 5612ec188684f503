// What the server reads from other sites for the settings page: real requests to a server of this test.
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'

let console: TestConsole
let root: Visitor
let answer: { status: number; text: string }
let seen: { path: string; agent: string }[] = []
const site = createServer((request, response) => {
  seen.push({ path: request.url ?? '', agent: request.headers['user-agent'] ?? '' })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text)
})
let url = ''

beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const address = site.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(async () => {
  await console.close()
  site.close()
})

const english = { 'accept-language': 'en' }
const check = async () => (await console.call('GET /api/status/update', { as: root, headers: english })).json
const discover = async (address: string) =>
  (await console.call('POST /api/option/oidc_discovery', { as: root, body: { url: address } })).json
const answerWith = (json: unknown, status = 200) => {
  answer = { status, text: typeof json === 'string' ? json : JSON.stringify(json) }
  seen = []
}

test('without an address there is nothing to check, in words', async () => {
  expect(await check()).toMatchObject({ success: false, code: 'update_not_configured' })
})

test('a newer release is told with its notes and page', async () => {
  await console.options.set('update_setting.release_url', `${url}/releases/latest`, { role: 100 })
  answerWith({ tag_name: 'v0.1.0', body: '- **faster**', html_url: 'https://example.com/releases/v0.1.0' })
  expect(await check()).toMatchObject({
    success: true,
    data: { current: '0.0.1', latest: '0.1.0', is_newer: true, notes: '- **faster**', page: 'https://example.com/releases/v0.1.0' },
  })
  expect(seen).toEqual([{ path: '/releases/latest', agent: 'Waystation' }])
})

test('the same release is none, and an address that is no web page is left out', async () => {
  answerWith({ tag_name: '0.0.1', html_url: 'javascript:alert(1)' })
  expect((await check()).data).toMatchObject({ is_newer: false, latest: '0.0.1', notes: '', page: '' })
})

test.each([
  ['a failure', { message: 'rate limit' }, 403, 'document_unreadable', 'status 403'],
  ['a page that is no JSON', '<html>', 200, 'document_unreadable', 'not a JSON object'],
  ['a release without a name', { body: 'x' }, 200, 'release_unnamed', 'names no version'],
])('%s is told in words', async (_what, json, status, code, words) => {
  answerWith(json, status)
  const reply = await check()
  expect(reply).toMatchObject({ success: false, code })
  expect(reply.message).toContain(words)
})

test('a host that does not answer is named, and the address of cloud credentials is not asked', async () => {
  await console.options.set('update_setting.release_url', 'http://127.0.0.1:1/latest', { role: 100 })
  expect((await check()).message).toContain('127.0.0.1:1')
  await console.options.set('update_setting.release_url', 'http://169.254.169.254/latest', { role: 100 })
  expect(await check()).toMatchObject({ success: false, code: 'address_blocked' })
})

test('the endpoints of an OpenID Connect provider are read from its discovery document', async () => {
  const document = {
    issuer: 'https://id.example',
    authorization_endpoint: 'https://id.example/authorize',
    token_endpoint: 'https://id.example/token',
    userinfo_endpoint: 'https://id.example/userinfo',
  }
  answerWith(document)
  const { issuer: _, ...endpoints } = document
  expect(await discover(`${url}/.well-known/openid-configuration`)).toMatchObject({ success: true, data: endpoints })
  answerWith({ ...document, token_endpoint: undefined })
  expect(await discover(url)).toMatchObject({ success: false, code: 'oidc_endpoint_missing' })
  expect(await discover('ftp://id.example')).toMatchObject({ success: false, code: 'bad_url' })
})

test('an admin who is not the super admin makes the server ask nobody', async () => {
  const admin = await console.user('admin', 10)
  answerWith({ tag_name: '9.9.9' })
  for (const line of ['GET /api/status/update', 'POST /api/option/oidc_discovery']) {
    const body = line.startsWith('POST') ? { url } : undefined
    expect((await console.call(line, { as: admin, body })).json.code).toBe('no_permission')
  }
  expect(seen).toEqual([])
})
