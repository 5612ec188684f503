// SEC-10: a super admin is logged in, and opens a page of somebody else. Whatever that page sends here, by every means that a page has,
// nothing changes: every call of the console that changes something, and the playground's, in real Chromium.
/// <reference lib="dom" />
import { DatabaseSync } from 'node:sqlite'
import { endpoints } from '@waystation/contract/api/endpoints'
import { isWrite } from '@waystation/contract/channels/endpoint'
import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChatTrap } from './chat-trap.ts'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

interface Attack {
  readonly method: string
  readonly path: string
  /** A body that would do something. */
  readonly body: string
}

/** Bodies with which the call would succeed, were it made by the console. */
const bodies: Readonly<Record<string, object>> = {
  'POST /api/token/': { name: 'stolen', unlimited_quota: true },
  'POST /api/user/': { username: 'intruder', password: 'a long password 9' },
  'POST /api/user/manage': { id: 2, action: 'disable' },
  'PUT /api/user/': { id: 2, quota_delta: 5_000_000, reason: 'gift' },
  'PUT /api/user/self': { display_name: 'pwned' },
  'PUT /api/option/': { key: 'SystemName', value: 'Pwned' },
  'POST /api/channel/': { name: 'stolen', type: 1, key: 'k', models: 'm', group: 'default', base_url: 'http://evil.test' },
  'POST /api/admin/messages': { everyone: true, title: 'hello', format: 'plain', content: 'hello' },
  'POST /api/user/login': { username: 'lin', password: 'correct horse 9' },
  'POST /pg/chat/completions': { model: 'gpt-5-mini', messages: [{ role: 'user', content: 'hi' }] },
  'POST /pg/images/generations': { model: 'gpt-5-mini', prompt: 'a cat' },
}

const attacks: readonly Attack[] = [
  // What other servers send is verified by its signature, whoever brings it (api/money/top-up.test.ts).
  ...endpoints
    .filter(({ csrf }) => csrf !== 'signed')
    .filter((endpoint) => isWrite(endpoint) || endpoint.csrf === 'state' || endpoint.path === '/api/user/logout'),
  { method: 'POST', path: '/pg/chat/completions' },
  { method: 'POST', path: '/pg/images/generations' },
].map(({ method, path }) => ({
  method,
  path: path.replace('{provider}', 'github').replace(/\{\w+\}/g, '1'),
  body: JSON.stringify(bodies[`${method} ${path}`] ?? {}),
}))

/** Everything in the database but what every visit writes. */
function state(): Record<string, unknown> {
  const database = new DatabaseSync(scene.databasePath, { readOnly: true, timeout: 60_000 })
  const tables = database.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'").all()
  // The first request for a month's statement stores the time zone in which that month is counted.
  const others = /^(session|node|throttle\w*|sign_in_state|statement_month)$/
  const written = tables.map(({ name }) => String(name)).filter((name) => !others.test(name))
  // That a login with somebody else's state failed is written down.
  const without: Readonly<Record<string, string>> = { audit: "action <> 'login.failed'", meta: "key <> 'audit_head'" }
  const query = (name: string) => `select * from "${name}" where ${without[name] ?? 'true'}`
  const rows = Object.fromEntries(written.map((name) => [name, database.prepare(query(name)).all()]))
  database.close()
  return rows
}

/** Sends all of these, in every way that a page has, without waiting for leave. Runs in the foreign page. */
async function strike([target, all]: readonly [string, readonly Attack[]]): Promise<void> {
  const frame = (name: string) => {
    const made = document.createElement('iframe')
    made.name = name
    document.body.append(made)
  }
  for (const [at, { method, path, body }] of all.entries()) {
    const url = target + path
    const has = method !== 'GET'
    const send = (init: RequestInit) => fetch(url, { method, credentials: 'include', ...(has ? { body } : {}), ...init }).catch(() => {})
    // As a browser lets any page: simple methods, simple headers, an answer that cannot be read.
    if (method === 'GET' || method === 'POST') {
      await send({ mode: 'no-cors', ...(has ? { headers: { 'content-type': 'text/plain' } } : {}) })
      // A form; its only field's name and value make up the JSON.
      for (const type of method === 'GET' ? ['application/x-www-form-urlencoded'] : ['text/plain', 'multipart/form-data']) {
        frame(`f${at}${type}`)
        const form = document.createElement('form')
        Object.assign(form, { action: url, method, enctype: type, target: `f${at}${type}` })
        const field = document.createElement('input')
        field.name = `${body.slice(0, -1)}${body === '{}' ? '' : ','}"x":"`
        field.value = '"}'
        if (has) form.append(field)
        document.body.append(form)
        form.submit()
      }
    }
    if (method === 'POST') navigator.sendBeacon(url, body)
    if (method === 'GET') {
      new Image().src = url
      const script = document.createElement('script')
      script.src = url
      document.body.append(script)
    }
    // With what only our own pages may send: the browser asks first.
    await send({ mode: 'cors', headers: { 'content-type': 'application/json', 'waystation-user': '1' } })
    await send({ mode: 'cors' })
  }
}

/** Answers with every response that the attacks got, once all have come. */
async function attackFrom(page: Page, network: string): Promise<Response[]> {
  const responses: Response[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(scene.url)) responses.push(response)
  })
  // A few at a time, each batch from an address of its own, so that no limit of calls hides what would have been let in.
  for (let from = 0; from < attacks.length; from += 2) {
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': `${network}.${from}` })
    await page.evaluate(strike, [scene.url, attacks.slice(from, from + 2)] as const)
    await page.waitForLoadState('networkidle')
  }
  return responses
}

test('SEC-10: the list holds every call that changes something', () => {
  expect(attacks.length).toBeGreaterThan(55)
  expect(attacks.filter(({ method }) => method === 'GET').length).toBeGreaterThan(5)
})

test.each([
  ['another site', 'localhost', '198.51.100'],
  // Both are on this machine: a page from elsewhere would not even be let through to it by the browser.
  // Another port is another origin, but no other site: the browser sends the cookie along.
  ['another origin of the same site', '127.0.0.1', '203.0.113'],
])('SEC-10: a page of %s changes nothing', async (name, host, network) => {
  const trap = await openChatTrap()
  const { page } = await scene.open('root', '/app/tokens')
  await page.goto(trap.url.replace('127.0.0.1', host))
  // The ledger is checked once, some seconds after the start.
  await expect.poll(() => state().book_check).toHaveLength(1)
  const before = state()
  const withCookie = new Set<string>()
  const looks: Promise<unknown>[] = []
  page.on('request', (request) => {
    const look = async () => {
      const { cookie = '' } = await request.allHeaders()
      if (cookie.includes('session_')) withCookie.add(`${request.method()} ${new URL(request.url()).pathname}`)
    }
    looks.push(look())
  })
  const responses = await attackFrom(page, network)
  const told = new Map<string, number>()
  for (const response of responses) {
    const line = `${response.request().method()} ${new URL(response.url()).pathname}`
    const headers = response.headers()
    // The gateway's own routes answer every origin, the playground's among them, but never one that brings a cookie.
    const origins = line.includes('/pg/') ? [undefined, '*'] : [undefined]
    expect(origins, line).toContain(headers['access-control-allow-origin'])
    expect([line, headers['access-control-allow-credentials']]).toEqual([line, undefined])
    // What a browser asks beforehand does nothing.
    // Browsers that Telegram sends back with a link that fails go on to a page of ours, which tells why.
    const isSentOn = line === 'GET /app/me' || (response.status() === 302 && /\/app\/me\?link_error=\w+$/.test(headers.location ?? ''))
    if (response.request().method() !== 'OPTIONS' && !isSentOn) expect([401, 403], line).toContain(response.status())
    told.set(line, (told.get(line) ?? 0) + 1)
  }
  // Each of those that need no leave did reach the server.
  const simple = attacks.filter(({ method }) => method === 'GET' || method === 'POST')
  for (const { method, path } of simple)
    expect([path, told.get(`${method} ${path}`) ?? 0]).toEqual([path, expect.toSatisfy((count: number) => count >= 2)])
  await Promise.all(looks)
  // And with the super admin's session, where a browser sends that along.
  const sent = name.endsWith('same site') ? simple.map(({ method, path }) => `${method} ${path}`) : []
  expect(sent.filter((line) => !withCookie.has(line))).toEqual([])
  expect(state()).toEqual(before)
  await trap.close()
})

test('SEC-10: the same calls from our own page do change something, so the test above can fail', async () => {
  const { page } = await scene.open('root', '/app/tokens')
  const made = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'waystation-user': '1' }
    const response = await fetch('/api/token/', { method: 'POST', headers, body: '{"name":"mine","unlimited_quota":true}' })
    return (await response.json()) as { success: boolean }
  })
  expect(made.success).toBe(true)
})
