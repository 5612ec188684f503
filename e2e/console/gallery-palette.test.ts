// The command palette by keyboard, by pointer and as a screen reader hears it.
/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openGallery, say } from './gallery-page.ts'

/** The open palette of the gallery, which knows `bedrock-us-east` and `ci-review`. */
async function openPalette(size?: '390x844') {
  const page = await openGallery('navigation', size)
  await page.getByRole('button', { name: 'Go somewhere…' }).click()
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await palette.waitFor()
  return { page, palette, field: palette.getByRole('combobox', { name: 'A name, or what to do' }) }
}

/** The row that the field tells screen readers to be chosen. */
const chosen = (page: Page) =>
  page.evaluate(() => {
    const row = document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')
    return row?.getAttribute('role') === 'option' && row.getAttribute('aria-selected') === 'true' ? row.textContent : undefined
  })
const [channel, token] = ['bedrock-us-eastA channel', 'ci-reviewA token']

test('arrows go round the rows, and the field tells which one is chosen', async () => {
  const { page, palette, field } = await openPalette()
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
  await expect.poll(() => chosen(page)).toBe(channel)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => chosen(page)).toBe(token)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => chosen(page)).toBe(channel)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => chosen(page)).toBe(token)
  await palette.getByRole('listbox', { name: 'Go to' }).getByRole('group', { name: 'All there is' }).getByRole('option').first().waitFor()
})

test('Enter runs what is chosen, the palette goes, and the focus is back where it was', async () => {
  const { page, palette } = await openPalette()
  await page.keyboard.type('review')
  await expect.poll(() => chosen(page)).toBe(token)
  expect(await palette.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.locator('.toast', { hasText: 'ci-review' }).waitFor()
  await palette.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Go somewhere…')
})

test('what matches nothing is said, and Enter does nothing then', async () => {
  const { page, palette, field } = await openPalette()
  await page.keyboard.type('nowhere')
  await palette.getByRole('status').getByText('Nothing is called so').waitFor()
  await page.keyboard.press('Enter')
  expect(await palette.isVisible()).toBe(true)
  await field.fill('')
  await expect.poll(() => chosen(page)).toBe(channel)
})

test('Home and End move in the text, and Enter on the button closes', async () => {
  const { page, palette, field } = await openPalette()
  await page.keyboard.type('us-east')
  await page.keyboard.press('Home')
  await page.keyboard.type('bedrock-')
  expect(await field.inputValue()).toBe('bedrock-us-east')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'hidden' })
  expect(await page.locator('.toast').count()).toBe(0)
})

test('a row is chosen by pointing and run by a click; a click beside the palette closes it', async () => {
  const { page, palette } = await openPalette()
  await palette.getByRole('option', { name: 'ci-review' }).hover()
  await expect.poll(() => chosen(page)).toBe(token)
  await palette.getByRole('option', { name: 'ci-review' }).click()
  await page.locator('.toast', { hasText: 'ci-review' }).waitFor()
  await page.getByRole('button', { name: 'Go somewhere…' }).click()
  await palette.waitFor()
  await page.mouse.click(10, 10)
  await palette.waitFor({ state: 'hidden' })
})

test('on a phone it fills the screen and has a button to close it', async () => {
  const { page, palette } = await openPalette('390x844')
  expect(await palette.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  await palette.getByRole('option', { name: 'bedrock-us-east' }).click()
  await page.locator('.toast', { hasText: 'bedrock-us-east' }).waitFor()
  await page.getByRole('button', { name: 'Go somewhere…' }).click()
  await palette.getByRole('button', { name: say('action.close') }).click()
  await palette.waitFor({ state: 'hidden' })
})
