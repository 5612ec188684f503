// Forms and what is chosen in them, as a person fills them in, on the pages of the gallery.
/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openGallery, say, specimen } from './gallery-page.ts'

const focusedValue = (page: Page) =>
  page.evaluate(() => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : undefined))

test('a form with a wrong field is not sent: the field says why and has the focus, and is right again while typing', async () => {
  const page = await openGallery('fields')
  const form = specimen(page, 'Form, FormSection').locator('form')
  const name = form.getByLabel('Name', { exact: false }).first()
  await name.fill('')
  // Nothing is blamed while somebody types.
  expect(await form.getByRole('alert').count()).toBe(0)
  await form.getByLabel('Note', { exact: true }).focus()
  await form.getByRole('button', { name: 'Send it' }).click()
  await form.getByRole('alert').getByText(say('form.required')).waitFor()
  await expect.poll(() => focusedValue(page)).toBe('')
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.type('c')
  await form.getByRole('alert').waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Send it' }).click()
  // What is sent takes its time, and cannot be sent twice meanwhile.
  await form.locator('button[type=submit].ant-btn-loading').waitFor()
  await form.locator('button[type=submit]:not(.ant-btn-loading)').waitFor()
  expect(await form.getByRole('alert').count()).toBe(0)
})

test('a password is dots until its eye is pressed', async () => {
  const page = await openGallery('fields')
  const password = specimen(page, 'Form, FormSection').getByLabel('Password', { exact: true })
  expect([await password.getAttribute('type'), await password.inputValue()]).toEqual(['password', 'correct horse'])
  await page
    .getByRole('button', { name: say('form.reveal') })
    .first()
    .click()
  expect(await password.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: say('form.conceal') }).click()
  expect(await password.getAttribute('type')).toBe('password')
})

test('a key of a service is dots, invites no password manager, and is not taken from one', async () => {
  const page = await openGallery('fields')
  const form = specimen(page, 'Form, FormSection')
  const key = form.getByLabel('Key of a service', { exact: true })
  expect(await key.getAttribute('type')).toBe('text')
  expect(await key.getAttribute('autocomplete')).toBe('off')
  expect(await key.evaluate((input) => getComputedStyle(input).getPropertyValue('-webkit-text-security'))).toBe('disc')
  // A password manager sets the value and fires the events of typing.
  const fillIn = (input: HTMLElement | SVGElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'the password of this site')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await form.getByLabel('Name', { exact: false }).first().focus()
  await key.evaluate(fillIn)
  await expect.poll(() => key.inputValue()).toBe('')
  const isDirty = () => form.locator('.field', { hasText: 'Key of a service' }).getAttribute('data-dirty')
  expect(await isDirty()).toBeNull()
  await key.fill('typed')
  expect([await key.inputValue(), await isDirty()]).toEqual(['typed', 'true'])
  // A password is filled in as ever.
  const password = form.getByLabel('Password', { exact: true })
  await password.evaluate(fillIn)
  expect(await password.inputValue()).toBe('the password of this site')
})

test('what the server refuses is said above the fields, what was typed stays, and it can be sent again', async () => {
  const page = await openGallery('field-states')
  const form = specimen(page, 'Refused when it is sent').locator('form')
  await form.getByLabel('Name').fill('typed')
  await page.keyboard.press('Enter')
  await form.getByText('The database is busy.').waitFor()
  expect(await form.getByLabel('Name').inputValue()).toBe('typed')
  await page.keyboard.press('Enter')
  // It is gone while the form is on its way a second time.
  await form.getByText('The database is busy.').waitFor({ state: 'detached' })
  await form.getByText('The database is busy.').waitFor()
})

/** The drawer of the gallery, with its question about what is unsaved. */
async function openDrawer(page: Page) {
  await page.getByRole('button', { name: 'Make one…' }).click()
  const drawer = page.getByRole('dialog', { name: 'A new token for the programs of the whole team' })
  await drawer.waitFor()
  const question = page.getByRole('dialog').filter({ hasText: say('form.leaveTitle') })
  return { drawer, name: drawer.getByLabel('Name'), question, answer: (key: string) => question.getByRole('button', { name: say(key) }) }
}

test('a drawer with unsaved changes asks before it closes, whichever way; without them it does not', async () => {
  const page = await openGallery('field-states')
  const { drawer, name, question, answer } = await openDrawer(page)
  await drawer.getByText('Its key is shown once').waitFor()
  await name.fill('half a name')
  await drawer.getByText(say('form.unsaved')).waitFor()
  await drawer.getByRole('button', { name: say('action.cancel') }).click()
  await answer('action.keepEditing').click()
  await question.waitFor({ state: 'hidden' })
  expect(await name.inputValue()).toBe('half a name')

  await name.focus()
  await page.keyboard.press('Escape')
  await answer('action.keepEditing').click()
  await question.waitFor({ state: 'hidden' })
  await page.goBack()
  await answer('action.discard').click()
  await drawer.waitFor({ state: 'hidden' })

  // The next one knows nothing of what was thrown away, and what is as it was is no change.
  await openDrawer(page)
  expect(await name.inputValue()).toBe('prod backend')
  await name.fill('other')
  await name.fill('prod backend')
  await drawer.getByText('Its key is shown once').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  expect(await question.count()).toBe(0)
})

test('a drawer that was saved closes without a question', async () => {
  const page = await openGallery('field-states')
  const { drawer, name, question } = await openDrawer(page)
  await name.fill('saved')
  await page.keyboard.press('Enter')
  await drawer.waitFor({ state: 'hidden' })
  expect(await question.count()).toBe(0)
})

test('keys in a text become a masked list, to which one is typed, several are pasted, and each may be taken out', async () => {
  const page = await openGallery('maps')
  const form = specimen(page, 'JsonField, KeyListField').locator('form').last()
  const keys = () => form.locator('.key-list li code').allTextContents()
  await form.getByLabel('No key').fill('sk-aaaaaaaaaaaaaaaa1')
  expect(await keys()).toEqual([])
  await form.getByLabel('No key').press('End')
  await page.keyboard.type(',')
  // The list has the focus at once: what is typed goes on.
  await expect.poll(keys).toEqual(['sk-aaaaa…aaa1'])
  await page.keyboard.type('sk-bbbbbbbbbbbbbbbb2')
  await page.keyboard.press('Enter')
  await expect.poll(keys).toEqual(['sk-aaaaa…aaa1', 'sk-bbbbb…bbb2'])
  await page.evaluate(() => navigator.clipboard.writeText('sk-cccccccccccccccc3\nsk-bbbbbbbbbbbbbbbb2\n'))
  await page.keyboard.press('Control+v')
  await expect.poll(keys).toEqual(['sk-aaaaa…aaa1', 'sk-bbbbb…bbb2', 'sk-ccccc…ccc3'])
  await form.getByText('No key · 3').waitFor()
  await form.getByRole('button', { name: say('form.removeKey', { key: 'sk-aaaaa…aaa1' }) }).click()
  await form.getByRole('button', { name: say('form.keysAsText') }).click()
  expect(await form.getByLabel('No key').inputValue()).toBe('sk-bbbbbbbbbbbbbbbb2\nsk-cccccccccccccccc3')
})

test('JSON is laid out by a button, and what is none is said when its field is left', async () => {
  const page = await openGallery('maps')
  const form = specimen(page, 'JsonField, KeyListField').locator('form').first()
  const field = form.getByLabel('Fields to replace')
  const format = form.getByRole('button', { name: say('form.formatJson') })
  await format.click()
  expect(await field.inputValue()).toBe('{\n  "temperature": 0\n}')
  await field.fill('{"temperature"')
  expect(await form.getByText(say('form.invalidJson')).count()).toBe(0)
  await page.keyboard.press('Tab')
  await form.getByText(say('form.invalidJson')).first().waitFor()
  expect(await format.isDisabled()).toBe(true)
})

async function typeDay(page: Page, panel: Locator, label: string, day: string): Promise<void> {
  await panel.getByLabel(label).fill(day)
  await page.keyboard.press('Enter')
}

test('a span of days is applied only when it is one, and not longer than allowed', async () => {
  const page = await openGallery('dashboards')
  const part = specimen(page, 'DayRange, SearchSelect')
  await part.getByRole('button', { name: 'Time range: 2026-03-01 – 2026-03-18' }).click()
  const panel = page.locator('.day-range-panel')
  const apply = panel.getByRole('button', { name: say('kit.range.apply') })
  await typeDay(page, panel, say('kit.range.to'), '2026-02-27')
  await panel.getByRole('alert').getByText(say('kit.range.backwards')).waitFor()
  expect(await apply.isDisabled()).toBe(true)
  await typeDay(page, panel, say('kit.range.from'), '2026-01-01')
  await panel
    .getByRole('alert')
    .getByText(say('kit.range.tooLong', { count: 30 }))
    .waitFor()
  await typeDay(page, panel, say('kit.range.from'), '2026-02-01')
  await panel.getByRole('alert').waitFor({ state: 'detached' })
  await apply.click()
  await part.getByRole('button', { name: 'Time range: 2026-02-01 – 2026-02-27' }).click()
  await panel.getByRole('button', { name: 'March 18' }).click()
  await part.getByRole('button', { name: 'Time range: 2026-03-18 – 2026-03-18' }).waitFor()
  await panel.waitFor({ state: 'hidden' })
})

test('one of many is found by typing, chosen by keyboard, and cleared', async () => {
  const page = await openGallery('dashboards')
  const part = specimen(page, 'DayRange, SearchSelect')
  const field = part.getByRole('combobox', { name: 'User' })
  await field.click()
  await field.fill('ar')
  await expect.poll(() => page.locator('.ant-select-item-option').allTextContents()).toEqual(['maria'])
  await page.keyboard.press('Enter')
  await part.getByTitle('maria').waitFor()
  await field.click()
  await field.fill('nobody')
  await page.locator('.ant-select-dropdown').getByText(say('table.noMatchTitle')).waitFor()
  await page.keyboard.press('Escape')
  await part.getByTitle('maria').hover()
  await part.getByRole('button', { name: say('action.clear') }).click()
  await part.getByText('All users').waitFor()
})
