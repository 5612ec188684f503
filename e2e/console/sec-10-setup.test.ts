// SEC-10: a fresh server has no session to ride on, but it can be taken over. A page of another site cannot set it up, by any means that a page has,
// whatever the proxy in between makes of the Host; and its owner can, in real Chromium over plain http, where browsers do not say whose page asks.
/// <reference lib="dom" />
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newContext, openBrowser } from './browser.ts'
import { type ConsoleServer, openConsoleServer } from './server.ts'
import { wordsOf } from './words.ts'

let browser: Browser
let server: ConsoleServer
const servers: Server[] = []
beforeAll(async () => {
  browser = await openBrowser({ hosts: 'MAP *.test 127.0.0.1' })
})
afterAll(() => browser?.close())
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  await server?.close()
})

async function listening(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** What the proxies of guides make of the Host. */
const hosts: Readonly<Record<string, (given: string, upstream: string) => string>> = {
  'as it came': (given) => given,
  'without its port': (given) => given.replace(/:\d+$/, ''),
  'of the upstream': (_given, upstream) => upstream,
}

/** A proxy in front of a fresh server. `posts` are the types of the bodies that were sent to its setup. */
async function openFresh(host: string): Promise<{ port: number; posts: string[] }> {
  server = await openConsoleServer({ isSetUp: false })
  const posts: string[] = []
  const target = new URL(server.url)
  const port = await listening(
    createServer((incoming, response) => {
      const { method = 'GET', url = '/', headers } = incoming
      if (method === 'POST' && url === '/api/setup') posts.push(headers['content-type'] ?? '')
      const sent = { ...headers, host: hosts[host]?.(headers.host ?? '', target.host) }
      const far = request({ host: target.hostname, port: target.port, path: url, method, headers: sent }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      far.on('error', () => response.destroy())
      incoming.pipe(far)
    }),
  )
  return { port, posts }
}

/** Everything that a page can send without leave, and JSON, which it cannot. Runs in the foreign page. */
async function strike(target: string): Promise<void> {
  const body = JSON.stringify({ username: 'evil', password: 'correct horse 9', confirmPassword: 'correct horse 9' })
  const send = (type: string, mode: RequestMode) =>
    fetch(target, { method: 'POST', mode, body, headers: { 'content-type': type } }).catch(() => undefined)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json'])
    for (const mode of ['no-cors', 'cors'] as const) await send(type, mode)
  navigator.sendBeacon(target, body)
  navigator.sendBeacon(target, new Blob([body], { type: 'application/json' }))
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const frame = document.createElement('iframe')
    frame.name = type
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: target, enctype: type, target: type })
    // Name and value make up the JSON.
    const field = document.createElement('input')
    field.name = `${body.slice(0, -1)},"x":"`
    field.value = '"}'
    form.append(field)
    document.body.append(frame, form)
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
    form.submit()
    await loaded
  }
}

const isSetUp = async () => ((await (await fetch(`${server.url}/api/setup`)).json()) as { data: { status: boolean } }).data.status

test.each(Object.keys(hosts))(
  'SEC-10: a page of another site sets no fresh server up, with the Host %s',
  { tags: 'main' },
  async (host) => {
    const { port, posts } = await openFresh(host)
    const foreign = await listening(
      createServer((_request, response) => void response.setHeader('content-type', 'text/html').end('<body>')),
    )
    const page = await (await newContext(browser, '1440x900')).newPage()
    await page.goto(`http://evil.test:${foreign}/`)
    await page.evaluate(strike, `http://name.test:${port}/api/setup`)
    // They did arrive, and JSON did not.
    const types = () => new Set(posts.map((type) => type.split(';')[0]))
    await expect.poll(types).toEqual(new Set(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']))
    expect(await isSetUp()).toBe(false)
  },
)

const say = (key: string) => wordsOf('en', key)

async function fillWizard(page: Page, port: number): Promise<void> {
  await page.goto(`http://name.test:${port}/api/status`)
  await page.evaluate(() => localStorage.setItem('language', 'en'))
  await page.goto(`http://name.test:${port}/`)
  await page.getByRole('textbox', { name: say('setup.username') }).fill('keeper')
  for (const key of ['setup.password', 'setup.confirmPassword']) await page.getByLabel(say(key), { exact: true }).fill('correct horse 9')
  await page.getByRole('button', { name: say('action.next'), exact: true }).click()
  await page.getByRole('button', { name: say('setup.finish'), exact: true }).click()
}

test('the owner sets it up behind a proxy that cuts off the port', { tags: 'main' }, async () => {
  const { port } = await openFresh('without its port')
  const page = await (await newContext(browser, '1440x900')).newPage()
  await fillWizard(page, port)
  await page.getByText(say('setup.channelTextNew')).waitFor()
})

test('behind one that passes on another Host the wizard shows what to set, and says so again', async () => {
  const { port } = await openFresh('of the upstream')
  const page = await (await newContext(browser, '1440x900')).newPage()
  await fillWizard(page, port)
  for (let times = 0; times < 2; times += 1) {
    const failure = page.getByRole('alert')
    await failure.getByText('proxy_set_header Host $http_host;').waitFor()
    for (const part of [`http://name.test:${port}`, new URL(server.url).host]) expect(await failure.innerText()).toContain(part)
    await page.getByRole('button', { name: say('setup.finish'), exact: true }).click()
  }
  expect(await isSetUp()).toBe(true)
})
