// The audit log: find an entry, read what changed, take it along, and check that nothing was tampered with.

import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
  await scene.root.call('PUT', '/api/option/', { key: 'SystemName', value: 'Harbour' })
})
afterAll(() => scene?.close())

test('the super admin finds a change of a setting, reads it before and after, and exports it', async () => {
  const { page, say, row, address, watched } = await scene.open('root', '/admin/audit')
  await page.getByRole('combobox').first().click()
  await page
    .getByTitle('Changed a setting')
    .or(page.getByRole('option', { name: 'Changed a setting' }))
    .first()
    .click()
  await expect.poll(address).toContain('action=option.update')
  await row('SystemName')
    .first()
    .getByRole('button', { name: say('action.expand') })
    .click()
  const fields = page.locator('.audit-fields').first()
  expect(await fields.locator('tbody').innerText()).toMatch(/Waystation\s+Harbour/)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  const text = readFileSync(await download.path(), 'utf8')
  expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  expect(text).toContain('Changed a setting,option.update,SystemName')
  expect(text).not.toContain('Logged in')
  expect(watched.takeTroubles()).toEqual([])
})

test('the name of a setting in an entry leads to its field', async () => {
  const { page, row, address } = await scene.open('root', '/admin/audit?action=option.update')
  await row('SystemName').first().getByRole('link', { name: 'SystemName' }).click()
  await expect.poll(address).toMatch(/\/admin\/settings\?.*option=SystemName/)
  await expect.poll(() => page.locator('[data-field="SystemName"][data-found] input').inputValue()).toBe('Harbour')
})

test('the filters of the address are those of the screen, and a search that finds nothing says so', async () => {
  const { page, sees, field } = await scene.open('root', '/admin/audit?actor=nobody-of-this-name')
  await sees('Clear filters')
  expect(await page.getByRole('searchbox').or(field('audit.actor')).first().inputValue()).toBe('nobody-of-this-name')
})

test('an admin reads their own entries and cannot check the chain', async () => {
  const { page, row, button } = await scene.open('admin', '/admin/audit')
  await row('maria').first().waitFor()
  expect(await row('root').count()).toBe(0)
  expect(await button('audit.verify').count()).toBe(0)
  expect(await page.getByText('Harbour').count()).toBeGreaterThan(0)
})

test('a ban is told as a sentence with the name of who was banned, which leads to them', async () => {
  const { items } = (await scene.root.call('GET', '/api/user/?page_size=100')) as { items: { id: number; username: string }[] }
  const maria = items.find(({ username }) => username === 'maria')
  for (const action of ['disable', 'enable']) await scene.root.call('POST', '/api/user/manage', { id: maria?.id, action })
  const { page, row } = await scene.open('root', '/admin/audit')
  expect(
    (
      await page
        .getByRole('row', { name: /Banned user maria/ })
        .first()
        .innerText()
    ).replace(/\s+/g, ' '),
  ).toContain('Status Active → Banned')
  await row('Unbanned user maria').first().getByRole('link', { name: 'maria' }).click()
  await expect.poll(() => page.url()).toContain(`/admin/users/${maria?.id}`)
})

test('the page says that all fits, and after a change in the database a check says which entry does not', async () => {
  const { button, sees } = await scene.open('root', '/admin/audit')
  await sees('Log is complete')
  await sees(/\d+ entries/)
  const database = new DatabaseSync(scene.databasePath, { timeout: 60_000 })
  database.prepare("update audit set detail = '{}' where id = 3").run()
  database.close()
  await button('audit.verify').click()
  await sees(/Entry 3 was changed outside the program/)
})
