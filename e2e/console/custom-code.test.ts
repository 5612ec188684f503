/// <reference lib="dom" />
// SEC-16: the site's own code runs on open pages, and never on those where people type passwords or that only admins use.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
  const code = {
    custom_head_html: '<meta name="verified" content="7"><script>document.documentElement.dataset.head = "ran"</script>',
    global_css: ':root { --of-the-site: red }',
    global_js: 'document.documentElement.dataset.site = "ran"',
  }
  for (const [key, value] of Object.entries(code)) await scene.root.call('PUT', '/api/option/', { key, value })
})
afterAll(() => scene?.close())

const runs = (page: Page) =>
  page.evaluate(() => {
    const { head, site } = document.documentElement.dataset
    return [head, site, getComputedStyle(document.documentElement).getPropertyValue('--of-the-site').trim()].join(' ').trim()
  })
const ALL = 'ran ran red'

test.each(['/', '/about', '/app/tokens', '/no/such/page'])('it runs at %s, within the policy', async (path) => {
  const { page, watched } = await scene.open('user', path)
  expect(await runs(page)).toBe(ALL)
  expect(await page.locator('meta[name=verified]').count()).toBe(1)
  expect(watched.takeTroubles()).toEqual([])
})

test.each([
  ['visitor', '/login'],
  ['root', '/admin/channels'],
  ['root', '/admin/audit'],
  ['root', '/ADMIN/channels'],
] as const)('as %s it does not run at %s', async (who, path) => {
  const { page } = await scene.open(who, path)
  expect(await runs(page)).toBe('')
})

test('who goes from an open page to the login is on a document without it, and back on an open one with it', async () => {
  const { page, watched } = await scene.open('visitor', '/')
  await page.getByRole('link', { name: 'Log in' }).first().hover()
  expect(await runs(page)).toBe(ALL)
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await expect.poll(() => runs(page).catch(() => ALL)).toBe('')
  expect(new URL(page.url()).pathname).toBe('/login')
  await page.goBack()
  await page.waitForURL(`${scene.url}/`)
  await expect.poll(() => runs(page).catch(() => '')).toBe(ALL)
  await page.goForward()
  await page.waitForURL(`${scene.url}/login`)
  await expect.poll(() => runs(page).catch(() => ALL)).toBe('')
  expect(watched.takeTroubles()).toEqual([])
})

test.each(['en-open', 'api/status'])('forward counts too while the page before still loads (%s)', async (part) => {
  const { page, watched } = await scene.open('visitor', '/')
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  const left = Promise.withResolvers<void>()
  await page.route(
    (url: URL) => url.pathname.includes(part),
    async (route) => {
      await left.promise
      // Nobody waits for it any more.
      await route.continue().catch(() => undefined)
    },
    { times: 1 },
  )
  const asked = page.waitForRequest((request) => request.url().includes(part))
  await page.goBack()
  await asked
  await expect.poll(() => runs(page).catch(() => '')).toBe(ALL)
  await page.goForward()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await expect.poll(() => runs(page).catch(() => ALL)).toBe('')
  left.resolve()
  expect(watched.takeTroubles()).toEqual([])
})

test('a visitor who is led from an open page to the login gets there without it, logs in, and goes on with it', async () => {
  const { page } = await scene.open('visitor', '/app/tokens')
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await runs(page)).toBe('')
  const { username, password } = scene.facts.members.user
  await page.getByLabel('Username', { exact: false }).first().fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${scene.url}/app/tokens`)
  await expect.poll(() => runs(page).catch(() => '')).toBe(ALL)
})

test('the menu leads from tokens to channels out of its reach; an admin is told where it runs', async () => {
  const { page, sees, say, watched } = await scene.open('root', '/app/tokens')
  expect(await runs(page)).toBe(ALL)
  await sees(say('shell.customCode'))
  const menu = page.getByRole('navigation', { name: say('shell.menu') })
  await menu.getByRole('link', { name: say('shell.channels') }).click()
  await page.waitForURL(`${scene.url}/admin/channels`)
  await expect.poll(() => runs(page).catch(() => ALL)).toBe('')
  await menu.getByRole('link', { name: say('shell.tokens') }).click()
  await expect.poll(() => runs(page).catch(() => '')).toBe(ALL)
  await page.getByRole('link', { name: say('shell.customCodeSafe') }).click()
  await sees(say('shell.customCodeOff'))
  expect(await runs(page)).toBe('')
  await menu.getByRole('link', { name: say('shell.logs') }).click()
  await page.waitForURL(`${scene.url}/app/logs/**`)
  expect(await runs(page)).toBe('')
  expect(watched.takeTroubles()).toEqual([])
})
