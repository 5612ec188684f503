// Nobody touches the mouse: the palette, a new channel with fetched models and a live test, and the focus that comes back.
/// <reference lib="dom" />
import { custom } from '@waystation/contract/vendors/custom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Screen } from './scene.ts'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

/** Goes on with Tab until the focus is on what has this name. */
async function tabTo({ page }: Screen, name: string, most = 60): Promise<void> {
  for (let steps = 0; steps < most; steps++) {
    await page.keyboard.press('Tab')
    if ((await focusedName(page)) === name) return
  }
  throw new Error(`Tab never came to ${name}; it is on ${await focusedName(page)}`)
}

const focusedName = (page: Screen['page']) =>
  page.evaluate(() => {
    const element = document.activeElement
    const label =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels?.[0]?.textContent : undefined
    return (label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim().replace(/\s*\*$/, '')
  })

test('a channel is made and tested with the keyboard alone', { tags: 'main' }, async () => {
  const screen = await scene.open('root', '/app/tokens')
  const { page, say, sees, watched } = screen
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: say('palette.title') }).waitFor()
  await page.keyboard.type(say('palette.newChannel'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/channels?edit=new')
  await watched.settled()

  await page.getByRole('radio').first().focus()
  for (let steps = 0; steps < 40 && !(await page.getByRole('radio', { name: custom.name }).isChecked()); steps++)
    await page.keyboard.press('ArrowDown')
  await tabTo(screen, say('channel.name'))
  await page.keyboard.type('typed')
  await tabTo(screen, say('channel.baseUrl'))
  await page.keyboard.type(scene.facts.provider.url)
  await tabTo(screen, say('channel.key'))
  await page.keyboard.type('far-key')
  await tabTo(screen, say('form.modelsFetch'))
  await page.keyboard.press('Enter')
  await sees('gemini-2.5-flash')
  await tabTo(screen, say('channel.testRun'))
  await page.keyboard.press('Enter')
  await sees(say('channel.testOk'))
  await page.keyboard.press('Control+Enter')
  if (page.url().includes('edit=')) {
    await tabTo(screen, say('channel.createOne'))
    await page.keyboard.press('Enter')
  }
  await sees(say('channel.createdToast'))
  await page.waitForURL((url) => !url.search.includes('edit='))
  await screen.row('typed').waitFor()
})

test('the palette finds a token by its name and switches the theme', async () => {
  const { page, say } = await scene.open('user', '/app/tokens')
  const before = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const palette = page.getByRole('dialog', { name: say('palette.title') })
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.type(say('palette.theme'))
  await page.keyboard.press('Enter')
  await page.waitForFunction((old) => getComputedStyle(document.body).backgroundColor !== old, before)
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.type('office')
  await palette.getByText('office-only').first().waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'hidden' })
})

test('Escape closes a drawer and the focus is where it was; a slash goes to the search', async () => {
  const { page, say, button, watched } = await scene.open('user', '/app/tokens')
  await button('token.create').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await watched.settled()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.waitForFunction((name) => document.activeElement?.textContent?.trim() === name, say('token.create'))
  await page.keyboard.press('/')
  await page.waitForFunction((words) => document.activeElement?.getAttribute('placeholder') === words, say('token.search'))
  expect(watched.takeTroubles()).toEqual([])
})
