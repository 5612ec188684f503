// The channels page as its operator uses it: a wrong disabling is taken back, a whole tag is asked about, many are tagged anew, failed tests
// and balances are seen, and the drawer tells how a channel stands.
/// <reference lib="dom" />
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsoleClient } from '../../server/src/testing/console-client.ts'
import { scenario } from '../../server/src/testing/fakes/fake-provider-script.ts'
import { openScene, type Scene } from './scene.ts'

interface Stored {
  readonly id: number
  readonly name: string
  readonly status: number
  readonly tag: string
  readonly [field: string]: unknown
}

let scene: Scene
let root: ConsoleClient
beforeAll(async () => {
  scene = await openScene()
  root = scene.root
})
afterAll(() => scene?.close())

const add: Scene['addChannel'] = (fields) => scene.addChannel(fields)
const stored = (id: number) => root.call<Stored>('GET', `/api/channel/${id}`)
const keys = (id: number) => root.call<{ id: number; tail: string; status: number; reason: string }[]>('GET', `/api/channel/${id}/keys`)
/** Has the gateway disable the key that the next call is made with. */
const killNextKey = async (id: number): Promise<void> => {
  scene.facts.provider.next(scenario.refuse(401, 'This key was revoked by its owner'))
  await scene.callModel(`${scene.facts.members.root.key}-${id}`, 'gpt-5-mini', 'hello')
  await expect.poll(async () => (await keys(id)).some(({ status }) => status === 3)).toBe(true)
}

test('a wrong disabling is one click away from what was before, dead keys included', async () => {
  const id = await add({ name: 'undo-me', key: 'dead-aaaa\nlive-bbbb' })
  await killNextKey(id)
  const [before, keysBefore] = [await stored(id), await keys(id)]
  const { page, say, button, sees, row, act, watched } = await scene.open('admin', '/admin/channels?keyword=undo-me')
  await act('undo-me', 'action.disable')
  await sees(say('channel.disabledOne', { name: 'undo-me' }))
  await row('undo-me').getByText(say('status.channel.disabled'), { exact: true }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await button('kit.undo').click()
  await sees(say('kit.undone'))
  await row('undo-me').getByText(say('status.channel.enabled'), { exact: true }).waitFor()
  // The call before is settled in its own time.
  expect(await stored(id)).toEqual({ ...before, used_quota: expect.any(Number) })
  expect(await keys(id)).toEqual(keysBefore)
  expect(watched.takeTroubles()).toEqual([])
})

test('a whole tag is enabled only after a question that says how many and how they stand', async () => {
  const tag = 'pool'
  const auto = await add({ name: 'pool-auto', tag })
  await killNextKey(auto)
  expect((await stored(auto)).status).toBe(3)
  const off = await add({ name: 'pool-off', tag, status: 2 })
  // A filter hides it; the tag has it all the same.
  const on = await add({ name: 'pool-elsewhere', tag, group: 'vip', priority: 7 })
  const { say, button, sees, row, dialog } = await scene.open('admin', '/admin/channels?tag_mode=true&group=default')
  const head = row('pool').first()
  expect(await head.getByRole('button', { name: say('channel.tagEnable') }).count()).toBe(0)
  await head.getByRole('button', { name: say('action.more') }).click()
  await head
    .page()
    .getByRole('menuitem', { name: say('channel.tagEnable') })
    .click()
  await sees(say('channel.confirmTagEnable_other', { count: 3, tag }))
  await sees(say('channel.tagStands', { enabled: 1, disabled: 1, auto: 1 }))
  await sees(say('channel.autoNamed_one', { count: 1, names: 'pool-auto' }))
  await button('action.cancel').click()
  expect([(await stored(auto)).status, (await stored(off)).status]).toEqual([3, 2])

  await head.getByRole('button', { name: say('action.more') }).click()
  await head
    .page()
    .getByRole('menuitem', { name: say('channel.tagEnable') })
    .click()
  await dialog()
    .getByRole('button', { name: say('action.enable'), exact: true })
    .click()
  await sees(say('channel.tagEnabled_other', { tag, count: 3 }))
  expect([(await stored(auto)).status, (await stored(off)).status, (await stored(on)).status]).toEqual([1, 1, 1])
})

test('priorities that differ in a tag are told from where to where, and are not overwritten without a question', async () => {
  await add({ name: 'spread-one', tag: 'spread', priority: 3 })
  await add({ name: 'spread-two', tag: 'spread', priority: 9 })
  const { page, say, sees, dialog, button } = await scene.open('admin', '/admin/channels?tag_mode=true&keyword=spread')
  const label = `${say('channel.priority')}: spread, ${say('channel.rankRange', { least: 3, most: 9 })}`
  const field = page.getByRole('spinbutton', { name: label })
  expect([await field.inputValue(), await field.getAttribute('placeholder')]).toEqual(['', '3–9'])
  await field.fill('5')
  await field.press('Enter')
  await sees(say('channel.confirmTag_priority', { tag: 'spread', value: 5 }))
  await button('action.cancel').click()
  await dialog().waitFor({ state: 'hidden' })
  await field.fill('6')
  await field.press('Enter')
  await dialog()
    .getByRole('button', { name: say('channel.setForAll') })
    .click()
  await page.getByRole('spinbutton', { name: `${say('channel.priority')}: spread`, exact: true }).waitFor()
  expect((await root.call<Stored[]>('GET', '/api/channel/search?keyword=spread')).map(({ priority }) => priority)).toEqual([6, 6])
})

test('22 channels get another tag with four clicks, and get back their own with one', async () => {
  const ids: number[] = []
  for (let at = 0; at < 22; at += 1) ids.push(await add({ name: `many-${at}`, tag: at < 5 ? 'old' : '' }))
  const { page, say, sees, button } = await scene.open('admin', '/admin/channels?keyword=many-&page_size=20')
  await page.getByRole('checkbox', { name: say('table.selectPage') }).click()
  await page.getByRole('button', { name: say('table.selectMatching', { count: 22 }) }).click()
  await button('channel.setTag').click()
  await page.getByRole('dialog').getByLabel(say('channel.tag'), { exact: true }).fill('fresh')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('channel.setTag') })
    .click()
  await sees(say('channel.tagSet_other', { count: 22, tag: 'fresh' }))
  const tags = async () => (await root.call<Stored[]>('GET', '/api/channel/search?keyword=many-')).map(({ tag }) => tag)
  expect(new Set(await tags())).toEqual(new Set(['fresh']))
  await button('kit.undo').click()
  await sees(say('kit.undone'))
  expect((await tags()).toSorted()).toEqual([...Array.from({ length: 17 }, () => ''), ...Array.from({ length: 5 }, () => 'old')])
  await root.call('POST', '/api/channel/batch', { ids })
})

test.each(['1440x900', '390x844'] as const)('a test that failed stays red after a reload, with its reason (%s)', async (size) => {
  const name = `failing-${size.slice(0, 3)}`
  const id = await add({ name })
  const { page, say, sees, row, act, button, watched } = await scene.open('admin', `/admin/channels?keyword=${name}`, { size })
  const isPhone = size === '390x844'
  const place = isPhone ? page.getByRole('listitem').filter({ hasText: name }) : row(name)
  scene.facts.provider.next(scenario.refuse(503, 'The server is overloaded, please try again later'))
  if (isPhone) {
    await place.getByRole('button', { name: say('action.more') }).click()
    await page
      .getByRole('button', { name: say('action.test'), exact: true })
      .or(page.getByRole('menuitem', { name: say('action.test'), exact: true }))
      .first()
      .click()
  } else await act(name, 'action.test')
  await place.getByText(say('channel.testFailedShort'), { exact: true }).waitFor()
  await page.reload()
  await watched.settled()
  const tag = place.locator('.tag').filter({ hasText: say('channel.testFailedShort') })
  expect(await tag.getAttribute('title')).toContain('503: The server is overloaded')
  expect(await tag.getAttribute('class')).toContain('red')

  await page.goto(`${scene.url}/admin/channels?edit=${id}&tab=health`)
  await sees('503: The server is overloaded, please try again later')
  await button('channel.testAgain').first().click()
  await sees(say('channel.testOk'))
  expect(await stored(id)).toMatchObject({ test_failure: null })
})

test('after all were tested, those that failed are one click away', async () => {
  const id = await add({ name: 'fails-in-all', models: 'nobody-serves-this', test_model: 'gpt-5-mini', base_url: 'http://127.0.0.1:9' })
  const { page, say, sees, row, button, watched } = await scene.open('admin', '/admin/channels')
  await button('channel.testRunStart').click()
  await page.getByRole('button', { name: say('channel.showFailed') }).click({ timeout: 60_000 })
  await page.waitForURL(/tested=failed/)
  await row('fails-in-all').waitFor()
  await watched.settled()
  await sees(new RegExp(say('channel.testsFailedCount_other', { count: 'N' }).replace('N', '\\d+').replace(/their/, 'their|its')))
  expect(
    await page
      .locator('tbody tr')
      .filter({ hasText: say('channel.testFailedShort') })
      .count(),
  ).toBe(await page.locator('tbody tr:not(.note)').count())
  await root.call('DELETE', `/api/channel/${id}`)
})

test('one key is tested by itself, and what is disabled from the menu', async () => {
  const id = await add({ name: 'test-alone', key: 'dead-cccc\nlive-dddd', tag: 'solo' })
  const off = await add({ name: 'is-off', status: 2, tag: 'solo' })
  await killNextKey(id)
  const { page, say, sees, row, button, watched } = await scene.open('admin', '/admin/channels?keyword=test-alone')
  await row('test-alone').getByText('test-alone', { exact: true }).click()
  const key = page.getByRole('listitem').filter({ hasText: '…cccc' })
  await key.getByRole('button', { name: say('action.test') }).click()
  await sees(/…cccc.*\d\.\d\d s/)
  expect((await keys(id)).map(({ status }) => status)).toEqual([3, 1])
  expect(await stored(id)).toMatchObject({ test_time: 0 })
  await page.keyboard.press('Escape')

  const tested = new RegExp(say('channel.testRunDone', { count: 'N' }).replace('N', '\\d+'))
  const run = () => root.call<object>('GET', '/api/channel/test/run')
  await button('action.more').first().click()
  await page.getByRole('menuitem', { name: say('channel.testDisabled') }).click()
  await sees(tested)
  expect(await run()).toMatchObject({ only: 'disabled', is_scheduled: false })
  expect((await stored(off)).test_time).toBeGreaterThan(0)
  expect((await stored(id)).test_time).toBe(0)
  await watched.settled()
  for (const made of [id, off]) await root.call('DELETE', `/api/channel/${made}`)
})

test('the drawer of an auto-disabled channel says so, and enables it; its tab is in the address', async () => {
  const id = await add({ name: 'was-auto' })
  await killNextKey(id)
  const { page, say, sees, button, row, address, watched } = await scene.open('admin', '/admin/channels?keyword=was-auto')
  await row('was-auto').getByText('was-auto', { exact: true }).click()
  // Behind the drawer, models that end soon have a note of their own.
  const note = page.getByRole('dialog').getByRole('note')
  await note.getByText('This key was revoked by its owner').waitFor()
  // An edited channel names its provider in one line.
  expect(await page.getByRole('radio').count()).toBe(0)
  await button('channel.providerChange').click()
  await page
    .getByRole('radio', { name: /OpenAI/ })
    .first()
    .waitFor()
  await page.getByLabel(say('channel.name'), { exact: true }).fill('')
  await page.getByRole('tab', { name: say('channel.tabHealth') }).click()
  await page.waitForURL(/tab=health/)
  // What is wrong stands behind another tab: saving leads there.
  await button('action.save').click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
  expect(address()).not.toContain('tab=')
  await page.getByLabel(say('channel.name'), { exact: true }).fill('was-auto')
  await page.getByRole('tab', { name: say('channel.usage') }).click()
  await page.reload()
  await watched.settled()
  expect(await page.getByRole('tab', { name: say('channel.usage') }).getAttribute('aria-selected')).toBe('true')
  await button('channel.enableOne').click()
  await sees(say('channel.enabledToast'))
  await note.waitFor({ state: 'detached' })
  expect(await stored(id)).toMatchObject({ status: 1, other_info: '' })
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => !url.search.includes('tab=') && !url.search.includes('edit='))
})

test('a balance is asked for and stands in the list; who offers none says so', async () => {
  const id = await add({ name: 'with-balance' })
  await add({ name: 'without-balance', type: 14, base_url: '' })
  const { provider } = scene.facts
  const { page, say, sees, row, act } = await scene.open('admin', '/admin/channels?keyword=-balance')
  provider.next(scenario.reply(200, { hard_limit_usd: 20, has_payment_method: true }))
  provider.next(scenario.reply(200, { total_usage: 755 }))
  await act('with-balance', 'channel.balanceUpdate')
  await sees(say('channel.balanceToast', { name: 'with-balance', money: '$12.45' }))
  await row('with-balance').getByText('$12.45', { exact: true }).waitFor()
  expect(await stored(id)).toMatchObject({ balance: 12.45, balance_currency: 'USD' })
  await row('without-balance')
    .getByRole('button', { name: say('action.more') })
    .click()
  await page
    .getByRole('menuitem', { name: say('channel.balanceUpdate') })
    .getByText(say('channel.balanceNone'))
    .waitFor()
})

test('an address that ends in /v1 is asked about when it is saved', async () => {
  const id = await add({ name: 'v1-address' })
  const { page, say, sees, button } = await scene.open('root', `/admin/channels?edit=${id}`)
  await page.getByLabel(say('channel.baseUrl'), { exact: true }).fill(`${scene.facts.provider.url}/v1`)
  await sees(say('channel.callsGoTo', { url: `${scene.facts.provider.url}/v1/chat/completions` }))
  await button('action.save').click()
  await sees(say('channel.baseUrlV1Title'))
  await button('action.cancel').last().click()
  await sees(say('channel.baseUrlV1Not'))
  await button('action.save').click()
  await button('channel.baseUrlV1Yes').click()
  await sees(say('channel.savedToast'))
  expect((await stored(id)).base_url).toBe(`${scene.facts.provider.url}/v1`)
})

test('a provider is found by either of its names, and the addresses of its plans are one press away', async () => {
  const { page, say, sees, button } = await scene.open('root', '/admin/channels?edit=new')
  const radio = (name: RegExp) => page.getByRole('radio', { name })
  const search = page.getByRole('searchbox', { name: /\d\d/ })
  expect(await page.getByRole('radio').count()).toBeGreaterThan(90)
  // All that a channel needs first is in sight without scrolling.
  const name = await page.getByLabel(say('channel.name'), { exact: true }).boundingBox()
  expect(name?.y).toBeLessThan(700)
  await page
    .locator('label')
    .filter({ has: page.getByText('DeepSeek', { exact: true }) })
    .click()
  await page.locator('.provider-line').getByText('DeepSeek', { exact: true }).waitFor()
  await button('channel.providerChange').click()
  await search.fill('智谱')
  expect(await radio(/^Zhipu GLM-4/).count()).toBe(1)
  await search.press('Enter')
  // The list gives way to the choice, and what comes next is in sight.
  await search.waitFor({ state: 'detached' })
  const line = page.locator('.provider-line')
  await line.getByText('Zhipu GLM-4', { exact: true }).waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('.provider-line') !== null)
  await sees(say('channel.callsGoTo', { url: 'https://open.bigmodel.cn/api/paas/v4/chat/completions' }))
  await page.getByRole('button', { name: 'Coding Plan', exact: true }).click()
  await sees(say('channel.callsGoTo', { url: 'https://open.bigmodel.cn/api/coding/paas/v4/chat/completions' }))
  expect(await page.getByLabel(say('channel.baseUrl'), { exact: true }).inputValue()).toBe('glm-coding-plan')
  await button('channel.baseUrlUsual').click()

  await button('channel.providerChange').click()
  await search.fill('workers')
  await search.press('ArrowDown')
  expect(await radio(/^Cloudflare Workers AI/).isChecked()).toBe(true)
  await page.getByRole('textbox', { name: 'Account ID' }).fill('abc123')
  await sees(say('channel.callsGoTo', { url: 'https://api.cloudflare.com/client/v4/accounts/abc123/ai/v1/chat/completions' }))
  await page.getByRole('textbox', { name: 'Account ID' }).fill('a/b')
  await page.getByText('accounts/abc123').waitFor({ state: 'detached' })
})

test('the form says where calls go while the address is typed', async () => {
  const { page, say, sees } = await scene.open('root', `/admin/channels?edit=${await add({ name: 'typed-address', type: 1 })}`)
  const address = page.getByLabel(say('channel.baseUrl'), { exact: true })
  for (const [typed, url] of [
    ['https://a.test', 'https://a.test/v1/chat/completions'],
    ['https://a.test/api/paas/v4', 'https://a.test/api/paas/v4/chat/completions'],
    ['https://a.test/v2/chat/completions ', 'https://a.test/v2/chat/completions'],
  ] as const) {
    await address.fill(typed)
    await sees(say('channel.callsGoTo', { url }))
  }
})

test('models that no API here serves are named; a proxy that draws brings its own, and Google Cloud shows how regions are written', async () => {
  const draftOf = async (provider: string) => {
    const screen = await scene.open('root', '/admin/channels?edit=new')
    const search = screen.page.getByRole('searchbox', { name: /\d\d/ })
    await search.fill(provider)
    await search.press('Enter')
    await search.waitFor({ state: 'detached' })
    return screen
  }
  const { page, say, sees } = await draftOf('deepseek')
  for (const name of ['sora-2', 'deepseek-chat']) {
    await page.getByLabel(say('channel.models'), { exact: true }).fill(name)
    await page.keyboard.press('Enter')
  }
  await sees(say('channel.uncallable_one', { count: 1, all: 2 }))
  await sees(say('channel.uncallableNames', { names: 'sora-2' }))

  const drawing = await draftOf('midjourney')
  await drawing.button('channel.modelsDefault').click()
  await drawing.page.getByText('mj_imagine', { exact: true }).first().waitFor()

  const cloud = await draftOf('vertex')
  await cloud.page.getByText(/^us-central1 · \{"default": "us-central1"/).waitFor()
})

test('a channel of deployments says how its models are named, and where they are called in each version', async () => {
  const { page, say, sees } = await scene.open('root', '/admin/channels?edit=new')
  const search = page.getByRole('searchbox', { name: /\d\d/ })
  await search.fill('azure')
  await search.press('Enter')
  await sees(say('channel.baseUrlExample', { address: 'https://RESOURCE.openai.azure.com' }))
  await page.getByText(/The names of your deployments/).waitFor()
  const address = page.getByLabel(say('channel.baseUrl'), { exact: true })
  const version = page.getByRole('textbox', { name: /^API version/ })
  await address.fill('https://my-house.openai.azure.com/openai/v1')
  await page.getByLabel(say('channel.models'), { exact: true }).fill('prod')
  await page.keyboard.press('Enter')
  await sees(say('channel.callsGoTo', { url: 'https://my-house.openai.azure.com/openai/v1/chat/completions' }))
  expect(await page.getByText(say('channel.baseUrlV1'), { exact: true }).count()).toBe(0)
  await version.fill('2024-10-21')
  await sees(
    say('channel.callsGoTo', {
      url: 'https://my-house.openai.azure.com/openai/deployments/prod/chat/completions?api-version=2024-10-21',
    }),
  )
  await address.fill('https://other-house.openai.azure.com/openai/deployments/prod/chat/completions?api-version=2025-01-01-preview')
  await address.press('Tab')
  expect([await address.inputValue(), await version.inputValue()]).toEqual(['https://other-house.openai.azure.com', '2025-01-01-preview'])
})
