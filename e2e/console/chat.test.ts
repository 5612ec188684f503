/// <reference lib="dom" />
// security 5: a key never leaves by itself. A trap stands for the host that wants keys.
import type { Token } from '@waystation/contract/people/token'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChatTrap, openChatTrap } from './chat-trap.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
let trap: ChatTrap
let other: ChatTrap
beforeAll(async () => {
  ;[scene, trap, other] = await Promise.all([openScene(), openChatTrap(), openChatTrap()])
})
afterAll(() => Promise.all([scene?.close(), trap?.close(), other?.close()]))

const setChats = (chats: readonly Readonly<Record<string, string>>[]) =>
  scene.facts.members.root.client.call('PUT', '/api/option/', { key: 'Chats', value: JSON.stringify(chats) })
beforeEach(async () => {
  await setChats([
    { Trap: `${trap.url}/?k={key}&u={address}` },
    { Cherry: 'cherry-of-nobody://add?data={cherryConfig}' },
    { Coded: `${trap.url}/?c={cherryConfig}` },
    { Open: `${trap.url}/open?u={address}` },
  ])
})

const tokensOf = () => scene.facts.members.user.client.call<Token[]>('GET', '/api/token/?p=0&size=100')
const tokenNamed = async (name: string) => (await tokensOf()).find((token) => token.name === name)
/** A page of the user whose clock a test moves on. */
const open = (path: string) => scene.open('user', path, { hasClock: true })
/** Whatever would go by itself within a minute has gone. */
const minutePasses = async ({ page, watched }: Screen): Promise<void> => {
  await page.clock.runFor(60_000)
  await watched.settled()
}

test.each(['/chat/0', '/chat', '/chat/2', '/chat2link'])('%s: the trap hears nothing before the person has agreed', async (path) => {
  const before = trap.requests.length
  const screen = await open(path)
  const { sees, say, page } = screen
  await sees(trap.host)
  await sees(say('chat.deviceWarning'))
  await minutePasses(screen)
  expect(trap.requests.length).toBe(before)
  expect(await page.locator('iframe').count()).toBe(0)
  // A file of the console may be called ask-text; a key begins a word.
  expect(await page.content()).not.toMatch(/\bsk-[A-Za-z0-9]/)
})

test('agreeing makes a token with a limit for this chat; it goes to the chat, and into no address of ours', async () => {
  const before = trap.requests.length
  const { page, button, sees, say, address, watched } = await scene.open('user', '/chat/0')
  await button('chat.agreeNew').click()
  await page.frameLocator('iframe').getByRole('heading', { name: 'Trap chat' }).waitFor()
  const made = await tokenNamed('Trap')
  expect(made).toMatchObject({ unlimited_quota: false, remain_quota: 500_000 })
  expect(made?.expired_time).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400)
  const heard = trap.requests.slice(before)
  expect(heard).toEqual([{ address: `/?k=sk-${made?.key}&u=${encodeURIComponent(scene.url)}`, referrer: undefined }])
  expect(address()).toBe('/chat/0')
  expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain('allow-top-navigation')
  await sees(say('chat.bar', { host: trap.host, token: 'Trap' }))
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))
  expect(kept).not.toContain(made?.key)
  expect(watched.takeTroubles()).toEqual([])
})

test('a tab remembers what was agreed to, for this link and token only', async () => {
  const screen = await open('/chat/0')
  const { page, button, sees, say } = screen
  await page.locator('form button[type="submit"]').click()
  await page.frameLocator('iframe').getByRole('heading', { name: 'Trap chat' }).waitFor()
  await page.reload()
  await page.frameLocator('iframe').getByRole('heading', { name: 'Trap chat' }).waitFor()
  await page.goto(`${scene.url}/chat/2`)
  await sees(say('chat.askTitle', { name: 'Coded' }))
  // The link changes under the same name.
  await setChats([{ Trap: `${other.url}/?k={key}&u={address}` }])
  await page.goto(`${scene.url}/api/status`)
  await page.evaluate(() => localStorage.removeItem('status'))
  await page.goto(`${scene.url}/chat/0`)
  await sees(other.host)
  await minutePasses(screen)
  expect(other.requests).toEqual([])
  await button('action.cancel').click()
  await page.waitForURL('**/app/tokens')
  expect(other.requests).toEqual([])
})

test("from a token's row the same question is asked, with that token and its limit", async () => {
  const before = trap.requests.length
  const screen = await open('/app/tokens')
  const { page, row, say, sees, address, button } = screen
  await row('grafana-probe')
    .getByRole('button', { name: say('token.chatIn', { name: 'Trap' }), exact: true })
    .click()
  await sees(trap.host)
  expect(address()).toMatch(/^\/chat\/0\?token=\d+$/)
  const token = (await tokensOf()).find(({ id }) => address().endsWith(`=${id}`))
  expect(token).toMatchObject({ name: 'grafana-probe', unlimited_quota: false })
  await sees(`sk-${token?.key.slice(0, 3)}…${token?.key.slice(-4)}`)
  await minutePasses(screen)
  expect(trap.requests.length).toBe(before)
  // In a tab of its own, which cannot reach this page.
  const [tab] = await Promise.all([screen.context.waitForEvent('page'), button('chat.agreeTab').click()])
  await tab.getByRole('heading', { name: 'Trap chat' }).waitFor()
  expect(await tab.evaluate(() => opener)).toBeNull()
  expect(trap.requests.slice(before).map((one) => one.address)).toEqual([`/?k=sk-${token?.key}&u=${encodeURIComponent(scene.url)}`])
  expect(await page.locator('iframe').count()).toBe(0)
})

test('a token without a limit is never chosen for the person, not even from its own row', async () => {
  const token = await tokenNamed('production-chat')
  expect(token?.unlimited_quota).toBe(true)
  await setChats([{ Fresh: `${trap.url}/?k={key}` }])
  const { page, sees, say } = await scene.open('user', `/chat/0?token=${token?.id}`)
  expect(await page.getByRole('radio', { name: say('chat.newToken', { name: 'Fresh' }) }).isChecked()).toBe(true)
  await page.getByRole('radio', { name: say('chat.ownToken') }).check()
  await sees(`sk-${token?.key.slice(0, 3)}…${token?.key.slice(-4)}`)
  await sees(say('chat.unlimitedWarning'))
})

test('a program on this device is named as one, and is called only after a yes', async () => {
  const screen = await open('/chat/1')
  const { page, button, sees, say } = screen
  const called: string[] = []
  const devtools = await screen.context.newCDPSession(page)
  await devtools.send('Page.enable')
  devtools.on('Page.frameRequestedNavigation', ({ url }) => called.push(url))
  await sees(say('chat.program'))
  await sees('cherry-of-nobody:')
  await minutePasses(screen)
  expect(called).toEqual([])
  await button('chat.agreeNew').click()
  await sees(say('chat.programCalled', { name: 'Cherry' }))
  const [link] = called
  const config = JSON.parse(atob(new URL(link ?? '').searchParams.get('data') ?? '')) as { apiKey: string; baseUrl: string }
  expect(config).toMatchObject({ baseUrl: scene.url, apiKey: `sk-${(await tokenNamed('Cherry'))?.key}` })
})

test('/chat2link leaves for the chat after a yes', async () => {
  const { page } = await scene.open('user', '/chat2link')
  await page.locator('form button[type="submit"]').click()
  await page.getByRole('heading', { name: 'Trap chat' }).waitFor()
  await page.waitForURL(`${trap.url}/?k=sk-*`)
})

test('a visitor is sent to the login first, and a chat that carries no key opens for everybody', async () => {
  const before = trap.requests.length
  for (const path of ['/chat/0', '/chat2link']) {
    const { page, address, watched, field } = await scene.open('visitor', path)
    await page.waitForURL('**/login?**')
    await field('auth.username').waitFor()
    await watched.settled()
    expect(address()).toBe(`/login?returnTo=${encodeURIComponent(path)}`)
  }
  expect(trap.requests.length).toBe(before)
  const { page } = await scene.open('visitor', '/chat/3')
  await page.frameLocator('iframe').getByRole('heading', { name: 'Trap chat' }).waitFor()
  expect(trap.requests.at(-1)?.address).toBe(`/open?u=${encodeURIComponent(scene.url)}`)
})

test('a link that may not be saved is not opened either, when a browser has kept one', async () => {
  const { page, sees, say } = await scene.open('user', '/chat/99')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.route('**/api/status', (route) => route.abort())
  for (const link of [
    'http://trap.example/?k={key}',
    'javascript:document.title="{key}"',
    'data:text/html,{key}',
    'https://{key}.trap.example/',
  ]) {
    await page.evaluate((trapped) => localStorage.setItem('chats', JSON.stringify([{ Trap: trapped }])), link)
    await page.goto(`${scene.url}/chat/0`)
    await sees(say('chat.badLink'))
  }
  expect(asked.filter((url) => !url.startsWith(scene.url))).toEqual([])
})
