// The nodes on the settings page: one process that is alone, several in an upgrade with trouble, and how the list follows them.
/// <reference lib="dom" />
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runAt } from '../../server/src/testing/time/run-at.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterEach(() => change("delete from node where name like 'relay-%'"))
afterAll(() => scene?.close())

/** Longer than any test: these nodes renew nothing. */
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const change = (statement: string) => runAt({ kind: 'sqlite', path: scene.databasePath }, statement)

/** Another node of the same database, as its own process would write it. @param leaseMs until when it lives, from now; 0: it has ended */
async function addNode(name: string, leaseMs: number, told: object = {}): Promise<void> {
  const facts = { version: '0.1.0', liveCalls: 0, drains: 0, memoryBytes: 0, delayMs: 0, isEnding: false, isConnected: true, ...told }
  const lease = leaseMs === 0 ? 0 : Date.now() + leaseMs
  const startedAt = Math.floor((Date.now() - 4 * DAY_MS) / 1000)
  const values = [`'${name}-epoch'`, `'${name}'`, startedAt, lease, `'${JSON.stringify(facts)}'`]
  await change(`insert into node (epoch, name, started_at, lease_until_ms, facts) values (${values.join(', ')})`)
}

async function addNodes(): Promise<void> {
  const busy = { liveCalls: 1234, drains: 7, memoryBytes: 300 * 1024 * 1024, delayMs: 16 }
  await addNode('relay-odd', HOUR_MS, { ...busy, version: '0.2.0', isConnected: false })
  await addNode('relay-ending', HOUR_MS, { isEnding: true })
  await addNode('relay-lost', -3 * DAY_MS, { ...busy, isConnected: false })
  await addNode('relay-ended', 0, busy)
}

const settings = (who: 'admin' | 'root', options: Parameters<Scene['open']>[2] = {}) =>
  scene.open(who, '/admin/settings?tab=other&card=info', options)
const listed = ({ page }: Screen) => page.locator('.nodes tbody tr:not(.nodes-note), .nodes-cards > li')
const cells = async (screen: Screen, name: string) => (await screen.row(name).getByRole('cell').allInnerTexts()).map((text) => text.trim())
const showGone = ({ page, say }: Screen) =>
  page.getByRole('switch', { name: say('settings.nodes.gone', { amount: 2 }), exact: true }).click()

test('a process that is alone is one row, with nothing to switch and nothing to be warned of', async () => {
  const screen = await settings('admin')
  const { page, say } = screen
  await expect.poll(() => listed(screen).count()).toBe(1)
  const [name = '', state, version, calls, drains, memory, delay, , seen] = await cells(screen, say('settings.nodes.isThis'))
  expect(name).toMatch(/^\S+\s+Serves this page$/)
  expect([state, version, calls, drains, seen]).toEqual(['Running', '0.1.0', '0', '0', 'just now'])
  expect([memory, delay]).toEqual([expect.stringMatching(/^\d+ MB$|^1\.\d GB$/), expect.stringMatching(/^\d+ ms$/)])
  expect(await page.locator('.nodes').getByRole('switch').count()).toBe(0)
  expect(await page.getByText(say('settings.nodes.deaf')).count()).toBe(0)
  expect(await page.getByTitle(say('settings.nodes.otherVersion')).count()).toBe(0)
})

test('of several, the one with another version stands out, the one that hears nobody is warned of, and those that are no more wait', async () => {
  await addNodes()
  const screen = await settings('root')
  const { page, row, say } = screen
  await expect.poll(() => listed(screen).count()).toBe(3)
  expect((await cells(screen, 'relay-odd')).slice(0, 7)).toEqual(['relay-odd', 'Running', '0.2.0', '1,234', '7', '300 MB', '16 ms'])
  expect(await page.getByTitle(say('settings.nodes.otherVersion')).allInnerTexts()).toEqual(['0.2.0'])
  expect(await page.getByText(say('settings.nodes.deaf')).count()).toBe(1)
  await row('relay-ending').getByTitle(say('settings.nodes.endingHelp')).waitFor()

  await showGone(screen)
  await expect.poll(() => listed(screen).count()).toBe(5)
  await row('relay-lost').getByTitle(say('settings.nodes.lostHelp')).waitFor()
  expect((await cells(screen, 'relay-lost')).slice(1, 5)).toEqual(['Lost', '0.1.0', '1,234', '7'])
  expect(
    await row('relay-lost')
      .getByTitle(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      .allInnerTexts(),
  ).toContain('3 days ago')
  expect((await cells(screen, 'relay-ended')).slice(1, 7)).toEqual(['Ended', '0.1.0', '–', '–', '–', '–'])
  // What a lost one last heard of others says nothing.
  expect(await page.getByText(say('settings.nodes.deaf')).count()).toBe(1)
})

test('the list follows every five seconds, in sight only; a failure leaves the rows and says so', async () => {
  await addNode('relay-a', HOUR_MS)
  const screen = await settings('root', { hasClock: true })
  const { page, row, say, sees, watched } = screen
  let asked = 0
  page.on('request', (request) => (asked += request.url().endsWith('/api/node/') ? 1 : 0))
  await row('relay-a').waitFor()
  await change("update node set lease_until_ms = 0 where name = 'relay-a'")
  await page.clock.fastForward(5000)
  await row('relay-a').waitFor({ state: 'detached' })
  await page.getByRole('switch', { name: say('settings.nodes.gone', { amount: 1 }), exact: true }).waitFor()

  await page.getByRole('tab', { name: say('settings.tab.operation') }).click()
  await watched.settled()
  const askedInSight = asked
  await page.clock.fastForward(60_000)
  await page.getByRole('tab', { name: say('settings.tab.other') }).click()
  await expect.poll(() => asked).toBe(askedInSight + 1)
  await watched.settled()

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.clock.fastForward(60_000)
  await watched.settled()
  expect(asked).toBe(askedInSight + 1)
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange'))
  })

  await page.route('**/api/node/', (route) => route.fulfill({ status: 503, body: '' }))
  await page.clock.fastForward(20_000)
  await sees(/Could not refresh/)
  expect(await listed(screen).count()).toBe(1)
})

test('where it cannot be read at all, it says so and tries again on demand', async () => {
  const screen = await settings('root')
  await screen.page.route('**/api/node/', (route) => route.fulfill({ status: 503, body: '' }))
  await screen.page.reload()
  await screen.page.locator('.nodes').getByRole('alert').waitFor()
  await screen.page.unroute('**/api/node/')
  await screen.page
    .locator('.nodes')
    .getByRole('button', { name: screen.say('action.retry') })
    .click()
  await expect.poll(() => listed(screen).count()).toBe(1)
})

test('on a phone nodes are cards, in Chinese, and nothing sticks out', async () => {
  await addNodes()
  const screen = await settings('admin', { size: '390x844', language: 'zh' })
  await expect.poll(() => listed(screen).count()).toBe(3)
  await showGone(screen)
  const card = listed(screen).filter({ hasText: 'relay-lost' })
  await card.getByText('失联', { exact: true }).waitFor()
  await card.getByText('3 天前', { exact: true }).waitFor()
  expect(await screen.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
