// The guide that ships with the product: opened from the bar, read in both languages, searched, copied, and on a phone.
/// <reference lib="dom" />
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene, type Screen } from './scene.ts'
import { wordsOf } from './words.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

const heading = ({ page }: Screen, text: string) => page.getByRole('heading', { name: text })
const titleOf = (language: 'en' | 'zh', name: string) => wordsOf(language, `guide.title.${name}`)

test('a visitor comes from the bar, goes on to the next page, and follows a link to a section', { tags: 'main' }, async () => {
  const screen = await scene.open('visitor', '/')
  const { page, say } = screen
  await page
    .getByRole('navigation', { name: say('shell.topMenu') })
    .getByRole('link', { name: say('shell.docs') })
    .click()
  await heading(screen, titleOf('en', 'quick-start')).waitFor()
  expect(screen.address()).toBe('/docs/quick-start')
  await heading(screen, 'Make a call').waitFor()
  await page.getByRole('link', { name: `${say('guide.next')}: ${titleOf('en', 'connect')}` }).click()
  await heading(screen, 'Four formats').waitFor()
  expect(screen.address()).toBe('/docs/connect')
  await page.waitForFunction(() => document.getElementById('content')?.scrollTop === 0)
  await page.getByRole('article').getByRole('link', { name: 'Every error' }).click()
  await heading(screen, 'Calls of models').waitFor()
  await page.goto(`${scene.url}/docs/concepts#roles`)
  await heading(screen, 'Roles').waitFor()
  await page.waitForFunction(() => {
    const box = document.getElementById('roles')?.getBoundingClientRect()
    return box !== undefined && box.top >= 0 && box.bottom <= window.innerHeight
  })
})

test('the language changes with the console, on the same page', async () => {
  const screen = await scene.open('user', '/docs/backup')
  await heading(screen, 'Make a backup').waitFor()
  await screen.button('shell.language').click()
  await heading(screen, '创建备份').waitFor()
  await heading(screen, titleOf('zh', 'backup')).waitFor()
  expect(screen.address()).toBe('/docs/backup')
})

test('search finds titles, headings and texts, and leads to the section', async () => {
  const screen = await scene.open('user', '/docs/quick-start')
  const { page, say } = screen
  const search = page.getByRole('combobox', { name: say('guide.search') })
  const hits = page.getByRole('listbox', { name: say('guide.search') }).getByRole('option')
  await search.fill('moving in')
  await hits
    .first()
    .filter({ hasText: titleOf('en', 'moving-in') })
    .waitFor()
  await search.fill('refunds')
  await hits.filter({ hasText: 'Refunds of payments' }).waitFor()
  await search.fill('xyzzy')
  await screen.sees(say('guide.none', { text: 'xyzzy' }))
  await search.fill('SMTPServer')
  await hits.first().click()
  await heading(screen, 'Mail').waitFor()
  expect(screen.address()).toBe('/docs/reference-options#mail')
})

test('code is copied, links to the console stay in this tab, and the palette knows the pages', async () => {
  const screen = await scene.open('root', '/docs/backup')
  const { page, context, say } = screen
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await heading(screen, 'Make a backup').waitFor()
  await page
    .getByRole('article')
    .getByRole('button', { name: say('action.copy') })
    .first()
    .click()
  await page.getByRole('button', { name: say('action.copied') }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('npx waystation backup')
  await page.getByRole('article').getByRole('link', { name: 'audit log' }).click()
  await heading(screen, say('audit.title')).waitFor()
  await page.keyboard.press('Control+k')
  await screen.dialog().getByRole('combobox').fill('scaling')
  await page
    .getByRole('option')
    .filter({ hasText: titleOf('en', 'scaling') })
    .first()
    .click()
  await heading(screen, 'What to run').waitFor()
})

test('on a phone the pages are a select, and nothing is wider than the window', async () => {
  const screen = await scene.open('visitor', '/docs/reference-options', { size: '390x844' })
  const { page, say } = screen
  await heading(screen, 'Login and registration').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.getByRole('combobox', { name: say('guide.pages') }).click()
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: titleOf('en', 'concepts') })
    .click()
  await heading(screen, 'Balance and quota').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

test('where the operator has named docs of their own, the links lead there', async () => {
  await scene.root.call('PUT', '/api/option/', { key: 'general_setting.docs_link', value: 'https://docs.example.com/guide' })
  const screen = await scene.open('visitor', '/')
  const link = screen.page
    .getByRole('navigation', { name: screen.say('shell.topMenu') })
    .getByRole('link', { name: screen.say('shell.docs') })
  expect(await link.getAttribute('href')).toBe('https://docs.example.com/guide')
})

test('a page that there is not is said to be none', async () => {
  const screen = await scene.open('visitor', '/docs/nothing-like-it')
  await heading(screen, screen.say('error.notFoundTitle')).waitFor()
})
