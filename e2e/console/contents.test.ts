// What was said in a call, in its row of the log; and the cards that say what is kept and what is rejected.
/// <reference lib="dom" />
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lookOver } from './look-over.ts'
import { picture } from './pictures.ts'
import { openScene, type Scene } from './scene.ts'

const LOGS = '/app/logs/api-usage'
let scene: Scene

beforeAll(async () => {
  scene = await openScene()
  await scene.root.call('PUT', '/api/option/', { key: 'LogChatContentEnabled', value: 'true' })
  expect(await scene.callModel(scene.facts.members.root.key, 'gpt-5', 'how far is the next waystation')).toBe(200)
  await vi.waitUntil(async () => (await scene.root.call<{ total: number }>('GET', '/api/log/')).total > 0, 20_000)
})
afterAll(() => scene?.close())

test.each([
  ['1440x900', 'en', 'light'],
  ['390x844', 'zh', 'dark'],
] as const)('a screen of %s, in %s and %s, shows the conversation of a call', async (size, language, theme) => {
  const screen = await scene.open('root', LOGS, { size, language })
  const { page, say, watched } = screen
  if (theme === 'dark') await page.emulateMedia({ colorScheme: 'dark' })
  const row = (size === '390x844' ? page.locator('.cards > .card') : page.locator('tbody tr:not(.expanded)'))
    .filter({ hasText: 'gpt-5' })
    .first()
  await row.getByRole('button', { name: say(size === '390x844' ? 'table.details' : 'action.expand') }).click()
  await page.getByRole('button', { name: say('log.conversation'), exact: true }).click()
  const said = page.locator('.conversation')
  await said.getByText('how far is the next waystation', { exact: true }).waitFor()
  await said.getByRole('heading', { name: say('log.saidAssistant') }).waitFor()
  await watched.settled()
  // The prompt is as it was written, in whatever language.
  const faults = await lookOver(page, { language, isPhone: size === '390x844', hasAxe: true })
  expect(faults.filter((fault) => !fault.includes('waystation'))).toEqual([])
  await picture(screen, `conversation-${size}-${language}`)
})

test('who makes tokens is told that conversations can be read, while they are kept', async () => {
  const { page, say, sees } = await scene.open('user', '/app/tokens')
  await sees(say('token.warningChat'))
  await scene.root.call('PUT', '/api/option/', { key: 'LogChatContentEnabled', value: 'false' })
  await page.reload()
  await sees(say('token.warning'))
  expect(await page.getByText(say('token.warningChat')).count()).toBe(0)
})

test('the card of the word filter counts lines and names the one that cannot be used', async () => {
  const screen = await scene.open('root', '/admin/settings?tab=operation')
  const { page, say } = screen
  const card = page.locator('#sensitive')
  await card.getByLabel('Sensitive words', { exact: true }).fill('fine\nregex:a(b\n')
  await card.getByText(say('settings.lineCount', { count: 2 })).waitFor()
  await card.getByRole('button', { name: say('action.save'), exact: true }).click()
  await card.getByRole('alert').filter({ hasText: 'line 2 (regex:a(b): missing closing )' }).waitFor()
  await card.getByLabel('Sensitive words', { exact: true }).fill('fine\nregex:a(b)')
  await card.getByRole('button', { name: say('action.save'), exact: true }).click()
  await screen.sees(say('settings.saved'))
  await page.getByRole('switch', { name: 'Log contents', exact: true }).waitFor()
  await picture(screen, 'settings-words')
})
