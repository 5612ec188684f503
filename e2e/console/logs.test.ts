// The usage log as people ask it: what was dearest, why did no channel serve, and where from here. Every call in it is really made.
/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import type { Token } from '@waystation/contract/people/token'
import { dayOf, startOfDay, wallText } from '@waystation/contract/values/calendar'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ConsoleClient } from '../../server/src/testing/console-client.ts'
import { siteZone } from './browser.ts'
import type { Member } from './filling.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

const LOGS = '/app/logs/api-usage'
let scene: Scene

beforeAll(async () => {
  scene = await openScene()
  const root = scene.facts.members.root.client
  await makeOutOfReach(root)
  for (const who of ['root', 'user'] as const) {
    const key = await keyOf(who)
    await scene.callModel(key, 'gpt-5', '#in:9420 #out:1203')
    await scene.callModel(key, 'gpt-5-mini', '#in:612 #out:88')
    await scene.callModel(key, 'claude-opus-4-1', '#in:6400 #out:1800')
    await scene.callModel(key, 'wanted', 'hello')
    await scene.callModel(key, 'unheard-of', 'hello')
  }
  const poor = await scene.facts.members.user.client.call<Token>('POST', '/api/token/', {
    name: 'poor',
    unlimited_quota: false,
    remain_quota: 2,
  })
  await scene.callModel(`sk-${poor.key}`, 'gpt-5', 'hello')
  await root.ask('GET', `/api/channel/test/${scene.facts.channelId}`)
  await vi.waitUntil(async () => (await root.call<{ total: number }>('GET', '/api/log/')).total === 12, 20_000)
})
afterAll(() => scene?.close())

/** Channels that have the model `wanted`, or nearly have it, and none that can serve it. */
async function makeOutOfReach(root: ConsoleClient): Promise<void> {
  const draft = { key: 'far-key', base_url: 'http://127.0.0.1:9', type: 8, models: 'wanted' }
  const add = async (fields: object) => (await root.call<{ id: number }>('POST', '/api/channel/', { ...draft, ...fields })).id
  const off = await add({ name: 'switched-off', priority: 9 })
  await add({ name: 'for-vips', group: 'vip' })
  const cut = await add({ name: 'cut-short' })
  await root.call('PUT', '/api/channel/', { id: off, status: 2 })
  await root.call('PUT', '/api/channel/', { id: cut, models: 'else' })
}

async function keyOf(who: Member): Promise<string> {
  const draft = { name: `${who}-calls`, unlimited_quota: true }
  return `sk-${(await scene.facts.members[who].client.call<Token>('POST', '/api/token/', draft)).key}`
}

const unfold = ({ row, say }: Screen, text: string) =>
  row(text)
    .first()
    .getByRole('button', { name: say('action.expand') })
    .click()
const unfolded = ({ page }: Screen) => page.locator('tr.expanded')
/** What stands in a column, from the top. */
async function columnOf({ page, say }: Screen, title: string): Promise<string[]> {
  const heads = await page.getByRole('columnheader').allTextContents()
  const at = heads.indexOf(say(title))
  const cells = await page.locator(`tbody tr:not(.expanded) > td:nth-child(${at + 1})`).allTextContents()
  return cells.map((cell) => cell.trim())
}
const spend = ({ page, say }: Screen) =>
  page
    .locator('.chip-figure')
    .filter({ hasText: say('log.spend') })
    .locator('dd')
    .textContent()

test('the dearest call of the week is two clicks away, and the head of the column sorts as well', async () => {
  const screen = await scene.open('root', LOGS)
  const { page, say, button, watched, address } = screen
  await button('log.views').click()
  await page.getByRole('menuitem', { name: say('log.viewDearestWeek') }).click()
  await page.waitForURL((url) => url.searchParams.get('sort') === '-cost')
  await watched.settled()
  expect(address()).toContain('start_timestamp=7d')
  const costs = (await columnOf(screen, 'log.cost')).map((text) => Number(text.slice(1)))
  expect(costs).toHaveLength(6)
  expect(costs).toEqual(costs.toSorted((a, b) => b - a))
  expect((await columnOf(screen, 'log.model')).slice(0, 2)).toEqual(['claude-opus-4-1', 'claude-opus-4-1'])

  await page
    .getByRole('columnheader', { name: say('log.cost') })
    .getByRole('button')
    .click()
  await page.waitForURL((url) => !url.searchParams.has('sort'))
  await watched.settled()
  expect(await columnOf(screen, 'log.model')).toHaveLength(12)
  await page
    .getByRole('columnheader', { name: say('log.cost') })
    .getByRole('button')
    .click()
  await watched.settled()
  expect((await columnOf(screen, 'log.model'))[0]).toBe('claude-opus-4-1')
  expect(watched.takeTroubles()).toEqual([])
})

test('times and days are those of the site, which a reader elsewhere is told', async () => {
  const { page, sees, say } = await scene.open('user', LOGS, { zone: 'Asia/Kathmandu' })
  const time = page.locator('tbody time').first()
  const at = Date.parse(String(await time.getAttribute('datetime')))
  expect(await time.getAttribute('title')).toMatch(new RegExp(`^${wallText(at, siteZone)}:\\d\\d UTC`))
  await sees(/^Times are in the time zone of this site, /)
  const asked = page.waitForRequest((request) => /\/api\/log\/self\/?\?.*start_timestamp=\d/.test(request.url()))
  await page.goto(`${scene.url}${LOGS}?start_timestamp=yesterday`)
  const { searchParams } = new URL((await asked).url())
  const days = [-1, 0].map((day) => startOfDay(dayOf(Date.now(), siteZone) + day, siteZone) / 1000)
  expect(['start_timestamp', 'end_timestamp'].map((name) => Number(searchParams.get(name)))).toEqual([days[0], (days[1] ?? 0) - 1])
  await page.getByRole('button', { name: new RegExp(say('time.yesterday')) }).click()
  await page.locator('.range-panel').getByText('Times are in the time zone of this site').waitFor()
  await page.keyboard.press('Escape')

  const home = await scene.open('user', LOGS)
  expect(await home.page.getByText('Times are in the time zone of this site').count()).toBe(0)
  expect(await home.page.locator('tbody time').first().getAttribute('title')).not.toContain('UTC')
})

test('a least cost in dollars leaves the dear calls, and the sums are theirs', async () => {
  const screen = await scene.open('root', LOGS)
  const { page, say, button, field, watched } = screen
  await button('table.addFilter', { name: say('log.minCost') }).click()
  await field('log.minCost').last().fill('0.1')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('min_cost') === '0.1')
  await watched.settled()
  const costs = (await columnOf(screen, 'log.cost')).map((text) => Number(text.slice(1)))
  expect(costs).toHaveLength(2)
  expect(Math.min(...costs)).toBeGreaterThanOrEqual(0.1)
  const sum = costs.reduce((whole, cost) => whole + cost, 0)
  expect(await spend(screen)).toBe(`$${sum.toFixed(2)}`)
})

test('an admin reads why no channel was found in one click, and goes to the channel', async () => {
  const screen = await scene.open('root', LOGS)
  const { page, say, watched } = screen
  await unfold(screen, '503')
  const words = unfolded(screen)
  await words.getByText(say('log.noRoute', { model: 'wanted', group: 'default' })).waitFor()
  const text = (await words.textContent()) ?? ''
  for (const [name, why] of [
    ['switched-off', say('log.skip.disabled')],
    ['for-vips', say('log.skip.not_in_group', { group: 'default', groups: 'vip' })],
    ['cut-short', /Removed from its model list at /],
  ] as const) {
    const item = words.getByRole('listitem').filter({ hasText: name })
    expect(await item.textContent(), text).toMatch(why)
  }
  await words.getByRole('link', { name: 'switched-off' }).click()
  await page.waitForURL((url) => url.pathname === '/admin/channels' && url.searchParams.has('edit'))
  await watched.settled()
  await page.getByRole('dialog').waitFor()
  expect(await page.getByLabel(say('channel.name'), { exact: true }).inputValue()).toBe('switched-off')
})

test('of a model that no channel has, the row says so and leads to the channels', async () => {
  const screen = await scene.open('root', LOGS)
  const { page, say } = screen
  await unfold(screen, 'unheard-of')
  await unfolded(screen)
    .getByText(say('log.noRouteUnknown', { model: 'unheard-of' }))
    .waitFor()
  await unfolded(screen)
    .getByRole('link', { name: say('log.noRouteChannels') })
    .click()
  await page.waitForURL((url) => url.pathname === '/admin/channels' && url.searchParams.get('model') === 'unheard-of')
})

test('a user reads a plain sentence, and no channel’s name', async () => {
  for (const language of ['en', 'zh'] as const) {
    const screen = await scene.open('user', LOGS, { language })
    const { page, say } = screen
    await unfold(screen, '503')
    await unfolded(screen)
      .getByText(say('log.refusedWhy.get_channel_failed', { model: 'wanted', group: 'default' }))
      .waitFor()
    await unfold(screen, 'unheard-of')
    await page.getByText(say('log.refusedWhy.model_not_found', { model: 'unheard-of' })).waitFor()
    expect(await page.textContent('main')).not.toMatch(/switched-off|for-vips|cut-short/)
    await screen.context.close()
  }
})

test('what the quota lacks is told in money', async () => {
  const screen = await scene.open('user', LOGS, { language: 'zh' })
  const { row } = screen
  expect(await row('poor').textContent()).toMatch(/令牌额度不足：需预扣 \$0\.\d+，剩余 \$0\.000004/)
  // What was turned away took no time.
  expect((await columnOf(screen, 'log.total'))[0]).toBe('–')
})

test('a channel test is tagged, found by its type, and in no sum', async () => {
  const screen = await scene.open('root', LOGS)
  const { page, say, row, watched } = screen
  const before = await spend(screen)
  const tokens = page
    .locator('.chip-figure')
    .filter({ hasText: say('log.tokens') })
    .locator('dd')
  const counted = await tokens.textContent()
  await scene.facts.members.root.client.ask('GET', `/api/channel/test/${scene.facts.channelId}`)
  await expect.poll(async () => (await scene.facts.members.root.client.call<{ total: number }>('GET', '/api/log/?type=7')).total).toBe(2)
  await page.reload()
  await watched.settled()
  expect([await spend(screen), await tokens.textContent()]).toEqual([before, counted])
  expect(await row(say('log.test')).count()).toBe(2)
  await page.goto(`${scene.url}${LOGS}?type=7`)
  await watched.settled()
  expect(await columnOf(screen, 'log.type')).toEqual([say('log.test'), say('log.test')])
})

test('a click on a name adds its filter; the address keeps it', async () => {
  const screen = await scene.open('root', LOGS)
  const { page, row, watched } = screen
  const first = row('gpt-5-mini').filter({ hasText: 'user-calls' }).first()
  await first.getByRole('button', { name: 'user-calls', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('token_name') === 'user-calls')
  await watched.settled()
  expect(await columnOf(screen, 'log.model')).toHaveLength(5)
  await row('gpt-5').filter({ hasNotText: 'mini' }).first().getByRole('button', { name: 'gpt-5', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('model_name') === '"gpt-5"')
  await watched.settled()
  expect(await columnOf(screen, 'log.model')).toEqual(['gpt-5'])
  await page.goBack()
  await page.goBack()
  await watched.settled()
  const { username } = scene.facts.members.user
  await row('user-calls').first().getByRole('button', { name: username, exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('username') === username)
  await watched.settled()
  const users = new Set((await columnOf(screen, 'log.userToken')).map((cell) => cell.split(' / ')[0]))
  expect(users).toEqual(new Set([username]))
})

test('the export has all rows that match, newest first, and says why no channel was found', async () => {
  const { page, button } = await scene.open('root', `${LOGS}?sort=-cost`)
  const everything = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  // The last line ends, too.
  const rows = readFileSync(await (await everything).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  const { total } = await scene.root.call<{ total: number }>('GET', '/api/log/?page_size=1')
  expect(rows.length).toBe(total + 1)
  expect(total).toBeGreaterThan(6)
  expect(rows.filter((row) => row.includes('claude-opus-4-1'))).toHaveLength(2)
  const ids = rows.slice(1).map((row) => Number(/^\D*(\d+)/.exec(row)?.[1]))
  expect(ids).toEqual(ids.toSorted((one, other) => other - one))

  await page.goto(`${scene.url}${LOGS}?type=6`)
  await button('action.refresh').waitFor()
  const failed = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const text = readFileSync(await (await failed).path(), 'utf8')
  expect(text).toMatch(/switched-off: Disabled manually/)
  expect(text).toMatch(/Insufficient quota on this API key: \$0\.\d+ required/)
})

test('on a phone a card unfolds to the reasons, with names that filter and are large enough', async () => {
  const screen = await scene.open('root', LOGS, { size: '390x844' })
  const { page, say, watched } = screen
  const card = page.getByRole('listitem').filter({ hasText: '503' }).first()
  await card.getByRole('button', { name: say('table.details') }).click()
  await card.getByText(say('log.skip.disabled')).waitFor()
  const name = card.locator('.show-only').getByRole('button', { name: 'wanted', exact: true })
  expect((await name.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await name.click()
  await page.waitForURL((url) => url.searchParams.get('model_name') === '"wanted"')
  await watched.settled()
  expect(await page.locator('.cards > .card').count()).toBe(2)
})
