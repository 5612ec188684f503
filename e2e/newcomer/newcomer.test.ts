// The newcomer's way, as the README tells it: one command in an empty folder, a browser, the copied command in a shell, the official SDK,
// and the books at the end.
import OpenAI from 'openai'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeProvider, openFakeProvider } from '../../server/src/testing/fakes/fake-provider.ts'
import { scenario } from '../../server/src/testing/fakes/fake-provider-script.ts'
import { openBrowser } from '../console/browser.ts'
import { answerOf, type Installation, installAndStart, readmeCommand } from './installation.ts'
import { administratorLines, channelLines, LAST_USUAL_PROVIDER, modeLines, tokenLines } from './setup-lines.ts'

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
  presses: 0,
  async type(field: Locator, text: string): Promise<void> {
    this.actions += 1
    this.keys += text.length
    await field.fill(text)
  },
  async press(button: Locator): Promise<void> {
    this.actions += 1
    this.presses += 1
    await button.click()
  },
  seconds(): number {
    return this.keys * 0.28 + this.actions * (1.3 + 1.35)
  },
}

/** As a vendor lists them: what begins the list does not chat, and the first of those that do is not the one to try. */
const MODELS = [
  'dall-e-3',
  'gpt-image-1',
  'omni-moderation-latest',
  'text-embedding-3-large',
  'text-embedding-3-small',
  'tts-1',
  'whisper-1',
  'chat-of-tomorrow',
  'gpt-4o',
  'gpt-4o-mini',
]
const WITHOUT_PRICE = ['chat-of-tomorrow']
const CHAT_MODEL = 'gpt-4o-mini'
/** Presses on the way from the first page to the first answer. */
const MAX_PRESSES = 6

const admin = { username: 'keeper', password: 'correct horse 9' }

beforeAll(async () => {
  provider = await openFakeProvider({ models: MODELS })
  installation = await installAndStart(readmeCommand('Run it'))
  browser = await openBrowser()
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  page = await context.newPage()
  page.setDefaultTimeout(20_000)
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
  startsByOneCommand()
  const openedMs = await makesAdministrator()
  const key = await makesFirstCall(openedMs)
  await triesPlayground()
  const client = new OpenAI({ apiKey: key, baseURL: `${installation.url}/v1`, maxRetries: 2 })
  const before = await balance()
  await callsByLibrary(client)
  await findsCallsInLog(before)
})

/** One command; the terminal says where to go. */
function startsByOneCommand(): void {
  expect(readmeCommand('Run it')).toBe('npm ci && npm start')
  console.log(`ready ${(installation.startedInMs / 1000).toFixed(1)} s after the installation`)
  expect(installation.startedInMs).toBeLessThan(60_000)
  expect(installation.output()).toContain('Open it in a browser')
}

/** The first page makes the administrator. Tells when its form was opened. */
async function makesAdministrator(): Promise<number> {
  await page.goto(`${installation.url}/app/tokens`)
  await page.waitForURL('**/setup')
  await expect.poll(shownLines).toEqual(administratorLines)
  await page.getByLabel('Username', { exact: true }).fill('keeper')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm password').fill('short')
  await page.getByRole('button', { name: 'Next' }).click()
  await expectText('Use at least 8 characters')
  const openedMs = performance.now()
  await hand.type(page.getByLabel('Username', { exact: true }), admin.username)
  await hand.type(page.getByLabel('Password', { exact: true }), admin.password)
  await hand.type(page.getByLabel('Confirm password'), admin.password)
  await hand.press(page.getByRole('button', { name: 'Next' }))
  await expectText('How will you use it?')
  await expect.poll(shownLines).toEqual(modeLines)
  await hand.press(page.getByRole('button', { name: 'Finish setup' }))
  return openedMs
}

/** A channel, tested with the models that it fetches; a token; and the command, copied into a shell. Answers with the token's key. */
async function makesFirstCall(openedMs: number): Promise<string> {
  await addChannel()
  await expectText('Create your first token')
  await expect.poll(shownLines).toEqual(tokenLines)
  await hand.press(page.getByRole('button', { name: 'Create token' }))
  await expectText('Ready for the first call')
  const waiting = await shownLines()
  expect(waiting.slice(0, 2)).toEqual([
    'Ready for the first call',
    'The channel and the token are ready. Copy the command below and run it in a terminal.',
  ])
  // The channel's test is in the log already, and is not this token's call.
  expect(waiting.slice(-3)).toEqual(['Waiting for the first call…', 'Try it in the playground', 'Open the console'])
  await hand.press(page.getByRole('button', { name: 'Copy', exact: true }))
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(await answerOf(command)).toContain('Echo: Introduce yourself in one sentence')
  await expectText('First call received')
  expectQuickHand(openedMs)
  expect((await shownLines()).join(' ')).toMatch(
    /First call received gpt-4o-mini .*First token .* s Total .* s Tokens \d+ → \d+ Cost \$0\.0/,
  )
  return /sk-[0-9A-Za-z]{48}/.exec(command)?.[0] ?? ''
}

/** Two minutes on the screens are enough, and few presses. */
function expectQuickHand(openedMs: number): void {
  const waitedSeconds = (performance.now() - openedMs) / 1000
  const wholeSeconds = (installation.installedInMs + installation.startedInMs) / 1000 + waitedSeconds + hand.seconds()
  console.log(
    `a first answer: ${(installation.installedInMs / 1000).toFixed(0)} s installing, ${waitedSeconds.toFixed(0)} s of the machine's on the screens, ` +
      `${hand.seconds().toFixed(0)} s of a hand's (${hand.actions} fields and buttons, ${hand.presses} of them pressed, ${hand.keys} keys): ${wholeSeconds.toFixed(0)} s`,
  )
  expect(hand.seconds() + waitedSeconds).toBeLessThan(120)
  expect(hand.presses).toBeLessThanOrEqual(MAX_PRESSES)
}

/** The playground has the same model. */
async function triesPlayground(): Promise<void> {
  await page.getByRole('button', { name: 'Try it in the playground' }).click()
  await page.getByLabel('Write a message', { exact: true }).fill('hello')
  await page.keyboard.press('Enter')
  await expectText('Echo: hello')
  expect(
    provider.requests.filter(({ path }) => path.endsWith('/chat/completions')).map(({ body }) => (body as { model: string }).model),
    'the test of the draft, that of the stored channel, the command and the playground',
  ).toEqual([CHAT_MODEL, CHAT_MODEL, CHAT_MODEL, CHAT_MODEL])
}

/** The official SDK, as against the provider itself. */
async function callsByLibrary(client: OpenAI): Promise<void> {
  const answer = await client.chat.completions.create({ model: CHAT_MODEL, messages: [{ role: 'user', content: 'hello there' }] })
  expect(answer.choices[0]?.message.content).toBe('Echo: hello there')
  let streamed = ''
  for await (const chunk of await client.chat.completions.create({
    model: CHAT_MODEL,
    messages: [{ role: 'user', content: 'hello again' }],
    stream: true,
  })) {
    streamed += chunk.choices[0]?.delta.content ?? ''
  }
  expect(streamed).toBe('Echo: hello again')
  provider.next(scenario.rateLimited(1))
  await client.chat.completions.create({ model: CHAT_MODEL, messages: [{ role: 'user', content: 'patience' }] })
  await expect(client.chat.completions.create({ model: 'nobody', messages: [{ role: 'user', content: 'x' }] })).rejects.toMatchObject({
    status: 404,
  })
}

/** The log shows the calls a second later, and the balance has moved by exactly what it says. */
async function findsCallsInLog(before: number): Promise<void> {
  await page.goto(`${installation.url}/app/logs/api-usage`)
  const rows = page.getByRole('row').filter({ hasText: CHAT_MODEL })
  await rows.first().waitFor()
  const logged = await logEntries()
  const charged = logged.filter(
    (entry) => entry.type === 2 && !entry.token_name.startsWith('playground') && !entry.other.includes('"is_test":true'),
  )
  expect(charged.length).toBe(4)
  // The first one came before the balance was looked at; rows are newest first.
  expect(before - (await balance())).toBe(charged.slice(0, 3).reduce((sum, entry) => sum + entry.quota, 0))
  expect(charged.every((entry) => entry.quota > 0)).toBe(true)
  const explained = JSON.parse(charged.at(-1)?.other ?? '{}') as {
    charge?: { quota: number }
    admin_info?: { attempts: unknown[] }
    frt?: number
  }
  expect(explained.charge?.quota).toBe(charged.at(-1)?.quota)
  expect(explained.admin_info?.attempts.length).toBe(1)
  expect(explained.frt).toBeGreaterThan(0)
}

test('a call that is refused says so where it is awaited, with what helps', async () => {
  await page.goto(`${installation.url}/setup?step=token`)
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain(`"model": "${CHAT_MODEL}"`)

  expect(await answerOf(command.replace(CHAT_MODEL, 'chat-of-tomorrow'))).toContain('model_price_error')
  await expectText('Call rejected')
  const lines = await shownLines()
  expect(lines.slice(lines.indexOf('Call rejected'))).toEqual([
    'Call rejected',
    'chat-of-tomorrow',
    expect.stringMatching(/^\d\d:\d\d:\d\d$/),
    'No price set for chat-of-tomorrow',
    'Use the model in the command above, or set a price for this one.',
    'Waiting for the next call…',
    'Model prices',
    'View logs',
    'Try it in the playground',
    'Open the console',
  ])

  expect(await answerOf(command.replace(CHAT_MODEL, 'nobody'))).toContain('model_not_found')
  await expectText('No enabled channel serves nobody in group default. Check the models, groups and status of your channels.')
  await page.getByRole('link', { name: 'View channels' }).waitFor()

  provider.next(scenario.refuse(401, 'Incorrect API key provided'))
  await answerOf(command)
  await expectText('The provider rejected the key of the channel. Check the key and the balance of your account at the provider.')

  expect(await answerOf(command)).toContain('Echo')
  await expectText('First call received')
})

test('Ctrl-C drains and ends with 0, and nothing went wrong on the screens', async () => {
  expect(await installation.end('SIGINT')).toBe(0)
  expect(troubles.filter((trouble) => !/401/.test(trouble))).toEqual([])
})

async function expectText(text: string): Promise<void> {
  await page.getByText(text).first().waitFor()
}

async function addChannel(): Promise<void> {
  await expectText('Add your first channel')
  await expect.poll(async () => withoutMoreProviders(await shownLines())).toEqual(channelLines)
  await hand.type(page.getByLabel('Base URL', { exact: true }), provider.url)
  await hand.type(page.getByLabel('Key', { exact: true }), 'far-key')
  await expectText('Fetches the models and sends one short message. It is not charged.')
  await hand.press(page.getByRole('button', { name: 'Test connection' }))
  await expectText('Echo: hi')
  await expect
    .poll(shownLines)
    .toEqual(expect.arrayContaining([`${WITHOUT_PRICE.length} of ${MODELS.length} models has no price; calls to it are rejected.`]))
  const save = page.getByRole('button', { name: 'Save channel' })
  const { y = 0, height = 0 } = (await save.boundingBox()) ?? {}
  expect(y + height, 'saving needs no scrolling').toBeLessThanOrEqual(900)
  await hand.press(save)
}

/** Behind the usual providers stand all others, with two letters and a name each. */
function withoutMoreProviders(lines: readonly string[]): readonly string[] {
  const [more, end] = [lines.indexOf(LAST_USUAL_PROVIDER) + 1, lines.indexOf('Name')]
  expect(end - more, 'all other providers can be selected').toBeGreaterThan(2 * 60)
  return lines.toSpliced(more, end - more)
}

/** All that the step shows, line by line. */
async function shownLines(): Promise<string[]> {
  const text = await page.locator('main').innerText()
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
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
