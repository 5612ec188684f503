// The public table of prices: for visitors and users, at the ratio of a group, searched, filtered, copied.
/// <reference lib="dom" />
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
  await scene.addChannel({ name: 'prices', models: 'claude-house-1,gpt-house-1,mj_house', group: 'default,vip' })
  await scene.addChannel({ name: 'unpriced', models: 'gpt-nameless' })
  await scene.addChannel({ name: 'films', type: 48, models: 'grok-imagine-video' })
  const set = (key: string, value: object) => scene.root.call('PUT', '/api/option/', { key, value: JSON.stringify(value) })
  await set('ModelRatio', { 'claude-house-1': 1.5, 'gpt-house-1': 4 })
  await set('CompletionRatio', { 'claude-house-1': 5 })
  await set('CacheRatio', { 'claude-house-1': 0.1 })
  await set('ModelPrice', { mj_house: 0.1, 'grok-imagine-video': 0.05 })
  await set('GroupRatio', { default: 1, vip: 0.6, svip: 0.5 })
  await set('UserUsableGroups', { default: 'All', vip: 'For regulars' })
})
afterAll(() => scene?.close())

const row = ({ page }: Screen, model: string) => page.getByRole('row').filter({ hasText: model })
const search = (screen: Screen, word: string) => screen.page.getByRole('searchbox', { name: screen.say('pricing.search') }).fill(word)

test('a visitor comes from the top bar, sees the default group’s prices, and is told how one is put together', {
  tags: 'main',
}, async () => {
  const screen = await scene.open('visitor', '/')
  await screen.page
    .getByRole('navigation', { name: screen.say('shell.topMenu') })
    .getByRole('link', { name: screen.say('shell.pricing') })
    .click()
  await search(screen, 'claude-house')
  for (const price of ['$3.00', '$15.00', '$0.30']) await row(screen, 'claude-house-1').getByText(price, { exact: true }).waitFor()
  await screen.page
    .locator('.page-subtitle')
    .getByRole('button', { name: screen.say('pricing.how') })
    .click()
  await screen.dialog().getByRole('table').waitFor()
  await screen.dialog().getByText(screen.say('pricing.explain.formula')).waitFor()
  expect(screen.address()).toMatch(/^\/pricing/)
})

test('another group shows its prices, as a link too', async () => {
  const screen = await scene.open('user', '/pricing?keyword=house')
  await row(screen, 'claude-house-1').getByText('$3.00', { exact: true }).waitFor()
  await screen.page
    .getByText(/^vip ×/)
    .first()
    .click()
  await row(screen, 'claude-house-1').getByText('$1.80', { exact: true }).waitFor()
  await row(screen, 'mj_house').getByText('$0.06').waitFor()
  expect(screen.address()).toContain('group=vip')
  await screen.page.reload()
  await row(screen, 'claude-house-1').getByText('$1.80', { exact: true }).waitFor()
})

test('films tell what a second costs at each resolution, and the editor of prices what its price is for', async () => {
  const screen = await scene.open('visitor', '/pricing?keyword=grok-imagine')
  const told = row(screen, 'grok-imagine-video')
  await told.getByText('$0.05 per second').waitFor()
  await told.getByText('At 720p', { exact: true }).waitFor()
  await told.getByText('$0.07', { exact: true }).waitFor()
  await told.getByText('At 480p', { exact: true }).waitFor()
  const editor = await scene.open('root', '/admin/settings?card=prices')
  await editor.page.getByRole('searchbox').fill('grok-imagine-video')
  await row(editor, 'grok-imagine-video').getByText('Price is per second · 480p', { exact: true }).first().waitFor()
  const cell = editor.page.getByRole('textbox', { name: 'grok-imagine-video Per call', exact: true })
  await cell.fill('0.10')
  await cell.blur()
  await editor.page.getByRole('button', { name: /^Save as version/ }).click()
  await editor
    .dialog()
    .getByRole('button', { name: editor.say('action.save'), exact: true })
    .click()
  await editor.sees(/Prices saved as version \d+/)
  await screen.page.reload()
  await told.getByText('$0.10 per second').waitFor()
  await told.getByText('$0.14', { exact: true }).waitFor()
})

test('a model opens with all that is known of it, for a visitor and as a link', async () => {
  await scene.addChannel({ name: 'known', models: 'gpt-5.1' })
  const screen = await scene.open('visitor', '/pricing?keyword=gpt-5.1')
  await row(screen, 'gpt-5.1').getByRole('button', { name: 'gpt-5.1', exact: true }).click()
  for (const text of ['400,000 tokens', '128,000 tokens', '$1.25', 'Service tier flex', 'default × 1'])
    await screen.dialog().getByText(text, { exact: true }).first().waitFor()
  expect(screen.address()).toContain('model=gpt-5.1')
  await screen.page.reload()
  await screen.dialog().getByText('Web search, each', { exact: true }).waitFor()
  await screen.page.keyboard.press('Escape')
  await screen.dialog().waitFor({ state: 'hidden' })
  expect(screen.address()).not.toContain('model=')
})

test('a model tells what share of its calls was answered in each hour of the last day, where the operator shows it', async () => {
  await scene.root.call('PUT', '/api/option/', { key: 'pricing.model_health', value: 'true' })
  for (let call = 0; call < 20; call++) expect(await scene.callModel(scene.facts.members.user.key, 'gpt-house-1', 'hi')).toBe(200)
  // It is read once a minute, so nobody looks before the sums have all calls.
  await expect.poll(scene.callsInSums).toBe(20)
  const screen = await scene.open('visitor', '/pricing?model=gpt-house-1')
  const strip = screen.dialog().getByRole('img', { name: screen.say('pricing.sheet.byHour') })
  await strip.waitFor()
  await screen
    .dialog()
    .getByText(screen.say('pricing.sheet.answered', { share: '100.0%' }), { exact: true })
    .waitFor()
  const [green, idle] = await Promise.all([strip.locator('.good').count(), strip.locator('.idle').count()])
  // An hour may have ended between two of them.
  expect([1, 2]).toContain(green)
  expect(green + idle).toBe(24)
})

test('as ratios they have the colours of the specification', async () => {
  const screen = await scene.open('visitor', '/pricing?keyword=house')
  await screen.page.getByText(screen.say('pricing.ratio'), { exact: true }).click()
  await row(screen, 'claude-house-1').locator('.tag-blue', { hasText: '1.5' }).waitFor()
  await row(screen, 'gpt-house-1').locator('.tag-orange', { hasText: '4' }).waitFor()
})

test('filters by vendor and by billing leave what they say', async () => {
  const screen = await scene.open('visitor', '/pricing?keyword=house&vendor=OpenAI')
  await row(screen, 'gpt-house-1').waitFor()
  expect(await row(screen, 'claude-house-1').count()).toBe(0)
  await screen.page.goto(`${scene.url}/pricing?keyword=house&billing=call`)
  await row(screen, 'mj_house').waitFor()
  expect(await screen.page.getByRole('row').count()).toBe(2)
  await screen.page.goto(`${scene.url}/pricing?keyword=nothing-is-called-so`)
  await screen.sees(screen.say('table.noMatchTitle'))
})

test('what has no price is there for those alone who may call it, and without a figure', async () => {
  const screen = await scene.open('visitor', '/pricing?keyword=gpt-nameless')
  await screen.sees(screen.say('table.noMatchTitle'))
  const selfUse = (value: string) => scene.root.call('PUT', '/api/option/', { key: 'SelfUseModeEnabled', value })
  await selfUse('true')
  await screen.page.reload()
  await row(screen, 'gpt-nameless').getByText(screen.say('pricing.unset'), { exact: true }).waitFor()
  expect(await row(screen, 'gpt-nameless').innerText()).not.toMatch(/\$|75/)
  await selfUse('false')
})

test('the name of a model is copied, and those of several', async () => {
  const screen = await scene.open('user', '/pricing?keyword=house')
  await screen.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => screen.page.evaluate(() => navigator.clipboard.readText())
  await screen.page.getByRole('button', { name: `${screen.say('action.copy')} mj_house` }).click()
  await expect.poll(copied).toBe('mj_house')
  await row(screen, 'claude-house-1').getByRole('checkbox').check()
  await row(screen, 'gpt-house-1').getByRole('checkbox').check()
  await screen.button('pricing.copyNames').click()
  await expect.poll(copied).toBe('claude-house-1\ngpt-house-1')
})

test('a price that an admin changes is there for the next visitor', async () => {
  await scene.root.call('PUT', '/api/price/', { changes: { ModelPrice: '{"mj_house": 0.25}' } })
  const screen = await scene.open('visitor', '/pricing?keyword=mj_house')
  await row(screen, 'mj_house').getByText('$0.25').waitFor()
})

test('on a phone, in Chinese: cards with prices, and nothing sticks out', async () => {
  const screen = await scene.open('visitor', '/pricing?keyword=claude-house', { size: '390x844', language: 'zh' })
  await screen.sees('$3.00')
  await screen.sees(/输出 \$15\.00 \/ M/)
  await screen.page.locator('.pricing-card-input', { hasText: '输入' }).getByText('/ M').waitFor()
  expect(await screen.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('without an answer it says so, and trying again helps', async () => {
  const screen = await scene.open('visitor', '/about')
  await screen.page.route('**/api/pricing', (route) => route.fulfill({ status: 500, body: '' }))
  await screen.page
    .getByRole('navigation', { name: screen.say('shell.topMenu') })
    .getByRole('link', { name: screen.say('shell.pricing') })
    .click()
  await screen.page.getByRole('alert').waitFor()
  await screen.page.unroute('**/api/pricing')
  await screen.button('action.retry').click()
  await screen.page.getByRole('table').waitFor()
})
