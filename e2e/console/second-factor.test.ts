// More than a password, by the screens: passkeys with a virtual authenticator, one-time passwords, recovery codes, and what they confirm.
/// <reference lib="dom" />
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthenticatorApp, authenticatorApp } from '../../server/src/testing/fakes/authenticator-app.ts'
import { addAuthenticator } from './authenticator.ts'
import { nextAddress } from './browser.ts'
import { type OpenOptions, openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ isAtLocalhost: true })
  await scene.root.call('PUT', '/api/option/', { key: 'ServerAddress', value: scene.url })
})
afterAll(() => scene?.close())

const PASSWORD = 'a long password 1'

const openVisitor = (path: string, options: OpenOptions = {}) => scene.open('visitor', path, options)

async function logIn({ page, field, button }: Screen, name: string): Promise<void> {
  await field('auth.username').fill(name)
  await field('auth.password').fill(PASSWORD)
  await button('auth.submit').click()
  // Either into the console, or to the second step.
  await page.getByLabel(/^(Password|密码)$/).waitFor({ state: 'detached' })
}

/** A new user on their own page. */
async function openMe(username: string, options: OpenOptions = {}): Promise<Screen> {
  await scene.root.call('POST', '/api/user/', { username, password: PASSWORD })
  const screen = await openVisitor('/login?returnTo=/app/me', options)
  await logIn(screen, username)
  await screen.page.getByRole('heading', { name: screen.say('me.waysIn') }).waitFor()
  return screen
}

/** Waits for a page; the login has the next one's path in its own address. */
const arrive = ({ page }: Screen, path: string) => page.waitForURL(({ pathname }) => pathname === path)

async function logOut({ page, say }: Screen): Promise<void> {
  await page.getByRole('button', { name: say('shell.userMenu') }).click()
  await page.getByRole('menuitem', { name: say('shell.logOut') }).click()
  await page.waitForURL('**/login')
}

/** As if the logins were older: one of just now is a confirmation itself. */
function forgetLogins(): void {
  const database = new DatabaseSync(scene.databasePath, { timeout: 5000 })
  database.exec("delete from session_confirmation where purpose = 'login'")
  database.close()
}

const confirmation = ({ page, say }: Screen) => page.getByRole('dialog', { name: say('factor.confirm.title') })
const addPasskey = ({ page, say }: Screen) =>
  page.getByRole('button', { name: `${say('factor.passkey.title')} ${say('factor.passkey.add')}` }).click()
const passkeys = ({ page, say }: Screen) => page.getByRole('list', { name: say('factor.passkey.list') }).getByRole('listitem')

async function confirmByPassword(screen: Screen, password = PASSWORD): Promise<void> {
  const dialog = confirmation(screen)
  await dialog.getByLabel(screen.say('factor.confirm.password'), { exact: true }).fill(password)
  await screen.page.keyboard.press('Enter')
}

/** Opens the set-up dialog, confirming by the password, and reads the secret from it. */
async function beginTotp(screen: Screen): Promise<AuthenticatorApp> {
  await screen.button('factor.totp.setUp').click()
  await confirmByPassword(screen)
  const dialog = screen.page.getByRole('dialog', { name: screen.say('factor.totp.setUpTitle') })
  await dialog.getByRole('img', { name: screen.say('factor.totp.qrCode') }).waitFor()
  return authenticatorApp((await dialog.locator('.copy-field code').textContent()) ?? '')
}

/** Switches two-step verification on. @returns the app and the recovery codes */
async function setUpTotp(screen: Screen): Promise<{ app: AuthenticatorApp; codes: string[] }> {
  const app = await beginTotp(screen)
  await screen.field('factor.totp.first').fill(await app.next())
  const list = screen.page.getByRole('list', { name: screen.say('factor.recovery.list') })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allTextContents()
  await screen.button('factor.recovery.kept').click()
  return { app, codes }
}

test('a passkey is added after a confirmation, logs in, confirms, is renamed and removed', async () => {
  const screen = await openMe('amy')
  const { page, say, sees, button, field, dialog, watched } = screen
  const kept = await addAuthenticator(page)
  await addPasskey(screen)
  expect(await field('factor.passkey.name').inputValue()).toBe('Chrome · Linux')
  await field('factor.passkey.name').fill('Desk')
  await button('factor.step.submit').click()

  // Left again: nothing is said to have failed, and the form is as it was.
  await confirmation(screen)
    .getByRole('button', { name: say('action.cancel'), exact: true })
    .click()
  await confirmation(screen).waitFor({ state: 'detached' })
  expect([await field('factor.passkey.name').inputValue(), await page.getByRole('alert').count()]).toEqual(['Desk', 0])
  await button('factor.step.submit').click()
  await confirmByPassword(screen, 'not the password')
  await confirmation(screen).getByText('Wrong password').waitFor()
  await confirmByPassword(screen)
  await sees(say('factor.passkey.added'))
  await passkeys(screen).getByText('Desk').waitFor()
  await passkeys(screen).getByText(say('factor.passkey.neverUsed')).waitFor()
  expect(await kept()).toBe(1)

  await logOut(screen)
  await button('auth.passkey').click()
  await arrive(screen, '/app/tokens')
  await page.goto(`${scene.url}/app/me`)
  await passkeys(screen).getByText(say('factor.passkey.used')).waitFor()

  await page.getByRole('button', { name: say('factor.passkey.rename', { name: 'Desk' }) }).click()
  await field('factor.passkey.name').fill('Window')
  await page.keyboard.press('Enter')
  await sees(say('factor.passkey.renamed'))
  await page.getByRole('button', { name: say('factor.passkey.remove', { name: 'Window' }) }).click()
  await dialog()
    .getByRole('button', { name: say('factor.passkey.removeYes'), exact: true })
    .click()
  await confirmation(screen)
    .getByRole('button', { name: say('factor.confirm.passkey') })
    .click()
  await sees(say('factor.passkey.removed'))
  await passkeys(screen).waitFor({ state: 'detached' })
  // The two refusals that were asked about are in the browser's own console.
  expect(watched.takeTroubles().filter((trouble) => !trouble.includes('403'))).toEqual([])
})

test('a passkey dialog of the browser that ends without a passkey is no failure', async () => {
  const screen = await openVisitor('/login')
  const { page, button } = screen
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: false },
  })
  const answered = page.waitForResponse('**/api/user/login/passkey/options')
  await button('auth.passkey').click()
  await answered
  await expect.poll(() => button('auth.passkey').evaluate((element) => element.className.includes('loading'))).toBe(false)
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('with two-step verification on, a login needs a code of the app or a recovery code', { tags: 'main' }, async () => {
  const screen = await openMe('bea')
  const { page, say, sees, button, field, dialog } = screen
  const app = await beginTotp(screen)
  await field('factor.totp.first').fill('000000')
  await sees('The code is wrong or was already used')
  await field('factor.totp.first').fill(await app.next())
  const list = page.getByRole('list', { name: say('factor.recovery.list') }).getByRole('listitem')
  await list.first().waitFor()
  const codes = await list.allTextContents()
  expect(codes).toHaveLength(10)
  // They are seen once, so Escape does not close it.
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await button('factor.recovery.download').click()
  expect((await download).suggestedFilename()).toBe(say('factor.recovery.fileName', { site: 'Waystation' }))
  await button('factor.recovery.kept').click()
  await sees(say('factor.totp.left', { left: 10, all: 10 }))

  await logOut(screen)
  await page.goto(`${scene.url}/login?returnTo=/app/me`)
  await logIn(screen, 'bea')
  await sees(say('factor.step.text'))
  // With the keyboard alone: the field has the focus, and the sixth digit sends.
  await page.keyboard.type('000000')
  await sees('The code is wrong or was already used')
  await page.keyboard.type(await app.next())
  await arrive(screen, '/app/me')

  await logOut(screen)
  await page.goto(`${scene.url}/login?returnTo=/app/me`)
  await logIn(screen, 'bea')
  await button('factor.step.useRecovery').click()
  await field('factor.step.recoveryCode').fill(codes[0] ?? '')
  await button('factor.step.submit').click()
  await sees(say('factor.totp.left', { left: 9, all: 10 }))

  await button('factor.recovery.renew').click()
  await dialog()
    .getByRole('button', { name: say('factor.recovery.renewYes'), exact: true })
    .click()
  await confirmation(screen)
    .getByLabel(say('factor.step.code'), { exact: true })
    .fill(await app.next())
  await list.first().waitFor()
  expect(await list.allTextContents()).not.toContain(codes[1])
  await button('factor.recovery.kept').click()
  await button('factor.totp.turnOff').click()
  await dialog()
    .getByRole('button', { name: say('factor.totp.turnOff'), exact: true })
    .click()
  await sees(say('factor.totp.turnedOff'))
  await sees(say('factor.totp.off'))
})

test('a recovery code pasted into the boxes is taken as one, and a spent login begins again with its reason', async () => {
  const screen = await openMe('cleo')
  const { page, say, sees, button, field } = screen
  const { codes } = await setUpTotp(screen)
  await logOut(screen)
  await logIn(screen, 'cleo')
  await sees(say('factor.step.text'))
  await button('factor.step.back').click()
  await logIn(screen, 'cleo')
  await field('factor.step.code').fill(codes[3] ?? '')
  expect(await field('factor.step.recoveryCode').inputValue()).toBe(codes[3])
  await page.context().clearCookies()
  await button('factor.step.submit').click()
  await sees('This login took too long. Start again.')
  await logIn(screen, 'cleo')
  await field('factor.step.code').fill(codes[3] ?? '')
  await page.keyboard.press('Enter')
  await arrive(screen, '/app/tokens')
})

test('on a phone, in Chinese: setting up, the second step, few codes left', async () => {
  const options = { size: '390x844', language: 'zh' } as const
  const screen = await openMe('dora', options)
  const { page, say, sees, button, field } = screen
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  await addAuthenticator(page)
  const { codes } = await setUpTotp(screen)
  await addPasskey(screen)
  await button('factor.step.submit').click()
  await sees(say('factor.passkey.added'))
  expect(await isWide()).toBe(false)
  for (const code of codes.slice(0, 8)) {
    await page.context().clearCookies()
    await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': nextAddress() })
    await page.goto(`${scene.url}/login?returnTo=/app/me`)
    await logIn(screen, 'dora')
    await button('factor.step.useRecovery').click()
    expect(await isWide()).toBe(false)
    await field('factor.step.recoveryCode').fill(code)
    await button('factor.step.submit').click()
    await arrive(screen, '/app/me')
  }
  await sees(say('factor.totp.few_other', { count: 2 }))
  expect(await isWide()).toBe(false)
})

test('a passkey logs in at the second step too', async () => {
  const screen = await openMe('erin')
  const { page, say, sees, button } = screen
  await addAuthenticator(page)
  await setUpTotp(screen)
  await addPasskey(screen)
  await button('factor.step.submit').click()
  await sees(say('factor.passkey.added'))
  await logOut(screen)
  await logIn(screen, 'erin')
  await button('factor.step.passkey').click()
  await arrive(screen, '/app/tokens')
})

test('at another address than the server has, there is no passkey button, and the own page says where', async () => {
  const screen = await openVisitor('/login')
  const { page, say, button, sees } = screen
  await button('auth.passkey').waitFor()
  const elsewhere = scene.url.replace('localhost', '127.0.0.1')
  await page.goto(`${elsewhere}/login?returnTo=/app/me`)
  await page.evaluate(() => localStorage.setItem('language', 'en'))
  await page.reload()
  await button('auth.submit').waitFor()
  expect(await button('auth.passkey').count()).toBe(0)
  await screen.field('auth.username').fill(scene.facts.members.user.username)
  await screen.field('auth.password').fill(scene.facts.members.user.password)
  await button('auth.submit').click()
  await arrive(screen, '/app/me')
  await sees(say('factor.passkey.fault.address', { address: scene.url }))
})

test('the super admin sees the keys of a channel after one confirmation, and cancelling leaves the drawer as it was', async () => {
  const id = await scene.addChannel({ name: 'revealed', key: 'key-of-the-channel' })
  const screen = await openVisitor(`/login?returnTo=${encodeURIComponent(`/admin/channels?edit=${id}`)}`)
  const { page, say, sees, button, field } = screen
  await field('auth.username').fill(scene.facts.members.root.username)
  await field('auth.password').fill(scene.facts.members.root.password)
  await button('auth.submit').click()
  await field('channel.name').fill('not saved yet')
  forgetLogins()
  await button('channel.reveal').click()
  // As soon as the dialog is there, the field has the focus.
  await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'password')
  await page.keyboard.press('Escape')
  await confirmation(screen).waitFor({ state: 'detached' })
  expect([await field('channel.name').inputValue(), await page.getByRole('alert').count()]).toEqual(['not saved yet', 0])
  await button('channel.reveal').click()
  await confirmByPassword(screen, scene.facts.members.root.password)
  await sees('key-of-the-channel')
  expect(say('channel.revealDone')).toBe('Stored keys')
})

test('several secrets of the settings are saved with one confirmation; cancelling keeps what was typed', async () => {
  const screen = await openVisitor('/login?returnTo=/admin/settings?tab=system')
  const { page, say, sees, button, field } = screen
  const { username, password } = scene.facts.members.root
  await field('auth.username').fill(username)
  await field('auth.password').fill(password)
  await button('auth.submit').click()
  const card = page.locator('#github')
  const turnstile = page.locator('#turnstile')
  await card.getByLabel('GitHub client secret').fill('secret-one')
  await turnstile.getByLabel('Turnstile secret key').fill('secret-two')
  forgetLogins()
  const save = (at: typeof card) => at.getByRole('button', { name: say('action.save'), exact: true }).click()
  await save(card)
  await confirmation(screen)
    .getByRole('button', { name: say('action.cancel'), exact: true })
    .click()
  await confirmation(screen).waitFor({ state: 'detached' })
  expect(await card.getByLabel('GitHub client secret').inputValue()).toBe('secret-one')
  expect(await page.getByRole('alert').count()).toBe(0)
  await save(card)
  await confirmByPassword(screen, password)
  await sees(say('settings.saved'))
  await save(turnstile)
  await turnstile.getByText(say('kit.unsaved_one', { count: 1 })).waitFor({ state: 'detached' })
  expect(await confirmation(screen).count()).toBe(0)
})

test('somebody with nothing to confirm by is led to a new login, and back', async () => {
  const screen = await openMe('finn')
  const { page, say, button } = screen
  const words = 'Log in again, then do this within ten minutes'
  await page.route('**/api/user/factors/totp', (route) =>
    route.fulfill({ status: 403, json: { success: false, code: 'confirm_log_in_again', message: words } }),
  )
  await button('factor.totp.setUp').click()
  await confirmation(screen).getByText(words).waitFor()
  await confirmation(screen)
    .getByRole('button', { name: say('factor.confirm.again') })
    .click()
  await page.waitForURL('**/login?returnTo=*')
  await page.unroute('**/api/user/factors/totp')
  await logIn(screen, 'finn')
  await arrive(screen, '/app/me')
})

test('an admin resets the two-step login of a user, who then logs in with the password alone', async () => {
  const theirs = await openMe('gail')
  await setUpTotp(theirs)
  const screen = await scene.open('admin', '/admin/users?keyword=gail')
  await screen.act('gail', 'user.resetFactors')
  forgetLogins()
  await screen
    .dialog()
    .getByRole('button', { name: screen.say('user.resetFactors'), exact: true })
    .click()
  await confirmByPassword(screen, scene.facts.members.admin.password)
  await screen.sees(screen.say('user.done.resetFactors', { name: 'gail' }))
  const again = await openVisitor('/login')
  await logIn(again, 'gail')
  await arrive(again, '/app/tokens')
})
