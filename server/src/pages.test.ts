import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountPages, plainOrigins } from './pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'waystation-pages-'))
const app = Fastify()

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'index.html'),
    '<meta name="base-path" content="__BASE_PATH__"><script nonce="__NONCE__" src="assets/a.js"></script>',
  )
  writeFileSync(join(folder, 'assets/a.js'), 'ok()')
  await app.register((scope) => mountPages(scope, { folder, basePath: '/ai' }), { prefix: '/ai' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string) => app.inject({ url })

test.each(['/ai/', '/ai/app/tokens', '/ai/nobody/knows'])('%s is the page, with a nonce of its own that its policy names', async (url) => {
  const [first, second] = [await get(url), await get(url)]
  const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1]
  expect(first.statusCode).toBe(200)
  expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
  expect(first.body).toContain('content="/ai"')
  expect(second.body).not.toContain(String(nonce))
})

test('a file is kept by the browser for ever; one that is not there is not taken for a page', async () => {
  expect(await get('/ai/assets/a.js')).toMatchObject({
    statusCode: 200,
    body: 'ok()',
    headers: { 'cache-control': expect.stringContaining('immutable') },
  })
  expect((await get('/ai/assets/gone.js')).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/ai/app/tokens' })).statusCode).toBe(404)
})

test('chat programs of this device on plain http may be framed, no other machine on plain http, and nothing gets into the policy but origins', () => {
  const origins = plainOrigins([
    'http://localhost:3001/?key={key}',
    'http://localhost:3001/other',
    'http://chat.example/?k={key}',
    'http://chat.example; script-src *',
    'http://chat.example;sandbox',
    'https://safe.example/',
    'ama://set',
  ])
  expect(origins).toEqual(['http://localhost:3001'])
})
