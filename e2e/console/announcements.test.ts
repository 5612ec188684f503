// An announcement from the admin who writes it to the user who reads and dismisses it on a phone, and to a visitor, in both languages.
/// <reference lib="dom" />
import type { StoredAnnouncement } from '@waystation/contract/site/announcement'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { siteZone } from './browser.ts'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene.close())

const stored = async () => (await scene.root.call<{ items: StoredAnnouncement[] }>('GET', '/api/admin/announcements')).items

test.each(['en', 'zh'] as const)(
  'in %s an admin announces maintenance; a user sees it on the phone and dismisses it until it is changed',
  async (language) => {
    const title = language === 'en' ? 'Repairs on Sunday' : '周日维护'
    const desk = await scene.open('admin', '/admin/messages', { language })
    await desk.page.getByText(desk.say('announcement.title'), { exact: true }).click()
    await desk.page.waitForURL(`${scene.url}/admin/messages?show=announcements`)
    await desk.button('announcement.create').first().click()
    await desk.field('message.name').fill(title)
    await desk.field('announcement.kind').click()
    await desk.page.locator('.ant-select-item-option').getByText(desk.say('announcement.kinds.maintenance'), { exact: true }).click()
    await desk.field('announcement.audience').click()
    await desk.page.locator('.ant-select-item-option').getByText(desk.say('announcement.audiences.everybody'), { exact: true }).click()
    await desk.field('message.content').fill('From **two** to four. <script>window.ranScript = 1</script>')
    await desk.dialog().locator('.markdown-preview strong').getByText('two').waitFor()
    await desk.button('action.save').click()
    await desk.sees(desk.say('announcement.createdToast'))
    await desk.row(title).getByText(desk.say('announcement.states.active'), { exact: true }).waitFor()
    expect(await stored()).toMatchObject([{ title, kind: 'maintenance', audience: 'everybody', until: null, revision: 1 }])

    const phone = await scene.open('user', '/app/tokens', { size: '390x844', language })
    const strip = phone.page.getByRole('region', { name: phone.say('shell.announcement.title') }).filter({ hasText: title })
    await strip.waitFor()
    await strip.getByRole('button', { name: phone.say('shell.announcement.more'), exact: true }).click()
    await strip.locator('strong').getByText('two').waitFor()
    expect(await phone.page.evaluate(() => [Reflect.get(window, 'ranScript'), document.documentElement.scrollWidth])).toEqual([
      undefined,
      390,
    ])
    await strip.getByRole('button', { name: phone.say('shell.announcement.dismiss', { title }), exact: true }).click()
    await strip.waitFor({ state: 'detached' })
    await phone.page.reload()
    await phone.button('token.create').waitFor()
    await phone.watched.settled()
    expect(await strip.count()).toBe(0)
    // The dashboard lists it still, with its date.
    await phone.page.goto(`${scene.url}/app/dashboard`)
    const listed = phone.page.getByRole('listitem').filter({ hasText: title })
    await listed.getByText(phone.say('announcement.kinds.maintenance'), { exact: true }).waitFor()
    expect(await listed.locator('time').textContent()).toMatch(/20\d\d-\d\d-\d\d \d\d:\d\d/)

    const visitor = await scene.open('visitor', '/', { size: '390x844', language })
    await visitor.page
      .getByRole('region', { name: visitor.say('shell.announcement.title') })
      .filter({ hasText: title })
      .waitFor()
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    await desk.act(title, 'action.edit')
    await desk.field('message.content').fill('From three to five.')
    await desk.button('action.save').click()
    await desk.sees(desk.say('announcement.updatedToast'))
    await phone.page.goto(`${scene.url}/app/tokens`)
    await strip.waitFor()
    await desk.act(title, 'announcement.end')
    await desk
      .dialog()
      .getByRole('button', { name: desk.say('announcement.end'), exact: true })
      .click()
    await desk.sees(desk.say('announcement.endedToast'))
    await desk.row(title).getByText(desk.say('announcement.states.ended'), { exact: true }).waitFor()
    await phone.page.reload()
    await phone.button('token.create').waitFor()
    await phone.watched.settled()
    expect(await strip.count()).toBe(0)
    await desk.act(title, 'action.delete')
    await desk
      .dialog()
      .getByRole('button', { name: desk.say('action.delete'), exact: true })
      .click()
    await desk.sees(desk.say('announcement.deletedToast'))
    expect(await stored()).toEqual([])
    for (const screen of [desk, phone, visitor]) expect(screen.watched.takeTroubles()).toEqual([])
  },
)

test('times are those of the site’s zone, whatever the browser’s is', async () => {
  await scene.root.call('PUT', '/api/option/', { key: 'TimeZone', value: 'Asia/Kathmandu' })
  const from = Date.UTC(2026, 0, 2, 18, 15) / 1000
  await scene.root.call('POST', '/api/admin/announcements', { title: 'Midnight there', from })
  const desk = await scene.open('admin', '/admin/messages?show=announcements')
  await desk.row('Midnight there').getByText('2026-01-03 00:00', { exact: true }).waitFor()
  await desk.act('Midnight there', 'action.edit')
  expect(await desk.field('announcement.from').inputValue()).toBe('2026-01-03 00:00')
  await desk.field('announcement.until').fill('2026-01-03 01:30')
  // Which sends the form, as in every field.
  await desk.page.keyboard.press('Enter')
  await desk.sees(desk.say('announcement.updatedToast'))
  expect(await stored()).toMatchObject([{ from, until: from + 5400 }])
  await scene.root.call('PUT', '/api/option/', { key: 'TimeZone', value: siteZone })
})
