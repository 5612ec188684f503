// The parts for the wallet, users, messages and tasks as a person uses them, on the pages of the gallery.
/// <reference lib="dom" />
import { expect, test } from 'vitest'
import { openGallery, say, specimen } from './gallery-page.ts'

test('a quota is changed with a typed minus, never below zero, and only with a reason', async () => {
  const page = await openGallery('users')
  await page.getByRole('button', { name: 'Adjust balance…' }).click()
  const dialog = page.getByRole('dialog', { name: say('kit.quota.title') })
  await dialog.waitFor()
  // The amount has the focus.
  await page.keyboard.type('5')
  await dialog.getByText('$17.4096').waitFor()
  expect(await dialog.getByRole('button', { name: 'Add $5.00' }).isDisabled()).toBe(true)

  await dialog.getByLabel(say('kit.quota.amount')).fill('-14.5')
  expect(await dialog.getByRole('radio', { name: say('kit.quota.deduct') }).isChecked()).toBe(true)
  await dialog.getByText('−$2.0904').waitFor()
  await dialog.getByLabel(say('kit.quota.reason')).fill('Refund')
  const deduct = dialog.getByRole('button', { name: 'Deduct $14.50' })
  expect([await deduct.isDisabled(), await deduct.getAttribute('title')]).toEqual([true, say('kit.quota.belowZero')])

  await dialog.getByRole('button', { name: '$10', exact: true }).click()
  await dialog.getByText('$2.4096').waitFor()
  await dialog.getByLabel(say('kit.quota.reason')).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Saved: Refund').waitFor()
  // The next user's dialog knows nothing of this one.
  await page.getByRole('button', { name: 'Nearly nothing left…' }).click()
  await dialog.getByText('#31 lin').waitFor()
  // What is finer than four decimals is shown whole: the lines add up.
  await dialog.getByLabel(say('kit.quota.amount')).fill('0.000002')
  await dialog.getByText('+$0.000002', { exact: true }).waitFor()
  await dialog.getByText('$0.002408', { exact: true }).waitFor()
  expect(await dialog.getByLabel(say('kit.quota.reason')).inputValue()).toBe('')
})

test('a typed amount chooses its card, and a card fills the field', async () => {
  const page = await openGallery('wallet')
  const part = specimen(page, 'AmountPicker')
  await part.getByLabel('Other amount').fill('100')
  expect(
    await part
      .getByRole('radio', { name: /^\$100/ })
      .first()
      .isChecked(),
  ).toBe(true)
  await part.getByLabel('Other amount').fill('101')
  expect(await part.locator('fieldset').first().locator('input:checked').count()).toBe(0)
  await part.getByRole('radio', { name: /^\$200/ }).check({ force: true })
  expect(await part.getByLabel('Other amount').inputValue()).toBe('200')
})

test('a payment is waited for, asked about, and paid; one that is too late can be ordered again', async () => {
  const page = await openGallery('wallet')
  await page.getByRole('button', { name: 'With a code…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: 'Scan with Alipay' }).locator('svg').waitFor()
  for (const _ of [1, 2, 3]) await dialog.getByRole('button', { name: say('kit.pay.check') }).click()
  await dialog.getByText('Paid. Your balance is now $178.46.').waitFor()
  expect(await dialog.getByRole('img', { name: 'Scan with Alipay' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Expires in 5 s…' }).click()
  await dialog.getByText(say('kit.pay.expired')).waitFor()
  await dialog.getByRole('button', { name: say('kit.pay.newOrder') }).click()
  await dialog.getByText(say('kit.pay.waiting')).waitFor()
  await dialog.getByRole('img', { name: 'Scan with Alipay' }).waitFor()
})

test('codes are copied one by one or all at once, with names where asked', async () => {
  const page = await openGallery('wallet')
  await page.getByRole('button', { name: '20 codes…' }).click()
  const dialog = page.getByRole('dialog')
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await dialog.getByRole('button', { name: say('kit.codes.copy', { number: 2 }), exact: true }).click()
  await dialog.getByText(say('action.copied')).waitFor()
  expect(await clipboard()).toBe('d92c748a02f7459a2e324d08cd351611')
  await dialog.getByText(say('kit.codes.named')).click()
  await dialog.getByRole('button', { name: say('kit.codes.copyAll_other', { count: 20 }) }).click()
  await expect.poll(async () => (await clipboard()).split('\n').length).toBe(20)
  expect((await clipboard()).split('\n')[19]).toBe('New user trial\td92c748a02f7459a2e324d08cd351629')
})

test('people are picked over pages and searches, in ranges, and let go by their chip', async () => {
  const page = await openGallery('messages')
  const picker = specimen(page, 'Picker')
  const count = (number: number) => picker.getByText(say('table.selected_other', { count: number })).waitFor()
  await count(12)
  await picker.getByRole('checkbox', { name: say('table.selectPage') }).check()
  await count(20)
  await picker.locator('.ant-pagination-next').click()
  await picker.getByRole('cell', { name: 'batch-21', exact: true }).click()
  await picker.getByRole('cell', { name: 'batch-24', exact: true }).click({ modifiers: ['Shift'] })
  await count(24)
  await picker.getByRole('searchbox').fill('batch-5')
  await picker.getByRole('checkbox', { name: /batch-57$/ }).press('Space')
  await count(25)
  await picker.getByRole('button', { name: say('kit.picker.remove', { name: 'batch-4' }) }).click()
  await count(24)
  await picker.getByRole('searchbox').fill('nobody')
  await picker.getByText(say('table.noMatchTitle')).waitFor()
  await picker.getByRole('button', { name: say('table.clearSelection') }).click()
  await count(0)
})

test('the list of messages is walked by arrows; on a phone what is open takes its place', async () => {
  const page = await openGallery('messages')
  const part = specimen(page, 'MasterDetail, Pager')
  await part.getByRole('button', { name: /^Prices of some models/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await part.locator('.detail').getByRole('heading', { name: 'Quota alert: balance below $5.00' }).waitFor()

  const phone = await openGallery('messages', '390x844')
  const small = specimen(phone, 'MasterDetail, Pager')
  await small.getByRole('button', { name: say('action.back') }).click()
  expect(await small.locator('.detail').count()).toBe(0)
  await small.getByRole('button', { name: /^Welcome/ }).click()
  await small.getByRole('heading', { name: 'Welcome' }).waitFor()
  expect(await small.getByRole('list', { name: 'Messages' }).count()).toBe(0)
})

test('Markdown is formatted by keys, undone like typing, and previewed', async () => {
  const page = await openGallery('messages')
  const area = page.getByLabel('Content, wrong')
  const preview = page.getByRole('region', { name: say('kit.markdown.preview') }).last()
  await area.fill('sale')
  await area.selectText()
  await page.keyboard.press('Control+b')
  expect(await area.inputValue()).toBe('**sale**')
  await preview.locator('strong').getByText('sale').waitFor()
  await page.keyboard.press('Control+z')
  expect(await area.inputValue()).toBe('sale')
  await page
    .getByRole('toolbar', { name: say('kit.markdown.tools') })
    .last()
    .getByRole('button', { name: say('kit.markdown.list') })
    .click()
  expect(await area.inputValue()).toBe('- sale')
  await preview.getByRole('listitem').waitFor()
})

test('a picture is shown large, the others by arrow keys, and one that is gone says so', async () => {
  const page = await openGallery('tasks')
  await page
    .getByRole('list', { name: 'Results', exact: true })
    .getByRole('button', { name: /From #0e7c66/ })
    .click()
  await page.getByRole('dialog', { name: 'From #0e7c66 to #bc8702' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'From #3540a8 to #e369a6' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await specimen(page, 'ImageGallery').getByText(say('kit.image.gone')).waitFor()
})

test('a human check reports its token, and a failed one can be tried again', async () => {
  const page = await openGallery('sign-in')
  const part = specimen(page, 'HumanCheck')
  await part.getByText(say('auth.humanCheck.failed')).waitFor()
  await part.getByRole('button', { name: say('action.retry') }).click()
  await part.getByText(say('auth.humanCheck.checking')).nth(1).waitFor()
  await part.getByText(say('auth.humanCheck.failed')).waitFor()
  await part.getByText('No token yet').waitFor()
  await part.getByRole('button', { name: '☐ widget' }).click()
  await part.getByText('token', { exact: true }).waitFor()
})
