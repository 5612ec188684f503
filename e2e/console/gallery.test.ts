// The parts of the kit as a person uses them, on the pages of the gallery. How they look is the matrix's business.
/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GalleryScene, openGalleryScene, say, specimen } from './gallery-page.ts'

let gallery: GalleryScene
beforeAll(async () => {
  gallery = await openGalleryScene()
})
afterAll(() => gallery?.close())

const open: GalleryScene['open'] = (group, size) => gallery.open(group, size)

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text)
  await page.keyboard.press('Control+v')
}

test('what was done is taken back by Ctrl Z; in a field the key stays the field’s own', async () => {
  const page = await open('feedback')
  await page.getByRole('button', { name: 'With an undo' }).click()
  await page.getByText('Token “ci-review” is off').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText(say('kit.undoing')).waitFor()
  await page.getByText(say('kit.undone')).waitFor()

  await page.getByRole('button', { name: 'Undo fails' }).click()
  const undo = page.getByRole('button', { name: say('kit.undo'), exact: true })
  await undo.focus()
  await page.keyboard.press('Enter')
  // The toast goes, and the focus is back where it was.
  await page.getByText('The database is busy, please retry.').last().waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Undo fails')
})

test('tabs are moved through by arrows, and the open one is in the address', async () => {
  const page = await open('navigation')
  await page.getByRole('tab', { name: 'Setup' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Four failures in the last hour.').waitFor()
  expect(new URL(page.url()).search).toBe('?tab=health')
  await page.reload()
  await page.getByText('Four failures in the last hour.').waitFor()
  await page.getByRole('tab', { name: 'Health' }).focus()
  await page.keyboard.press('Home')
  await page.getByText('What the channel is made of.').waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('a menu on a phone is a sheet that says why something cannot be chosen', async () => {
  const page = await open('buttons', '390x844')
  await page.getByRole('button', { name: 'Token actions' }).click()
  const sheet = page.getByRole('dialog', { name: 'Token actions' })
  await sheet.getByText('Only a super admin may').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Token actions')
})

test('a map is filled by typing and by pasting; a form with half a row is not sent', async () => {
  const page = await open('maps')
  const form = specimen(page, 'Empty, wrong').locator('form').first()
  await form.getByRole('button', { name: say('kit.mapNone') }).click()
  await page.keyboard.type('gpt-4o')
  await page.keyboard.press('Enter')
  await page.keyboard.type('gpt-4o-2024')
  // Enter behind the last value makes the next row.
  await page.keyboard.press('Enter')
  await form.getByLabel('Asked for 2').waitFor()
  await paste(page, 'o3 -> o3-2025\ngpt-4o: gpt-4o-mini')
  expect(await values(form)).toEqual(['gpt-4o', 'gpt-4o-mini', 'o3', 'o3-2025'])
  await form.getByRole('button', { name: say('kit.mapAdd') }).click()
  await page.keyboard.type('o3')
  await form.getByLabel('Sent upstream 3').fill('twice')
  expect(await form.getByText(say('kit.mapTwice', { key: 'o3' })).count()).toBe(0)
  await form.getByLabel('Asked for 1').focus()
  await form.getByText(say('kit.mapTwice', { key: 'o3' })).waitFor()
  expect(await form.getByRole('button', { name: say('kit.mapAsJson') }).isDisabled()).toBe(true)
  await form
    .getByRole('button', { name: say('kit.mapRemove', { key: 'o3' }) })
    .last()
    .click()
  await form.getByRole('button', { name: say('kit.mapAsJson') }).click()
  expect(JSON.parse(await form.locator('textarea').inputValue())).toEqual({ 'gpt-4o': 'gpt-4o-mini', o3: 'o3-2025' })

  const whole = specimen(page, 'MapField').locator('form')
  await whole.getByLabel('Price 1').fill('cheap')
  await whole.getByRole('button', { name: 'Send it' }).click()
  await whole.getByText(say('form.notNumber')).waitFor()
  await whole.getByText(say('kit.mapFix')).waitFor()
  expect(await whole.getByRole('button', { name: 'Send it' }).isEnabled()).toBe(true)
  await whole.getByLabel('Price 1').fill('1e-7')
  await whole.getByText(say('kit.mapFix')).waitFor({ state: 'detached' })
})

const values = (form: ReturnType<Page['locator']>) =>
  form.locator('.map-rows input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))

test('Enter takes the highlighted model, a comma what is typed, and a name that nobody knows is marked', async () => {
  const page = await open('maps')
  const form = specimen(page, 'ModelsField').locator('form').nth(2)
  const tags = () => form.locator('.tag').evaluateAll((all) => all.map((one) => one.childNodes[0]?.textContent))
  await form.getByLabel('Cannot ask yet').click()
  await page.keyboard.type('gpt-4o-')
  await page.keyboard.press('Enter')
  expect(await tags()).toEqual(['gpt-4o-mini'])
  await page.keyboard.type('my-own,')
  expect(await tags()).toEqual(['gpt-4o-mini', 'my-own'])
  await form.getByText('my-own is not a known model').waitFor()
  // Half a name that could become several is nothing yet.
  await page.keyboard.type('gpt-')
  await page.keyboard.press('Tab')
  expect(await tags()).toEqual(['gpt-4o-mini', 'my-own'])
  await form.getByLabel('Cannot ask yet').click()
  await paste(page, 'a-model\nanother-model')
  await expect.poll(tags).toEqual(['gpt-4o-mini', 'my-own', 'a-model', 'another-model'])
})

test('a list of models that could not be fetched is explained below its field, with another try', async () => {
  const page = await open('maps')
  const form = specimen(page, 'ModelsField').locator('form').first()
  await form.getByRole('button', { name: say('form.modelsFetch') }).click()
  await form.getByRole('alert').getByText('the upstream rejected the key (401)').waitFor()
  await form.getByRole('button', { name: say('action.retry') }).click()
  await form.getByRole('alert').waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
})

test('a card of settings counts what is unsaved, saves only that, and leaving asks', async () => {
  const page = await open('prices')
  await page.getByRole('link', { name: 'Settings' }).click()
  const card = page.getByRole('region', { name: 'Watching' })
  const unsaved = (count: number) => card.getByText(say(count === 1 ? 'kit.unsaved_one' : 'kit.unsaved_other', { count }))
  await card.getByLabel('Enable once it recovers').click()
  await unsaved(1).waitFor()
  await card.getByLabel('Slowest answer').fill('9')
  await unsaved(2).waitFor()
  await card.getByLabel('Enable once it recovers').click()
  await unsaved(1).waitFor()

  await page.getByRole('link', { name: 'Prices' }).click()
  await page.getByText(say('form.leaveTitle')).waitFor()
  await page.getByRole('button', { name: say('action.keepEditing') }).click()
  // From card to card nothing is left.
  await page.getByRole('link', { name: 'Payment gateway' }).click()
  await page.waitForURL(/card=locked/)
  await page.goBack()
  await page.getByText(say('form.leaveTitle')).waitFor()
  await page.getByRole('button', { name: say('action.keepEditing') }).click()

  await card.getByRole('button', { name: say('kit.revert') }).click()
  expect(await card.getByLabel('Slowest answer').inputValue()).toBe('5')
  await card.getByLabel('Slowest answer').fill('0')
  await page.keyboard.press('Enter')
  await card.getByText(say('form.tooSmall', { min: 1 })).waitFor()
  await card.getByLabel('Slowest answer').fill('7')
  await card.getByRole('button', { name: say('action.save') }).click()
  await unsaved(1).waitFor({ state: 'detached' })
  expect(await card.getByLabel('Slowest answer').inputValue()).toBe('7')
  await page.getByRole('link', { name: 'Prices' }).click()
  await page.getByRole('heading', { name: 'Prices', exact: true }).waitFor()
})

test('a table of prices is changed by keyboard, and says what was', async () => {
  const page = await open('prices')
  const cell = (name: string) => page.getByLabel(name, { exact: true })
  await cell('claude-sonnet-4-5 Input').focus()
  await page.keyboard.type('3.1')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('gpt-5-mini Input')
  await page.getByText('3.00 +3.3%').waitFor()
  await page.getByText('3 changed, 1 wrong').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  expect(await cell('claude-sonnet-4-5 Input').inputValue()).toBe('3.00')
  await page.getByText('2 changed, 1 wrong').waitFor()
  await cell('gemini-2.5-pro Cache read').fill('')
  await page.keyboard.press('Enter')
  await page.getByText('3 changed, 0 wrong').waitFor()
  await page.getByRole('button', { name: 'Take them over' }).click()
  await page.getByText('2 unchanged').waitFor()
  expect(await cell('gpt-5-mini Input').inputValue()).toBe('0.30')
})

test('what cannot be made good is confirmed by typing its name', async () => {
  const page = await open('sign-in')
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const yes = page.getByRole('button', { name: 'Delete it' })
  expect(await yes.isDisabled()).toBe(true)
  await page.keyboard.type('linqia')
  await page.keyboard.press('Enter')
  expect(await yes.isDisabled()).toBe(true)
  await page.keyboard.type('o')
  await page.keyboard.press('Enter')
  await page.getByText('Confirmed').waitFor()
})

test('a code is sent again only after the countdown, and one that could not be sent starts none', async () => {
  const page = await open('sign-in')
  const buttons = specimen(page, 'CountdownButton').getByRole('button')
  const width = await buttons.first().evaluate((button) => button.getBoundingClientRect().width)
  await buttons.first().click()
  await expect.poll(() => buttons.first().isDisabled()).toBe(true)
  await buttons
    .first()
    .getByText(/^Resend in (30|29) s$/)
    .waitFor()
  expect(await buttons.first().isDisabled()).toBe(true)
  expect(await buttons.first().evaluate((button) => button.getBoundingClientRect().width)).toBeCloseTo(width, 0)
  await buttons.last().click()
  await expect.poll(() => buttons.last().isEnabled()).toBe(true)
  await page.waitForTimeout(900)
  expect(await buttons.last().isEnabled()).toBe(true)
})
