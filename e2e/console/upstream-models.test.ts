// Channels beside the model lists of their providers, as an admin reviews them; and the webhook that tells of it.
/// <reference lib="dom" />
import type { Channel } from '@waystation/contract/channels/channel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
let id: number
beforeAll(async () => {
  scene = await openScene()
  const other = await scene.root.call<{ id: number }[]>('GET', '/api/channel/?page_size=100')
  for (const channel of other) await scene.root.call('DELETE', `/api/channel/${channel.id}`)
  id = await scene.addChannel({ name: 'relay', models: 'kept,old-name,lost' })
  await scene.addChannel({ name: 'away', models: 'kept', base_url: 'http://127.0.0.1:9' })
})
afterAll(() => scene?.close())

const models = async () => (await scene.root.call<Channel>('GET', `/api/channel/${id}`)).models

test('an admin reads the lists, applies and ignores differences one by one and many at once, and sets what is always applied', async () => {
  scene.facts.provider.offer(['kept', 'old-name-20260101', 'new-a', 'new-b', 'new-c'])
  const { page, say, button, sees, dialog, address, watched } = await scene.open('admin', '/admin/channels')
  await button('action.more').first().click()
  await page.getByRole('menuitem', { name: say('channel.upstream.title') }).click()
  expect(address()).toContain('upstream=1')
  await button('channel.upstream.readNow').click()
  const line = (text: string) => dialog().getByRole('listitem').filter({ hasText: text })
  await line('old-name → old-name-20260101').waitFor()
  await line('lost').getByText(say('channel.upstream.kinds.gone')).waitFor()
  // The channel that cannot be reached is named with its error.
  await dialog().getByRole('region', { name: 'away' }).getByRole('alert').waitFor()

  await line('old-name → old-name-20260101')
    .getByRole('button', { name: say('channel.upstream.apply') })
    .click()
  await line('old-name → old-name-20260101').waitFor({ state: 'detached' })
  expect(await models()).toBe('kept,old-name,lost')
  await line('new-c')
    .getByRole('button', { name: say('channel.upstream.ignore') })
    .click()
  await line('new-c').waitFor({ state: 'detached' })
  for (const name of ['new-a', 'new-b']) await line(name).getByRole('checkbox').click()
  await button('channel.upstream.applySelected_other', { count: 2 }).click()
  await line('new-a').waitFor({ state: 'detached' })
  expect(await models()).toBe('kept,old-name,lost,new-a,new-b')

  await dialog().getByRole('region', { name: 'relay' }).getByLabel(say('channel.upstream.kinds.gone')).click()
  await expect
    .poll(async () => {
      const reviews = await scene.root.call<{ channel_id: number; always: object }[]>('GET', '/api/channel/upstream_models')
      return reviews.find((review) => review.channel_id === id)?.always
    })
    .toEqual({ added: false, gone: true })
  await button('channel.upstream.readNow').click()
  await line('lost').waitFor({ state: 'detached' })
  expect(await models()).toBe('kept,old-name,new-a,new-b')
  await page.reload()
  await sees(say('channel.upstream.same'))
  await dialog().getByLabel(say('channel.upstream.showIgnored')).click()
  await line('new-c')
    .getByRole('button', { name: say('channel.upstream.unignore') })
    .click()
  await dialog().getByLabel(say('channel.upstream.showIgnored')).click()
  await line('new-c').waitFor()
  expect(watched.takeTroubles()).toEqual([])
})

test('a model that ends soon is named on the pages of channels, prices and the tokens that are limited to it', async () => {
  const ends_on = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
  await scene.root.confirm('secret_options')
  const value = JSON.stringify({ kept: { ends_on, successor: 'new-a' } })
  await scene.root.call('PUT', '/api/option/', { key: 'global.model_traits', value })
  const token = { name: 'narrow', unlimited_quota: true, model_limits_enabled: true, model_limits: 'kept' }
  await scene.root.call('POST', '/api/token/', token)
  for (const path of ['/admin/channels', '/admin/settings?card=prices', '/app/tokens']) {
    const { say, page } = await scene.open('root', path)
    const line = say('channel.upstream.endingSuccessor_other', { model: 'kept', on: ends_on, count: 9, successor: 'new-a' })
    const shown = page.getByRole('note').filter({ hasText: line })
    await shown.waitFor()
    expect(await shown.innerText(), path).toContain(path === '/app/tokens' ? 'narrow' : 'relay')
  }
})

test('the webhook for notices says how it is sent, and its test what came back', async () => {
  await scene.root.confirm('secret_options')
  const { page, say, button, sees } = await scene.open('root', '/admin/settings?tab=system&card=noticewebhook')
  await page.getByLabel('Webhook address', { exact: true }).fill('https://open.feishu.cn/open-apis/bot/v2/hook/x')
  await sees(say('settings.webhookRecognised', { form: 'Feishu / Lark', host: 'open.feishu.cn' }))
  await page.getByLabel('Webhook address', { exact: true }).fill('https://127.0.0.1:9/hook')
  await page
    .locator('#noticewebhook')
    .getByRole('button', { name: say('action.save'), exact: true })
    .click()
  await sees(say('settings.saved'))
  await sees(say('settings.webhookPlain', { form: 'JSON, signed', host: '127.0.0.1:9' }))
  await button('settings.testWebhookSend').click()
  await sees(/cannot be reached: access to its address is not allowed/)
})
