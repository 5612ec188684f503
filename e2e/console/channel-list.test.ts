// Three hundred channels as their operator looks through them: by vendor, tag and state, sorted by the heads, with what ails each on its row.
/// <reference lib="dom" />
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenario } from '../../server/src/testing/fakes/fake-provider-script.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

const MANY = 300
const OPENAI = 1
const CUSTOM = 8
const CLAUDE = 14

interface Stored {
  readonly name: string
  readonly models: string
  readonly tag: string
  readonly weight: number
}

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
  const types = [OPENAI, CUSTOM, CLAUDE]
  for (let at = 0; at < MANY; at += 1) {
    const tag = at % 10 === 0 ? '' : at % 7 === 0 ? `region-${at % 3},night` : `region-${at % 3}`
    const group = at % 5 === 0 ? 'default,vip' : 'default'
    await scene.addChannel({
      name: `line-${String(at).padStart(3, '0')}`,
      type: types[at % 3],
      tag,
      group,
      priority: at % 4,
      status: at % 11 === 0 ? 2 : 1,
    })
  }
  const database = new DatabaseSync(scene.databasePath, { timeout: 60_000 })
  database.exec('pragma busy_timeout = 5000')
  database.exec(
    "update channel set used_quota = (id % 97) * 9700001, response_time_ms = (id % 41) * 90, tested_at = 1790000000 where name like 'line-%'",
  )
  database.exec(
    "update channel set balance = (id % 13) * 100 - 100, balance_currency = 'USD', balance_at = 1790000000 where name like 'line-%' and type = 1",
  )
  // The widest amount, and one that is less than a cent.
  database.exec("update channel set used_quota = 617283945000 where name = 'line-150'")
  database.exec("update channel set used_quota = 2500 where name = 'line-151'")
  const why = JSON.stringify({
    status_reason: 'You exceeded your current quota, please check your plan and billing details',
    status_time: 1790000000,
  })
  database.prepare("update channel set status = 3, other_info = ? where name = 'line-007'").run(why)
  database.prepare("update channel set remark = 'bill of March is unpaid' where name = 'line-001'").run()
  database.close()
  await scene.root.call('POST', '/api/channel/fix', {})
})
afterAll(() => scene?.close())

const LIST = '/admin/channels?keyword=line-'
const names = ({ page }: Screen) => page.locator('tbody tr .channel-lines > span:first-child').allTextContents()
const first = async (screen: Screen) => (await names(screen))[0]
test('vendors, tags and states narrow the list down, the address keeps them, and going back brings the former list', async () => {
  const screen = await scene.open('admin', LIST)
  const { page, say, sees, button, watched } = screen
  const tab = (name: string) => page.getByRole('group', { name: say('channel.provider') }).getByRole('button', { name })
  await tab('Anthropic Claude').getByText('100', { exact: true }).waitFor()
  await tab('Anthropic Claude').click()
  await expect.poll(() => screen.address()).toContain('type=14')
  await expect.poll(() => first(screen)).toBe('line-299')
  const choose = async (label: string, choice: string) => {
    await page.getByRole('combobox', { name: say(label) }).click()
    await page.getByTitle(choice, { exact: true }).click()
  }
  await choose('channel.tag', 'night')
  await expect.poll(async () => (await names(screen)).length).toBe(13)
  await tab('OpenAI').getByText('13', { exact: true }).waitFor()
  await choose('channel.status', say('status.channel.disabled'))
  await expect.poll(() => names(screen)).toEqual(['line-077'])
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ type: '14', tag: 'night', status: '2', keyword: 'line-' })
  await page.reload()
  await expect.poll(() => names(screen)).toEqual(['line-077'])
  await page.goBack()
  await expect.poll(async () => (await names(screen)).length).toBe(13)
  await button('action.reset').click()
  await choose('channel.tag', say('channels.noTag'))
  await choose('channel.status', say('status.channel.autoDisabled'))
  await sees(say('table.noMatchTitle'))
  await button('action.reset').first().click()
  await choose('channel.status', say('status.channel.autoDisabled'))
  await sees(/You exceeded your current quota/)
  expect(watched.takeTroubles()).toEqual([])
})

test('heads sort by keyboard and by touch, and money and ids are whole at every width', async () => {
  const screen = await scene.open('admin', LIST)
  const { page, say } = screen
  const head = (key: string) => page.getByRole('columnheader', { name: say(key) }).getByRole('button')
  await head('channel.used').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => screen.address()).toContain('sort=-used_quota')
  const amounts = async () =>
    (await page.locator('tbody tr td:nth-last-child(4)').allTextContents()).map((text) => Number(text.replace(/[^\d.-]/g, '')))
  await expect.poll(async () => (await amounts())[0]).toBeGreaterThan(1800)
  expect(await amounts()).toEqual((await amounts()).toSorted((a, b) => b - a))
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const cut = await page
      .locator('tbody td.right')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent))
    expect(cut, String(width)).toEqual([])
  }
  await page.getByText('$1,234,567.89', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => screen.address()).toContain('sort=used_quota')
  await page.getByText('<$0.01', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => screen.address()).not.toContain('sort=')
  await head('channels.id').click()
  await expect.poll(() => first(screen)).toBe('line-299')
})

test('a channel that rests says so on its row, and the head of the page leads to it', async () => {
  await scene.addChannel({ name: 'weary', models: 'only-weary', priority: 50 })
  await scene.root.call('PUT', '/api/option/', { key: 'ModelRatio', value: JSON.stringify({ 'only-weary': 1 }) })
  scene.facts.provider.next(scenario.refuse(500, 'out of order'), 40)
  for (let calls = 0; calls < 14; calls += 1) await scene.callModel(scene.facts.members.root.key, 'only-weary', 'hello')
  scene.facts.provider.clear()
  const { page, say, row } = await scene.open('admin', '/admin/channels')
  await page.getByRole('button', { name: say('channels.restingCount', { count: 1 }) }).click()
  await row('weary').getByText(say('channels.resting'), { exact: true }).waitFor()
  await page.locator('tr.note').getByText(say('channels.rest_failing')).waitFor()
  const phone = await scene.open('admin', '/admin/channels?status=resting', { size: '390x844', language: 'zh' })
  await phone.sees(phone.say('channels.rest_failing'))
})

test('a filter asks the server once, for one page of the three hundred', async () => {
  const screen = await scene.open('admin', LIST)
  const { page } = screen
  const asked: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('/api/channel/?') && !request.url().includes('status=3') && asked.push(request.url()),
  )
  await page.getByRole('button', { name: 'Anthropic Claude' }).click()
  await expect.poll(async () => (await names(screen))[1], { interval: 20 }).toBe('line-287')
  expect((await names(screen)).length).toBe(20)
  expect(asked.map((url) => new URL(url).searchParams.get('type'))).toEqual([String(CLAUDE)])
})

test('all channels of one vendor are disabled with four clicks, and are as they were with one', async () => {
  const screen = await scene.open('admin', LIST)
  const { page, say, sees, button, watched } = screen
  const statuses = async () =>
    (await scene.root.call<{ type: number; status: number }[]>('GET', '/api/channel/search?keyword=line-')).map(({ type, status }) => [
      type,
      status,
    ])
  const before = await statuses()
  await page.getByRole('button', { name: 'Anthropic Claude' }).click()
  await expect.poll(async () => (await names(screen))[1], { interval: 20 }).toBe('line-287')
  await page.getByRole('checkbox', { name: say('table.selectPage') }).click()
  await page.getByRole('button', { name: say('table.selectMatching', { count: 100 }) }).click()
  await page.getByText(say('table.selected_other', { count: 100 })).waitFor()
  await button('action.disable').click()
  const enabled = before.filter(([type, status]) => type === CLAUDE && status === 1).length
  await sees(say('channels.disabledMany_other', { count: enabled }))
  expect(await statuses()).toEqual(before.map(([type, status]) => [type, type === CLAUDE && status === 1 ? 2 : status]))
  await page.keyboard.press('Control+z')
  await sees(say('kit.undone'))
  expect(await statuses()).toEqual(before)
  expect(watched.takeTroubles()).toEqual([])
})

test('by tag, those without one stand under a head of their own; the end of a key finds its channel, and weights sort', async () => {
  await scene.addChannel({ name: 'keyed', key: 'sk-nobody-else-Zq9x', weight: 77, tag: '' })
  const screen = await scene.open('admin', '/admin/channels?tag_mode=true&tag=%2C&keyword=line-00')
  const { page, say, row, field, watched } = screen
  await row(say('channels.noTag')).getByText('1', { exact: true }).first().waitFor()
  await row('line-000').waitFor()
  await page.goto(`${scene.url}/admin/channels?keyword=${encodeURIComponent('sk-…zq9x')}`)
  await expect.poll(() => names(screen)).toEqual(['keyed'])
  await page.goto(`${scene.url}/admin/channels`)
  const head = page.getByRole('columnheader', { name: say('channel.weight') })
  await head.getByRole('button', { name: say('channel.weight') }).click()
  await expect.poll(() => screen.address()).toContain('sort=-weight')
  await expect.poll(() => first(screen)).toBe('keyed')
  expect(await head.getAttribute('aria-sort')).toBe('descending')
  expect(await field('channel.search').count()).toBe(1)
  expect(watched.takeTroubles()).toEqual([])
})

test('chosen channels are edited alike after a preview, and undo brings all back', async () => {
  const screen = await scene.open('admin', '/admin/channels?keyword=line-00&size=10')
  const { page, say, button, sees, dialog, row, watched } = screen
  const stored = async () =>
    (await scene.root.call<Stored[]>('GET', '/api/channel/search?keyword=line-00')).map(({ name, models, tag, weight }) => [
      name,
      models,
      tag,
      weight,
    ])
  const before = await stored()
  for (const name of ['line-001', 'line-002']) await row(name).getByRole('checkbox').click()
  await button('channels.changeMany').last().click()
  await dialog().getByLabel(say('channel.models'), { exact: true }).fill('brand-new')
  await page.keyboard.press('Enter')
  await dialog().getByLabel(say('channels.tags'), { exact: true }).fill('spring')
  await dialog().getByLabel(say('channel.weight'), { exact: true }).fill('7')
  await button('channels.preview').click()
  const preview = page.getByRole('dialog').filter({ hasText: say('channels.confirmChange_other', { count: 2 }) })
  await preview.getByText('+ brand-new').first().waitFor()
  await preview.getByText('0 → 7').first().waitFor()
  expect(await stored()).toEqual(before)
  await preview.getByRole('button', { name: say('channels.change'), exact: true }).click()
  await sees(say('channels.changed_other', { count: 2 }))
  const changed = (name: string) => expect.arrayContaining([[name, 'gpt-5-mini,brand-new', expect.stringMatching(/^region-\d,spring$/), 7]])
  expect(await stored()).toEqual(changed('line-001'))
  expect(await stored()).toEqual(changed('line-002'))
  await button('kit.undo').click()
  await sees(say('kit.undone'))
  expect(await stored()).toEqual(before)
  expect(watched.takeTroubles()).toEqual([])
})

test('a channel stands at each of its tags, and what is stored is checked by one item of the menu', async () => {
  const { page, say, sees, button, row, watched } = await scene.open('root', '/admin/channels?tag_mode=true&keyword=line-00', {
    language: 'zh',
  })
  const group = (tag: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByText(tag, { exact: true }) })
      .first()
  await group('night').waitFor()
  await row('line-007').nth(1).waitFor()
  expect(await row('line-007').count()).toBe(2)
  await sees(new RegExp(say('channels.untaggedCount', { count: 46 }).replace('46', '\\d+')))
  const database = new DatabaseSync(scene.databasePath, { timeout: 60_000 })
  database.exec("pragma busy_timeout = 5000; update channel set models = 'gpt-5-mini, ,gpt-5-mini' where name = 'line-002'")
  database.close()
  await button('action.more').first().click()
  await page.getByRole('menuitem', { name: say('channels.fix') }).click()
  await sees(new RegExp(say('channels.mendedLists_other', { count: 1 })))
  expect(watched.takeTroubles()).toEqual([])
})

test('limits of a channel and of its keys are fields, and other settings stay beside them', async () => {
  const setting = JSON.stringify({ strict: true, limits: { requests_per_minute: 60 } })
  const id = await scene.addChannel({ name: 'bounded', setting, tag: 'east,paid' })
  const { say, sees, button, dialog, watched } = await scene.open('admin', `/admin/channels?keyword=bounded&edit=${id}`)
  const limit = dialog().getByLabel(say('channels.limits_requests_per_minute'), { exact: true })
  await limit.waitFor()
  expect(await limit.inputValue()).toBe('60')
  await limit.fill('90')
  await dialog().getByLabel(say('channels.key_limits_calls_at_once'), { exact: true }).fill('4')
  await dialog().getByLabel(say('channels.remark'), { exact: true }).fill('paid by card')
  await dialog().getByLabel(say('channels.tags'), { exact: true }).fill('third')
  await button('action.save').click()
  await sees(say('channel.savedToast'))
  const stored = await scene.root.call<Record<string, string>>('GET', `/api/channel/${id}`)
  expect(stored).toMatchObject({ remark: 'paid by card', tag: 'east,paid,third' })
  expect(JSON.parse(stored.setting ?? '')).toEqual({ strict: true, limits: { requests_per_minute: 90 }, key_limits: { calls_at_once: 4 } })
  await sees('paid by card')
  expect(watched.takeTroubles()).toEqual([])
})
