/// <reference lib="dom" />
// Coming in, staying in, and what happens when the server or the network says no.
/** @module-tag main */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

test('a wrong password is told where it was typed, and the right one leads to where one wanted to go', async () => {
  const { page, say, button, field, sees, address } = await scene.open('visitor', '/app/tokens?status=1')
  expect(address()).toContain('/login?returnTo=')
  await button('auth.submit').click()
  await sees(say('auth.empty'))
  await field('auth.username').fill(scene.facts.members.user.username)
  await field('auth.password').fill('wrong password')
  await button('auth.submit').click()
  const refusal = page.locator('form').getByRole('alert')
  await refusal.waitFor()
  expect((await refusal.textContent())?.length).toBeGreaterThan(5)
  await field('auth.password').fill(scene.facts.members.user.password)
  await field('auth.password').press('Enter')
  await page.waitForURL('**/app/tokens?status=1')
  await sees('mobile-app')
})

test('a session that ends in the middle leads to the login and back', async () => {
  const { page, context, say, button, field, sees } = await scene.open('user', '/app/tokens?keyword=mobile')
  await context.clearCookies()
  await button('action.refresh').click()
  await page.waitForURL('**/login?expired=true&returnTo=*')
  await sees(say('auth.expired'))
  await field('auth.username').fill(scene.facts.members.user.username)
  await field('auth.password').fill(scene.facts.members.user.password)
  await field('auth.password').press('Enter')
  await page.waitForURL('**/app/tokens?keyword=mobile')
  await sees('mobile-app')
})

test('language and theme change at once, without a reload, and are remembered', async () => {
  const { page, watched, say, button } = await scene.open('root', '/app/tokens')
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  await button('shell.language').click()
  await page.getByRole('heading', { level: 1, name: 'API 令牌' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
  const before = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.getByRole('button', { name: /^切换/ }).first().click()
  await page.waitForFunction((old) => getComputedStyle(document.body).backgroundColor !== old, before)
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'API 令牌' }).waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(before)
  expect(say('token.title')).toBe('API tokens')
  expect(watched.takeTroubles()).toEqual([])
})

test('who is offline is told so, and that it is over', async () => {
  const { page, context, say } = await scene.open('user', '/app/tokens')
  const notice = page.getByText(new RegExp(`^${say('shell.offline').split('{')[0]}`))
  await context.setOffline(true)
  await notice.waitFor()
  await context.setOffline(false)
  await notice.waitFor({ state: 'detached' })
})

const refusals = [
  { status: 500, code: 'internal', message: 'Something broke here' },
  { status: 429, code: 'too_many_requests', message: 'Too many requests, slow down' },
]
test.each(refusals)('a $status is told in one toast with the id of the request', async ({ status, code, message }) => {
  const { page, act, button, say } = await scene.open('user', '/app/tokens')
  const requestId = '01J9ZQ4W8Y5T3R2E1W0QABCDEF'
  await page.route('**/api/token/?status_only=*', (route) =>
    route.fulfill({
      status,
      headers: { 'content-type': 'application/json', 'x-request-id': requestId },
      body: JSON.stringify({ success: false, code, message, data: null }),
    }),
  )
  await act('mobile-app', 'action.disable')
  const toast = page.getByRole('alert')
  await toast.waitFor()
  expect(await toast.count()).toBe(1)
  expect(await toast.textContent()).toContain(requestId)
  await toast.getByRole('button', { name: say('action.close') }).click()
  await toast.waitFor({ state: 'detached' })
  await button('action.refresh').waitFor()
})

test('an admin page opened by an ordinary user says why it is closed', async () => {
  const { sees, say } = await scene.open('user', '/admin/channels')
  await sees(say('error.noPermissionText'))
})
