// The newcomer's way, as the README tells it: one command in an empty folder, a browser, the official SDK, and the books at the end.
import OpenAI from 'openai'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeProvider, openFakeProvider } from '../../server/src/testing/fake-provider.ts'
import { scenario } from '../../server/src/testing/fake-provider-script.ts'
import { openBrowser } from '../console/browser.ts'
import { type Installation, installAndStart, readmeCommand } from './installation.ts'

let provider: FakeProvider
let installation: Installation
let browser: Browser
let page: Page
const troubles: string[] = []

/**
 * What a person would need for the same, by the keystroke-level model (Card, Moran, Newell 1980): 0.28 s a key, 1.3 s to reach a field or
 * button and press it, and 1.35 s to make up one's mind before each.
 */
const hand = {
  keys: 0,
  actions: 0,
  async type(field: Locator, text: string): Promise<void> {
    this.actions += 1
    this.keys += text.length
    await field.fill(text)
  },
  async press(button: Locator): Promise<void> {
    this.actions += 1
    await button.click()
  },
  seconds(): number {
    return this.keys * 0.28 + this.actions * (1.3 + 1.35)
  },
}

const admin = { username: 'keeper', password: 'correct horse 9' }

beforeAll(async () => {
  provider = await openFakeProvider({ models: ['fake-chat'] })
  installation = await installAndStart(readmeCommand('Run it'))
  browser = await openBrowser()
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  page = await context.newPage()
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`)
  })
  // The installation fetches what the machine has not got yet, and a registry may be slow.
}, 900_000)

afterAll(async () => {
  await browser?.close()
  await provider?.close()
  installation?.remove()
})

test('from an empty folder to a charged, logged and explained call', async () => {
  // 1. One command; the terminal says where to go.
  expect(readmeCommand('Run it')).toBe('npm ci && npm start')
  console.log(`ready ${(installation.startedInMs / 1000).toFixed(1)} s after the installation`)
  expect(installation.startedInMs).toBeLessThan(60_000)
  expect(installation.output()).toContain('Open it in a browser')

  // 2. The first page makes the administrator.
  await page.goto(`${installation.url}/app/tokens`)
  await page.waitForURL('**/setup')
  await page.getByLabel('Username', { exact: true }).fill('keeper')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm password').fill('short')
  await page.getByRole('button', { name: 'Next' }).click()
  await expectText('Password length must not be less than 8')
  const openedMs = performance.now()
  await hand.type(page.getByLabel('Username', { exact: true }), admin.username)
  await hand.type(page.getByLabel('Password', { exact: true }), admin.password)
  await hand.type(page.getByLabel('Confirm password'), admin.password)
  await hand.press(page.getByRole('button', { name: 'Next' }))
  await hand.press(page.getByText('For yourself'))
  await hand.press(page.getByRole('button', { name: 'Finish setup' }))
  await hand.press(page.getByRole('button', { name: 'Add your first channel' }))

  // 3. A channel, its models fetched, tested and saved; a token; and a first answer in the playground.
  await addChannel()
  await hand.press(page.getByRole('button', { name: 'Create token' }))
  await expectText('Ready for the first call')
  const key = await shownKey()
  await hand.press(page.getByRole('button', { name: 'Try it in the playground' }))
  await hand.type(page.getByLabel('Write a message', { exact: true }), 'hello')
  await page.keyboard.press('Enter')
  await expectText('Echo: hello')
  const waitedSeconds = (performance.now() - openedMs) / 1000
  const wholeSeconds = (installation.installedInMs + installation.startedInMs) / 1000 + waitedSeconds + hand.seconds()
  console.log(
    `a first answer: ${(installation.installedInMs / 1000).toFixed(0)} s installing, ${waitedSeconds.toFixed(0)} s of the machine's on the screens, ` +
      `${hand.seconds().toFixed(0)} s of a hand's (${hand.actions} fields and buttons, ${hand.keys} keys): ${wholeSeconds.toFixed(0)} s`,
  )
  expect(hand.seconds() + waitedSeconds).toBeLessThan(120)
  expect(key).toMatch(/^sk-[0-9A-Za-z]{48}$/)

  // 4. The official SDK, as against the provider itself.
  const client = new OpenAI({ apiKey: key, baseURL: `${installation.url}/v1`, maxRetries: 2 })
  const before = await balance()
  const answer = await client.chat.completions.create({ model: 'fake-chat', messages: [{ role: 'user', content: 'hello there' }] })
  expect(answer.choices[0]?.message.content).toBe('Echo: hello there')
  let streamed = ''
  for await (const chunk of await client.chat.completions.create({
    model: 'fake-chat',
    messages: [{ role: 'user', content: 'hello again' }],
    stream: true,
  })) {
    streamed += chunk.choices[0]?.delta.content ?? ''
  }
  expect(streamed).toBe('Echo: hello again')
  provider.next(scenario.rateLimited(1))
  await client.chat.completions.create({ model: 'fake-chat', messages: [{ role: 'user', content: 'patience' }] })
  await expect(client.chat.completions.create({ model: 'nobody', messages: [{ role: 'user', content: 'x' }] })).rejects.toMatchObject({
    status: 404,
  })

  // 5. The log shows the calls a second later, and the balance has moved by exactly what it says.
  await page.goto(`${installation.url}/app/logs/api-usage`)
  const rows = page.getByRole('row').filter({ hasText: 'fake-chat' })
  await rows.first().waitFor({ timeout: 5000 })
  const logged = await logEntries()
  const charged = logged.filter(
    (entry) => entry.type === 2 && !entry.token_name.startsWith('playground') && !entry.other.includes('"is_test":true'),
  )
  expect(charged.length).toBe(3)
  expect(before - (await balance())).toBe(charged.reduce((sum, entry) => sum + entry.quota, 0))
  expect(charged.every((entry) => entry.quota > 0)).toBe(true)
  const explained = JSON.parse(charged.at(-1)?.other ?? '{}') as {
    charge?: { quota: number }
    admin_info?: { attempts: unknown[] }
    frt?: number
  }
  expect(explained.charge?.quota).toBe(charged.at(-1)?.quota)
  expect(explained.admin_info?.attempts.length).toBe(1)
  expect(explained.frt).toBeGreaterThan(0)

  // The end: Ctrl-C drains and exits 0.
  expect(await installation.end('SIGINT')).toBe(0)
  expect(troubles.filter((trouble) => !/401/.test(trouble))).toEqual([])
})

async function expectText(text: string): Promise<void> {
  await page.getByText(text).first().waitFor({ timeout: 10_000 })
}

async function addChannel(): Promise<void> {
  await hand.press(page.getByText('Custom', { exact: true }).first())
  await hand.type(page.getByLabel('Name', { exact: true }), 'far')
  await hand.type(page.getByLabel('Base URL'), provider.url)
  await hand.type(page.getByLabel('Key', { exact: true }), 'far-key')
  await hand.press(page.getByRole('button', { name: 'Fetch models' }))
  await expectText('fake-chat')
  await hand.press(page.getByRole('button', { name: 'Test connection' }))
  await page.getByText(/Echo/).first().waitFor()
  await hand.press(page.getByRole('button', { name: 'Save channel' }))
}

/** The key that the snippets on the page carry. */
async function shownKey(): Promise<string> {
  await page
    .getByText(/sk-[0-9A-Za-z]{48}/)
    .first()
    .waitFor()
  return /sk-[0-9A-Za-z]{48}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? ''
}

/** Asks the console API with the browser's own session. */
async function ask<Data>(path: string): Promise<Data> {
  return page.evaluate(async (asked) => {
    const { id } = JSON.parse(localStorage.getItem('user') ?? '{}') as { id: number }
    const response = await fetch(asked, { headers: { 'Waystation-User': String(id) } })
    return ((await response.json()) as { data: Data }).data
  }, path) as Promise<Data>
}

const balance = async () => (await ask<{ quota: number }>('/api/user/self')).quota
const logEntries = async () =>
  (await ask<{ items: { type: number; token_name: string; quota: number; other: string }[] }>('/api/log/?p=1&page_size=100')).items
