// The settings page: what is saved and what is not, what is asked before, what stays secret, and who may change what.
/// <reference lib="dom" />
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSite } from '../../server/src/testing/network/local-site.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
// What is asked before is in `second-factor.test.ts`.
beforeEach(() => scene.root.confirm('secret_options'))
afterAll(() => scene?.close())

type Stored = readonly { key: string; value: string }[]
const storedText = async (key: string) => (await scene.root.call<Stored>('GET', '/api/option/')).find((option) => option.key === key)?.value
const put = (key: string, value: string) => scene.root.call('PUT', '/api/option/', { key, value })

const settings = (tab: string, who: 'root' | 'admin' = 'root', options: Parameters<Scene['open']>[2] = {}) =>
  scene.open(who, `/admin/settings?tab=${tab}`, options)
const card = ({ page }: Screen, id: string) => page.locator(`#${id}`)
const save = (screen: Screen, id: string) =>
  card(screen, id)
    .getByRole('button', { name: screen.say('action.save'), exact: true })
    .click()

/** The keys that the page writes from now on, in their order. */
function writes({ page }: Screen): string[] {
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/option/')) keys.push(String(request.postDataJSON().key))
  })
  return keys
}

test('only what was changed is sent, the new name shows at once, and after a reload it is still there', { tags: 'main' }, async () => {
  const screen = await settings('other')
  const sent = writes(screen)
  await screen.page.getByLabel('System name', { exact: true }).fill('Relay of Lin')
  await card(screen, 'looks')
    .getByText(screen.say('kit.unsaved_one', { count: 1 }))
    .waitFor()
  await save(screen, 'looks')
  await screen.sees(screen.say('settings.saved'))
  expect(sent).toEqual(['SystemName'])
  await screen.page.getByRole('banner').getByText('Relay of Lin').waitFor()
  await screen.page.reload()
  await screen.page.waitForFunction(() => document.querySelector<HTMLInputElement>('#looks input')?.value === 'Relay of Lin')
  await put('SystemName', 'Waystation')
})

test('Enter without a change says so and sends nothing; so does a change that means the same', async () => {
  const screen = await settings('system')
  const sent = writes(screen)
  const address = screen.page.getByLabel('Server address', { exact: true })
  await address.press('Enter')
  await screen.sees(screen.say('settings.nothingChanged'))
  await put('ServerAddress', new URL(scene.url).origin)
  await screen.page.reload()
  await address.fill(`${new URL(scene.url).origin}/`)
  await address.press('Enter')
  await screen.sees(screen.say('settings.nothingChanged'))
  expect(sent).toEqual([])
  await put('ServerAddress', '')
})

test('when one of two is refused, the other is saved, and the refused one is named, explained and still there', async () => {
  const screen = await settings('system')
  const sent = writes(screen)
  await screen.page.getByRole('switch', { name: 'Email verification', exact: true }).click()
  await screen.page.getByRole('switch', { name: 'Password registration', exact: true }).click()
  await save(screen, 'login')
  await screen.sees(screen.say('settings.partlyFailed', { names: 'Email verification' }))
  await card(screen, 'login')
    .getByRole('alert')
    .filter({ hasText: 'Before turning this on, fill in: “SMTP server”, “Sender address” / “SMTP account”' })
    .waitFor()
  // Off comes before on.
  expect(sent).toEqual(['PasswordRegisterEnabled', 'EmailVerificationEnabled'])
  await card(screen, 'login')
    .getByText(screen.say('kit.unsaved_one', { count: 1 }))
    .waitFor()
  expect(await screen.page.getByRole('switch', { name: 'Email verification', exact: true }).isChecked()).toBe(true)
  expect(await storedText('PasswordRegisterEnabled')).toBe('false')
  expect(await storedText('EmailVerificationEnabled')).toBe('false')
  await put('PasswordRegisterEnabled', 'true')
})

test('turning off password login asks; cancelled it stays on, and the server refuses what would lock everybody out', async () => {
  const screen = await settings('system')
  const login = screen.page.getByRole('switch', { name: 'Password login', exact: true })
  await login.click()
  await screen.dialog().getByText(screen.say('settings.passwordOffTitle')).waitFor()
  await screen
    .dialog()
    .getByRole('button', { name: screen.say('action.cancel') })
    .click()
  await screen.dialog().waitFor({ state: 'hidden' })
  expect(await login.isChecked()).toBe(true)
  expect(
    await card(screen, 'login')
      .getByRole('button', { name: screen.say('action.save') })
      .count(),
  ).toBe(0)

  await login.click()
  await screen
    .dialog()
    .getByRole('button', { name: screen.say('settings.passwordOff') })
    .click()
  await screen.page.waitForFunction(() => document.querySelector('#login [role=switch]')?.getAttribute('aria-checked') === 'false')
  await save(screen, 'login')
  await card(screen, 'login').getByRole('alert').filter({ hasText: 'No super admin could log in anymore' }).waitFor()
  expect(await storedText('PasswordLoginEnabled')).toBe('true')
})

test('a secret is written and never shown; left empty it stays as it is', async () => {
  const screen = await settings('system')
  const sent = writes(screen)
  const secret = screen.page.getByLabel('SMTP password', { exact: true })
  await screen.page.getByLabel('SMTP server', { exact: true }).fill('mail.example.com')
  await secret.fill('canary-7f31')
  await save(screen, 'smtp')
  await screen.sees(screen.say('settings.saved'))
  expect([...new Set(sent)].sort()).toEqual(['SMTPServer', 'SMTPToken'])
  const count = sent.length
  await card(screen, 'smtp').getByText(screen.say('settings.isSet'), { exact: true }).waitFor()
  expect(await secret.inputValue()).toBe('')
  expect(JSON.stringify(await scene.root.call('GET', '/api/option/'))).not.toContain('canary-7f31')

  await screen.page.reload()
  await card(screen, 'smtp').getByText(screen.say('settings.isSet'), { exact: true }).waitFor()
  await screen.page.getByLabel('SMTP port', { exact: true }).fill('465')
  await save(screen, 'smtp')
  await screen.sees(screen.say('settings.saved'))
  expect(sent.slice(count)).toEqual(['SMTPPort'])
  expect(await screen.page.content()).not.toContain('canary-7f31')
  await put('SMTPServer', '')
  await put('SMTPPort', '587')
})

test('an admin reads what is the super admin’s, with the reason, and changes the rest', async () => {
  const screen = await settings('system', 'admin')
  await card(screen, 'smtp').getByText(screen.say('settings.rootOnly')).first().waitFor()
  expect(await screen.page.getByLabel('SMTP server', { exact: true }).isDisabled()).toBe(true)
  expect(await screen.page.getByLabel('Server address', { exact: true }).isDisabled()).toBe(true)
  await screen.page.getByRole('tab', { name: screen.say('settings.tab.operation') }).click()
  expect(await screen.page.getByRole('switch', { name: 'Demo site', exact: true }).isDisabled()).toBe(true)
  await card(screen, 'general').getByText(screen.say('settings.rootOnly')).first().waitFor()
  await screen.page.getByLabel('Refresh interval', { exact: true }).fill('7')
  await save(screen, 'dashboard')
  await screen.sees(screen.say('settings.saved'))
  expect(await storedText('DataExportInterval')).toBe('7')
})

test('the default is told where the value differs from it, and one click puts it back to be saved', async () => {
  const screen = await settings('operation')
  const interval = screen.page.getByLabel('Refresh interval', { exact: true })
  const told = screen.page.getByText(screen.say('settings.default', { value: '5 min' }))
  await interval.fill('5')
  expect(await told.count()).toBe(0)
  await interval.fill('9')
  await told.waitFor()
  await screen.page.getByRole('button', { name: `${screen.say('settings.useDefault')} Refresh interval` }).click()
  expect(await interval.inputValue()).toBe('5')
  expect(await told.count()).toBe(0)
})

test('JSON that is none is refused with line and column before anything is sent', async () => {
  const screen = await settings('other')
  const sent = writes(screen)
  await card(screen, 'chats')
    .getByRole('button', { name: screen.say('kit.mapAsJson') })
    .click()
  const chats = screen.page.locator('#chats textarea')
  await chats.fill('[\n  {"A": "https://a.example"},\n]')
  await save(screen, 'chats')
  await screen.sees(screen.say('form.invalidJsonAt', { line: 3, column: 1 }))
  await chats.fill('[{"A": "http://far.example"}]')
  await save(screen, 'chats')
  await card(screen, 'chats').getByRole('alert').filter({ hasText: 'a chat link must start with https://' }).waitFor()
  expect(sent).toEqual([])
})

test('the whitelist takes domains, each once', async () => {
  const screen = await settings('system')
  const domains = screen.page.getByRole('textbox', { name: 'Email domain whitelist', exact: true })
  await domains.fill('not a domain')
  await domains.press('Enter')
  await screen.sees('Must be a domain such as example.com')
  await domains.fill('gmail.com')
  await domains.press('Enter')
  await screen.sees(/domain already exists in whitelist/)
  await domains.fill('example.com')
  await domains.press('Enter')
  await screen.page.getByRole('button', { name: screen.say('kit.mapRemove', { key: 'qq.com' }) }).click()
  await save(screen, 'domains')
  await screen.sees(screen.say('settings.saved'))
  expect((await storedText('EmailDomainWhitelist'))?.split(',')).toEqual(expect.arrayContaining(['example.com', 'gmail.com']))
  expect(await storedText('EmailDomainWhitelist')).not.toContain('qq.com')
})

test('another tab keeps what is unsaved and marks it; leaving the page asks', async () => {
  const screen = await settings('ratelimit')
  await screen.page.getByRole('switch', { name: 'Rate limit of users', exact: true }).click()
  await screen.page.getByRole('tab', { name: screen.say('settings.tab.models') }).click()
  await screen.page.getByRole('switch', { name: 'Hide provider errors', exact: true }).waitFor()
  expect(screen.address()).toBe('/admin/settings?tab=models')
  await screen.page.getByRole('tab', { name: `${screen.say('settings.tab.ratelimit')} 1` }).waitFor()
  await screen.page
    .getByRole('navigation', { name: screen.say('shell.menu') })
    .getByRole('link', { name: screen.say('shell.tokens') })
    .click()
  await screen.dialog().getByText(screen.say('form.leaveTitle')).waitFor()
  await screen
    .dialog()
    .getByRole('button', { name: screen.say('action.keepEditing') })
    .click()
  await screen.page.getByRole('tab', { name: `${screen.say('settings.tab.ratelimit')} 1` }).click()
  expect(await screen.page.getByRole('switch', { name: 'Rate limit of users', exact: true }).isChecked()).toBe(true)
})

test('the server checks for updates: nothing set up, a newer release with its notes, and a failure in words', async () => {
  let answer: object = { tag_name: 'v9.1.0', body: 'Now with **wings**', html_url: 'https://example.com/v9.1.0' }
  const site = await openSite((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
  )
  const screen = await settings('other')
  const check = screen.button('settings.checkUpdate')
  await check.click()
  await screen.sees('No address of release information is set')

  await screen.page.getByLabel('Release information', { exact: true }).fill(`${site.url}/latest`)
  await save(screen, 'info')
  await screen.sees(screen.say('settings.saved'))
  await check.click()
  await screen.sees(screen.say('settings.updateFound', { version: '9.1.0' }))
  await screen.page.locator('strong', { hasText: 'wings' }).waitFor()
  answer = { message: 'moved' }
  await check.click()
  await screen.sees('The release information names no version')
  site.close()
})

test('a test mail that cannot be sent is told in the words of the server', async () => {
  const screen = await settings('system')
  await screen.button('settings.testMailSend').click()
  const dialog = screen.dialog()
  await dialog.getByLabel(screen.say('settings.testMailTo')).fill('lin@example.com')
  const answered = screen.page.waitForResponse((response) => response.url().endsWith('/api/option/test_mail'))
  await dialog.getByRole('button', { name: screen.say('settings.testMailSend') }).click()
  const { message }: { message: string } = await (await answered).json()
  expect(message).not.toBe('')
  await screen.sees(message)
})

test('what is cut off a pasted address is told before and after it is saved', async () => {
  const screen = await settings('system')
  const address = screen.page.getByLabel('Server address', { exact: true })
  const { origin } = new URL(scene.url)
  await address.fill(`\u200b${origin} `)
  await screen.sees(screen.say('form.cutOff'))
  await address.press('Enter')
  await screen.sees(screen.say('settings.savedCutOff'))
  expect(await address.inputValue()).toBe(origin)
  expect(await storedText('ServerAddress')).toBe(origin)
  await put('ServerAddress', '')
})

test('on a phone a switch is changed and saved in Chinese, and nothing sticks out', async () => {
  const screen = await settings('operation', 'root', { size: '390x844', language: 'zh' })
  await screen.page.getByRole('switch', { name: '默认收起侧边栏', exact: true }).click()
  await save(screen, 'general')
  await screen.sees('设置已保存')
  expect(await storedText('DefaultCollapseSidebar')).toBe('true')
  expect(await screen.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await put('DefaultCollapseSidebar', 'false')
})

test('own code runs on the public pages, and is left behind on the way to the login', async () => {
  const screen = await settings('other')
  await screen.page.getByLabel('Global JS', { exact: true }).fill('document.documentElement.dataset.counted = "yes"')
  await screen.page.getByLabel('Global CSS', { exact: true }).fill('body { outline: 3px solid rgb(1, 2, 3) }')
  await save(screen, 'code')
  await screen.sees(screen.say('settings.saved'))

  const visitor = await scene.open('visitor', '/')
  const counted = () => visitor.page.evaluate(() => document.documentElement.dataset.counted)
  expect(await counted()).toBe('yes')
  expect(await visitor.page.evaluate(() => getComputedStyle(document.body).outlineColor)).toBe('rgb(1, 2, 3)')
  await visitor.page
    .getByRole('banner')
    .getByRole('link', { name: visitor.say('shell.logIn') })
    .click()
  await visitor.page.getByLabel(visitor.say('auth.username'), { exact: true }).waitFor()
  expect(await counted()).toBeUndefined()
  await put('global_js', '')
  await put('global_css', '')
})
