// The dashboard: what calls cost is what its figures say, and every figure leads to the calls behind it.
/// <reference lib="dom" />
import type { CallsHealth } from '@waystation/contract/calls/health'
import type { LogEntry } from '@waystation/contract/calls/log'
import { dayOf, startOfDay } from '@waystation/contract/values/calendar'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shortNumber } from '../../console/src/ui/number-format.ts'
import { siteZone } from './browser.ts'
import type { Member } from './filling.ts'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

const UNITS_PER_DOLLAR = 500_000

/** A call through the gateway, with the member's token. */
const callModel = async (who: Member, model: string, words: string) =>
  expect(await scene.callModel(scene.facts.members[who].key, model, words)).toBe(200)

/** What the log says that the member's calls came to. */
async function logged(who: Member, model?: string): Promise<{ dollars: string; tokens: string }> {
  const { items } = await scene.facts.members[who].client.call<{ items: LogEntry[] }>('GET', '/api/log/self?p=1&page_size=100&type=2')
  const rows = items.filter(({ model_name }) => model === undefined || model_name === model)
  const sum = (of: (row: LogEntry) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    dollars: `$${(sum(({ quota }) => quota) / UNITS_PER_DOLLAR).toFixed(2)}`,
    tokens: shortNumber(sum((row) => row.prompt_tokens + row.completion_tokens)),
  }
}

const setOption = (key: string, value: string) => scene.facts.members.root.client.call('PUT', '/api/option/', { key, value })
const tile = (page: Page, label: string) => page.locator('.stat-tile').filter({ has: page.locator('dt').getByText(label, { exact: true }) })
const figure = (page: Page, label: string) => tile(page, label).locator('.stat-value').textContent()

test('before the first call it says what is to be done, and what of it has been', async () => {
  const { page, say, sees } = await scene.open('user', '/app/dashboard')
  await sees(say('dashboard.firstSteps'))
  expect(await page.getByRole('link', { name: say('dashboard.addChannel') }).count()).toBe(0)
  await page.getByRole('link', { name: `${say('dashboard.createToken')} ${say('dashboard.stepDone')}` }).waitFor()
  expect(await figure(page, say('dashboard.calls'))).toBe('0')
  await page.getByRole('link', { name: say('dashboard.tryPlayground') }).click()
  await page.waitForURL('**/playground')

  const admin = await scene.open('root', '/app/dashboard')
  await admin.page.getByRole('link', { name: `${say('dashboard.addChannel')} ${say('dashboard.stepDone')}` }).waitFor()
})

test('a user sees what their own calls came to, by step and metric, and the calls behind a model', { tags: 'main' }, async () => {
  await callModel('user', 'gpt-5', '#in:40000 #out:9000')
  await callModel('user', 'gpt-5', '#in:20000 #out:3000')
  await callModel('user', 'gpt-5-mini', '#in:6000 #out:800')
  await callModel('admin', 'gpt-5-mini', '#in:1000 #out:100')
  await expect.poll(scene.callsInSums).toBe(4)
  const { page, say, address, watched } = await scene.open('user', '/app/dashboard')
  const { dollars, tokens } = await logged('user')
  expect(await figure(page, say('dashboard.calls'))).toBe('3')
  expect(await figure(page, say('dashboard.quota'))).toBe(dollars)
  expect(await figure(page, say('dashboard.tokens'))).toBe(tokens)
  expect(await figure(page, say('dashboard.rpm'))).toBe('3')
  expect(await tile(page, say('dashboard.calls')).textContent()).toContain(say('dashboard.changedFromNothing'))

  await page.getByText(say('dashboard.steps.day'), { exact: true }).click()
  await expect.poll(address).toContain('step=day')
  expect(address()).toContain('range=30d')
  await page.getByText(say('dashboard.tokens'), { exact: true }).nth(1).click()
  await page.getByRole('heading', { name: say('dashboard.byModel.tokens') }).waitFor()
  await page.reload()
  await watched.settled()
  await page.getByRole('heading', { name: say('dashboard.byModel.tokens') }).waitFor()
  const table = page.getByRole('table', { name: say('dashboard.byModel.tokens') })
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([say('time.range'), 'gpt-5', 'gpt-5-mini'])
  expect(await table.locator('td').allTextContents()).toEqual([
    (await logged('user', 'gpt-5')).tokens,
    (await logged('user', 'gpt-5-mini')).tokens,
  ])

  await page
    .getByRole('list', { name: say('dashboard.top.models') })
    .getByRole('link', { name: 'gpt-5', exact: true })
    .click()
  await page.waitForURL('**/app/logs/api-usage?**')
  await watched.settled()
  // The longer name that begins with this one is not among them.
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'gpt-5' }).count()).toBe(2)
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'gpt-5-mini' }).count()).toBe(0)
  expect(watched.takeTroubles()).toEqual([])
})

test('an admin sees everybody, chooses one user, and follows users and channels to their calls', async () => {
  const { page, say, address, watched } = await scene.open('root', '/app/dashboard')
  expect(await figure(page, say('dashboard.calls'))).toBe('4')
  const users = page.getByRole('list', { name: say('dashboard.top.users') })
  const rank = (name: 'users' | 'channels') =>
    page.getByRole('radiogroup', { name: say('dashboard.rankBy') }).getByText(say(`dashboard.rank.${name}`))
  await rank('channels').click()
  await page
    .getByRole('list', { name: say('dashboard.top.channels') })
    .getByRole('link', { name: 'openai-main' })
    .waitFor()
  await rank('users').click()
  await users.waitFor()
  expect(await users.getByRole('link').allTextContents()).toEqual(['lin', 'maria'])

  await page.getByRole('combobox', { name: say('dashboard.user') }).fill('mar')
  await page.getByText('#3 maria').click()
  await expect.poll(() => figure(page, say('dashboard.calls'))).toBe('1')
  expect(address()).toContain('username=maria')
  expect(await users.count()).toBe(0)

  await page.goBack()
  await expect.poll(() => figure(page, say('dashboard.calls'))).toBe('4')
  await users.getByRole('link', { name: 'lin' }).click()
  await page.waitForURL('**/app/logs/api-usage?**username=lin**')
  await watched.settled()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'gpt-5' }).count()).toBe(3)
})

test('a bar leads to its hour, by mouse and by keyboard; the legend hides a model', async () => {
  const { page, say, watched } = await scene.open('root', '/app/dashboard')
  const startAsked = () => Number(new URL(page.url()).searchParams.get('start_timestamp'))
  const midnight = startOfDay(dayOf(Date.now(), siteZone), siteZone) / 1000
  const chart = page.getByRole('slider', { name: say('dashboard.byModel.quota') })
  await chart.focus()
  await page.keyboard.press('Home')
  // The hour of the calls, which may be over by now.
  const { items } = await scene.root.call<{ items: LogEntry[] }>('GET', '/api/log/?p=1&page_size=1&type=2')
  const hour = Math.floor(((items[0]?.created_at ?? 0) - midnight) / 3600)
  for (let step = 0; step < hour; step++) await page.keyboard.press('ArrowRight')
  expect(await chart.getAttribute('aria-valuetext')).not.toContain('$0.00')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/logs/api-usage?**')
  expect(startAsked()).toBe(midnight + hour * 3600)
  await watched.settled()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'gpt-5' }).count()).toBe(4)

  await page.goBack()
  await watched.settled()
  const box = await chart.boundingBox()
  await chart.click({ position: { x: (box?.width ?? 0) / 2, y: 100 } })
  await page.waitForURL('**/app/logs/api-usage?**')
  expect((startAsked() - midnight) % 3600).toBe(0)
  expect(startAsked()).toBeGreaterThan(midnight + 6 * 3600)

  await page.goBack()
  await watched.settled()
  const model = page.getByRole('button', { name: 'gpt-5', exact: true })
  expect(await model.getAttribute('aria-pressed')).toBe('true')
  await chart.focus()
  await page.keyboard.press('Home')
  for (let step = 0; step < hour; step++) await page.keyboard.press('ArrowRight')
  const whole = await chart.getAttribute('aria-valuetext')
  await model.press('Space')
  expect(await model.getAttribute('aria-pressed')).toBe('false')
  expect(await chart.getAttribute('aria-valuetext')).not.toBe(whole)
})

test('an admin sees health first: the share of success, and reasons that lead to their calls', async () => {
  const failed = await scene.addChannel({ name: 'broken', models: 'gpt-broken', base_url: 'http://127.0.0.1:9' })
  expect(failed).toBeGreaterThan(0)
  expect(await scene.callModel(scene.facts.members.user.key, 'gpt-broken', 'hi')).not.toBe(200)
  const health = () => scene.root.call<CallsHealth>('GET', '/api/data/health')
  await expect.poll(async () => (await health()).failures.length).toBeGreaterThan(0)
  const { page, say, watched } = await scene.open('root', '/app/dashboard')
  const labels = await page.locator('.stat-tile dt').allTextContents()
  expect(labels.slice(0, 2)).toEqual([say('dashboard.health.success'), say('dashboard.health.failed')])
  expect(await figure(page, say('dashboard.health.failed'))).toBe(String((await health()).failed))
  await page.getByRole('heading', { name: say('dashboard.health.switchedOff') }).waitFor()
  const reasons = page.getByRole('list', { name: say('dashboard.health.failures') })
  await reasons.getByRole('link').first().click()
  await page.waitForURL('**/app/logs/api-usage?**failure=**')
  await watched.settled()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'gpt-broken' }).count()).toBe(1)
  expect(watched.takeTroubles()).toEqual([])
})

test('it asks again by itself, and a failure leaves the figures and says from when they are', async () => {
  const { page, say, sees, button } = await scene.open('root', '/app/dashboard', { hasClock: true })
  await expect.poll(() => figure(page, say('dashboard.calls'))).toBe('4')
  await callModel('root', 'gpt-5', '#in:1000 #out:100')
  await expect.poll(scene.callsInSums).toBe(5)
  expect(await figure(page, say('dashboard.calls'))).toBe('4')
  await page.clock.fastForward(5 * 60_000 + 1000)
  await expect.poll(() => figure(page, say('dashboard.calls'))).toBe('5')

  await page.route('**/api/data/overview?**', (route) => route.fulfill({ status: 503, body: '' }))
  await button('action.refresh').click()
  await page.clock.fastForward(5000)
  await sees(/Could not refresh/)
  expect(await figure(page, say('dashboard.calls'))).toBe('5')
  await page.unroute('**/api/data/overview?**')
  await button('action.retry').click()
  await page.getByText(/Could not refresh/).waitFor({ state: 'detached' })
})

test('a notice is shown until it is closed, and another one shows again', async () => {
  await setOption('Notice', 'Maintenance on **Saturday**')
  const { page, sees, button, say, watched } = await scene.open('user', '/app/dashboard')
  await page.locator('strong', { hasText: 'Saturday' }).waitFor()
  await button('dashboard.closeNotice').click()
  await page.reload()
  await watched.settled()
  expect(await page.getByRole('region', { name: say('dashboard.notice') }).count()).toBe(0)
  await setOption('Notice', '<p>All done<script>document.title = "run"</script></p>')
  await page.reload()
  await sees('All done')
  expect(await page.locator('.notice-panel script').count()).toBe(0)
  await setOption('Notice', '')
})

test('"Console" leads to the dashboard; switched off, it is in no menu and Console leads to the tokens', async () => {
  const { page, say, sees, watched } = await scene.open('user', '/app/tokens')
  const bar = page.getByRole('navigation', { name: say('shell.topMenu') })
  await bar.getByRole('link', { name: say('shell.console') }).click()
  await page.waitForURL('**/app/dashboard')

  await setOption('DataExportEnabled', 'false')
  await page.reload()
  await sees(say('dashboard.offTitle'))
  expect(await page.getByRole('link', { name: say('shell.dashboard'), exact: true }).count()).toBe(0)
  await bar.getByRole('link', { name: say('shell.console') }).click()
  await page.waitForURL('**/app/tokens')

  await setOption('DataExportEnabled', 'true')
  await setOption('DataExportDefaultTime', 'day')
  await page.goto(`${scene.url}/app/dashboard`)
  await page.reload()
  await watched.settled()
  await page.getByRole('button', { name: `${say('dashboard.range')}: ${say('time.last30')}` }).waitFor()
})

test("days begin where the site is, not the browser, and the site's time zone is named", async () => {
  await setOption('TimeZone', 'Asia/Kathmandu')
  const { page } = await scene.open('user', '/app/dashboard?step=hour&range=today')
  await page.getByText('Asia/Kathmandu', { exact: true }).waitFor()
  const asked = page.waitForRequest((request) => request.url().includes('/api/data/self/overview'))
  await page.reload()
  const { searchParams } = new URL((await asked).url())
  const [from, to] = ['start_timestamp', 'end_timestamp'].map((name) => Number(searchParams.get(name)))
  expect([((from ?? 0) + 5.75 * 3600) % 86_400, Number(to) - Number(from)]).toEqual([0, 86_400])
  await setOption('TimeZone', siteZone)
})

test('a user’s usage is summed by the labels of tokens, and a label leads to its tokens', async () => {
  const { client } = scene.facts.members.user
  const { key } = await client.call<{ key: string }>('POST', '/api/token/', { name: 'labelled', label: 'North', unlimited_quota: true })
  const before = await scene.callsInSums()
  await scene.callModel(`sk-${key}`, 'gpt-5', '#in:1000 #out:100')
  await expect.poll(scene.callsInSums).toBe(before + 1)
  const { page, say, watched } = await scene.open('user', '/app/dashboard?metric=calls')
  await page.getByText(say('dashboard.rank.labels'), { exact: true }).click()
  const list = page.getByRole('list', { name: say('dashboard.top.labels') })
  await list.getByText(say('dashboard.withoutLabel')).waitFor()
  await list.getByRole('link', { name: 'North', exact: true }).click()
  await page.waitForURL('**/app/tokens?label=North')
  await page.getByText('labelled', { exact: true }).first().waitFor()
  expect(watched.takeTroubles()).toEqual([])
})
