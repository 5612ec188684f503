// Channels that are copied, changed by the handful and deleted, and old log rows that are cleaned up, as their operator does it.
/// <reference lib="dom" />
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsoleClient } from '../../server/src/testing/console-client.ts'
import { openScene, type Scene } from './scene.ts'

interface Stored {
  readonly id: number
  readonly name: string
  readonly status: number
  readonly [field: string]: unknown
}

let scene: Scene
let root: ConsoleClient
beforeAll(async () => {
  scene = await openScene()
  root = scene.root
})
afterAll(() => scene?.close())

const add: Scene['addChannel'] = (fields) => scene.addChannel(fields)
const found = (keyword: string) => root.call<Stored[]>('GET', `/api/channel/search?keyword=${keyword}`)

test('a channel is copied with its keys by one item of its menu, and the copy is edited from the message', async () => {
  await add({ name: 'twin', key: 'key-one\nkey-two', priority: 4 })
  const { say, sees, act, dialog, button, watched } = await scene.open('root', '/admin/channels?keyword=twin')
  await act('twin', 'action.copy')
  const name = say('channel.copyName', { name: 'twin' })
  await sees(say('channel.copiedToast', { name }))
  expect(await found(name)).toEqual([expect.objectContaining({ name, key_count: 2, priority: 4, used_quota: 0, status: 2 })])
  await button('action.edit').last().click()
  await dialog().waitFor()
  expect(await dialog().getByLabel(say('channel.name'), { exact: true }).inputValue()).toBe(name)
  expect(watched.takeTroubles()).toEqual([])
})

test('chosen channels are disabled at once, which undo takes back, and deleted after a question that names them', async () => {
  for (const name of ['herd-a', 'herd-b', 'herd-c']) await add({ name })
  const { say, sees, button, row, dialog } = await scene.open('admin', '/admin/channels?keyword=herd-')
  const choose = async () => {
    for (const name of ['herd-a', 'herd-b']) await row(name).getByRole('checkbox').click()
  }
  await choose()
  await button('action.disable').click()
  await sees(say('channels.disabledMany_other', { count: 2 }))
  const statuses = async () => (await found('herd-')).toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ status }) => status)
  expect(await statuses()).toEqual([2, 2, 1])
  await button('kit.undo').click()
  await sees(say('kit.undone'))
  expect(await statuses()).toEqual([1, 1, 1])
  await choose()
  await button('action.delete').click()
  await dialog().getByText('herd-b').waitFor()
  await dialog()
    .getByRole('button', { name: say('action.delete') })
    .click()
  await sees(say('channel.deletedMany_other', { count: 2 }))
  expect((await found('herd-')).map(({ name }) => name)).toEqual(['herd-c'])
})

test('old log rows are cleaned up after a question that says how many', async () => {
  for (let calls = 0; calls < 3; calls += 1) await root.ask('GET', `/api/channel/test/${scene.facts.channelId}`)
  const total = async () => (await root.call<{ total: number }>('GET', '/api/log/')).total
  await expect.poll(total).toBeGreaterThanOrEqual(3)
  const all = await total()
  const database = new DatabaseSync(scene.databasePath, { timeout: 60_000 })
  database.exec('pragma busy_timeout = 5000; update log set created_at = created_at - 100 * 86400 where id in (select min(id) from log)')
  database.close()
  const { page, say, sees, button, dialog } = await scene.open('admin', '/app/logs/api-usage')
  await button('action.more').first().click()
  await page.getByRole('menuitem', { name: say('log.cleanUpGo') }).click()
  await button('log.cleanUpGo').click()
  await dialog()
    .getByText(say('log.cleanUpAskText', { count: '1' }))
    .waitFor()
  expect(await total()).toBe(all)
  await button('log.cleanUp').click()
  await sees(say('log.cleanUpDone', { count: '1' }))
  expect(await total()).toBe(all - 1)
})
