// The keys of a channel in its drawer: which ones serve, which are disabled and why (server 7, decision D48).
/// <reference lib="dom" />
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenario } from '../../server/src/testing/fakes/fake-provider-script.ts'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
let id: number
beforeAll(async () => {
  scene = await openScene()
  id = await scene.addChannel({ name: 'many keys', key: 'first-aaaa\nsecond-bbbb\nthird-cccc' })
  scene.facts.provider.next(scenario.refuse(401, 'This key was revoked by its owner'))
  expect(await scene.callModel(`${scene.facts.members.root.key}-${id}`, 'gpt-5-mini', 'hello')).toBe(200)
})
afterAll(() => scene?.close())

test.each([
  ['1440x900', 'zh'],
  ['390x844', 'en'],
] as const)('show their states, and are disabled and enabled one by one (%s, %s)', async (size, language) => {
  const { page, say, button, watched } = await scene.open('admin', `/admin/channels?edit=${id}`, { size, language })
  const row = (tail: string) =>
    page
      .getByRole('list', { name: say('channel.keys') })
      .getByRole('listitem')
      .filter({ hasText: tail })
  const press = (tail: string, key: string) =>
    row(tail)
      .getByRole('button', { name: say(key), exact: true })
      .click()
  await row('aaaa').getByText('This key was revoked by its owner').waitFor()
  await row('aaaa').getByText(say('status.channel.autoDisabled'), { exact: true }).waitFor()
  await row('bbbb').getByText(say('status.channel.enabled'), { exact: true }).waitFor()
  expect(await page.locator('body').textContent()).not.toContain('second-bbbb')

  await press('bbbb', 'action.disable')
  await row('bbbb').getByText(say('status.channel.disabled'), { exact: true }).waitFor()
  // The last one that is left says why it stays.
  const last = row('cccc').getByRole('button', { name: say('action.disable'), exact: true })
  expect([await last.isDisabled(), await last.getAttribute('title')]).toEqual([true, say('channel.keyLast')])
  await press('bbbb', 'action.enable')
  await row('bbbb').getByText(say('status.channel.enabled'), { exact: true }).waitFor()

  const list = page.getByRole('list', { name: say('channel.keys') })
  expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  expect(watched.takeTroubles()).toEqual([])
  expect(await button('action.save').isVisible()).toBe(true)
})

test('are added by the line and removed one by one, and what is unsaved in the form stays', async () => {
  const { page, say, button, sees, field, watched } = await scene.open('admin', `/admin/channels?edit=${id}`)
  const rows = page.getByRole('list', { name: say('channel.keys') }).getByRole('listitem')
  const tails = async () => (await rows.locator('code').allTextContents()).map((text) => text.slice(-4))
  await rows.first().waitFor()
  await field('channel.name').fill('not saved yet')
  const input = page.getByRole('textbox', { name: say('channel.keyAdd') })
  await input.fill('fourth-dddd, fifth-eeee')
  await input.press('Enter')
  await sees(say('channel.keysAdded_other', { count: 2 }))
  await expect.poll(tails).toEqual(['aaaa', 'bbbb', 'cccc', 'dddd', 'eeee'])
  await input.fill('fourth-dddd')
  await button('channel.keyAdd').click()
  await page
    .getByRole('alert')
    .filter({ hasText: /already/ })
    .waitFor()

  await rows
    .nth(3)
    .getByRole('button', { name: say('channel.keyRemove', { tail: 'dddd' }) })
    .click()
  await sees(say('channel.confirmKeyRemove', { tail: 'dddd' }))
  await button('channel.keyRemoveYes').click()
  await sees(say('channel.keyRemoved', { tail: 'dddd' }))
  await expect.poll(tails).toEqual(['aaaa', 'bbbb', 'cccc', 'eeee'])
  expect(await field('channel.name').inputValue()).toBe('not saved yet')
  expect(watched.takeTroubles()).toEqual([])
})
