// The tokens page as its owner uses it: make, copy, change, switch off, throw away, and find again.
/// <reference lib="dom" />
import type { ListedToken, Token } from '@waystation/contract/people/token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

const KEY = /sk-[0-9A-Za-z]{48}/

test('a token with limits is made, copied by hand, changed, disabled and deleted', { tags: 'main' }, async () => {
  const { page, say, button, field, sees, row, act, dialog } = await scene.open('user', '/app/tokens')
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('refused')) } })
    document.execCommand = () => false
  })
  await button('token.create').click()
  await button('token.createOne').click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
  await field('token.name').fill('by-e2e')
  await page.getByLabel(say('token.quota'), { exact: true }).fill('7.5')
  await field('token.ips').fill('10.0.0.0/8')
  await button('token.createOne').click()
  await sees(say('token.madeTitle'))
  const key = KEY.exec((await dialog().last().textContent()) ?? '')?.[0]
  expect(key).toMatch(KEY)
  await button('action.copyKey').last().click()
  await sees(say('copy.failedTitle'))
  expect(await page.locator('textarea.copy-by-hand').inputValue()).toBe(key)
  await page.keyboard.press('Escape')
  await button('token.done').click()

  await row('by-e2e').waitFor()
  expect(await row('by-e2e').textContent()).toContain('$7.50')
  await act('by-e2e', 'action.edit')
  await field('token.name').fill('by-e2e-changed')
  await button('action.save').click()
  await sees(say('token.savedToast'))
  await page.waitForURL((url) => !url.search.includes('edit='))

  await act('by-e2e-changed', 'action.disable')
  await sees(say('token.disabledOne', { name: 'by-e2e-changed' }))
  await row('by-e2e-changed').getByText(say('status.token.disabled')).waitFor()
  await button('kit.undo').click()
  await sees(say('kit.undone'))
  await row('by-e2e-changed').getByText(say('status.token.enabled')).waitFor()
  await act('by-e2e-changed', 'action.disable')
  await row('by-e2e-changed').getByText(say('status.token.disabled')).waitFor()
  await page.keyboard.press('Control+z')
  await row('by-e2e-changed').getByText(say('status.token.enabled')).waitFor()
  await act('by-e2e-changed', 'action.delete')
  await sees(say('token.confirmDelete', { name: 'by-e2e-changed' }))
  await dialog()
    .getByRole('button', { name: say('action.cancel') })
    .click()
  await act('by-e2e-changed', 'action.delete')
  await dialog()
    .getByRole('button', { name: say('action.delete') })
    .click()
  await sees(say('token.deletedToast'))
  await row('by-e2e-changed').waitFor({ state: 'detached' })
})

test('tokens are given a label, which narrows the list down and leads there from the dashboard', async () => {
  const { client } = scene.facts.members.user
  for (const [name, label] of [
    ['north-1', 'North'],
    ['north-2', 'North'],
  ] as const)
    await client.call('POST', '/api/token/', { name, label, unlimited_quota: true })
  const { page, say, button, field, row, sees, dialog } = await scene.open('user', '/app/tokens?edit=new')
  await field('token.name').fill('south-1')
  await dialog().getByLabel(say('token.label'), { exact: true }).fill('South')
  expect(await page.locator('datalist option').evaluateAll((options) => options.map((one) => one.getAttribute('value')))).toEqual(['North'])
  await button('token.createOne').click()
  await sees(say('token.madeTitle'))
  await button('token.done').click()
  await row('south-1').waitFor()
  await page.getByRole('combobox', { name: say('token.label') }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: 'North' }).click()
  await page.waitForURL((url) => url.searchParams.get('label') === 'North')
  await row('south-1').waitFor({ state: 'detached' })
  for (const name of ['north-1', 'north-2']) await row(name).waitFor()
  const phone = await scene.open('user', '/app/tokens?label=South', { size: '390x844' })
  const card = phone.page.getByRole('listitem').filter({ hasText: 'south-1' })
  await card.getByText('South', { exact: true }).waitFor()
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('ten tokens at once get ten names', async () => {
  const { page, say, button, field, sees, dialog, watched } = await scene.open('admin', '/app/tokens?edit=new')
  await field('token.name').fill('batch')
  await page.getByLabel(say('token.count'), { exact: true }).fill('10')
  await button('token.createOne').click()
  await sees(say('token.madeManyTitle', { count: 10 }))
  const names = (await dialog().last().textContent())?.match(/batch-[0-9A-Za-z]{6}/g) ?? []
  expect(new Set(names).size).toBe(10)
  await button('token.done').click()
  await watched.settled()
})

test('a drawer with unsaved changes does not close without asking', async () => {
  const { page, say, field, button, sees, address } = await scene.open('user', '/app/tokens')
  await button('token.create').click()
  await field('token.name').fill('half a name')
  await sees(say('form.unsaved'))
  await page.keyboard.press('Escape')
  await sees(say('form.leaveTitle'))
  await button('action.keepEditing').click()
  expect(await field('token.name').inputValue()).toBe('half a name')
  await page.goBack()
  await sees(say('form.leaveTitle'))
  await button('action.keepEditing').click()
  expect(address()).toContain('edit=new')
  await button('action.cancel').last().click()
  await button('action.discard').click()
  await page.waitForURL((url) => !url.search.includes('edit'))
})

test('filters and the page are in the address: a reload and the back button bring them back', async () => {
  const { page, say, row, sees, watched, address } = await scene.open('root', '/app/tokens')
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(say('token.search')))
    .first()
    .fill('office')
  await page.waitForURL((url) => url.searchParams.get('keyword') === 'office')
  await row('production-chat').waitFor({ state: 'detached' })
  await page.reload()
  await watched.settled()
  await row('office-only').waitFor()
  expect(await row('production-chat').count()).toBe(0)

  await page.goto(`${scene.url}/app/tokens?size=10`)
  await watched.settled()
  await page
    .getByRole('listitem', { name: '2' })
    .or(page.getByTitle('2', { exact: true }))
    .first()
    .click()
  await page.waitForURL((url) => url.searchParams.get('page') === '2')
  const second = address()
  await row('production-chat').waitFor()
  await page.reload()
  await watched.settled()
  await row('production-chat').waitFor()
  expect(address()).toBe(second)
  await page.goBack()
  await row('mobile-app').waitFor()
  await sees(say('table.range', { from: 1, to: 10, total: 12 }))
})

test('which columns are shown is remembered', async () => {
  const { page, say, button, watched } = await scene.open('user', '/app/tokens')
  const head = page.getByRole('columnheader', { name: say('token.expires'), exact: true })
  await head.waitFor()
  await button('table.columns').click()
  await page.getByRole('checkbox', { name: say('token.expires'), exact: true }).click()
  await head.waitFor({ state: 'detached' })
  await page.reload()
  await watched.settled()
  expect(await head.count()).toBe(0)
  await button('table.columns').click()
  await button('table.columnsReset').click()
  await head.waitFor()
})

test('a token limited to two models and five dollars takes six clicks, and copying its key one', { tags: 'main' }, async () => {
  const { page, say, button, field, row, sees } = await scene.open('user', '/app/tokens')
  await page.evaluate(() => {
    const counted = window as unknown as { clicks: number; copied: string }
    counted.clicks = 0
    document.addEventListener('pointerdown', () => (counted.clicks += 1), true)
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text: string) => (counted.copied = text) } })
  })
  const clicks = () => page.evaluate(() => (window as unknown as { clicks: number }).clicks)

  await button('token.create').click()
  // The name has the focus already.
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  await page.keyboard.type('two-models')
  await field('token.quota').click()
  await page.keyboard.type('5')
  await page.getByLabel(say('token.models'), { exact: true }).click()
  await page.getByTitle('gpt-5', { exact: true }).click()
  await page.getByTitle('gpt-5-mini', { exact: true }).click()
  await button('token.createOne').click()
  await sees(say('token.madeTitle'))
  expect(await clicks()).toBeLessThanOrEqual(6)

  const { client } = scene.facts.members.user
  const [listed] = await client.call<ListedToken[]>('GET', '/api/token/?keyword=two-models')
  expect(listed?.model_limits_count).toBe(2)
  const made = await client.call<Token>('GET', `/api/token/${listed?.id}`)
  expect(made).toMatchObject({
    remain_quota: 2_500_000,
    unlimited_quota: false,
    model_limits_enabled: true,
    model_limits: 'gpt-5,gpt-5-mini',
  })
  await button('token.done').click()
  const before = await clicks()
  await row('two-models')
    .getByRole('button', { name: say('action.copyKey'), exact: true })
    .click()
  await expect.poll(() => page.evaluate(() => (window as unknown as { copied: string }).copied)).toBe(`sk-${made?.key}`)
  expect(await clicks()).toBe(before + 1)
})

test('statuses are chips with their counts, which follow the search; enabling can be taken back', async () => {
  const { page, say, row, act, sees, button } = await scene.open('admin', '/app/tokens')
  const chip = (key: string, count: number) => page.locator('.segmented label').filter({ hasText: new RegExp(`^${say(key)} ${count}$`) })
  const { body } = await scene.facts.members.admin.client.ask('GET', '/api/token/')
  await chip('token.anyStatus', Number(body.total)).waitFor()
  await chip('status.token.disabled', 1).click()
  await page.waitForURL((url) => url.searchParams.get('status') === '2')
  await row('production-chat').waitFor({ state: 'detached' })
  await act('old-crawler', 'action.enable')
  await sees(say('token.enabledOne', { name: 'old-crawler' }))
  await chip('status.token.disabled', 0).waitFor()
  await button('kit.undo').click()
  await chip('status.token.disabled', 1).waitFor()
  await row('old-crawler').waitFor()
  await page.getByPlaceholder(say('token.search')).first().fill('mobile')
  await chip('token.anyStatus', 1).waitFor()
  await chip('status.token.enabled', 1).waitFor()
})

test('disabling many asks with their names, and can be taken back', async () => {
  const { page, say, row, sees, button, dialog } = await scene.open('root', '/app/tokens?keyword=a&status=1')
  const { body } = await scene.facts.members.root.client.ask('GET', '/api/token/?keyword=a&status=1')
  const count = Number(body.total)
  expect(count).toBeGreaterThan(3)
  const counts = async () => (await scene.facts.members.root.client.ask('GET', '/api/token/?keyword=a')).body.status_counts
  const before = await counts()
  await row('mobile-app').waitFor()
  await page.locator('thead .cell-check input').check()
  await button('action.disable').last().click()
  await sees(say('token.confirmDisableMany', { count }))
  expect(await dialog().textContent()).toContain('mobile-app')
  await dialog()
    .getByRole('button', { name: say('action.disable') })
    .click()
  await button('kit.undo').waitFor()
  expect(await counts()).toMatchObject({ 1: 0 })
  await button('kit.undo').click()
  await sees(say('kit.undone'))
  expect(await counts()).toEqual(before)
})
