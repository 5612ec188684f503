// The settings page: finding an option, the way to what it waits for, tables in place of JSON, and the index.
/// <reference lib="dom" />
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
  // What is asked before is in `second-factor.test.ts`.
  await scene.root.confirm('secret_options')
})
afterAll(() => scene?.close())

type Stored = readonly { key: string; value: string }[]
const storedText = async (key: string) => (await scene.root.call<Stored>('GET', '/api/option/')).find((option) => option.key === key)?.value
const put = (key: string, value: string) => scene.root.call('PUT', '/api/option/', { key, value })
const settings = (tab: string) => scene.open('root', `/admin/settings?tab=${tab}`)
const card = ({ page }: Screen, id: string) => page.locator(`#${id}`)
const save = (screen: Screen, id: string) =>
  card(screen, id)
    .getByRole('button', { name: screen.say('action.save'), exact: true })
    .click()

test('settings are found by name, key or common word; a hit leads to its row', { tags: 'main' }, async () => {
  const screen = await settings('operation')
  const { page, say } = screen
  const search = page.getByRole('combobox', { name: say('settings.search') })
  const hits = page.getByRole('listbox', { name: say('settings.search') }).getByRole('option')
  await page.getByRole('tab', { name: say('settings.tab.operation') }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('epay')
  await hits.filter({ hasText: 'PayAddress' }).waitFor()
  expect(await page.getByRole('tab').count()).toBe(0)
  await search.fill('xyzzy')
  await screen.sees(say('settings.searchNone', { text: 'xyzzy' }))
  await search.fill('重试次数')
  await hits.filter({ hasText: 'RetryTimes' }).waitFor()
  await search.fill('smtpserver')
  await search.press('Enter')
  const row = page.locator('[data-found]')
  await row.waitFor()
  expect(await row.getAttribute('data-field')).toBe('SMTPServer')
  expect(screen.address()).toBe('/admin/settings?tab=system&card=smtp&option=SMTPServer')
  await expect.poll(() => row.locator('input').evaluate((input) => input === document.activeElement)).toBe(true)
  const index = page.getByRole('navigation', { name: say('settings.index') }).filter({ visible: true })
  expect(await index.locator('[aria-current]').innerText()).toBe('SMTP')
  await page.goBack()
  await hits.filter({ hasText: 'SMTPServer' }).waitFor()
})

test('what is unsaved stays while settings are searched, and the palette finds them too', async () => {
  const screen = await settings('other')
  const { page, say } = screen
  const name = page.getByLabel('System name', { exact: true })
  await name.fill('Relay of Wei')
  await page.getByRole('combobox', { name: say('settings.search') }).fill('logo')
  await page.getByRole('option').filter({ hasText: 'Logo' }).first().waitFor()
  await page.getByRole('combobox', { name: say('settings.search') }).press('Escape')
  expect(await name.inputValue()).toBe('Relay of Wei')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('smtp server')
  await page.getByRole('dialog').getByRole('option').filter({ hasText: 'SMTP server' }).click()
  await page.locator('[data-found][data-field="SMTPServer"]').waitFor()
})

test('what a way to pay waits for is one press away, with an address to take', async () => {
  await put('ServerAddress', '')
  const screen = await settings('system')
  const { page, say } = screen
  await page.getByLabel('Epay address', { exact: true }).fill('https://pay.example.com')
  await save(screen, 'payment')
  const refused = card(screen, 'payment')
    .getByRole('alert')
    .filter({ hasText: say('settings.addressFirst') })
  await refused.getByRole('button', { name: say('settings.addressLink') }).click()
  const address = page.getByLabel('Server address', { exact: true })
  await expect.poll(() => address.inputValue()).toBe(new URL(scene.url).origin)
  await save(screen, 'address')
  await screen.sees(say('settings.saved'))
  await save(screen, 'payment')
  await expect.poll(() => storedText('PayAddress')).toBe('https://pay.example.com')
  expect(await page.getByText(say('settings.addressNeeded')).count()).toBe(0)
  await put('PayAddress', '')
  await put('ServerAddress', '')
})

test('a switch links to what it needs until that is there', async () => {
  const screen = await settings('system')
  await card(screen, 'github').getByRole('button', { name: 'GitHub client ID', exact: true }).click()
  await screen.page.locator('[data-found][data-field="GitHubClientId"]').waitFor()
  await screen.page.getByLabel('GitHub client ID', { exact: true }).fill('abc')
  await save(screen, 'github')
  await screen.sees(screen.say('settings.saved'))
  await card(screen, 'github').getByRole('button', { name: 'GitHub client ID', exact: true }).waitFor({ state: 'detached' })
  await card(screen, 'github').getByRole('button', { name: 'GitHub client secret', exact: true }).waitFor()
  await put('GitHubClientId', '')
})

test('a table and its JSON edit one draft', async () => {
  const screen = await settings('models')
  const { page, say } = screen
  const field = page.locator('[data-field="claude.model_headers_settings"]')
  await field.getByRole('button', { name: say('kit.mapAdd') }).click()
  const cell = (label: string) => field.getByRole('textbox', { name: say('kit.mapNth', { label: say(label), n: 1 }) })
  await cell('settings.model').fill('claude-sonnet-4-5')
  await cell('settings.header').fill('anthropic-beta')
  await page.keyboard.press('Tab')
  await cell('settings.headerValue').fill('context-1m')
  await field.getByRole('button', { name: say('kit.mapAsJson') }).click()
  expect(JSON.parse(await field.locator('textarea').inputValue())).toEqual({ 'claude-sonnet-4-5': { 'anthropic-beta': ['context-1m'] } })
  await field.locator('textarea').fill('{"claude-opus-4": {"anthropic-beta": ["a", "b"]}')
  await field.getByText(say('form.invalidJsonAt', { line: 1, column: 49 })).waitFor()
  await field.locator('textarea').fill('{"claude-opus-4": {"anthropic-beta": ["a", "b"]}}')
  await field.getByRole('button', { name: say('kit.mapAsRows') }).click()
  expect(await field.getByRole('textbox').count()).toBe(6)
  await save(screen, 'claude')
  await screen.sees(say('settings.saved'))
  expect(JSON.parse((await storedText('claude.model_headers_settings')) ?? '')).toEqual({
    'claude-opus-4': { 'anthropic-beta': ['a', 'b'] },
  })
  await put('claude.model_headers_settings', '{}')
})

test('the index marks the card that one reads', async () => {
  const screen = await settings('system')
  const { page, say } = screen
  const index = page.getByRole('navigation', { name: say('settings.index') })
  const marked = () => index.locator('[aria-current]').innerText()
  await index.getByRole('link', { name: say('settings.payment'), exact: true }).click()
  await expect.poll(marked).toBe(say('settings.payment'))
  await page.mouse.move(900, 500)
  await page.mouse.wheel(0, 100_000)
  await expect.poll(marked).toBe(say('settings.turnstile'))
  await page.mouse.wheel(0, -100_000)
  await expect.poll(marked).toBe(say('settings.general'))
})
