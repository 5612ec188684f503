// The setup up to the first call, where the plain way of e2e/newcomer does not go: other languages, sizes, vendors and modes.
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { type FakeProvider, openFakeProvider } from '../../server/src/testing/fakes/fake-provider.ts'
import { scenario } from '../../server/src/testing/fakes/fake-provider-script.ts'
import { newContext, type Size, sharedBrowser, type Watch, watch } from './browser.ts'
import { type ConsoleServer, openConsoleServer } from './server.ts'
import { type Language, wordsOf } from './words.ts'

let server: ConsoleServer
let provider: FakeProvider
let page: Page
let watched: Watch
let language: Language

const say = (key: string, facts: Readonly<Record<string, string | number>> = {}) => wordsOf(language, key, facts)
const button = (key: string) => page.getByRole('button', { name: say(key), exact: true })
const field = (key: string) => page.getByRole('textbox', { name: say(key) }).first()
const sees = (text: string | RegExp) => page.getByText(text).first().waitFor()

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(await watched?.tell())
  await page?.context().close()
  await server?.close()
  await provider?.close()
})

/** The command to copy, once it is there. */
async function command(): Promise<string> {
  await sees(/^curl /)
  return (await page.locator('main pre').first().textContent()) ?? ''
}

/** Opens a server that nobody has set up and makes its administrator, up to the channel. */
async function open(given: { models: readonly string[]; language?: Language; size?: Size; mode?: string }): Promise<void> {
  language = given.language ?? 'en'
  provider = await openFakeProvider({ models: given.models })
  server = await openConsoleServer({ isSetUp: false })
  page = await (await newContext(await sharedBrowser(), given.size ?? '1440x900')).newPage()
  watched = watch(page)
  await page.goto(`${server.url}/api/status`)
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
  await page.goto(server.url)
  await field('setup.username').fill('keeper')
  for (const key of ['setup.password', 'setup.confirmPassword']) await page.getByLabel(say(key), { exact: true }).fill('correct horse 9')
  await button('action.next').click()
  if (given.mode) await page.getByText(say(given.mode), { exact: true }).click()
  await button('setup.finish').click()
  await sees(say('setup.channelTextNew'))
}

/** A channel with the models that the provider names, and a token; tested where they can be. */
async function makeFirstCall({ isTested, look }: { isTested: boolean; look?: () => Promise<void> }): Promise<void> {
  await field('channel.baseUrl').fill(provider.url)
  await field('channel.key').fill('sk-far')
  await button(isTested ? 'channel.testRun' : 'form.modelsFetch').click()
  if (isTested) await sees('Echo: hi')
  await look?.()
  await button('setup.channelSave').click()
  await button('setup.tokenCreate').click()
  await sees(say('setup.callWaiting'))
}

test('an address that ends in /v1 is asked about, and is saved only when it is meant', async () => {
  await open({ models: ['gpt-4o-mini'] })
  await field('channel.key').fill('sk-far')
  await field('channel.baseUrl').fill(`${provider.url}/v1`)
  await button('form.modelsFetch').click()
  await sees('gpt-4o-mini')
  await button('setup.channelSave').click()
  await page.getByRole('dialog').getByText(say('channel.baseUrlV1Title')).waitFor()
  await button('action.cancel').click()
  await sees(say('channel.baseUrlV1Not'))
  await button('setup.channelSave').click()
  await button('channel.baseUrlV1Yes').click()
  await button('setup.tokenCreate').waitFor()
  expect(watched.takeTroubles()).toEqual([])
})

test('a channel is named after its provider until somebody names it', async () => {
  await open({ models: ['gpt-4o-mini'] })
  const name = field('channel.name')
  await page.getByText('DeepSeek', { exact: true }).click()
  await expect.poll(() => name.inputValue()).toBe('DeepSeek')
  await name.fill('my own')
  await page.getByText('Google Gemini', { exact: true }).click()
  await sees(/generativelanguage/)
  expect(await name.inputValue()).toBe('my own')
})

test('one press takes /v1 off an address', async () => {
  await open({ models: ['gpt-4o-mini'] })
  await field('channel.baseUrl').fill(`${provider.url}/v1`)
  await button('channel.removeV1').click()
  expect(await field('channel.baseUrl').inputValue()).toBe(provider.url)
  await button('channel.removeV1').waitFor({ state: 'detached' })
})

test('every provider is offered, and found by its name', async () => {
  await open({ models: ['gpt-4o-mini'] })
  await page.getByRole('searchbox').fill('月之暗面')
  await page.getByText('Moonshot', { exact: false }).first().click()
  await page
    .getByText(/api\.moonshot/)
    .first()
    .waitFor()
})

test('a failed test shows at the field that is to blame, and in sight', async () => {
  await open({ models: ['gpt-4o-mini'] })
  await field('channel.baseUrl').fill(provider.url)
  await field('channel.key').fill('sk-far')
  await button('form.modelsFetch').click()
  await sees('gpt-4o-mini')
  provider.next(scenario.refuse(401, 'This key was revoked by its owner'))
  await button('channel.testRun').click()
  await sees('This key was revoked by its owner')
  const alert = page.getByRole('alert').filter({ hasText: say('channel.blamed.key') })
  await alert.waitFor()
  const verdict = page.locator('.test-result')
  const foot = await page.locator('.setup-foot').boundingBox()
  const box = await verdict.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
  await field('channel.key').fill('sk-near')
  await alert.waitFor({ state: 'detached' })
  await button('channel.testAgain').click()
  await sees('Echo: hi')
})

test('many models are unfolded and checked in a list, and a tested channel counts as tested', async () => {
  const models = [...Array.from({ length: 70 }, (_, index) => `family-${index}`), 'gpt-4o-mini']
  await open({ models })
  await makeFirstCall({
    isTested: true,
    look: async () => {
      expect(await page.getByText('undefined').count()).toBe(0)
      await page.getByRole('button', { name: say('kit.modelsMore', { count: 11 }) }).click()
      await sees('family-69')
      await button('kit.modelsPick').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('searchbox').fill('family')
      await dialog.getByRole('button', { name: say('kit.modelsClearShown') }).click()
      await dialog.getByRole('button', { name: say('kit.modelsTake') }).click()
      await page.getByText('family-69').waitFor({ state: 'detached' })
    },
  })
  await button('setup.enter').click()
  await page.getByRole('banner').getByText('keeper').waitFor()
  await expect
    .poll(async () => {
      await page.goto(`${server.url}/admin/channels`)
      await page.getByRole('row').filter({ hasText: 'OpenAI' }).first().waitFor()
      return page.getByText(say('channel.untested'), { exact: true }).count()
    })
    .toBe(0)
})

test('who skips the channel is in the console', async () => {
  await open({ models: ['gpt-4o-mini'] })
  await button('setup.skip').click()
  await page.waitForURL('**/app/tokens')
})

describe('a vendor whose models', () => {
  test('are all pictures: nothing is asked to chat', async () => {
    await open({ models: ['dall-e-3', 'whisper-1'] })
    await field('channel.baseUrl').fill(provider.url)
    await field('channel.key').fill('sk-far')
    await button('form.modelsFetch').click()
    await sees(say('channel.testNoChat'))
    expect(await button('channel.testRun').isDisabled()).toBe(true)
    await button('setup.channelSave').click()
    await button('setup.tokenCreate').click()
    await sees(say('snippet.noModelAdmin'))
    expect(await command()).toContain('"model": "YOUR_MODEL"')
    await button('playground.tryIt').click()
    await page.getByRole('button', { name: say('playground.send') }).waitFor()
    expect(await page.locator('.play-settings').innerText()).not.toContain('dall-e-3')
    expect(provider.requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('have no price: it is said before they are called', async () => {
    await open({ models: ['chat-of-tomorrow', 'dall-e-3'] })
    await makeFirstCall({ isTested: false })
    await sees(say('snippet.noPriceAdmin', { model: 'chat-of-tomorrow' }))
    await button('playground.tryIt').click()
    // Until the list is there, the name that was asked for stands in its field.
    await expect.poll(() => page.locator('.play-settings').innerText()).not.toMatch(/chat-of-tomorrow|\$/)
  })

  test('have no price, in self-use mode: they cost what such models cost', { tags: 'main' }, async () => {
    await open({ models: ['chat-of-tomorrow', 'dall-e-3'], mode: 'setup.modeSelf' })
    await makeFirstCall({ isTested: true })
    expect(await command()).toContain('"model": "chat-of-tomorrow"')
    await button('playground.tryIt').click()
    await sees(say('playground.defaultPrice'))
    expect(await page.locator('.play-settings').innerText()).not.toContain('$')
    await page.getByLabel(say('playground.placeholder'), { exact: true }).fill('hello')
    await page.keyboard.press('Enter')
    await sees('Echo: hello')
  })
})

test('on a phone and in Chinese the way on is always in sight, and the first call is found', { tags: 'main' }, async () => {
  await open({ models: ['dall-e-3', 'gpt-image-1', 'gpt-4o', 'gpt-4o-mini'], language: 'zh', size: '390x844' })
  const { y = 0, height = 0 } = (await button('setup.channelSave').boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(844)
  await makeFirstCall({ isTested: true })
  const text = await command()
  const key = /sk-[0-9A-Za-z]{48}/.exec(text)?.[0]
  expect(text).toContain('"model": "gpt-4o-mini"')
  const body = JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  expect((await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', headers, body })).status).toBe(200)
  await sees('已收到第一次调用')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(watched.takeTroubles()).toEqual([])
})
