/// <reference lib="dom" />
// Logging in through other sites, from the button to the session and back: each site is a fake on this machine that asks for consent in the
// browser, as the real one does.
import type { User } from '@waystation/contract/people/user'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { authenticatorApp } from '../../server/src/testing/fakes/authenticator-app.ts'
import { type OutsideScene, openOutsideScene } from './outside.ts'
import type { Screen } from './scene.ts'
import { agreeAs, cancelAtSite, goToSite, isAt, linkSite, logOut, unlinkSite, userOf } from './sign-in-steps.ts'

let scene: OutsideScene
beforeAll(async () => {
  scene = await openOutsideScene()
  const { gitHub, linuxDo, oidc } = scene.sites
  gitHub.people.push({ id: 101, login: 'octo', name: 'Octo Cat' }, { id: 102, login: 'lin-at-hub' })
  linuxDo.people.push({ id: 201, username: 'tux' }, { id: 202, username: 'lin-at-do' })
  oidc.people.push({ sub: 's-301', preferred_username: 'opal' }, { sub: 's-302', preferred_username: 'lin-at-oidc' })
  // Linking and unlinking are confirmed; the dialog for it has a test of its own in `second-factor.test.ts`.
  const { user, admin } = scene.facts.members
  for (const { client } of [user, admin]) await client.confirm('ways_in')
})
afterEach(() => scene.sites.overrides.clear())
afterAll(() => scene?.close())

const sites = [
  { name: 'GitHub', title: 'GitHub', path: 'github', newcomer: 'octo', lin: 'lin-at-hub', linId: '102' },
  { name: 'LinuxDO', title: 'LINUX DO', path: 'linuxdo', newcomer: 'tux', lin: 'lin-at-do', linId: '202' },
  { name: 'OIDC', title: 'OpenID Connect', path: 'oidc', newcomer: 'opal', lin: 'lin-at-oidc', linId: 's-302' },
] as const

const record = (id: number) => scene.root.call<User>('GET', `/api/user/${id}`)

/** Does something that ends with an alert, reads it, and goes on to where it leads. */
async function isTold(screen: Screen, words: string, backTo: string): Promise<void> {
  await screen.page.getByRole('alert').filter({ hasText: words }).or(screen.page.getByText(words)).first().waitFor()
  await screen.page.getByRole('link', { name: screen.say('auth.callback.now') }).click()
  await isAt(screen, backTo)
}

test.each(sites)('$name registers a newcomer, leads to where they wanted to go, and knows them the next time', async (site) => {
  const screen = await scene.open('visitor', '/app/tokens?status=1')
  await goToSite(screen, site.name)
  await screen.page.getByRole('heading', { name: `Log in with ${site.title}` }).waitFor()
  expect(new URL(screen.page.url()).hostname).toBe('127.0.0.1')
  await agreeAs(screen, site.newcomer)
  await screen.page.waitForURL('**/app/tokens?status=1')
  await screen.sees(screen.say('auth.success'))
  const id = await userOf(screen)
  expect(await record(id)).toMatchObject({ username: site.newcomer, role: 1, status: 1, email: '' })

  await logOut(screen)
  expect(await userOf(screen)).toBe(0)
  await goToSite(screen, site.name)
  await agreeAs(screen, site.newcomer)
  await isAt(screen, '/app/tokens')
  expect(await userOf(screen)).toBe(id)
  // The state in the address must not make the browser complain, nor any policy of the page.
  expect(screen.watched.takeTroubles()).toEqual([])
})

test.each(sites)('$name is linked on one’s own page, logs in from then on, and is unlinked after a question', async (site) => {
  const screen = await scene.open('user', '/app/me')
  const { say, sees, address } = screen
  await linkSite(screen, site.name)
  await agreeAs(screen, site.lin)
  await sees(say('auth.callback.bound', { provider: site.name }))
  expect(address()).toBe('/app/me')
  await sees(say('me.linkedAs', { id: site.linId }))

  const other = await scene.open('visitor', '/login')
  await goToSite(other, site.name)
  await agreeAs(other, site.lin)
  await isAt(other, '/app/tokens')
  expect(await userOf(other)).toBe(scene.facts.members.user.client.userId)

  await unlinkSite(screen, site.name)
  expect(screen.watched.takeTroubles()).toEqual([])
})

test.each(sites)('what is refused at $name is told, to a visitor and to somebody who was linking an account', async (site) => {
  const words = `${site.title} did not authorize this login`
  const visitor = await scene.open('visitor', '/login')
  await goToSite(visitor, site.name)
  await cancelAtSite(visitor)
  await isTold(visitor, words, '/login')
  expect(await userOf(visitor)).toBe(0)

  const member = await scene.open('user', '/app/me')
  await linkSite(member, site.name)
  await cancelAtSite(member)
  await isTold(member, words, '/app/me')
  await member.page.getByRole('button', { name: `${site.name} ${member.say('me.link')}`, exact: true }).waitFor()
})

test.each(sites)('the address that $name sends back with counts once, and in the browser that began only', async (site) => {
  const words = 'This login request is not valid or has expired. Start again.'
  const screen = await scene.open('visitor', '/login')
  const sentBack = screen.page.waitForRequest((request) => request.url().startsWith(`${scene.url}/oauth/${site.path}?`))
  await goToSite(screen, site.name)
  await agreeAs(screen, site.newcomer)
  await isAt(screen, '/app/tokens')
  await logOut(screen)
  await screen.page.goto((await sentBack).url())
  await isTold(screen, words, '/login')
  expect(await userOf(screen)).toBe(0)

  // Somebody stops the browser on its way back, and gives the address to another.
  const thief = await scene.open('visitor', '/login')
  await thief.page.route(`${scene.url}/oauth/${site.path}?*`, (route) => route.fulfill({ contentType: 'text/html', body: 'stopped' }))
  const stopped = thief.page.waitForRequest((request) => request.url().startsWith(`${scene.url}/oauth/${site.path}?`))
  await goToSite(thief, site.name)
  await agreeAs(thief, site.newcomer)
  const victim = await scene.open('visitor', '/')
  await victim.page.goto((await stopped).url())
  await isTold(victim, words, '/login')
  expect(await userOf(victim)).toBe(0)
})

test.each(sites)('a banned user of $name is told so, and has no session', async (site) => {
  const first = await scene.open('visitor', '/login')
  await goToSite(first, site.name)
  await agreeAs(first, site.newcomer)
  await isAt(first, '/app/tokens')
  const id = await userOf(first)
  await scene.root.call('POST', '/api/user/manage', { id, action: 'disable' })
  const screen = await scene.open('visitor', '/login')
  await goToSite(screen, site.name)
  await agreeAs(screen, site.newcomer)
  await isTold(screen, 'This user is banned', '/login')
  expect((await screen.context.cookies()).map(({ name }) => name)).not.toContain('session')
  await scene.root.call('POST', '/api/user/manage', { id, action: 'enable' })
})

test('whoever has no other way in cannot unlink the one they have', async () => {
  const screen = await scene.open('visitor', '/login?returnTo=/app/me')
  await goToSite(screen, 'GitHub')
  await agreeAs(screen, 'octo')
  await isAt(screen, '/app/me')
  await screen.page.getByRole('button', { name: `GitHub ${screen.say('me.unlink')}`, exact: true }).click()
  await screen
    .dialog()
    .getByRole('button', { name: screen.say('me.unlink'), exact: true })
    .click()
  await screen.sees('This is your only way to log in. Set a password or link another account first.')
  await screen.sees(screen.say('me.linkedAs', { id: '101' }))
})

test('who logs in at another site only has no old password to type, and the second step comes after that site too', async () => {
  scene.sites.oidc.people.push({ sub: 's-303', preferred_username: 'hal' })
  const screen = await scene.open('visitor', '/login?returnTo=/app/me')
  const { page, say, sees, button, field, dialog } = screen
  await goToSite(screen, 'OIDC')
  await agreeAs(screen, 'hal')
  await isAt(screen, '/app/me')
  await button('me.setPassword').click()
  await field('me.newPassword').waitFor()
  expect(await field('me.oldPassword').count()).toBe(0)
  await dialog()
    .getByRole('button', { name: say('action.cancel'), exact: true })
    .click()

  // A login of just now is confirmation enough for somebody who has nothing else.
  await button('factor.totp.setUp').click()
  const app = authenticatorApp((await dialog().locator('.copy-field code').textContent()) ?? '')
  await field('factor.totp.first').fill(await app.next())
  await button('factor.recovery.kept').click()
  await page.context().clearCookies()
  await page.goto(`${scene.url}/login?returnTo=/app/me`)
  await goToSite(screen, 'OIDC')
  await agreeAs(screen, 'hal')
  await sees(say('factor.step.text'))
  await page.keyboard.type(await app.next())
  await isAt(screen, '/app/me')
  await sees(say('factor.totp.left', { left: 10, all: 10 }))
})

test('an account of another site that belongs to somebody else is not linked', async () => {
  const screen = await scene.open('admin', '/app/me')
  await linkSite(screen, 'GitHub')
  await agreeAs(screen, 'octo')
  await isTold(screen, 'This GitHub account is linked to another user', '/app/me')
})

test('whoever goes back from a site by the browser’s own button can choose another', async () => {
  const screen = await scene.open('visitor', '/login')
  await screen.page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  await goToSite(screen, 'GitHub')
  await screen.page.getByRole('heading', { name: 'Log in with GitHub' }).waitFor()
  await screen.page.goBack({ waitUntil: 'commit' })
  await screen.button('auth.submit').waitFor()
  // The very page that was left, and not a new one.
  expect(await screen.page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  await goToSite(screen, 'LinuxDO')
  await screen.page.getByRole('heading', { name: 'Log in with LINUX DO' }).waitFor()
})

test('a site that is out of order, and a registration that is closed, are told in words', async () => {
  const screen = await scene.open('visitor', '/login')
  scene.sites.overrides.set('github token', { status: 503, body: 'out of order' })
  await goToSite(screen, 'GitHub')
  await agreeAs(screen, 'octo')
  await isTold(screen, 'GitHub cannot be reached at the moment. Try again later.', '/login')
  scene.sites.overrides.clear()

  await scene.root.call('PUT', '/api/option/', { key: 'RegisterEnabled', value: 'false' })
  scene.sites.gitHub.people.push({ id: 199, login: 'late' })
  await goToSite(screen, 'GitHub')
  await agreeAs(screen, 'late')
  await isTold(screen, 'Registration is turned off', '/login')
  await scene.root.call('PUT', '/api/option/', { key: 'RegisterEnabled', value: 'true' })
})

/** Presses Telegram's button, and confirms in the window that it opens. */
async function confirmInTelegram({ page, dialog }: Screen): Promise<void> {
  const button = dialog().frameLocator('iframe').getByRole('button', { name: 'Log in with Telegram' })
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  const accept = popup.getByRole('button', { name: 'Accept' })
  await accept.waitFor()
  // The click closes the window, and when that is quicker than the answer to the click, Playwright calls it a failure.
  await Promise.all([popup.waitForEvent('close'), accept.click().catch(() => {})])
}

test('Telegram logs in whoever has linked it, and nobody else', async () => {
  scene.telegram.person = { id: '4711', first_name: 'Lin', username: 'lin_tg' }
  const stranger = await scene.open('visitor', '/login?returnTo=/app/me')
  await goToSite(stranger, 'Telegram')
  await confirmInTelegram(stranger)
  await stranger.sees('This Telegram account is not linked to a user. Log in another way and link it first.')
  await expect.poll(stranger.address).toBe('/login?returnTo=%2Fapp%2Fme')

  const member = await scene.open('user', '/app/me')
  await linkSite(member, 'Telegram')
  await confirmInTelegram(member)
  await member.sees(member.say('me.linkedAs', { id: '4711' }))
  expect(member.address()).toBe('/app/me')

  scene.telegram.person = { id: '4711', first_name: 'Lin renamed' }
  const returned = await scene.open('visitor', '/login?returnTo=/app/me')
  await goToSite(returned, 'Telegram')
  await confirmInTelegram(returned)
  await isAt(returned, '/app/me')
  expect(await userOf(returned)).toBe(scene.facts.members.user.client.userId)
  expect(returned.watched.takeTroubles()).toEqual([])

  await unlinkSite(member, 'Telegram')
})

test('a link that fails on the way back from Telegram is told on one’s own page, once', async () => {
  const { page, sees, address, say } = await scene.open('user', '/app/tokens')
  await page.goto(`${scene.url}/api/oauth/telegram/bind?id=42&hash=0`)
  await sees('This login request is not valid or has expired. Start again.')
  await expect.poll(address).toBe('/app/me')
  await page.reload()
  await sees(say('me.waysIn'))
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('where Telegram’s button cannot be loaded, the dialog says so', async () => {
  const screen = await scene.open('visitor', '/login')
  await screen.context.route('https://telegram.org/**', (route) => route.abort())
  await goToSite(screen, 'Telegram')
  await screen.sees(screen.say('auth.telegram.failed'))
  await screen.button('action.close').click()
  await goToSite(screen, 'GitHub')
  await screen.page.getByRole('heading', { name: 'Log in with GitHub' }).waitFor()
})

/** Types a code of the WeChat account into the dialog, and sends it. */
async function sendCode({ dialog, say }: Screen, code: string, submit: string): Promise<void> {
  await dialog().getByLabel(say('auth.code'), { exact: true }).fill(code)
  await dialog()
    .getByRole('button', { name: say(submit), exact: true })
    .click()
}

test('WeChat shows the code to scan, refuses a wrong code, registers with a right one, and knows the follower again', async () => {
  const screen = await scene.open('visitor', '/login')
  const { say, dialog } = screen
  await goToSite(screen, say('auth.weChat.name'))
  const image = dialog().getByRole('img', { name: say('auth.weChat.image') })
  await expect.poll(() => image.evaluate((node) => (node instanceof HTMLImageElement ? node.naturalWidth : 0))).toBeGreaterThan(100)
  await sendCode(screen, '000000', 'auth.submit')
  await dialog().getByText('The code is wrong or has expired').waitFor()
  scene.sites.weChatCodes.set('471100', 'follower-1').set('471101', 'follower-1').set('471102', 'follower-2')
  await sendCode(screen, '471100', 'auth.submit')
  await isAt(screen, '/app/tokens')
  const id = await userOf(screen)
  expect(await record(id)).toMatchObject({ role: 1, status: 1 })

  await logOut(screen)
  await goToSite(screen, say('auth.weChat.name'))
  await sendCode(screen, '471100', 'auth.submit')
  await dialog().getByText('This login was already used. Start again.').waitFor()
  await sendCode(screen, '471101', 'auth.submit')
  await isAt(screen, '/app/tokens')
  expect(await userOf(screen)).toBe(id)

  const member = await scene.open('user', '/app/me')
  await linkSite(member, say('auth.weChat.name'))
  await sendCode(member, '471102', 'me.link')
  await member.sees(say('me.linkedAs', { id: 'follower-2' }))
  await member.page.getByRole('button', { name: `${say('auth.weChat.name')} ${say('me.unlink')}`, exact: true }).click()
  await member
    .dialog()
    .getByRole('button', { name: say('me.unlink'), exact: true })
    .click()
  await member.sees(say('me.unlinked'))
})
