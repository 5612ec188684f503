/// <reference lib="dom" />
// What the screens for logging in and registering show: as much as is switched on, and warnings where one is due.
import { DatabaseSync } from 'node:sqlite'
import type { User } from '@waystation/contract/people/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPasswords } from '../../server/src/domain/user/password.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
  await scene.root.confirm('secret_options')
})
afterAll(() => scene?.close())

async function put(options: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(options)) await scene.root.call('PUT', '/api/option/', { key, value })
}

/** The sites that one can log in with, as they stand on the page. */
const sites = async ({ page, say }: Screen) => (await page.getByRole('button', { name: new RegExp(`^${say('auth.with')} `) }).all()).length

test('each other site has its button exactly while it is switched on, and WeChat asks for the code of its account', async () => {
  const screen = await scene.open('visitor', '/login')
  const { page, say, sees, dialog } = screen
  await screen.button('auth.submit').waitFor()
  expect(await sites(screen)).toBe(0)
  await put({
    ...{ ServerAddress: scene.url, GitHubClientId: 'id', GitHubClientSecret: 'secret', GitHubOAuthEnabled: 'true' },
    ...{ LinuxDOClientId: 'id', LinuxDOClientSecret: 'secret', LinuxDOOAuthEnabled: 'true' },
    ...{ 'oidc.client_id': 'id', 'oidc.client_secret': 'secret', 'oidc.authorization_endpoint': 'https://id.test/a' },
    ...{ 'oidc.token_endpoint': 'https://id.test/t', 'oidc.user_info_endpoint': 'https://id.test/u', 'oidc.enabled': 'true' },
    ...{ WeChatServerAddress: 'https://wechat.test', WeChatServerToken: 'secret', WeChatAuthEnabled: 'true' },
    ...{ WeChatAccountQRCodeImageURL: `${scene.url}/favicon.ico` },
    ...{ TelegramBotToken: '1:secret', TelegramBotName: 'bot', TelegramOAuthEnabled: 'true' },
  })
  for (const path of ['/login', '/register']) {
    await page.goto(scene.url + path)
    for (const name of ['GitHub', 'OIDC', 'LinuxDO', say('auth.weChat.name'), 'Telegram'])
      await page.getByRole('button', { name: `${say('auth.with')} ${name}`, exact: true }).waitFor()
  }
  await page.goto(`${scene.url}/login`)
  await page.getByRole('button', { name: `${say('auth.with')} ${say('auth.weChat.name')}`, exact: true }).click()
  await sees(say('auth.weChat.text'))
  expect(
    await dialog()
      .getByRole('img', { name: say('auth.weChat.image') })
      .getAttribute('src'),
  ).toBe(`${scene.url}/favicon.ico`)
  await dialog()
    .getByRole('button', { name: say('auth.submit'), exact: true })
    .click()
  await sees(say('auth.weChat.empty'))
  await put({
    ...{ GitHubOAuthEnabled: 'false', LinuxDOOAuthEnabled: 'false', 'oidc.enabled': 'false' },
    ...{ WeChatAuthEnabled: 'false', TelegramOAuthEnabled: 'false' },
  })
  await page.goto(`${scene.url}/login`)
  await screen.button('auth.submit').waitFor()
  expect(await sites(screen)).toBe(0)
})

test('empty fields are told, and an expired session is named', async () => {
  const { button, sees, say } = await scene.open('visitor', '/login?expired=true')
  await sees(say('auth.expired'))
  await button('auth.submit').click()
  await sees(say('auth.empty'))
})

test('mail fields and the form itself are there only while they are needed', async () => {
  const { page, field, say, sees } = await scene.open('visitor', '/register')
  await field('auth.register.username').waitFor()
  expect(await field('auth.email').count()).toBe(0)
  await put({ SMTPServer: 'mail.test', SMTPFrom: 'a@mail.test', EmailVerificationEnabled: 'true' })
  await page.reload()
  await field('auth.email').waitFor()
  await field('auth.mailedCode').waitFor()
  expect(await page.getByRole('button', { name: say('auth.sendCode'), exact: true }).isDisabled()).toBe(true)
  await put({ RegisterEnabled: 'false' })
  await page.reload()
  await sees(say('auth.register.closed'))
  await page.goto(`${scene.url}/login`)
  await field('auth.username').waitFor()
  expect(await page.getByText(say('auth.noAccount')).count()).toBe(0)
  await put({ RegisterEnabled: 'true', EmailVerificationEnabled: 'false' })
})

test('where there are invitations, the code of one is kept until its reader registers', async () => {
  const code = await scene.facts.members.admin.client.call<string>('GET', '/api/user/aff')
  const { page, field, button, say } = await scene.open('visitor', '/about')
  await page.route('**/api/status', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    return route.fulfill({ response, json: { ...json, data: { ...json.data, aff_enabled: true } } })
  })
  await page.evaluate(() => localStorage.removeItem('status'))
  await page.goto(`${scene.url}/register?aff=${code}`)
  await field('auth.register.username').waitFor()
  await page
    .getByRole('link', { name: say('auth.submit'), exact: true })
    .last()
    .click()
  await field('auth.username').waitFor()
  await page.goto(`${scene.url}/register`)
  await field('auth.register.username').fill('guest')
  await field('auth.password').fill('a long password 1')
  await field('auth.register.repeat').fill('a long password 1')
  await button('auth.register.submit').click()
  await page.waitForURL('**/login')
  const found = await scene.root.call<{ items: User[] }>('GET', '/api/user/search?keyword=guest')
  expect(found.items).toMatchObject([{ username: 'guest', inviter_name: scene.facts.members.admin.username }])
})

/** Models that have a price, so that they are offered. */
const PRICED = [
  ...['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano', 'gpt-4', 'gpt-4-turbo', 'gpt-3.5-turbo', 'o3', 'o4-mini'],
  ...['claude-opus-4-5', 'claude-sonnet-4-5'],
]

test('one’s own page shows ten models, and the others when they are asked for', async () => {
  await scene.addChannel({ name: 'many', models: PRICED.join(',') })
  const { page, say, sees } = await scene.open('user', '/app/me')
  const shown = page.locator('.me-models li')
  await sees(/^Available models \(\d+\)$/)
  await expect.poll(() => shown.count()).toBe(10)
  const all = Number(/\d+/.exec((await page.locator('.me-models h3').textContent()) ?? '')?.[0])
  expect(all).toBeGreaterThanOrEqual(12)
  await page.getByRole('button', { name: say('me.moreModels', { count: all - 10 }), exact: true }).click()
  expect(await shown.count()).toBe(all)
  await page.getByRole('button', { name: say('action.collapse'), exact: true }).click()
  expect(await shown.count()).toBe(10)
})

test('nothing is sent before the bot check is passed, and its token goes with the call', async () => {
  await put({ TurnstileSiteKey: 'site', TurnstileSecretKey: 'secret', TurnstileCheckEnabled: 'true' })
  const { page, field, button, sees, say } = await scene.open('visitor', '/about')
  // Cloudflare's script, as far as the console uses it.
  const script = 'window.turnstile = { render: (_, { callback }) => ((window.passCheck = () => callback("a-token")), "1"), remove() {} }'
  await page.route('https://challenges.cloudflare.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  for (const [path, submit] of [
    ['/register', 'auth.register.submit'],
    ['/reset', 'auth.reset.submit'],
    ['/login', 'auth.submit'],
  ] as const) {
    await page.goto(scene.url + path)
    await page.waitForFunction(() => 'passCheck' in window)
    expect([await button(submit).isDisabled(), await button(submit).getAttribute('title')]).toEqual([true, say('auth.humanCheck.wait')])
    await page.evaluate('window.passCheck()')
    await expect.poll(() => button(submit).isEnabled()).toBe(true)
  }
  const asked: string[] = []
  await page.route('**/api/user/login?**', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('turnstile') ?? '')
    return route.fulfill({ json: { success: false, message: 'not today', code: 'login_failed' } })
  })
  await field('auth.username').fill('lin')
  await field('auth.password').fill('a password')
  await button('auth.submit').click()
  await sees('not today')
  expect(asked).toEqual(['a-token'])
  await put({ TurnstileCheckEnabled: 'false' })
})

test('a super admin who logs in with the password that everybody knows is told to change it', async () => {
  const { username, password } = scene.facts.members.root
  const database = new DatabaseSync(scene.databasePath, { timeout: 60_000 })
  database.exec('pragma busy_timeout = 5000')
  const setPassword = async (text: string) =>
    database.prepare('update user set password_hash = ? where username = ?').run(await (await openPasswords()).hash(text), username)
  const enter = async (text: string) => {
    const screen = await scene.open('visitor', '/login')
    await screen.field('auth.username').fill(username)
    await screen.field('auth.password').fill(text)
    await screen.button('auth.submit').click()
    await screen.page.waitForURL('**/app/tokens')
    await screen.sees(screen.say('auth.success'))
    return screen
  }
  const careful = await enter(password)
  expect(await careful.page.getByText(careful.say('auth.defaultPassword')).count()).toBe(0)
  await setPassword('123456')
  const careless = await enter('123456')
  await careless.sees(careless.say('auth.defaultPassword'))
  await setPassword(password)
  database.close()
})
