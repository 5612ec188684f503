// One user on one page, the search over everything, and filters that are kept under a name.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '../../server/src/testing/console-client.ts'
import { picture } from './pictures.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
let id: number
/** Somebody who may be banned and logged out. */
let guest: number
beforeAll(async () => {
  scene = await openScene()
  const { client, key, password } = scene.facts.members.user
  id = client.userId
  guest = (await scene.root.call<{ id: number }>('POST', '/api/user/', { username: 'nina', password })).id
  await scene.root.call('PUT', '/api/user/', { id, quota_delta: 5_000_000, quota_reason: 'Failed batch on Monday' })
  await scene.callModel(key, 'gpt-5-mini', 'hello')
})
afterAll(() => scene?.close())

const sentence = ({ page }: Screen, words: string | RegExp) => page.locator('.timeline-row').filter({ hasText: words }).first()

test('the name in the list opens the page, which tells what happened, by kind, and leads to the calls', async () => {
  const screen = await scene.open('root', '/admin/users')
  const { page, say, address, watched } = screen
  await screen.row('#2 lin').getByRole('button', { name: /lin/ }).first().click()
  await expect.poll(address).toBe(`/admin/users/${id}`)
  await sentence(screen, /Failed batch on Monday/).waitFor()
  const adjusted = await sentence(screen, /Failed batch on Monday/).innerText()
  expect(adjusted).toMatch(/^\d\d:\d\d:\d\d/)
  expect(adjusted).toContain(say('userPage.money.adjustment'))
  expect(adjusted).toContain('root')
  expect(adjusted).toContain('+$10')
  await sentence(screen, 'Logged in').waitFor()
  await picture(screen, 'user-page')
  await page.getByRole('combobox', { name: say('userPage.kind') }).click()
  await page
    .getByTitle(say('userPage.kinds.money'))
    .or(page.getByRole('option', { name: say('userPage.kinds.money') }))
    .first()
    .click()
  await expect.poll(address).toContain('kind=money')
  await expect.poll(() => page.locator('.timeline-row').filter({ hasText: 'Logged in' }).count()).toBe(0)
  await page.getByRole('link', { name: say('userPage.calls') }).click()
  await expect.poll(address).toContain('username=lin')
  expect(watched.takeTroubles()).toEqual([])
})

test('a ban and its undoing are done and told on the page', async () => {
  const screen = await scene.open('admin', `/admin/users/${guest}`)
  const { page, say, button } = screen
  await button('action.more').click()
  await page.getByRole('menuitem', { name: say('user.ban'), exact: true }).click()
  await screen
    .dialog()
    .getByRole('button', { name: say('user.ban'), exact: true })
    .click()
  await sentence(screen, 'Banned user nina').waitFor()
  await page.getByRole('button', { name: say('kit.undo') }).click()
  await sentence(screen, 'Unbanned user nina').waitFor()
})

test('tokens, sessions and budgets have a tab each, and sessions can be ended', async () => {
  await logIn(scene.url, { username: 'nina', password: scene.facts.members.user.password })
  const screen = await scene.open('root', `/admin/users/${guest}?tab=sessions`)
  const { page, say, button } = screen
  await button('userPage.endAll').click()
  await screen
    .dialog()
    .getByRole('button', { name: say('userPage.endAll'), exact: true })
    .click()
  await screen.sees(say('userPage.noSessions'))
  await page.getByRole('tab', { name: say('userPage.tabs.timeline') }).click()
  await sentence(screen, 'Ended all sessions of user nina').waitFor()
  await page.getByRole('tab', { name: say('userPage.tabs.budgets') }).click()
  await screen.sees(say('userPage.noBudgets'))
  await page.goto(`${scene.url}/admin/users/${id}?tab=tokens`)
  await screen.sees('office-only')
  expect(await page.getByText(/sk-/).count()).toBe(0)
  await picture(screen, 'user-tokens')
})

test('an admin is told that the page of the super admin is not for them', async () => {
  const screen = await scene.open('admin', '/admin/users/1')
  await screen.sees(/permission/i)
  expect(await screen.page.locator('.timeline-row').count()).toBe(0)
})

test('the search finds users, tokens, calls and orders under headings', async () => {
  const screen = await scene.open('root', '/app/dashboard')
  const { page, say, address } = screen
  const palette = page.getByRole('dialog', { name: say('palette.title') })
  const ask = async (words: string) => {
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.keyboard.type(words)
  }
  await ask('lin@example.com')
  await palette
    .getByRole('group', { name: say('palette.kinds.user') })
    .getByRole('option', { name: /^lin/ })
    .first()
    .waitFor()
  await picture(screen, 'search')
  await page.keyboard.press('Enter')
  await expect.poll(address).toBe(`/admin/users/${id}`)
  await ask('office-only')
  const tokens = palette.getByRole('group', { name: say('palette.kinds.token') })
  await tokens.getByRole('option', { name: say('palette.ownerOf', { what: say('palette.token'), name: 'lin' }) }).click()
  await expect.poll(address).toContain('tab=tokens')
  const { items } = (await scene.root.call('GET', '/api/log/?page_size=10&type=2')) as { items: { request_id: string }[] }
  const request = items[0]?.request_id ?? ''
  await ask(request)
  await palette
    .getByRole('group', { name: say('palette.kinds.call') })
    .getByRole('option')
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(address).toContain(`request_id=${request}`)
  await ask('nothing-is-called-so')
  await palette.getByText(say('palette.nothing', { query: 'nothing-is-called-so' })).waitFor()
})

test('a user finds their own tokens and nobody else', async () => {
  const { page, say } = await scene.open('user', '/app/tokens')
  const palette = page.getByRole('dialog', { name: say('palette.title') })
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.type('office-only')
  await palette
    .getByRole('group', { name: say('palette.kinds.token') })
    .getByText('office-only')
    .first()
    .waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('root')
  await palette.getByText(say('palette.nothing', { query: 'root' })).waitFor()
})

test.each(['1440x900', '390x844'] as const)('filters are saved under a name, chosen, renamed and deleted: %s', async (size) => {
  const screen = await scene.open('root', '/admin/users?group=default&state=active', { size })
  const { page, say, button, address } = screen
  await button('table.saved').click()
  await page.getByLabel(say('table.savedName')).fill('Regulars')
  await page.getByRole('button', { name: say('table.savedSave') }).click()
  await page.getByRole('button', { name: 'Regulars', exact: true }).waitFor()
  await picture(screen, `saved-filters-${size}`)
  await page.goto(`${scene.url}/admin/users?role=10`)
  await button('table.saved').click()
  await page.getByRole('button', { name: 'Regulars', exact: true }).click()
  await expect.poll(address).toContain('group=default')
  expect(address()).toContain('state=active')
  expect(address()).not.toContain('role=')
  await button('table.saved').click()
  await page.getByRole('button', { name: say('table.savedRenameOne', { name: 'Regulars' }) }).click()
  await page.getByLabel(say('table.savedName')).fill('Our regulars')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: say('table.savedDelete', { name: 'Our regulars' }) }).click()
  await page.getByText(say('table.savedNone')).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('users-saved-filters'))).toBeNull()
})
