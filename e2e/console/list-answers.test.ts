/// <reference lib="dom" />
// What lists say while an answer is on its way, and when there is more than is counted; and where messages to users stand on a phone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
  for (const [name, fields] of [
    ['codes to come', { valid_from: Math.floor(Date.now() / 1000) + 86_400 }],
    ['codes of today', {}],
  ] as const)
    await scene.root.call('POST', '/api/redemption/', { name, quota: 500_000, count: 2, ...fields })
})
afterAll(() => scene?.close())

test('codes are narrowed down by what they can still do; rows of before are dimmed until the answer is there', async () => {
  const { page, say, row, watched } = await scene.open('admin', '/admin/coupons')
  await row('codes of today').first().waitFor()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/redemption/?*state=not_yet*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('combobox', { name: say('coupon.status') }).click()
  await page.getByRole('option', { name: say('coupon.states.not_yet'), exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('state') === 'not_yet')
  const body = page.locator('.list-panel tbody')
  await expect.poll(() => body.evaluate((element) => Number(getComputedStyle(element).opacity))).toBeLessThan(0.5)
  expect(await page.locator('.list-panel').getAttribute('aria-busy')).toBe('true')
  expect(await row('codes of today').count()).toBe(2)
  answer()
  await row('codes of today').first().waitFor({ state: 'detached' })
  expect(await row('codes to come').count()).toBe(2)
  await expect.poll(() => body.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  expect(watched.takeTroubles()).toEqual([])
})

test('where rows are counted no further, the pager says "more than" and ends with the last page that is counted', async () => {
  const screen = await scene.open('root', '/admin/audit')
  const { page, say, sees } = screen
  await page.route('**/api/audit/?*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, data: { ...body.data, total: 100_000, has_more: true } } })
  })
  await page.reload()
  await sees(say('table.rangeOfMore', { from: '1', to: '20', total: '100,000' }))
  expect(await page.locator('.ant-pagination-item').last().textContent()).toBe('5000')
})

test('messages are searched while the words are typed', async () => {
  const { page, row, watched } = await scene.open('root', '/admin/messages')
  const rows = page.locator('tbody tr')
  await rows.first().waitFor()
  await page.getByRole('searchbox').pressSequentially('nothing is called so')
  await page.waitForURL((url) => url.searchParams.get('keyword') === 'nothing is called so')
  await expect.poll(() => rows.count()).toBe(0)
  await page.getByRole('searchbox').fill('')
  await row('#').or(rows.first()).first().waitFor()
  expect(watched.takeTroubles()).toEqual([])
})

test('on a phone two messages leave the top bar and the buttons in the head of the page free', async () => {
  const screen = await scene.open('user', '/app/tokens', { size: '390x844' })
  const { page, say, button } = screen
  const card = page.locator('.card').first()
  for (const key of ['action.disable', 'action.enable']) {
    await card.getByRole('button', { name: say('action.more') }).tap()
    await page.getByRole('menuitem', { name: say(key) }).tap()
  }
  await page.locator('.toast').nth(1).waitFor()
  const boxes = await page.locator('.toast').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  const create = await button('token.create').first().boundingBox()
  expect(Math.min(...boxes)).toBeGreaterThan((create?.y ?? 0) + (create?.height ?? 0))
})
