// The users page as admins use it: find, add, change, give money, ban and take it back, within the rules of ranks.
import { DatabaseSync } from 'node:sqlite'
import type { User } from '@waystation/contract/people/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '../../server/src/testing/console-client.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

const REASON = 'Refund for the failed batch'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

const record = (id: number) => scene.root.call<User>('GET', `/api/user/${id}`)

function entriesBecause(reason: string) {
  const database = new DatabaseSync(scene.databasePath, { readOnly: true, timeout: 60_000 })
  try {
    return database.prepare('select amount, kind, actor_id from entry where reason = ?').all(reason)
  } finally {
    database.close()
  }
}

async function addUser(username: string): Promise<User> {
  return scene.root.call<User>('POST', '/api/user/', { username, password: 'correct horse 9', display_name: `${username} shown` })
}

/** Does something behind "more" of a row, and says yes to the question. */
async function actAndConfirm({ act, dialog, say, sees }: Screen, name: string, key: string, question: string): Promise<void> {
  await act(name, key)
  await sees(say(question, { name }))
  await dialog()
    .getByRole('button', { name: say(key), exact: true })
    .click()
}

test('an admin finds a user, gives them five dollars, bans them and takes that back', { tags: 'main' }, async () => {
  const { client } = scene.facts.members.user
  const before = await record(client.userId)
  const screen = await scene.open('admin', '/admin/users')
  const { page, say, button, field, sees, row, act, dialog, address } = screen
  await page.getByRole('searchbox', { name: say('user.search') }).fill('lin@example')
  await page.waitForURL('**/admin/users?keyword=lin%40example')
  await row('maria').waitFor({ state: 'detached' })
  await row('lin@example.com').waitFor()

  await act('lin@example.com', 'user.adjust')
  await field('kit.quota.amount').fill('5')
  const lines = dialog().locator('.sum-lines')
  expect(await lines.textContent()).toContain(`${say('kit.quota.now')}$100.0000`)
  expect(await lines.textContent()).toContain(`${say('kit.quota.after')}$105.0000`)
  await field('kit.quota.reason').fill(REASON)
  await button('kit.quota.addAmount', { amount: '$5.00' }).click()
  await sees(say('user.adjustedToast', { name: 'lin' }))
  await row('lin@example.com').getByText('$105.00').waitFor()
  expect((await record(client.userId)).quota).toBe(before.quota + 2_500_000)
  const adminId = scene.facts.members.admin.client.userId
  expect(entriesBecause(REASON)).toEqual([{ amount: 2_500_000, kind: 'adjust', actor_id: adminId }])

  await act('lin@example.com', 'user.ban')
  await sees(say('user.confirmBanText'))
  await sees(say('user.confirmBan', { name: 'lin' }))
  await dialog()
    .getByRole('button', { name: say('user.ban'), exact: true })
    .click()
  await sees(say('user.done.disable', { name: 'lin' }))
  await row('lin@example.com').getByText(say('status.user.banned')).waitFor()
  expect((await client.ask('GET', '/api/user/self')).status).toBe(401)
  await button('kit.undo').click()
  await sees(say('kit.undone'))
  await row('lin@example.com').getByText(say('status.user.active')).waitFor()
  expect(await record(client.userId)).toMatchObject({ status: 1, quota: before.quota + 2_500_000 })

  await row('lin@example.com').getByRole('link', { name: '$105.00' }).click()
  await page.waitForURL('**/app/logs/api-usage?username=lin')
  expect(address()).toContain('username=lin')
})

test('a typed minus takes money away, at most what is there', async () => {
  const { id } = await addUser('payer')
  await scene.root.call('PUT', '/api/user/', { id, quota: 1_500_000 })
  const { say, button, field, sees, row, dialog } = await scene.open('root', `/admin/users?edit=${id}`)
  await dialog()
    .getByRole('button', { name: say('user.adjust') })
    .click()
  await field('kit.quota.amount').fill('-5')
  await sees('−$2.0000')
  await field('kit.quota.reason').fill('Taken back')
  expect(await button('kit.quota.deductAmount', { amount: '$5.00' }).isDisabled()).toBe(true)
  await field('kit.quota.amount').fill('-1.25')
  await button('kit.quota.deductAmount', { amount: '$1.25' }).click()
  await sees(say('user.adjustedToast', { name: 'payer' }))
  // The drawer behind the dialog shows the new balance too.
  await dialog().getByText('$1.75').waitFor()
  await button('action.cancel').click()
  await row('payer').getByText('$1.75').waitFor()
  expect(entriesBecause('Taken back')).toHaveLength(1)
})

test('a user is added, changed, promoted, demoted and deactivated', { tags: 'main' }, async () => {
  const screen = await scene.open('root', '/user/edit')
  const { page, say, button, field, sees, row, act, address } = screen
  expect(address()).toBe('/admin/users?edit=new')
  await field('user.username').fill('new@comer')
  await field('user.password').fill('short')
  await button('user.addOne').last().click()
  await sees('A username must not contain @')
  await sees('The password must have at least 8 characters')
  await field('user.username').fill('lin')
  await field('user.password').fill('correct horse 9')
  await button('user.addOne').last().click()
  await sees('This username is already taken')
  await field('user.username').fill('comer')
  await button('user.addOne').last().click()
  await sees(say('user.addedToast'))
  await row('comer').waitFor()

  await act('comer', 'action.edit')
  const { id } = (await scene.root.call<{ items: User[] }>('GET', '/api/user/search?keyword=comer')).items[0] ?? { id: 0 }
  expect(address()).toBe(`/admin/users?edit=${id}`)
  await field('user.displayName').fill('New Comer')
  await page.keyboard.press('Escape')
  await sees(say('form.leaveTitle'))
  await button('action.keepEditing').click()
  // Another admin changes the group meanwhile: only what was typed here is sent.
  await scene.root.call('PUT', '/api/user/', { id, group: 'vip' })
  await button('action.save').click()
  await sees(say('user.savedToast'))
  await row('New Comer').getByText('vip').waitFor()
  expect(await record(id)).toMatchObject({ username: 'comer', display_name: 'New Comer', group: 'vip' })

  await scene.root.confirm('user_access')
  await actAndConfirm(screen, 'comer', 'user.promote', 'user.confirmPromote')
  await row('comer').getByText(say('status.role.admin'), { exact: true }).waitFor()
  await actAndConfirm(screen, 'comer', 'user.demote', 'user.confirmDemote')
  await row('comer').getByText(say('status.role.ordinary'), { exact: true }).waitFor()
  await actAndConfirm(screen, 'comer', 'user.close', 'user.confirmClose')
  await row('comer').getByText(say('user.closed')).waitFor()
  expect(await row('comer').getAttribute('class')).toContain('dim')
  // A closed account keeps its page, its logs, its statement and its data.
  expect(await row('comer').getByRole('button').allTextContents()).toHaveLength(4)
  expect(
    await row('comer')
      .getByRole('button', { name: say('user.statement') })
      .count(),
  ).toBe(1)
})

test('a new password must keep the rules, and replaces the old one', async () => {
  const { id } = await addUser('keyholder')
  const { button, field, sees, say, row, act } = await scene.open('root', '/admin/users')
  await scene.root.confirm('user_access')
  await act('keyholder', 'action.edit')
  await field('user.newPassword').fill('1234567')
  await button('action.save').click()
  await sees('The password must have at least 8 characters')
  await field('user.newPassword').fill('a wholly new one')
  await button('action.save').click()
  await sees(say('user.savedToast'))
  await row('keyholder').waitFor()
  expect((await logIn(scene.url, { username: 'keyholder', password: 'a wholly new one' })).userId).toBe(id)
  await expect(logIn(scene.url, { username: 'keyholder', password: 'correct horse 9' })).rejects.toThrow('login')
})

/** What the audit log has of changes of a group: whose, and from which to which. */
async function movesOf(ids: readonly number[]): Promise<readonly string[]> {
  const { items } = await scene.root.call<{ items: { target: string; detail: unknown }[] }>(
    'GET',
    '/api/audit/?action=user.update&page_size=50',
  )
  const own = items.filter(({ target }) => ids.includes(Number(target)))
  return own.map(({ target, detail }) => `${ids.indexOf(Number(target))}: ${JSON.stringify(detail)}`)
}

test('the group of selected users is changed at once and given back; the others are left out by name', { tags: 'main' }, async () => {
  const people = [await addUser('many-a'), await addUser('many-b'), await addUser('many-c'), await addUser('many-boss')]
  const ids = people.map(({ id }) => id)
  await scene.root.call('PUT', '/api/user/', { id: ids[2], group: 'vip' })
  await scene.root.call('POST', '/api/user/manage', { id: ids[3], action: 'promote' })
  const { page, say, button, sees, row, dialog, watched } = await scene.open('admin', '/admin/users?keyword=many-')
  const groups = () => Promise.all(ids.map(async (id) => (await record(id)).group))
  await page.getByRole('checkbox', { name: say('table.selectPage') }).click()
  // Another admin gives one of them another name meanwhile: only the group is sent.
  await scene.root.call('PUT', '/api/user/', { id: ids[0], display_name: 'Renamed' })

  await button('user.changeGroup').click()
  await dialog()
    .getByText(say('user.changeGroupMany_other', { count: 3 }))
    .waitFor()
  await dialog().getByText('2 in default, 1 in vip', { exact: true }).waitFor()
  await dialog()
    .getByText(say('user.leftOutByRole', { names: 'many-boss' }))
    .waitFor()
  await dialog()
    .getByRole('button', { name: say('user.changeGroup') })
    .click()
  await dialog().getByText(say('form.required')).waitFor()
  await dialog().getByRole('combobox').click()
  await page
    .getByTitle('svip')
    .or(page.locator('.ant-select-item-option', { hasText: 'svip' }))
    .first()
    .click()
  await dialog()
    .getByRole('button', { name: say('user.changeGroup') })
    .click()
  await sees(say('work.finished', { label: say('user.changeGroupTo', { group: 'svip' }), count: 3 }))
  expect(await groups()).toEqual(['svip', 'svip', 'svip', 'default'])
  expect((await record(ids[0] ?? 0)).display_name).toBe('Renamed')
  await row('many-c').getByText('svip').waitFor()

  await button('kit.undo').click()
  await sees(say('kit.undone'))
  expect(await groups()).toEqual(['default', 'default', 'vip', 'default'])
  await row('many-c').getByText('vip', { exact: true }).waitFor()
  const moves = await movesOf(ids)
  expect(moves).toContain('2: {"before":{"group":"vip"},"after":{"group":"svip"}}')
  expect(moves).toContain('2: {"before":{"group":"svip"},"after":{"group":"vip"}}')
  expect(watched.takeTroubles()).toEqual([])
})

test('selected users are the recipients of a new message, also after a reload', async () => {
  await addUser('pal-a')
  const closed = await addUser('pal-b')
  await addUser('pal-c')
  await scene.root.call('DELETE', `/api/user/${closed.id}`)
  const { page, say, button, field, sees, dialog, address, watched } = await scene.open('admin', '/admin/users?keyword=pal-')
  await page.getByRole('checkbox', { name: say('table.selectPage') }).click()
  await button('user.writeMessage').click()
  await expect.poll(address).toBe('/admin/messages?edit=new')
  await dialog()
    .getByText(say('table.selected_other', { count: 2 }))
    .waitFor()
  await page.reload()
  await watched.settled()
  for (const name of ['pal-a', 'pal-c']) await button('kit.picker.remove', { name }).waitFor()
  await field('message.name').fill('To the pals')
  await field('message.content').fill('words')
  await button('message.send').click()
  await sees(say('message.createdToast'))
  const { items } = await scene.root.call<{ items: object[] }>('GET', '/api/admin/messages')
  expect(items[0]).toMatchObject({ title: 'To the pals', stats: { total_recipients: 2 } })
  // The next one begins without them.
  await button('message.create').click()
  await dialog().getByText(say('message.toPicked')).first().waitFor()
  expect(await button('kit.picker.remove', { name: 'pal-a' }).count()).toBe(0)
})

test('an admin is offered nothing for equals, superiors and themselves, and no promotion', async () => {
  const { id } = await addUser('peer')
  await scene.root.call('POST', '/api/user/manage', { id, action: 'promote' })
  await addUser('plain')
  const { page, say, row, sees } = await scene.open('admin', '/admin/users')
  for (const name of ['peer shown', 'root']) {
    await row(name).waitFor()
    expect(await row(name).getByRole('button').count(), name).toBe(0)
  }
  // One's own page, logs, statement and data may be read by oneself.
  expect(await row('maria').getByRole('button').count()).toBe(4)
  expect(
    await row('maria')
      .getByRole('button', { name: say('user.statement') })
      .count(),
  ).toBe(1)
  await row('plain shown')
    .getByRole('button', { name: say('action.more') })
    .click()
  const items = await page.getByRole('menuitem').allTextContents()
  expect(items).toEqual([
    say('budget.action'),
    say('user.logs'),
    say('user.statement'),
    say('user.data'),
    say('user.resetFactors'),
    say('user.ban'),
    say('user.close'),
  ])
  await page.keyboard.press('Escape')
  await page.goto(`${scene.url}/admin/users?edit=${id}`)
  await sees(/permission/i)
})

test('the super admin may change their own balance, but neither their role nor their password here', async () => {
  const { row, act, field, sees } = await scene.open('root', '/admin/users')
  await row('root').waitFor()
  expect(await row('root').getByRole('button').count()).toBe(4)
  await act('root', 'action.edit')
  await sees('Change your own password in your personal settings')
  expect(await field('user.newPassword').isDisabled()).toBe(true)
  expect(await field('user.username').isDisabled()).toBe(false)
})

test('who invited a user is told by name', async () => {
  const { id } = await addUser('invited')
  const database = new DatabaseSync(scene.databasePath, { timeout: 60_000 })
  database.exec('pragma busy_timeout = 5000')
  database.prepare("update user set inviter_id = (select id from user where username = 'maria') where id = ?").run(id)
  database.close()
  const screen = await scene.open('admin', '/admin/users?keyword=invited')
  await screen
    .row('invited shown')
    .getByText(screen.say('user.invitedBy', { name: 'maria' }))
    .waitFor()
  const maria = (await record(id)).inviter_id
  await screen.page.goto(`${scene.url}/user/edit/${id}`)
  await screen.dialog().getByText(`#${maria} maria`, { exact: true }).waitFor()
  // The accounts elsewhere are only shown.
  const bound = screen.dialog().locator('.users-bound')
  for (const name of [screen.say('user.email'), 'GitHub', 'OIDC', 'LinuxDO', screen.say('user.weChat'), 'Telegram'])
    await bound.getByText(name, { exact: true }).waitFor()
  expect(await bound.getByRole('textbox').count()).toBe(0)
})

test('the group filter stands in the address', async () => {
  const { id } = await addUser('grouped')
  await scene.root.call('PUT', '/api/user/', { id, group: 'svip' })
  const { page, row, watched } = await scene.open('admin', '/admin/users?group=svip')
  await row('grouped').waitFor()
  expect(await row('maria').count()).toBe(0)
  await page.reload()
  await watched.settled()
  await row('grouped').waitFor()
  expect(await row('maria').count()).toBe(0)
})

test('on a phone users are cards with the same actions', { tags: 'main' }, async () => {
  await addUser('pocket')
  const { page, say, button, sees } = await scene.open('admin', '/admin/users', { size: '390x844', language: 'zh' })
  const card = page.getByRole('listitem').filter({ hasText: 'pocket' })
  await card.waitFor()
  await card.getByRole('button', { name: say('action.more') }).click()
  await page.getByRole('menuitem', { name: say('user.ban') }).click()
  await sees(say('user.confirmBan', { name: 'pocket' }))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('user.ban'), exact: true })
    .click()
  await card.getByText(say('status.user.banned')).waitFor()
  await button('kit.undo').click()
  await card.getByText(say('status.user.active')).waitFor()
})
