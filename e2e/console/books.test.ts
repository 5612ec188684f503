// The books: what a call brought and cost, a vendor's bill beside it, why they differ, and whether the ledger agrees.
/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Bill, BooksOverview } from '@waystation/contract/money/books'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
let today: string
beforeAll(async () => {
  scene = await openScene()
  today = new Date().toISOString().slice(0, 10)
  // All calls go through one channel, whose vendor takes half of its list prices, and reports no usage.
  await scene.addChannel({ name: 'solo', type: 1, priority: 1000, setting: JSON.stringify({ cost_ratio: 0.5 }) })
  for (const words of ['#usage:missing #out:50000', '#usage:missing #out:20000'])
    await scene.callModel(scene.facts.members.user.key, 'gpt-5-mini', words)
  // The sums have a call within a second.
  await vi.waitUntil(async () => (await overview()).totals.calls === 2, 20_000)
})
afterAll(() => scene?.close())

const overview = () => scene.root.call<BooksOverview>('GET', '/api/books/')
const dollars = (units: number) => `$${(units / 500_000).toFixed(2)}`
const tile = (page: Page, label: string) => page.locator('.stat-tile').filter({ has: page.locator('dt', { hasText: label }) })

/** Chooses the channel that served, and a file with these lines. */
async function choose({ page, say, dialog }: Screen, text: string): Promise<void> {
  const { channels } = await overview()
  await dialog()
    .getByRole('combobox', { name: say('books.bill.channel') })
    .fill(channels[0]?.name ?? '')
  await page.locator('.ant-select-item-option').first().click()
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: 'vendor.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}

test('two calls: revenue, what the vendor takes by its list prices, and what is left', async () => {
  const { totals } = await overview()
  // Users pay the list price here, and each call is rounded to a unit.
  expect(Math.abs(2 * totals.cost - totals.revenue)).toBeLessThanOrEqual(2)
  expect([totals.unpriced, totals.revenue > 0]).toEqual([0, true])
  const { page, say, row, watched } = await scene.open('admin', '/admin/books')
  await expect.poll(() => tile(page, say('books.figures.revenue')).locator('.stat-value').textContent()).toBe(dollars(totals.revenue))
  expect(await tile(page, say('books.figures.cost')).locator('.stat-value').textContent()).toBe(dollars(totals.cost))
  const margin = dollars(totals.revenue - totals.cost).replace('$-', '−$')
  expect(await tile(page, say('books.figures.margin')).locator('.stat-value').textContent()).toBe(margin)
  await page.getByText(say('books.by.models'), { exact: true }).click()
  expect(await row('gpt-5-mini').innerText()).toContain(say('books.noBill'))
  expect(watched.takeTroubles()).toEqual([])
})

test('a bill is looked at, stored, and its drift is shown with the cause; the same day again replaces it', async () => {
  const screen = await scene.open('root', '/admin/books')
  const { page, say, sees, button, dialog, watched } = screen
  const { totals } = await overview()
  await button('books.bill.upload').click()
  await choose(screen, `date,model,amount\n${today},gpt-5-mini-2025-08-07,0.15\n${today},moon-1,0.40\n`)
  const preview = dialog().getByRole('region', { name: say('books.bill.preview') })
  await preview.waitFor()
  expect(await preview.innerText()).toMatch(/\$0\.55[\s\S]*moon-1[\s\S]*No calls here/)
  await dialog()
    .getByRole('button', { name: say('books.bill.store'), exact: true })
    .click()
  await dialog().waitFor({ state: 'hidden' })
  await sees(say('books.causeText.unlogged'))
  const drifts = await page.locator('.books-drifts').innerText()
  expect(drifts).toMatch(/Unlogged[\s\S]*moon-1[\s\S]*\+\$0\.40/)
  expect(drifts).toMatch(new RegExp(`Aborted[\\s\\S]*\\+\\$${(0.15 - totals.cost / 500_000).toFixed(2)}`))
  expect(await tile(page, say('books.figures.bill')).locator('.stat-value').textContent()).toBe('$0.55')

  await button('books.bill.upload').click()
  await choose(screen, `date,model,amount\n${today},gpt-5-mini,${(totals.cost / 500_000).toFixed(6)}\n`)
  await dialog().getByText('Saving replaces it').waitFor()
  await dialog()
    .getByRole('button', { name: say('books.bill.replace') })
    .click()
  await dialog().waitFor({ state: 'hidden' })
  await sees(say('books.noDrift'))
  expect((await overview()).totals.drift).toBe(0)
  expect(await scene.root.call<Bill[]>('GET', '/api/books/bills')).toHaveLength(1)

  await button('books.bill.upload').click()
  await dialog()
    .getByRole('button', { name: say('books.bill.delete', { name: 'vendor.csv' }) })
    .click()
  await page.getByRole('button', { name: say('action.delete'), exact: true }).click()
  await expect.poll(async () => (await overview()).totals.bill).toBe(null)
  expect(watched.takeTroubles()).toEqual([])
})

test('a file that cannot be read says which line is wrong, and nothing is stored', async () => {
  const screen = await scene.open('root', '/admin/books')
  await screen.button('books.bill.upload').click()
  await choose(screen, `date,model,amount\n${today},gpt-5-mini,0.15\n${today},gpt-5-mini,free\n`)
  await screen.sees('Line 3: "free" is not an amount')
  expect(
    await screen
      .dialog()
      .getByRole('button', { name: screen.say('books.bill.store') })
      .isDisabled(),
  ).toBe(true)
})

test('the table goes out as CSV with exact amounts and the total', async () => {
  const { page } = await scene.open('root', '/admin/books?by=models')
  const csv = page.getByRole('button', { name: 'CSV' })
  await expect.poll(() => csv.isEnabled()).toBe(true)
  const [download] = await Promise.all([page.waitForEvent('download'), csv.click()])
  expect(download.suggestedFilename()).toMatch(/^books-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/)
  const { totals } = await overview()
  const line = `,2,${totals.revenue / 500_000},${totals.cost / 500_000},${(totals.revenue - totals.cost) / 500_000},0,,`
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toContain(`gpt-5-mini${line}`)
  expect(text).toContain(`Total${line}`)
})

test('the ledger was checked after the start; a change behind its back is found, named, and told to the super admin', async () => {
  const screen = await scene.open('root', '/admin/books')
  await screen.sees(screen.say('books.check.agrees'))
  expect(await screen.page.locator('.books-checks li').count()).toBe(10)
  const database = new DatabaseSync(scene.databasePath, { timeout: 60_000 })
  database.exec("update account set posted = posted + 7 where kind = 'user' and owner_id = 1")
  database.close()
  await screen.button('books.check.again').click()
  await screen.sees('3 differences in the ledger')
  await screen.sees('The ledger has 3 differences')
  await screen.page.getByRole('listitem').filter({ hasText: 'Balance · user #1' }).first().getByRole('link').click()
  await expect.poll(screen.address).toBe('/admin/users/1')
})

test('on a phone in Chinese: the figures, the table and the dialog fit', async () => {
  const { page, say, button, dialog, watched } = await scene.open('root', '/admin/books', { size: '390x844', language: 'zh' })
  await page
    .getByRole('region', { name: say('books.margin') })
    .first()
    .waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await button('books.bill.upload').click()
  await dialog()
    .getByRole('button', { name: say('books.bill.chooseFile') })
    .waitFor()
  expect(watched.takeTroubles()).toEqual([])
})

test('users have no books', async () => {
  const { page } = await scene.open('user', '/app/tokens')
  expect(await page.getByRole('link', { name: 'Revenue & costs' }).count()).toBe(0)
  const { body } = await scene.facts.members.user.client.ask('GET', '/api/books/')
  expect(body).toMatchObject({ success: false })
})
