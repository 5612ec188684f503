// Messages from the admin who writes them to the user who reads them on a phone.
/// <reference lib="dom" />
import type { SentMessage } from '@waystation/contract/people/message'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene.close())

const newest = async () => (await scene.root.call<{ items: SentMessage[] }>('GET', '/api/admin/messages')).items[0]
const unreadOf = async () => {
  const { unread_count } = await scene.facts.members.user.client.call<{ unread_count: number }>('GET', '/api/user/messages/unread_count')
  return unread_count
}

test('an admin writes to a group; a user sees the badge, opens the message on the phone, and it is read', async () => {
  const before = await unreadOf()
  const phone = await scene.open('user', '/app/tokens', { size: '390x844' })
  await phone.page.getByRole('link', { name: phone.say('shell.inboxUnread', { count: before }) }).waitFor()

  const desk = await scene.open('admin', '/admin/messages')
  await desk.button('message.create').click()
  await desk.field('message.name').fill('  Night prices  ')
  await desk.field('message.content').fill('From **March 20**\ncalls cost less.')
  await desk.button('message.send').click()
  await desk.sees('Select at least one recipient')
  await desk.page.getByText(desk.say('message.toGroup'), { exact: true }).click()
  await desk.button('message.send').click()
  await desk.sees('Select at least one recipient')
  await desk.field('message.group').click()
  await desk.page.locator('.ant-select-item-option').getByText('default', { exact: true }).click()
  await desk.sees(desk.say('message.groupCount', { count: 3 }))
  await desk.button('message.send').click()
  await desk.sees(desk.say('message.createdToast'))
  await desk.row('Night prices').getByText('0 / 3').waitFor()
  expect(await newest()).toMatchObject({ title: 'Night prices', format: 'markdown', stats: { total_recipients: 3, read_count: 0 } })

  await phone.page.reload()
  await phone.page.getByRole('link', { name: phone.say('shell.inboxUnread', { count: before + 1 }) }).click()
  const entry = phone.page.getByRole('listitem').filter({ hasText: 'Night prices' })
  await entry.getByText(phone.say('inbox.unread'), { exact: true }).waitFor()
  await entry.getByText('From March 20 calls cost less.').waitFor()
  await entry.getByRole('button').click()
  await phone.page.getByRole('heading', { name: 'Night prices' }).waitFor()
  await phone.page.getByRole('link', { name: phone.say('shell.inboxUnread', { count: before }) }).waitFor()
  expect(phone.address()).toBe(`/app/inbox/${(await newest())?.id}`)
  await phone.button('action.back').click()
  await phone.page.getByRole('listitem').filter({ hasText: 'Night prices' }).waitFor()
  expect(await phone.page.getByRole('listitem').filter({ hasText: 'Night prices' }).getByText(phone.say('inbox.unread')).count()).toBe(0)
  await phone.button('inbox.readAll').click()
  await phone.page.getByRole('link', { name: phone.say('shell.inbox'), exact: true }).waitFor()
  expect(await unreadOf()).toBe(0)
  expect(await phone.page.getByText(phone.say('inbox.unread'), { exact: true }).count()).toBe(0)
  await phone.page.getByRole('listitem').filter({ hasText: 'Night prices' }).getByRole('button').click()
  await phone.button('inbox.older').click()
  await phone.page.getByRole('heading', { name: 'New prices' }).waitFor()
  expect(phone.watched.takeTroubles()).toEqual([])

  await desk.act('Night prices', 'action.edit')
  await desk.sees(desk.say('message.messageId'))
  const recipient = desk.dialog().getByRole('row').filter({ hasText: 'lin' })
  await recipient.getByText(desk.say('message.read'), { exact: true }).waitFor()
  await desk.dialog().getByRole('row').filter({ hasText: 'maria' }).getByText(desk.say('message.unread'), { exact: true }).waitFor()
  await desk.field('message.name').fill('Day prices')
  await desk.button('action.save').click()
  await desk.sees(desk.say('message.updatedToast'))
  await desk.act('Day prices', 'action.delete')
  await desk.sees(desk.say('message.confirmDeleteText'))
  await desk
    .dialog()
    .getByRole('button', { name: desk.say('action.delete'), exact: true })
    .click()
  await desk.sees(desk.say('message.deletedToast'))
  await desk.row('Day prices').waitFor({ state: 'detached' })
  expect(desk.watched.takeTroubles()).toEqual([])
})

test('recipients are picked over a search and a page; the list is searched by words and dates that stand in the address', async () => {
  const desk = await scene.open('root', '/admin/messages?edit=new')
  await desk.field('message.name').fill('For two')
  await desk.field('message.content').fill('words')
  await desk.field('message.searchUsers').fill('lin')
  await desk.page.getByRole('checkbox', { name: /lin$/ }).check()
  await desk.field('message.searchUsers').fill('')
  await desk.page.getByRole('checkbox', { name: /maria$/ }).check()
  await desk.button('message.send').click()
  await desk.sees(desk.say('message.createdToast'))
  expect(await newest()).toMatchObject({ title: 'For two', stats: { total_recipients: 2 } })

  await desk.page.goto(`${scene.url}/admin/messages?keyword=for+two&from=today`)
  await desk.row('For two').waitFor()
  expect(await desk.page.getByRole('row').count()).toBe(2)
  await desk.page.goto(`${scene.url}/admin/messages?keyword=for+two&to=1000000000`)
  await desk.sees(desk.say('table.noMatchTitle'))
})

test('a message that is not there leads back to the list and says so, and non-admins are led home', async () => {
  const user = await scene.open('user', '/app/inbox/2147483000')
  await user.sees(user.say('inbox.unknown'))
  await user.page.waitForURL(`${scene.url}/app/inbox`)
  await user.page.goto(`${scene.url}/app/inbox/abc`)
  await user.page.waitForURL(`${scene.url}/app/inbox`)
  await user.page.goto(`${scene.url}/admin/messages`)
  await user.page.waitForURL(`${scene.url}/`)
})

const attacks = [
  '<script>window.ranScript = 1</script>',
  '<img src=x onerror="window.ranScript = 1">',
  '<img src="/favicon.ico" onload="window.ranScript = 1">',
  '<svg onload="window.ranScript = 1"><script>window.ranScript = 1</script></svg>',
  '<svg><animate onbegin="window.ranScript = 1" attributeName=x dur=1s></svg>',
  '<details open ontoggle="window.ranScript = 1">d</details>',
  '<iframe srcdoc="<script>parent.ranScript = 1</script>"></iframe>',
  '<object data="javascript:window.ranScript=1"></object><embed src="javascript:window.ranScript=1">',
  '<form action="javascript:window.ranScript=1"><button autofocus onfocus="window.ranScript=1">send</button></form>',
  '<input autofocus onfocus="window.ranScript = 1">',
  '<video><source onerror="window.ranScript = 1"></video>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.ranScript = 1"></style></mglyph></table></mtext></math>',
  '<a href="javascript:window.ranScript=1">attack-link</a>',
  '<a href=" java&#10;script:window.ranScript=1">attack-link</a>',
  '<a href="data:text/html,<script>opener.ranScript=1</script>">attack-link</a>',
  '<meta http-equiv="refresh" content="0;url=javascript:window.ranScript=1"><base href="https://evil.test/">',
  '[attack-link](javascript:window.ranScript=1)',
  '[attack-link](<java\nscript:window.ranScript=1>)',
  '![x](javascript:window.ranScript=1)',
  '![x"onerror="window.ranScript=1](https://127.0.0.1:1/x.png)',
  '<https://example.com/" onmouseover="window.ranScript=1">',
  // The last: what follows it is in it.
  '<noscript><p title="</noscript><img src=x onerror=window.ranScript=1>"></noscript>',
]

/** Clicks whatever the attack left to click, and looks whether anything ran or was put into the page. */
async function provoke(page: Page, place: string): Promise<{ ran: boolean; left: string[] }> {
  for (const link of await page.locator(`${place} a`).all()) {
    await link.hover()
    await link.click({ modifiers: ['Alt'] })
  }
  return page.evaluate((selector) => {
    const content = document.querySelector(selector)
    const all = [...(content?.querySelectorAll('*') ?? [])]
    const bad = all.filter(
      (element) =>
        element.matches('script, style, iframe, object, embed, form, input, meta, base, svg:not(.lucide)') ||
        [...element.attributes].some(({ name, value }) => name.startsWith('on') || /^\s*(java|data:text)/i.test(value)),
    )
    return { ran: 'ranScript' in window, left: bad.map((element) => element.outerHTML.slice(0, 80)) }
  }, place)
}

test.each(['markdown', 'html', 'plain'] as const)(
  'what an admin writes as %s never runs in the browser of a reader or of an editor',
  async (format) => {
    const content = attacks.join('\n\n')
    const { id } = await scene.root.call<SentMessage>('POST', '/api/admin/messages', {
      title: `<img src=x onerror="window.ranScript = 1">${format}`,
      content,
      format,
      everyone: true,
    })
    const root = await scene.open('root', `/app/inbox/${id}`)
    await root.page.getByRole('heading', { name: `<img src=x onerror="window.ranScript = 1">${format}` }).waitFor()
    await root.page.locator('.inbox-message').getByText('attack-link').first().waitFor()
    expect(await provoke(root.page, '.inbox-message')).toEqual({ ran: false, left: [] })
    await root.page.goto(`${scene.url}/admin/messages?edit=${id}`)
    await root.page.locator('.markdown-preview').getByText('attack-link').first().waitFor()
    expect(await provoke(root.page, '.markdown-preview')).toEqual({ ran: false, left: [] })
  },
)

test('the attacks of these tests do run where nothing stops them', async () => {
  const { page } = await scene.open('visitor', '/')
  await page.goto('about:blank')
  await page.setContent('<img src=x onerror="window.ranScript = 1">')
  await page.waitForFunction(() => 'ranScript' in window)
})
