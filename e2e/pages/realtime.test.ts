// OpenAI's library in a page of another origin, in Chromium: it has sessions with a client secret, and that opens nothing else.
/// <reference lib="dom" />
import { createServer } from 'node:http'
import { connect } from 'node:net'
import tls from 'node:tls'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../server/src/gateway/testing/world.ts'
import { type FakeRealtime, openFakeRealtime } from '../../server/src/testing/fake-realtime/fake-realtime.ts'
import { listenLocally } from '../../server/src/testing/network/local-site.ts'
import { localhostCertificate } from '../../server/src/testing/network/localhost-certificate.ts'
import { sharedBrowser } from '../console/browser.ts'
import type { Door } from './realtime-page.ts'

const MODEL = 'gpt-realtime'

const logLines: string[] = []
const closing: (() => Promise<unknown>)[] = []
let world: World
let vendor: FakeRealtime
let context: BrowserContext
let page: Page
/** The gateway's address over TLS, which alone the library takes. */
let baseURL: string

beforeAll(async () => {
  vendor = await openFakeRealtime({ keys: ['far-key'] })
  world = await openWorld({ channel: null, logLines, ratios: { [MODEL]: 1, 'gpt-realtime-mini': 1 } })
  await world.addChannel({ type: 1, models: `${MODEL},gpt-realtime-mini`, base_url: vendor.url })
  const port = Number(new URL(world.url).port)
  const secure = await listenLocally(
    tls.createServer(localhostCertificate, (socket) => {
      const through = connect(port, '127.0.0.1')
      for (const side of [socket, through]) side.on('error', () => {})
      socket.pipe(through).pipe(socket)
    }),
  )
  baseURL = `https://localhost:${secure.port}/v1`
  const script = await bundled('./realtime-page.ts')
  const site = await listenLocally(
    createServer(({ url }, response) => {
      const [type, body] = url === '/page.js' ? ['text/javascript', script] : ['text/html', '<script src="/page.js"></script>']
      response.writeHead(200, { 'content-type': type }).end(body)
    }),
  )
  context = await (await sharedBrowser()).newContext({ ignoreHTTPSErrors: true })
  page = await context.newPage()
  await page.goto(`http://127.0.0.1:${site.port}/`)
  closing.push(
    () => context.close(),
    site.close,
    secure.close,
    () => world.close(),
    () => vendor.close(),
  )
})
afterAll(async () => {
  for (const close of closing) await close()
})

/** A script for a page, of one of these files and what it imports. */
async function bundled(file: string): Promise<string> {
  const entry = fileURLToPath(new URL(file, import.meta.url))
  const lib = { entry, formats: ['iife' as const], name: 'bundle', fileName: 'page' }
  const built = await build({ configFile: false, logLevel: 'silent', build: { lib, write: false, minify: false } })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error('nothing was bundled')
  return output.output[0].code
}

async function clientSecret(): Promise<string> {
  const { json } = await world.post('/v1/realtime/client_secrets', { session: { type: 'realtime', model: MODEL } })
  return (json as { value: string }).value
}

const doJob = (door: Door) => page.evaluate((given) => window.page.doJob(given), door)

test('the library does a job with a tool, with a client secret, and it is charged', async () => {
  const before = await world.balance()
  const key = await clientSecret()
  const job = await doJob({ baseURL, key, model: MODEL })
  expect(job.troubles).toEqual([])
  expect(job.types).toContain('response.function_call_arguments.done')
  expect(job.text).toMatch(/^Echo: /)
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  const [row] = await world.logs(1)
  expect(row).toMatchObject({ model_name: MODEL, facts: { ws: true, responses: 2 } })
  expect(before - (await world.balance())).toBe(row?.quota)
  expect(vendor.last.request.headers.origin).toBeUndefined()
})

test('a client secret opens nothing but sessions of its model', async () => {
  const key = await clientSecret()
  const sessions = vendor.sessions.length
  const other = await doJob({ baseURL, key, model: 'gpt-realtime-mini' })
  expect(other.troubles).toHaveLength(1)
  expect(other.types).toEqual([])
  const asks = (path: string, body?: object) =>
    page.evaluate(([url, secret, sent]) => window.page.asks(url, secret, sent), [baseURL.replace('/v1', path), key, body] as const)
  expect(await asks('/v1/chat/completions', { model: MODEL, messages: [] })).toBe(401)
  expect(await asks('/v1/realtime/client_secrets', { session: { model: MODEL } })).toBe(401)
  // The console answers no page of another origin.
  expect(await asks('/api/user/self')).toBe(0)
  expect(await asks('/api/token/', { name: 'stolen', unlimited_quota: true })).toBe(0)
  expect(await world.console.call('GET', '/api/token/?p=0&page_size=100')).toHaveLength(1)
  expect(vendor.sessions).toHaveLength(sessions)
})

test('who is logged in here gives a page of another origin no session by that', async () => {
  const [name = '', value = ''] = world.console.cookie.split('=', 2)
  await context.addCookies([{ name, value, domain: 'localhost', path: '/', sameSite: 'None', secure: true }])
  const sessions = vendor.sessions.length
  const url = `${baseURL.replace('https', 'wss')}/realtime?model=${MODEL}`
  const opens = (protocols: readonly string[]) => page.evaluate(([at, all]) => window.page.opens(at, all), [url, protocols] as const)
  expect(await opens([])).toBe(false)
  expect(await opens(['realtime'])).toBe(false)
  expect(vendor.sessions).toHaveLength(sessions)
  expect(await opens(['realtime', `openai-insecure-api-key.${await clientSecret()}`])).toBe(true)
  await expect.poll(() => vendor.sessions.length).toBe(sessions + 1)
})

test('no key and no client secret stands in what the server logged', () => {
  const lines = logLines.join('\n')
  expect(lines).toContain('Server listening')
  for (const secret of [world.key, world.key.slice(3), 'far-key', 'ek_', world.console.cookie.split('=')[1] ?? 'session'])
    expect(lines).not.toContain(secret)
})
