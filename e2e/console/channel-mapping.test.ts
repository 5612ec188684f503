// What a channel rewrites, as an admin types it: rows of key and value in the drawer, JSON on the wire.
/// <reference lib="dom" />
import type { Channel } from '@waystation/contract/channels/channel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

test('mappings are typed as rows, checked row by row, and stored as JSON', async () => {
  const { page, say, button, sees, dialog } = await scene.open('root', `/admin/channels?edit=${scene.facts.channelId}`)
  const { client } = scene.facts.members.root
  const stored = () => client.call<Channel>('GET', `/api/channel/${scene.facts.channelId}`)
  const rows = (key: string) => page.locator('.field').filter({ has: page.getByText(say(key), { exact: true }) })
  const models = rows('channel.mapping')
  const codes = rows('channel.codes')

  await models.getByRole('button', { name: say('kit.mapAdd') }).click()
  await page.keyboard.type('gpt-4o')
  await page.keyboard.press('Enter')
  await page.keyboard.type('gpt-4o-2024-11-20')
  await codes.getByRole('button', { name: say('kit.mapAdd') }).click()
  await page.keyboard.type('429')
  await page.keyboard.press('Enter')
  await page.keyboard.type('soon')
  await button('action.save').click()
  await sees(say('channel.codesWrong'))
  expect((await stored()).model_mapping).toBe('')

  await codes.getByLabel(say('kit.mapNth', { label: say('channel.codesTo'), n: 1 })).fill('500')
  await button('action.save').click()
  await dialog().first().waitFor({ state: 'hidden' })
  const { model_mapping, status_code_mapping } = await stored()
  expect(JSON.parse(model_mapping)).toEqual({ 'gpt-4o': 'gpt-4o-2024-11-20' })
  expect(JSON.parse(status_code_mapping)).toEqual({ '429': '500' })
})

test('voices are typed as rows where the vendor has voices of its own, and nowhere else', async () => {
  const id = await scene.addChannel({ name: 'spoken', type: 1065, models: 'eleven_v3' })
  const { page, say, button, dialog } = await scene.open('root', `/admin/channels?edit=${id}`)
  const voices = page.locator('.field').filter({ has: page.getByText(say('channel.voices'), { exact: true }) })
  await voices.getByRole('button', { name: say('kit.mapAdd') }).click()
  await page.keyboard.type('alloy')
  await page.keyboard.press('Enter')
  await page.keyboard.type('no id')
  await button('action.save').click()
  await voices.getByText(say('channel.voicesWrong')).first().waitFor()
  await voices.getByLabel(say('kit.mapNth', { label: say('channel.voicesTo'), n: 1 })).fill('21m00Tcm4TlvDq8ikWAM')
  await button('action.save').click()
  await dialog().first().waitFor({ state: 'hidden' })
  const stored = await scene.facts.members.root.client.call<Channel>('GET', `/api/channel/${id}`)
  expect(JSON.parse(stored.setting)).toEqual({ voices: { alloy: '21m00Tcm4TlvDq8ikWAM' } })

  const other = await scene.open('root', `/admin/channels?edit=${scene.facts.channelId}`)
  await other.page.getByText(say('channel.codes'), { exact: true }).waitFor()
  expect(await other.page.getByText(say('channel.voices'), { exact: true }).count()).toBe(0)
})

test('Enter on the cross of a row takes the row away', async () => {
  const { page, say, button } = await scene.open('root', '/admin/channels?edit=new')
  await button('kit.mapAdd').first().click()
  await page.keyboard.type('gpt-4o')
  const cross = page.getByRole('button', { name: say('kit.mapRemove', { key: 'gpt-4o' }) })
  await cross.focus()
  await page.keyboard.press('Enter')
  await cross.waitFor({ state: 'detached' })
})
