import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packFiles } from './pack-files.ts'
import { mountPages, type PageSettings, type PagesParts } from './pages.ts'

const LONG = 'ok();'.repeat(500)
const folder = mkdtempSync(join(tmpdir(), 'waystation-pages-'))
const app = Fastify()
const plain: PageSettings = {
  ...{ frameOrigins: [], usesTurnstile: false, usesTelegram: false, payAddress: '' },
  custom: { headHtml: '', css: '', js: '' },
}
const some: PageSettings = {
  ...plain,
  custom: { headHtml: '<script src="https://count.example/c.js"></script>', css: 'a { color: __NONCE__ }', js: 'go("$&")' },
}
/** What the next page is made of. */
const now: { settings: PageSettings; isHttps: boolean } = { settings: plain, isHttps: false }
const parts = (): PagesParts => ({
  ...{ folder, basePath: '/ai', isSafeMode: false },
  settings: () => now.settings,
  isHttps: () => now.isHttps,
  isRoot: async (request) => request.headers.cookie === 'root',
})

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'index.html'),
    '<head><meta name="base-path" content="__BASE_PATH__"></head><script nonce="__NONCE__" src="assets/a.js"></script>',
  )
  writeFileSync(join(folder, 'assets/a.js'), 'ok()')
  writeFileSync(join(folder, 'assets/long.js'), LONG)
  await packFiles(folder)
  await app.register((scope) => mountPages(scope, parts()), { prefix: '/ai' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string, cookie = '') => app.inject({ url, headers: { cookie } })
const withSettings = async (settings: Partial<typeof now>, body: () => Promise<void>) => {
  const before = { ...now }
  Object.assign(now, settings)
  await body().finally(() => Object.assign(now, before))
}

test.each(['/ai/', '/ai/app/tokens', '/ai/nobody/knows'])('%s is the page, with a nonce of its own that its policy names', async (url) => {
  const [first, second] = [await get(url), await get(url)]
  const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1]
  expect(first.statusCode).toBe(200)
  expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
  expect(first.body).toContain('content="/ai"')
  expect(second.body).not.toContain(String(nonce))
})

test('windows that frames of other sites open stay connected only while a login needs them', async () => {
  expect((await get('/ai/login')).headers['cross-origin-opener-policy']).toBe('same-origin')
  now.settings = { ...plain, usesTelegram: true }
  expect((await get('/ai/login')).headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  now.settings = plain
})

test('a file is cached by the browser for ever; a missing file is not answered with a page', async () => {
  expect(await get('/ai/assets/a.js')).toMatchObject({
    statusCode: 200,
    body: 'ok()',
    headers: { 'cache-control': expect.stringContaining('immutable') },
  })
  expect((await get('/ai/assets/gone.js')).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/ai/app/tokens' })).statusCode).toBe(404)
})

test.each(['/ai/ratio.png', '/ai/robots.txt', '/ai/app/old.JS?v=1.2', '/ai/.env'])('%s is no page', async (url) => {
  expect(await get(url)).toMatchObject({ statusCode: 404, headers: { 'content-type': expect.stringContaining('text/plain') } })
})

test('the icon that browsers ask for by themselves is nothing, and no error', async () => {
  expect(await get('/ai/favicon.ico')).toMatchObject({ statusCode: 204, body: '' })
})

test.each(['/ai/app/tokens?name=a.png', '/ai/gpt-4.1', '/ai/a.b/c'])('%s is one', async (url) => {
  expect((await get(url)).statusCode).toBe(200)
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
] as const)('to a browser that takes %s a file is sent as it was packed at the build', async (accepted, encoding, unpack) => {
  const ask = (url: string, more = {}) => app.inject({ url, headers: { 'accept-encoding': accepted, ...more } })
  const { headers, rawPayload } = await ask('/ai/assets/long.js')
  expect(unpack(rawPayload).toString()).toBe(LONG)
  expect(rawPayload.length < 100).toBe(encoding !== undefined)
  expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-type': expect.stringContaining('javascript') })
  expect(headers['content-encoding']).toBe(encoding)
  expect((await ask('/ai/assets/long.js', { 'if-none-match': headers.etag })).statusCode).toBe(304)
  expect((await ask('/ai/assets/a.js')).body).toBe('ok()')
})

test('what is packed in another way is another file to a cache, and has no address of its own', async () => {
  const tagOf = async (accepted: string) => {
    const { headers } = await app.inject({ url: '/ai/assets/long.js', headers: { 'accept-encoding': accepted } })
    return headers.etag
  }
  expect(new Set([await tagOf('br'), await tagOf('gzip'), await tagOf('identity')]).size).toBe(3)
  for (const ending of ['br', 'gz']) expect((await get(`/ai/assets/long.js.${ending}`)).statusCode).toBe(404)
})

test('the page is packed for each visitor', async () => {
  await withSettings({ settings: { ...plain, custom: { ...some.custom, css: LONG } } }, async () => {
    const { headers, rawPayload } = await app.inject({ url: '/ai/', headers: { 'accept-encoding': 'gzip, br' } })
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', 'content-type': 'text/html; charset=utf-8' })
    expect(brotliDecompressSync(rawPayload).toString()).toContain(LONG)
  })
})

/** The headers of a page, without what changes with each. */
async function headersOf(url: string) {
  const { headers } = await get(url)
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? ''
  const names = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'permissions-policy']
  const more = ['cross-origin-opener-policy', 'strict-transport-security', 'cache-control']
  const told = [...names, ...more].map((name) => [name, headers[name]?.toString().replaceAll(nonce, 'N')])
  return Object.fromEntries(told.filter(([, value]) => value !== undefined))
}

const policy = ({ script = '', connect = '', frame = '', form = '' } = {}) =>
  `default-src 'self'; script-src 'nonce-N' 'strict-dynamic'${script}; style-src 'self' 'nonce-N'; style-src-attr 'unsafe-inline'; ` +
  `img-src 'self' https: data: blob:; media-src 'self' blob:; connect-src 'self'${connect}; frame-src 'self' https:${frame}; frame-ancestors 'self'; ` +
  `object-src 'none'; base-uri 'none'; form-action 'self'${form}`
const common = {
  'content-security-policy': policy(),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(self), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
}

test.each(['/ai/', '/ai/login', '/ai/admin/channels'])('the headers of %s', async (url) => {
  expect(await headersOf(url)).toEqual(common)
  await withSettings({ isHttps: true }, async () => {
    expect(await headersOf(url)).toEqual({ ...common, 'strict-transport-security': 'max-age=15552000' })
  })
})

test('another host is named in the policy only while what needs it is switched on', async () => {
  const turnstile = ' https://challenges.cloudflare.com'
  await withSettings({ settings: { ...plain, usesTurnstile: true } }, async () =>
    expect(await headersOf('/ai/login')).toEqual({ ...common, 'content-security-policy': policy({ script: turnstile, frame: turnstile }) }),
  )
  await withSettings({ settings: { ...plain, usesTelegram: true } }, async () =>
    expect(await headersOf('/ai/login')).toEqual({
      ...common,
      'content-security-policy': policy({ script: ' https://telegram.org', frame: ' https://oauth.telegram.org' }),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    }),
  )
  await withSettings(
    { settings: { ...plain, payAddress: 'https://pay.example/submit.php', frameOrigins: ['http://localhost:3001'] } },
    async () =>
      expect(await headersOf('/ai/app/wallet')).toEqual({
        ...common,
        'content-security-policy': policy({ frame: ' http://localhost:3001', form: ' https://pay.example' }),
      }),
  )
  await withSettings({ settings: { ...plain, payAddress: 'https://pay.example;script-src/*' } }, async () =>
    expect((await headersOf('/ai/app/wallet'))['content-security-policy']).toBe(policy()),
  )
})

test('custom code stands on open pages with the nonce, and its scripts may speak to where they came from', async () => {
  await withSettings({ settings: some }, async () => {
    const { body, headers } = await get('/ai/about?x=1')
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
    const code = [
      '<meta name="custom-code" content="active">',
      `<script src="https://count.example/c.js" nonce="${nonce}"></script>`,
      `<style nonce="${nonce}">a { color: __NONCE__ }</style>`,
      `<script nonce="${nonce}">go("$&")</script></head>`,
    ]
    expect(body).toContain(code.join('\n'))
    expect((await headersOf('/ai/about'))['content-security-policy']).toBe(policy({ connect: ' https://count.example' }))
  })
})

test.each([
  '/ai/admin/channels',
  '/ai/app/me',
  '/ai/login',
  '/ai/setup',
  '/ai/register',
  '/ai/reset',
  '/ai/user/reset',
  '/ai/oauth/github',
  '/ai/app/wallet',
  '/ai//login',
  '/ai/%6cogin',
])('custom code is left out at %s', async (url) => {
  await withSettings({ settings: some }, async () => {
    const { body } = await get(url)
    expect(body).toContain('<meta name="custom-code" content="held">')
    expect(body).not.toMatch(/go\(|count\.example|color/)
    expect(await headersOf(url)).toEqual(common)
  })
})

test('safe mode turns custom code off: for everybody by the environment, for the super admin by the address', async () => {
  await withSettings({ settings: some }, async () => {
    expect((await get('/ai/?safe_mode=1')).body).toContain('go("$&")')
    const safe = await get('/ai/?safe_mode=1', 'root')
    expect(safe.body).toContain('content="safe"')
    expect(safe.body).not.toContain('go(')
    const other = Fastify()
    await other.register((scope) => mountPages(scope, { ...parts(), isSafeMode: true }), { prefix: '/ai' })
    const { body } = await other.inject({ url: '/ai/' })
    expect(body).toContain('content="safe"')
    expect(body).not.toContain('go(')
    await other.close()
  })
})

test('without custom code the document says nothing of it', async () => {
  expect((await get('/ai/')).body).not.toContain('custom-code')
})
