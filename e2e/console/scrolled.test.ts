/// <reference lib="dom" />
// How far a page is scrolled: a page opens at its top, comes back where it was left, and stays where it is while only its address changes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene } from './scene.ts'
import { wordsOf } from './words.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

const title = (name: string) => wordsOf('en', `guide.title.${name}`)

/** How far the page is scrolled: its middle or a table of it on a desk, the window on a phone. */
const scrolled = () =>
  Math.max(window.scrollY, ...['#content', '.table-scroll'].map((name) => document.querySelector(name)?.scrollTop ?? 0))

test('a page opens at its top, and one goes back to where it was left', { tags: 'main' }, async () => {
  const { page } = await scene.open('user', '/docs/concepts')
  const roles = page.getByRole('heading', { name: 'Roles' })
  await roles.waitFor()
  // Read before, so that it is drawn at once.
  await page.getByRole('link', { name: title('reference-errors') }).click()
  await page.getByRole('heading', { name: 'Calls of models' }).waitFor()
  await page.mouse.wheel(0, 2000)
  await expect.poll(() => page.evaluate(scrolled)).toBeGreaterThan(500)
  await page.goBack()
  await roles.waitFor()
  await page.goForward()
  await expect.poll(() => page.evaluate(scrolled)).toBeGreaterThan(500)
  await page.getByRole('link', { name: title('concepts') }).click()
  await roles.waitFor()
  expect(await page.evaluate(scrolled)).toBe(0)
})

test('on a phone a list stays where it is while a row is open in a drawer', { tags: 'main' }, async () => {
  const { page } = await scene.open('user', '/app/tokens', { size: '390x844' })
  await page.getByText('production-chat').waitFor()
  await page.mouse.move(200, 500)
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(scrolled)).toBe(600)
  const open = page.locator('main .card').nth(6).getByRole('button').first()
  await open.click()
  await page.waitForURL('**/app/tokens?edit=*')
  await page.getByRole('dialog').waitFor()
  const before = await page.evaluate(scrolled)
  expect(before).toBeGreaterThan(500)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await page.evaluate(scrolled)).toBe(before)
})

test('another page of a list begins at its first row', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `page filler ${at}`)
  for (const name of names) await scene.facts.members.user.client.call('POST', '/api/token/', { name, remain_quota: 1000 })
  for (const size of ['1440x900', '390x844'] as const) {
    const { page } = await scene.open('user', '/app/tokens?size=10', { size })
    const first = page.locator('main :is(tbody tr, .card)').filter({ visible: true }).first()
    await first.waitFor()
    await page.mouse.move(200, 500)
    await page.mouse.wheel(0, 4000)
    await expect.poll(() => page.evaluate(scrolled)).toBeGreaterThan(0)
    const before = await first.innerText()
    await page.locator('.pager').getByRole('listitem', { name: /next/i }).click()
    await expect.poll(() => first.innerText()).not.toBe(before)
    const top = await first.evaluate((row) => row.getBoundingClientRect().top)
    expect(top, size).toBeGreaterThan(0)
    expect(top, size).toBeLessThan(400)
  }
})
