// What all lists share, on the lists that there are: choosing over pages, sorting, spans of time, widths, and what happens when looking
// again fails.
/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

const bar = ({ page, say }: Screen): Locator => page.getByRole('toolbar', { name: say('table.actions') })
const rowBoxes = ({ page, say }: Screen): Locator => page.getByRole('checkbox', { name: say('table.selectRow') })
const toPage = ({ page }: Screen, number: number) => page.locator(`.ant-pagination-item-${number}`).click()
const names = (page: Page) => page.locator('tbody td.fixed').allTextContents()

test('rows are chosen over pages and searches, counted honestly, and disabled together', async () => {
  const screen = await scene.open('admin', '/app/tokens?size=10')
  const { page, say, button, sees, watched } = screen
  await page.getByRole('checkbox', { name: say('table.selectPage') }).click()
  await bar(screen)
    .getByText(say('table.selected_other', { count: 10 }))
    .waitFor()
  await toPage(screen, 2)
  await bar(screen)
    .getByText(say('table.elsewhere', { count: 10 }))
    .waitFor()
  expect(await rowBoxes(screen).count()).toBe(2)
  for (const box of await rowBoxes(screen).all()) expect(await box.isChecked()).toBe(false)

  await page.getByRole('searchbox').fill('office')
  await page.waitForURL((url) => url.searchParams.get('keyword') === 'office')
  await watched.settled()
  await bar(screen)
    .getByText(say('table.selected_other', { count: 10 }))
    .waitFor()
  await page.getByRole('searchbox').fill('')
  await page.waitForURL((url) => !url.searchParams.has('keyword'))
  await watched.settled()

  await button('table.selectAll', { count: 12 }).click()
  await bar(screen)
    .getByText(say('table.selected_other', { count: 12 }))
    .waitFor()
  expect(await button('table.selectAll', { count: 12 }).count()).toBe(0)
  await bar(screen)
    .getByRole('button', { name: say('action.disable') })
    .click()
  await screen
    .dialog()
    .getByRole('button', { name: say('action.disable') })
    .click()
  await bar(screen).waitFor({ state: 'detached' })
  await watched.settled()
  await page.goto(`${scene.url}/app/tokens?size=20&status=2`)
  await watched.settled()
  // One of the twelve had run out before.
  expect(await page.locator('tbody tr').count()).toBeGreaterThanOrEqual(11)
  await sees(say('status.token.disabled'))
})

test('with shift a click chooses all rows between; the filters say that all matching ones are meant', async () => {
  const { client } = scene.facts.members.user
  for (let index = 0; index < 12; index += 1)
    await client.call('POST', '/api/token/', { name: `fleet-${index}`, unlimited_quota: true, expired_time: -1 })
  const screen = await scene.open('user', '/app/tokens?size=10&keyword=fleet')
  const { page, say } = screen
  await rowBoxes(screen).nth(1).click()
  await rowBoxes(screen)
    .nth(4)
    .click({ modifiers: ['Shift'] })
  await bar(screen)
    .getByText(say('table.selected_other', { count: 4 }))
    .waitFor()
  const boxes = await rowBoxes(screen).all()
  expect(await Promise.all(boxes.slice(0, 6).map((box) => box.isChecked()))).toEqual([false, true, true, true, true, false])
  await bar(screen)
    .getByRole('button', { name: say('table.selectMatching', { count: 12 }) })
    .click()
  await bar(screen)
    .getByText(say('table.selected_other', { count: 12 }))
    .waitFor()
  await bar(screen)
    .getByRole('button', { name: say('table.clearSelection') })
    .click()
  await bar(screen).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.closest('th.cell-check') !== null)
})

test('when the rows of the last page are gone, the list goes to the page before it', async () => {
  const screen = await scene.open('user', '/app/tokens?size=10&keyword=fleet&page=2')
  const { page, say, watched } = screen
  await page.getByRole('checkbox', { name: say('table.selectPage') }).click()
  await bar(screen)
    .getByRole('button', { name: say('action.delete') })
    .click()
  await screen
    .dialog()
    .getByRole('button', { name: say('action.delete') })
    .click()
  await page.waitForURL((url) => !url.searchParams.has('page'))
  await watched.settled()
  // The rows of the page that is gone may stand for a moment longer than the answer takes.
  await expect.poll(() => page.locator('tbody tr').count()).toBe(10)
})

test('a head sorts one way, the other way, and not at all; the address keeps it', async () => {
  const { page, say, watched } = await scene.open('root', '/app/tokens')
  const usual = await names(page)
  const head = page.getByRole('columnheader', { name: say('token.name') })
  expect(await head.getAttribute('aria-sort')).toBe('none')
  await head.getByRole('button').click()
  await page.waitForURL((url) => url.searchParams.get('sort') === 'name')
  await watched.settled()
  expect(await head.getAttribute('aria-sort')).toBe('ascending')
  const ascending = await names(page)
  expect(ascending).not.toEqual(usual)
  await page.reload()
  await watched.settled()
  expect(await names(page)).toEqual(ascending)
  await head.getByRole('button').press('Enter')
  await page.waitForURL((url) => url.searchParams.get('sort') === '-name')
  await watched.settled()
  expect(await names(page)).toEqual(ascending.toReversed())
  await head.getByRole('button').click()
  await page.waitForURL((url) => !url.searchParams.has('sort'))
  await watched.settled()
  expect(await names(page)).toEqual(usual)
  // Money begins with the greatest.
  await page
    .getByRole('columnheader', { name: say('token.remaining') })
    .getByRole('button')
    .click()
  await page.waitForURL((url) => url.searchParams.get('sort') === '-remain_quota')
})

test('the name of a row opens it, by mouse and by keyboard', async () => {
  const { page, dialog, watched } = await scene.open('root', '/app/tokens')
  await page.getByRole('button', { name: 'notebook', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.has('edit'))
  await dialog().waitFor()
  await watched.settled()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'mobile-app', exact: true }).press('Enter')
  await dialog().waitFor()
})

test('on a phone a long press begins to choose, taps go on, and what is chosen is enabled', async () => {
  const screen = await scene.open('admin', '/app/tokens', { size: '390x844' })
  const { page, say, watched, button } = screen
  const card = (name: string) => page.locator('.card').filter({ hasText: name })
  await pressUntil(page, card('notebook'), bar(screen).getByText(say('table.selected_one', { count: 1 })))
  await card('mobile-app').tap({ position: { x: 150, y: 60 } })
  await bar(screen)
    .getByText(say('table.selected_other', { count: 2 }))
    .waitFor()
  await card('notebook').tap({ position: { x: 150, y: 60 } })
  await bar(screen)
    .getByText(say('table.selected_one', { count: 1 }))
    .waitFor()
  const enable = bar(screen).getByRole('button', { name: say('action.enable') })
  await enable.tap()
  await bar(screen).waitFor({ state: 'detached' })
  await watched.settled()
  await card('mobile-app').getByText(say('status.token.enabled')).waitFor()
  await card('notebook').getByText(say('status.token.disabled')).waitFor()

  // The button does the same for who knows no long press, and lets go again.
  await button('table.select').tap()
  await bar(screen).waitFor()
  await card('grafana-probe').tap({ position: { x: 150, y: 60 } })
  await bar(screen)
    .getByText(say('table.selected_one', { count: 1 }))
    .waitFor()
  await button('table.select').tap()
  await bar(screen).waitFor({ state: 'detached' })
})

test('on a phone a menu sorts, and once more turns the order round', async () => {
  const { page, say, button, watched } = await scene.open('root', '/app/tokens', { size: '390x844' })
  const choose = async () => {
    await page.getByRole('menuitem', { name: say('token.name') }).tap()
    await watched.settled()
  }
  const titles = () => page.locator('.card .card-line:first-child .card-title').allTextContents()
  await button('table.sort').tap()
  await choose()
  await page.waitForURL((url) => url.searchParams.get('sort') === 'name')
  const ascending = await titles()
  await page.getByRole('button', { name: `${say('table.sort')}: ${say('token.name')}` }).tap()
  await choose()
  await page.waitForURL((url) => url.searchParams.get('sort') === '-name')
  expect(await titles()).toEqual(ascending.toReversed())
})

test('a span of time is named, marked, and asked for in moments', async () => {
  const { page, say, button, watched } = await scene.open('root', '/app/logs/api-usage')
  const chip = (words: string) => page.getByRole('button', { name: `${say('log.time')} ${words}`, exact: true })
  const midnight = await page.evaluate(() => Math.floor(new Date().setHours(0, 0, 0, 0) / 1000))
  const asked = page.waitForRequest((request) => request.url().includes('/api/log/?'))
  await page.reload()
  expect(Number(new URL((await asked).url()).searchParams.get('start_timestamp'))).toBe(midnight)
  await chip(say('time.today')).click()
  await button('time.today').and(page.locator('[aria-pressed=true]')).waitFor()

  const hour = page.waitForRequest((request) => request.url().includes('/api/log/?'))
  await button('time.lastHour').click()
  const sent = new URL((await hour).url()).searchParams
  expect(Math.abs(Number(sent.get('start_timestamp')) - (Date.now() / 1000 - 3600))).toBeLessThan(60)
  expect(sent.has('end_timestamp')).toBe(false)
  await page.waitForURL((url) => url.searchParams.get('start_timestamp') === 'hour')
  await page.reload()
  await watched.settled()

  await chip(say('time.lastHour')).click()
  await page.getByLabel(say('time.from'), { exact: true }).fill('2026-03-02 10:00')
  await page.getByLabel(say('time.from'), { exact: true }).press('Enter')
  await page.getByLabel(say('time.to'), { exact: true }).fill('2026-03-01 10:00')
  await page.getByLabel(say('time.to'), { exact: true }).press('Enter')
  await page
    .getByRole('alert')
    .filter({ hasText: say('time.backwards') })
    .waitFor()
  expect(await button('time.apply').isDisabled()).toBe(true)
  await page.getByLabel(say('time.to'), { exact: true }).fill('2026-03-02 18:30')
  await page.getByLabel(say('time.to'), { exact: true }).press('Enter')
  await button('time.apply').click()
  await page.waitForURL((url) => Number(url.searchParams.get('end_timestamp')) - Number(url.searchParams.get('start_timestamp')) === 30_600)
  await page.getByRole('button', { name: /10:00 – 18:30$/ }).waitFor()
})

test('when looking again fails the rows stay, and it is said from when they are', async () => {
  const { page, say, button, row, watched } = await scene.open('root', '/app/tokens')
  await page.route('**/api/token/?*', (route) => route.fulfill({ status: 500, json: { success: false, message: 'out of order' } }))
  await button('action.refresh').click()
  const notice = page.getByRole('status').filter({ hasText: say('table.stale', { time: '' }).split('.')[0] ?? '' })
  await notice.waitFor()
  expect(await notice.textContent()).toMatch(/\d\d:\d\d/)
  await row('production-chat').waitFor()
  await page.unroute('**/api/token/?*')
  await notice.getByRole('button', { name: say('action.retry') }).click()
  await notice.waitFor({ state: 'detached' })
  watched.takeTroubles()
})

test('columns keep their place from page to page, heads are whole, and a shown key moves nothing', async () => {
  for (const language of ['en', 'zh'] as const) {
    const screen = await scene.open('root', '/app/tokens?size=10', { language })
    const { page, say, watched } = screen
    const before = await heads(page)
    expect(before.filter((head) => head.isCut)).toEqual([])
    await toPage(screen, 2)
    await page.waitForURL((url) => url.searchParams.get('page') === '2')
    await watched.settled()
    expect(await heads(page)).toEqual(before)
    const height = () =>
      page
        .locator('tbody tr')
        .first()
        .evaluate((row) => row.getBoundingClientRect().height)
    const closed = await height()
    await page
      .getByRole('button', { name: new RegExp(`^${say('action.showKey')}`) })
      .first()
      .click()
    expect(await page.getByRole('dialog', { name: say('action.showKey') }).textContent()).toMatch(/sk-[0-9A-Za-z]{48}/)
    expect(await height()).toBe(closed)
    expect(await heads(page)).toEqual(before)
    await page.context().close()
  }
  const channels = await scene.open('root', '/admin/channels')
  expect((await heads(channels.page)).filter((head) => head.isCut)).toEqual([])
})

test('an amount below a cent is told as such beside cents, and in full where no other stands beside it', async () => {
  const { client } = scene.facts.members.user
  for (const [name, remain_quota] of [
    ['coin-small', 450],
    ['coin-large', 85_000],
  ] as const)
    await client.call('POST', '/api/token/', { name, remain_quota, expired_time: -1 })
  const { page, row, watched } = await scene.open('user', '/app/tokens?keyword=coin')
  expect(await row('coin-small').textContent()).toContain('<$0.01')
  expect(await row('coin-large').textContent()).toMatch(/\$0\.17(?!\d)/)
  await page.goto(`${scene.url}/app/tokens?keyword=coin-small`)
  await watched.settled()
  expect(await row('coin-small').textContent()).toContain('$0.0009')
})

test('many pages can be asked for by number', async () => {
  const { client } = scene.facts.members.root
  for (let index = 0; index < 65; index += 1)
    await client.call('POST', '/api/token/', { name: `many-${index}`, unlimited_quota: true, expired_time: -1 })
  const { page, field, watched } = await scene.open('root', '/app/tokens?size=10')
  const jump = field('table.goToPage')
  await jump.fill('6')
  await jump.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('page') === '6')
  await watched.settled()
  expect(await page.locator('tbody tr').count()).toBe(10)
})

test('tags are counted with their channels, and folded together', async () => {
  const { page, say, button, sees, row } = await scene.open('root', '/admin/channels?tag_mode=true')
  const counts = [say('channel.tagCount_other', { count: 3 }), say('channel.channelCount_other', { count: 14 })]
  await sees([...counts, say('channels.untaggedCount', { count: 4 })].join(' · '))
  await button('table.foldAll').click()
  await row('night-batch').waitFor({ state: 'detached' })
  expect(await page.locator('tbody tr').count()).toBe(4)
  await row(say('channels.noTag')).waitFor()
  await button('table.unfoldAll').click()
  await row('night-batch').waitFor()
})

test('an address that leads nowhere keeps the console around it for members, and asks no visitor to log in', async () => {
  for (const path of ['/no/such/page', '/app/nothing', '/admin/nothing']) {
    const { page, say, sees, watched } = await scene.open('user', path)
    await sees(say('error.notFoundText'))
    expect(await page.getByRole('link', { name: say('shell.tokens') }).count()).toBeGreaterThan(0)
    expect(watched.takeTroubles()).toEqual([])
    await page.context().close()
  }
  const visitor = await scene.open('visitor', '/app/nothing')
  await visitor.sees(visitor.say('error.notFoundText'))
  expect(await visitor.page.getByRole('link', { name: visitor.say('shell.tokens') }).count()).toBe(0)
})

/** Where each head stands, and whether its words fit. */
const heads = (page: Page) =>
  page.locator('thead th:not(.cell-check, .cell-expand, .cell-actions)').evaluateAll((all) =>
    all.map((head) => {
      const { left, width } = head.getBoundingClientRect()
      return { words: head.textContent, left, width, isCut: head.scrollWidth > head.clientWidth }
    }),
  )

/** A finger rests on something until this has come. */
async function pressUntil(page: Page, target: Locator, outcome: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to press')
  const session = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + 150, y: box.y + 60 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await outcome.waitFor()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
