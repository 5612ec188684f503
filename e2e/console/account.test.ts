/// <reference lib="dom" />
// People's own accounts: registering, coming back after a forgotten password, and what they do on their own page.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpServer, type TestSmtp } from '../../server/src/testing/network/smtp-server.ts'
import type { Size } from './browser.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
let smtp: TestSmtp
beforeAll(async () => {
  smtp = await openSmtpServer()
  scene = await openScene()
  const options = {
    ...{ ServerAddress: scene.url, SMTPServer: '127.0.0.1', SMTPPort: String(smtp.port), SMTPAccount: 'post@station.test' },
    ...{ RegisterEnabled: 'true', EmailVerificationEnabled: 'true' },
  }
  await scene.root.confirm('secret_options')
  for (const [key, value] of Object.entries(options)) await scene.root.call('PUT', '/api/option/', { key, value })
})
afterAll(async () => {
  await scene?.close()
  await smtp?.close()
})

const PASSWORD = 'a long password 1'

const openVisitor = (path: string, size: Size = '1440x900') => scene.open('visitor', path, { size })

/** Opens an account by the screens, from the link to a login. */
async function registerAs(name: string, size: Size = '1440x900'): Promise<Screen> {
  const screen = await openVisitor('/login?returnTo=/app/me', size)
  const { page, say, button, field } = screen
  await page
    .getByRole('link', { name: say('auth.register.submit'), exact: true })
    .last()
    .click()
  const before = smtp.mails.length
  await field('auth.register.username').fill(name)
  await field('auth.email').fill(`${name}@example.org`)
  await button('auth.sendCode').click()
  const code = /\b\d{6}\b/.exec((await smtp.mail(before + 1)).text)?.[0] ?? ''
  await page.getByRole('button', { name: /^Resend in \d+ s$/ }).waitFor()
  await field('auth.mailedCode').fill(code)
  await field('auth.password').fill(PASSWORD)
  await field('auth.register.repeat').fill(PASSWORD)
  await button('auth.register.submit').click()
  await page.waitForURL('**/login')
  return screen
}

async function logIn({ page, field, button }: Screen, name: string, password = PASSWORD): Promise<void> {
  await field('auth.username').fill(name)
  await field('auth.password').fill(password)
  await button('auth.submit').click()
  await page.waitForURL((url) => url.pathname.startsWith('/app/'))
}

/** Somebody's own page in a browser of its own. */
async function openMe(name: string, password = PASSWORD): Promise<Screen> {
  const screen = await openVisitor('/login?returnTo=/app/me')
  await logIn(screen, name, password)
  await screen.page.getByRole('heading', { name: screen.say('me.session.title') }).waitFor()
  return screen
}

test('a password that is too short and one that is repeated wrongly are told at their fields', async () => {
  const { field, button, sees, say } = await openVisitor('/register')
  await field('auth.password').fill('short')
  await field('auth.register.repeat').fill('another')
  await button('auth.register.submit').click()
  await sees(say('auth.register.usernameEmpty'))
  await sees(say('auth.register.passwordShort'))
  await sees(say('auth.register.mismatch'))
  await sees(say('auth.emailEmpty'))
})

test('somebody registers with a mailed code, logs in, and a new password logs out their other browser', async () => {
  await logIn(await registerAs('ann'), 'ann')
  const here = await openMe('ann')
  const there = await openMe('ann')
  await here.button('me.changePassword').click()
  const dialog = here.dialog()
  await dialog.getByLabel(here.say('me.oldPassword'), { exact: true }).fill('not the password')
  await dialog.getByLabel(here.say('me.newPassword'), { exact: true }).fill('another password 2')
  await dialog.getByLabel(here.say('me.repeatPassword'), { exact: true }).fill('another password 2')
  const send = dialog.getByRole('button', { name: here.say('me.changePassword'), exact: true })
  await send.click()
  await dialog.getByText('Wrong password').waitFor()
  await dialog.getByLabel(here.say('me.oldPassword'), { exact: true }).fill(PASSWORD)
  await send.click()
  await here.sees(here.say('me.passwordChanged'))
  await there.page.goto(`${scene.url}/app/me`)
  await there.page.waitForURL('**/login?expired=true*')
  expect(here.address()).toBe('/app/me')
  await openMe('ann', 'another password 2')
})

test('an access token is shown once, works, and a new one replaces it after a question', async () => {
  await registerAs('ben')
  const { page, context, say, button, sees, dialog } = await openMe('ben')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const shown = page.locator('.copy-field code').filter({ hasText: 'wat_' })
  await button('me.token.create').click()
  await sees(say('me.token.once'))
  await sees(say('me.token.created'))
  const first = (await shown.textContent()) ?? ''
  const id = await page.evaluate(() => /"id":(\d+)/.exec(localStorage.getItem('user') ?? '')?.[1] ?? '')
  const ask = (token: string) =>
    fetch(`${scene.url}/api/user/self`, { headers: { authorization: `Bearer ${token}`, 'waystation-user': id } })
  expect((await ask(first)).status).toBe(200)
  await page.reload()
  await sees(say('me.token.exists'))
  expect(await page.getByText(first).count()).toBe(0)
  await button('me.token.replace').click()
  await dialog()
    .getByRole('button', { name: say('me.token.replace'), exact: true })
    .click()
  await sees(say('me.token.once'))
  const second = (await shown.textContent()) ?? ''
  expect([(await ask(first)).status, (await ask(second)).status]).toEqual([401, 200])

  const rights = page.locator('.me-token-rights')
  await rights.getByText(say('me.token.scope.use'), { exact: true }).waitFor()
  await button('me.token.scopes').click()
  await dialog()
    .getByRole('switch', { name: say('me.token.scope.read'), exact: true })
    .click()
  // An ordinary user manages nothing, and is not asked.
  expect(await dialog().getByRole('switch').count()).toBe(2)
  await dialog()
    .getByRole('button', { name: say('action.save'), exact: true })
    .click()
  const identity = page.getByRole('dialog', { name: say('factor.confirm.title') })
  await identity.getByLabel(say('factor.confirm.password'), { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await sees(say('me.token.saved'))
  expect(await rights.getByText(say('me.token.scope.read'), { exact: true }).count()).toBe(0)
  expect((await ask(second)).status).toBe(403)
})

test('an address is replaced by one that is proven with a code, and passwords must match', async () => {
  await registerAs('finn')
  const { page, say, button, sees, dialog } = await openMe('finn')
  await button('me.replaceEmail').click()
  const confirm = dialog().getByRole('button', { name: say('me.confirmEmail'), exact: true })
  await confirm.click()
  await sees(say('auth.emailEmpty'))
  await sees(say('auth.codeEmpty'))
  const before = smtp.mails.length
  await dialog().getByLabel(say('me.newEmail'), { exact: true }).fill('finn@example.net')
  await dialog()
    .getByRole('button', { name: say('auth.sendCode'), exact: true })
    .click()
  const code = /\b\d{6}\b/.exec((await smtp.mail(before + 1)).text)?.[0] ?? ''
  await dialog().getByLabel(say('auth.mailedCode'), { exact: true }).fill(code)
  await confirm.click()
  const identity = page.getByRole('dialog', { name: say('factor.confirm.title') })
  await identity.getByLabel(say('factor.confirm.password'), { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await sees(say('me.emailLinked'))
  await page.getByText('finn@example.net', { exact: true }).waitFor()

  await button('me.changePassword').click()
  await dialog().getByLabel(say('me.newPassword'), { exact: true }).fill('one long password')
  await dialog().getByLabel(say('me.repeatPassword'), { exact: true }).fill('another long password')
  await dialog()
    .getByRole('button', { name: say('me.changePassword'), exact: true })
    .click()
  await sees(say('auth.register.mismatch'))
})

test('sessions are listed with this browser, and logging out everywhere leads to the login', async () => {
  await registerAs('cem')
  const there = await openMe('cem')
  const here = await openMe('cem')
  await here.sees(here.say('me.session.current'))
  expect(await here.page.getByText(/^Chrome · Linux$/).count()).toBe(2)
  await here.button('me.session.all').click()
  await here
    .dialog()
    .getByText(here.say('me.session.allText', { count: 2 }))
    .waitFor()
  await here
    .dialog()
    .getByRole('button', { name: here.say('me.session.all'), exact: true })
    .click()
  await here.page.waitForURL('**/login*')
  await there.page.reload()
  await there.page.waitForURL('**/login?expired=true*')
})

test('a forgotten password is replaced by the mailed link, and the new one is shown and logs in', async () => {
  await registerAs('dee')
  const screen = await openVisitor('/login')
  const { page, say, button, field, sees } = screen
  await page.getByRole('link', { name: say('auth.forgot') }).click()
  const before = smtp.mails.length
  await field('auth.email').fill('dee@example.org')
  await button('auth.reset.submit').click()
  await sees(say('auth.reset.sent', { email: 'dee@example.org' }))
  const link = /http\S+\/user\/reset\S+/.exec((await smtp.mail(before + 1)).text)?.[0] ?? ''
  await page.goto(link)
  await screen.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await button('auth.reset.redeem').click()
  await sees(say('auth.reset.once'))
  const password = (await page.locator('.copy-field code').textContent()) ?? ''
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(password)
  await page.getByRole('link', { name: say('auth.reset.back') }).click()
  await logIn(screen, 'dee', password)
  await page.goto(link)
  await button('auth.reset.redeem').click()
  await page.getByRole('link', { name: say('auth.reset.anew') }).waitFor()
})

test('the settings are saved, and a webhook must be https', async () => {
  const { page, say, button, field, sees } = await scene.open('user', '/app/me')
  await page.getByRole('combobox', { name: say('me.notify.type') }).click()
  await page.locator('.ant-select-item-option').getByText('Webhook', { exact: true }).click()
  await field('me.notify.url').fill('http://hooks.example.net')
  await page.getByRole('button', { name: '$10', exact: true }).click()
  await button('action.save').click()
  await sees('The webhook URL must start with https://')
  await field('me.notify.url').fill('https://hooks.example.net/x')
  await field('me.notify.secret').fill('hook secret')
  await page.getByRole('switch', { name: say('me.notify.statement') }).click()
  await button('action.save').click()
  await sees(say('me.saved'))
  await sees(say('me.notify.secretKept'))
  await page.getByRole('tab', { name: say('me.other.title') }).click()
  await page.getByRole('switch', { name: say('me.other.ip') }).click()
  await button('action.save').click()
  await button('action.save').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('switch', { name: say('me.other.ip') }).waitFor()
  expect(await page.getByRole('switch', { name: say('me.other.ip') }).isChecked()).toBe(true)
  const self = await scene.facts.members.user.client.call<{ setting: string }>('GET', '/api/user/self')
  const expected = {
    notify_type: 'webhook',
    quota_warning_threshold: 5_000_000,
    webhook_url: 'https://hooks.example.net/x',
    monthly_statement: true,
  }
  expect(JSON.parse(self.setting)).toMatchObject({ ...expected, show_ip_in_logs: true })
  const desk = await scene.open('admin', `/admin/users/${scene.facts.members.user.client.userId}`)
  await desk.sees(desk.say('user.statementMailOn'))
})

test('an account is deleted on a phone, after its name and password were typed', async () => {
  const screen = await registerAs('eve', '390x844')
  await logIn(screen, 'eve')
  const { page, say, button, dialog, sees } = screen
  await page.goto(`${scene.url}/app/me`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await button('me.delete.open').click()
  const remove = dialog().getByRole('button', { name: say('me.delete.title'), exact: true })
  await remove.click()
  await dialog().getByText(say('me.delete.nameWrong')).waitFor()
  await dialog()
    .getByLabel(say('kit.typeToConfirm', { name: 'eve' }), { exact: true })
    .fill('eve')
  await dialog().getByLabel(say('auth.password'), { exact: true }).fill(PASSWORD)
  await remove.click()
  await page.waitForURL('**/login*')
  await sees(say('shell.loggedOut'))
})

test('a callback that fails says why, once, and leads a visitor back to the login', async () => {
  const { page, say, sees } = await openVisitor('/')
  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/oauth/github')) calls += 1
  })
  await page.goto(`${scene.url}/oauth/github?code=c&state=nobody-knows-it`)
  await sees(say('auth.callback.toLogin'))
  expect(calls).toBe(1)
  await page.getByRole('link', { name: say('auth.callback.now') }).click()
  await page.waitForURL('**/login')
})
