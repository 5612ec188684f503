// From the tokens page to a connected program: the lines to copy, whose key is whole, and a call that shows that they work.
/// <reference lib="dom" />
import type { Token } from '@waystation/contract/people/token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Size } from './browser.ts'
import { openScene, type Scene, type Screen } from './scene.ts'
import type { Language } from './words.ts'

let scene: Scene
let token: Token

/** Those that a limited token may call. */
const MODELS = 'gpt-5-mini,claude-sonnet-4-5'
const NAME = 'to-connect'

beforeAll(async () => {
  scene = await openScene()
  token = await addToken(NAME, { model_limits_enabled: true, model_limits: MODELS })
})
afterAll(() => scene?.close())

const addToken = (name: string, more: object = {}) =>
  scene.facts.members.user.client.call<Token>('POST', '/api/token/', { name, unlimited_quota: true, ...more })

/** What the last press of a copy button put into the clipboard. */
const copied = ({ page }: Screen) => page.evaluate(() => navigator.clipboard.readText())

async function openTokens(path: string, options: { size?: Size; language?: Language } = {}): Promise<Screen> {
  const screen = await scene.open('user', path, options)
  await screen.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return screen
}

const step = ({ page }: Screen, at: number) => page.locator('.connect-steps > li').nth(at)

describe.each(['1440x900', '390x844'] as const)('at %s', (size) => {
  test('Claude Code is connected from the tokens page by four presses at most', { tags: 'main' }, async () => {
    const screen = await openTokens('/app/tokens', { size })
    const { page, say, button, sees, watched } = screen
    await page.evaluate(() => {
      document.addEventListener(
        'click',
        ({ detail }) => {
          // A key that presses a button is a click without a pointer, and is none here.
          if (detail > 0) document.body.dataset.presses = String(Number(document.body.dataset.presses ?? 0) + 1)
        },
        true,
      )
    })
    const row = page.locator('tr, .card').filter({ hasText: NAME }).first()
    await row.waitFor()
    const direct = row.getByRole('button', { name: say('connect.action'), exact: true })
    if (await direct.isVisible()) await direct.click()
    else {
      await row.getByRole('button', { name: say('action.more') }).click()
      await page.getByRole('menuitem', { name: say('connect.action') }).click()
    }
    await sees(say('connect.drawerTitle', { name: NAME }))
    const lines = step(screen, 1)
    await lines.getByText('ANTHROPIC_BASE_URL').waitFor()

    const shown = (await lines.locator('pre').textContent()) ?? ''
    expect(shown).toContain(`export ANTHROPIC_BASE_URL='${scene.url}'`)
    expect(shown).toContain("export ANTHROPIC_MODEL='gpt-5-mini'")
    expect(shown).not.toContain(token.key)
    await lines.getByRole('button', { name: say('action.copy'), exact: true }).click()
    expect(await copied(screen)).toBe(shown.replace(/sk-\w{4}…\w{4}/, `sk-${token.key}`))

    await button('connect.test').click()
    await sees(say('connect.works', { client: 'Claude Code', model: 'gpt-5-mini' }))
    await page
      .locator('.connect-outcome')
      .getByText(`Echo: ${say('connect.testPrompt')}`)
      .waitFor()
    expect(Number(await page.evaluate(() => document.body.dataset.presses))).toBeLessThanOrEqual(4)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(Number(size.split('x')[0]))
    expect(watched.takeTroubles()).toEqual([])

    // The request id leads to the row of this call, which is there a moment later.
    const id = (await page.locator('.connect-request code').textContent()) ?? ''
    const rows = () => scene.facts.members.user.client.call<{ items: object[] }>('GET', `/api/log/self/?p=1&page_size=10&request_id=${id}`)
    await expect.poll(async () => (await rows()).items.length).toBe(1)
    await page.getByRole('link', { name: say('connect.logs') }).click()
    await page.waitForURL(/request_id=/)
    await sees('gpt-5-mini')
  })
})

test('the key is masked until it is asked for, and then stands in the lines', async () => {
  const screen = await openTokens(`/app/connect?token=${token.id}`)
  const lines = step(screen, 1).locator('pre')
  await lines.waitFor()
  expect(await screen.page.locator('main').textContent()).not.toContain(token.key)
  await screen.button('action.showKey').click()
  await expect.poll(() => lines.textContent()).toContain(`sk-${token.key}`)
  await screen.button('form.conceal').click()
  await expect.poll(() => lines.textContent()).not.toContain(token.key)
})

test('what is chosen stands in the address, and a reload brings it back', async () => {
  const screen = await openTokens(`/app/connect?token=${token.id}`)
  const { page, say, sees, watched, address } = screen
  await page.getByText(say('connect.systems.windows'), { exact: true }).click()
  await sees("$env:ANTHROPIC_MODEL = 'gpt-5-mini'")
  await page.getByRole('radio', { name: 'OpenCode' }).click()
  await sees('%USERPROFILE%\\.config\\opencode\\opencode.json')
  await page.getByRole('combobox', { name: say('connect.model') }).click()
  expect(await page.locator('.ant-select-item-option').allTextContents()).toEqual(['claude-sonnet-4-5', 'gpt-5-mini'])
  await page.locator('.ant-select-item-option').getByText('claude-sonnet-4-5').click()
  await sees('"model": "waystation/claude-sonnet-4-5"')
  expect(address()).toContain('client=opencode')
  await page.reload()
  await watched.settled()
  await sees('"model": "waystation/claude-sonnet-4-5"')
  await sees('%USERPROFILE%\\.config\\opencode\\opencode.json')
})

test('a program that is set up on its settings page has fields, each to be copied', async () => {
  const screen = await openTokens(`/app/connect?token=${token.id}&client=cherry-studio`, { language: 'zh' })
  const { page, say, sees } = screen
  await sees('设置 → 模型服务 → 添加')
  const copy = (name: string) => step(screen, 0).getByRole('button', { name: say('connect.copyField', { name }) })
  await copy('API 密钥').click()
  await expect.poll(() => copied(screen)).toBe(`sk-${token.key}`)
  await copy('API 地址').click()
  await expect.poll(() => copied(screen)).toBe(scene.url)
  expect(await page.getByText(say('connect.systems.windows'), { exact: true }).count()).toBe(0)
})

test('a token that is disabled says so, its test tells why, and enabling it is enough', async () => {
  const { id } = await addToken('switched-off')
  await scene.facts.members.user.client.call('PUT', '/api/token/?status_only=true', { id, status: 2 })
  const { page, say, button, sees } = await openTokens(`/app/connect?token=${id}`)
  await sees(say('connect.disabled'))
  await button('connect.test').click()
  const outcome = page.locator('.connect-outcome')
  await outcome.getByRole('button', { name: say('connect.copyRequest') }).waitFor()
  expect(await outcome.getAttribute('role')).toBe('alert')
  await button('action.enable').click()
  await page.getByText(say('connect.disabled')).waitFor({ state: 'detached' })
  await button('connect.test').click()
  await page.locator('.connect-outcome[role=status]').waitFor()
})

test('a token whose models nobody serves has no model to be tested with', async () => {
  const { id } = await addToken('nothing-served', { model_limits_enabled: true, model_limits: 'whisper-1' })
  const { say, button, sees } = await openTokens(`/app/connect?token=${id}`)
  await sees(say('snippet.noModelUser'))
  await sees("export ANTHROPIC_MODEL='YOUR_MODEL'")
  expect(await button('connect.test').isDisabled()).toBe(true)
})

test('where the site keeps no keys, the pasted one stands in the lines and makes the call', async () => {
  const set = (value: string) => scene.root.call('PUT', '/api/option/', { key: 'TokenKeyVisibility', value })
  await set('hash_only')
  try {
    const { id, key } = await addToken('only-hashed')
    const screen = await openTokens(`/app/connect?token=${id}`)
    const { say, button, field, sees } = screen
    const copy = step(screen, 1).getByRole('button', { name: say('action.copy'), exact: true })
    await copy.click()
    await expect.poll(() => copied(screen)).toContain("'YOUR_KEY'")
    expect(await button('connect.test').isDisabled()).toBe(true)
    await field('connect.typeKey').fill(`sk-${key}`)
    await copy.click()
    await expect.poll(() => copied(screen)).toContain(`'sk-${key}'`)
    await button('connect.test').click()
    await sees(/Echo/)
  } finally {
    await set('list')
  }
})

test('who has no token is led to make one, and its dialog connects a program', async () => {
  const { page, say, button, field, sees } = await openTokens('/app/connect')
  for (const { id } of await scene.facts.members.user.client.call<Token[]>('GET', '/api/token/?p=0&size=100')) {
    await scene.facts.members.user.client.call('DELETE', `/api/token/${id}`)
  }
  await page.reload()
  await sees(say('connect.noToken'))
  await button('token.create').click()
  await field('token.name').fill('first-of-all')
  await button('token.createOne').click()
  await sees(say('token.madeTitle'))
  await sees(/^export ANTHROPIC_BASE_URL/)
  await button('connect.test').click()
  await page.locator('.connect-outcome[role=status]').waitFor()
})
