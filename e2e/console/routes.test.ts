// Route preview: In the channels screen, in the playground and in a row of the log; and what a key has left, by the key alone.
/// <reference lib="dom" />
import type { Token } from '@waystation/contract/people/token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn } from '../../server/src/testing/console-client.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
const poor = { username: 'poor', password: 'correct horse 9' }
beforeAll(async () => {
  scene = await openScene()
  await scene.addChannel({ name: 'twice as heavy', models: 'routed', weight: 10 })
  await scene.addChannel({ name: 'light', models: 'routed', weight: 0 })
  for (const name of ['off-one', 'off-two']) {
    const id = await scene.addChannel({ name, models: 'routed' })
    await scene.root.call('PUT', '/api/channel/', { id, status: 2 })
  }
  const { id } = await scene.root.call<{ id: number }>('POST', '/api/user/', poor)
  await scene.root.call('PUT', '/api/user/', { id, quota: 0 })
  await (await logIn(scene.url, poor)).call('POST', '/api/token/', { name: 'of the poor', unlimited_quota: true })
  await scene.root.call('PUT', '/api/option/', { key: 'ModelRatio', value: JSON.stringify(await ratiosWith('routed')) })
})
afterAll(() => scene?.close())

async function ratiosWith(model: string): Promise<object> {
  const options = await scene.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
  return { ...JSON.parse(options.find(({ key }) => key === 'ModelRatio')?.value ?? '{}'), [model]: 1 }
}

const sheetOf = ({ page }: Screen) => page.getByRole('dialog')
/** Is nothing of the page wider than the window? */
const isWhole = ({ page }: Screen) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

describe.each(['1440x900', '390x844'] as const)('%s', (size) => {
  test('the channels screen says where a model goes, with which share, and why not elsewhere', async () => {
    const screen = await scene.open('root', '/admin/channels', { size })
    const { page, say, button } = screen
    if (size === '390x844') {
      await page
        .getByRole('button', { name: say('action.more') })
        .first()
        .click()
      await page.getByRole('menuitem', { name: say('route.ask') }).click()
    } else await button('route.ask').click()
    const sheet = sheetOf(screen)
    await sheet.getByText(say('route.pickText')).waitFor()
    await sheet.getByLabel(say('route.model')).fill('routed')
    await page.locator('.ant-select-item-option').filter({ hasText: 'routed' }).first().click()
    await sheet.getByText(say('route.several', { count: 2, priority: 0 })).waitFor()
    const text = (await sheet.textContent()) ?? ''
    for (const words of ['twice as heavy', '66.7%', 'light', '33.3%', 'Disabled manually', say('route.outCount_other', { count: 2 })])
      expect(text).toContain(words)
    expect(await isWhole(screen)).toBe(true)

    // The same for a user who has nothing left, then with a token of theirs.
    await sheet.getByLabel(say('route.user')).fill(poor.username)
    await page.locator('.ant-select-item-option').filter({ hasText: poor.username }).first().click()
    await sheet.getByText('Insufficient balance').waitFor()
    await sheet.getByLabel(say('route.token')).click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'of the poor' }).first().click()
    await sheet.getByText('Insufficient balance').waitFor()
    expect(await sheet.getByLabel(say('route.group')).count()).toBe(0)
    expect(await isWhole(screen)).toBe(true)
  })

  test('the playground says where its next call would go', async () => {
    const screen = await scene.open('root', '/playground?model=routed', { size, language: 'zh' })
    const { page, say, button } = screen
    if (size === '390x844') await page.getByRole('button', { name: say('playground.settings') }).click()
    await button('route.ask').click()
    await sheetOf(screen)
      .last()
      .getByText(say('route.several', { count: 2, priority: 0 }))
      .waitFor()
    expect(await isWhole(screen)).toBe(true)
  })
})

test('users without an admin’s rights have no such button', async () => {
  const { button, field } = await scene.open('user', '/playground')
  await field('playground.temperature').first().waitFor()
  expect(await button('route.ask').count()).toBe(0)
})

test('a row of the log has its attempt first, then what was skipped, folded and counted', async () => {
  const key = await scene.root.call<Token>('POST', '/api/token/', { name: 'served', unlimited_quota: true })
  for (const name of ['small-one', 'small-two'])
    await scene.addChannel({ name, models: 'sized,gpt-5', priority: 9, max_input_tokens: 1, model_mapping: '{"sized":"gpt-5"}' })
  await scene.addChannel({ name: 'large', models: 'sized,gpt-5', model_mapping: '{"sized":"gpt-5"}' })
  expect(await scene.callModel(`sk-${key.key}`, 'sized', 'hello, with more words than one token has')).toBe(200)
  await expect.poll(async () => (await scene.root.call<{ total: number }>('GET', '/api/log/?model_name=sized')).total).toBe(1)
  const { page, row, say } = await scene.open('root', '/app/logs/api-usage')
  await row('sized')
    .first()
    .getByRole('button', { name: say('action.expand') })
    .click()
  const items = page.locator('tr.expanded .route').getByRole('listitem')
  await items.first().waitFor()
  const texts = await items.allTextContents()
  expect(texts[0]).toContain('large')
  expect(texts[1]).toContain(say('log.skippedCount_other', { count: 2, why: 'The input exceeds the limit of the channel' }))
  expect(texts).toHaveLength(2)
})

test('of a call without a channel the row has what is out, folded and open', async () => {
  const { page, row, say, watched } = await scene.open('root', '/app/logs/api-usage')
  const key = await scene.root.call<Token>('POST', '/api/token/', { name: 'calls', unlimited_quota: true })
  for (const id of [
    await scene.addChannel({ name: 'only-off', models: 'out' }),
    await scene.addChannel({ name: 'off too', models: 'out' }),
  ])
    await scene.root.call('PUT', '/api/channel/', { id, status: 2 })
  expect(await scene.callModel(`sk-${key.key}`, 'out', 'hello')).toBe(503)
  await expect.poll(async () => (await scene.root.call<{ total: number }>('GET', '/api/log/?model_name=out')).total).toBe(1)
  await page.reload()
  await watched.settled()
  await row('503')
    .first()
    .getByRole('button', { name: say('action.expand') })
    .click()
  const words = page.locator('tr.expanded')
  await words.getByText(say('log.skippedCount_other', { count: 2, why: 'Disabled manually' })).waitFor()
  expect(await words.textContent()).toContain('only-off')
})

describe.each(['1440x900', '390x844'] as const)('the usage of a key at %s', (size) => {
  test('a visitor reads it by the key, which goes neither into the address nor into the browser’s storage', async () => {
    const { key } = await scene.root.call<Token>('POST', '/api/token/', { name: 'shown', remain_quota: 1_000_000, unlimited_quota: false })
    const screen = await scene.open('visitor', '/login', { size })
    const { page, say, button, field, sees, address } = screen
    await page.getByRole('link', { name: say('auth.keyUsage.link') }).click()
    await field('auth.keyUsage.key').fill('sk-wrong')
    await button('auth.keyUsage.submit').click()
    await page.getByRole('alert').waitFor()
    await field('auth.keyUsage.key').fill(`sk-${key}`)
    await button('auth.keyUsage.submit').click()
    await sees('shown')
    await sees('$2.00')
    expect(address()).toBe('/usage')
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).not.toContain(key)
    expect(await isWhole(screen)).toBe(true)
    await button('auth.keyUsage.another').click()
    expect(await field('auth.keyUsage.key').inputValue()).toBe('')
  })
})
