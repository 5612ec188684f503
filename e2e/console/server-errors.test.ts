// Unexpected errors on the settings page and the dashboard: none, new ones that are read, marked and removed, and whom they are for.
/// <reference lib="dom" />
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runAt } from '../../server/src/testing/time/run-at.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterEach(() => change('delete from server_error'))
afterAll(() => scene?.close())

const change = (statement: string) => runAt({ kind: 'sqlite', path: scene.databasePath }, statement)

const STACK = ['sendWhole (server/src/gateway/stream-back/send-whole.ts:31:17)', 'Caused by Error ECONNRESET: the socket closed'].join('\n')

/** Another kind, as a node writes it. */
async function addKind(number: number, place: string, { times = 1, seen = 0, code = '' } = {}): Promise<void> {
  const at = Math.floor(Date.now() / 1000) - number * 60
  const texts = [String(number).padStart(32, '0'), place, 'TypeError', code, 'cannot read what is not there', STACK]
  const values = [...texts.map((text) => `'${text}'`), times, seen, at - 3600, at, "'node-1', '0.1.0', '01JDXA0000000000000000CALL'"]
  const names = 'id, place, name, code, message, stack, times, seen_times, first_at, last_at, node, version, request_id'
  await change(`insert into server_error (${names}) values (${values.join(', ')})`)
}

const settings = (who: 'admin' | 'root', options: Parameters<Scene['open']>[2] = {}) =>
  scene.open(who, '/admin/settings?tab=other&card=info', options)
const kinds = ({ page }: Screen) => page.locator('.errors-list > li')

test('where there was none, it says so; those who are no super admins are not told', async () => {
  const { page, say } = await settings('root')
  await page.locator('.errors').getByText(say('settings.errors.none')).waitFor()
  const other = await settings('admin')
  await other.page.locator('.nodes tbody tr').first().waitFor()
  expect(await other.page.locator('.errors').count()).toBe(0)
})

test('the dashboard counts new kinds and leads to them; they are read, marked as seen, and removed', async () => {
  await addKind(1, 'a console call failed', { times: 1234, seen: 1200, code: 'ECONNRESET' })
  await addKind(2, 'job_failed (poll-tasks)')
  await addKind(3, 'a settlement is late', { times: 2, seen: 2 })
  const screen = await scene.open('root', '/app/dashboard')
  const { page, say } = screen
  await page.getByRole('link', { name: say('dashboard.attention.serverErrors_other', { count: 2 }) }).click()
  await expect.poll(() => kinds(screen).count()).toBe(3)
  const [first, second, third] = [kinds(screen).nth(0), kinds(screen).nth(1), kinds(screen).nth(2)]
  expect(await first.locator('summary').innerText()).toContain('34 new')
  expect(await third.locator('summary').innerText()).not.toContain('new')

  await first.locator('summary').click()
  await first.getByText('cannot read what is not there').waitFor()
  await first.getByText('send-whole.ts:31:17').waitFor()
  expect(await first.innerText()).toMatch(/1,234/)
  expect(await first.innerText()).toContain('01JDXA0000000000000000CALL')
  await first.getByRole('button', { name: say('settings.errors.see'), exact: true }).click()
  await expect.poll(() => first.locator('summary').innerText()).not.toContain('new')

  await second.locator('summary').click()
  await second.getByRole('button', { name: say('settings.errors.remove'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: say('settings.errors.confirmRemove', { place: 'job_failed (poll-tasks)' }) })
  await dialog.getByRole('button', { name: say('settings.errors.remove'), exact: true }).click()
  await expect.poll(() => kinds(screen).count()).toBe(2)
  expect(await page.locator('.errors').getByRole('button', { name: /seen/ }).count()).toBe(0)
})

test('all of them are marked as seen at once, and further ones are on the next page', async () => {
  for (let number = 1; number <= 12; number++) await addKind(number, `place ${number}`)
  const screen = await settings('root')
  await expect.poll(() => kinds(screen).count()).toBe(10)
  await screen.page.locator('.errors .pager').getByText('2', { exact: true }).click()
  await expect.poll(() => kinds(screen).count()).toBe(2)
  await screen.page.getByRole('button', { name: screen.say('settings.errors.seeAll_other', { count: 12 }), exact: true }).click()
  await expect.poll(() => screen.page.locator('.errors').getByText('1 new').count()).toBe(0)
})

test('on a phone, in Chinese, nothing sticks out', async () => {
  await addKind(1, 'whose kept content is could not be stored', { times: 34, code: 'ERR_SOCKET_CONNECTION_TIMEOUT' })
  const screen = await settings('root', { size: '390x844', language: 'zh' })
  await kinds(screen).first().locator('summary').click()
  await screen.page.getByText('调用栈').or(screen.page.getByText('cannot read what is not there')).first().waitFor()
  await screen.page.getByText('新增 34 次').waitFor()
  expect(await screen.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
