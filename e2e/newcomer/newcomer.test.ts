// The newcomer's way, as the README tells it: one command in an empty folder, a browser, the official SDK, and the books at the end.
import OpenAI from 'openai'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeProvider, openFakeProvider } from '../../server/src/testing/fake-provider.ts'
import { scenario } from '../../server/src/testing/fake-provider-script.ts'
import { findChromium } from '../../tools/chromium.ts'
import { type Installation, installAndStart, readmeCommand } from './installation.ts'

let provider: FakeProvider
let installation: Installation
let browser: Browser
let page: Page
const troubles: string[] = []

const admin = { username: 'keeper', password: 'correct horse 9' }

beforeAll(async () => {
  provider = await openFakeProvider({ models: ['fake-chat'] })
  installation = await installAndStart(readmeCommand('Run it'))
  browser = await chromium.launch({
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  page = await context.newPage()
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`)
  })
})

afterAll(async () => {
  await browser?.close()
  await provider?.close()
  installation?.remove()
})

test('from an empty folder to a charged, logged and explained call', async () => {
  // 1. One command; the terminal says where to go.
  expect(readmeCommand('Run it')).toBe('npm ci && npm start')
  console.log(`ready ${(installation.startedInMs / 1000).toFixed(1)} s after the installation`)
  expect(installation.startedInMs).toBeLessThan(20_000)
  expect(installation.output()).toContain('Open it in a browser')

  // 2. The first page makes the administrator.
  await page.goto(`${installation.url}/app/tokens`)
  await page.waitForURL('**/setup')
  await page.getByLabel('Username', { exact: true }).fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm password').fill('short')
  await page.getByRole('button', { name: 'Next' }).click()
  await expectText('Password length must not be less than 8')
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByLabel('Confirm password').fill(admin.password)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('For yourself').click()
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await page.getByRole('button', { name: 'Add your first channel' }).click()

  // 3. A channel, its models fetched, tested and saved; a token.
  await addChannel()
  await page.getByRole('button', { name: 'Create token' }).click()
  await expectText('Ready for the first call')
  const key = await shownKey()
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
  const charged = logged.filter((entry) => entry.type === 2 && !entry.other.includes('"is_test":true'))
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
  await page.getByText('Custom', { exact: true }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('far')
  await page.getByLabel('Base URL').fill(provider.url)
  await page.getByLabel('Key', { exact: true }).fill('far-key')
  await page.getByRole('button', { name: 'Fetch models' }).click()
  await expectText('fake-chat')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText(/Echo/).first().waitFor()
  await page.getByRole('button', { name: 'Save channel' }).click()
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
const logEntries = async () => (await ask<{ items: { type: number; quota: number; other: string }[] }>('/api/log/?p=1&page_size=100')).items
