// What channels sell beside the model lists of their vendors, through the front door (decision 44).
import type { Channel } from '@waystation/contract/channels/channel'
import type { TestRun } from '@waystation/contract/channels/state/test-run'
import type { EndingModel, UpstreamReview } from '@waystation/contract/channels/upstream-models'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let id = 0
let unreachable = 0
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { a: 1, b: 1 } })
  id = await world.addChannel({ name: 'first', models: 'a,b,m-1,ours', model_mapping: '{"ours":"theirs"}' })
  unreachable = await world.addChannel({ name: 'away', models: 'a,b', base_url: 'http://127.0.0.1:9' })
})
afterAll(() => world.close())

const base = '/api/channel/upstream_models'
const reviews = () => world.console.call<UpstreamReview[]>('GET', base)
const review = async (of = id) => (await reviews()).find(({ channel_id }) => channel_id === of)
const open = async () => (await review())?.differences.filter((one) => !one.is_ignored).map((one) => one.id)
const channel = () => world.console.call<Channel>('GET', `/api/channel/${id}`)
const ended = async () => {
  await expect.poll(async () => (await world.console.call<TestRun | null>('GET', `${base}/run`))?.ended_at).toBeGreaterThan(0)
}
/** Lists these models at the vendor, and reads the lists. */
const look = async (...models: string[]) => {
  world.provider.offer(models)
  await world.console.call('POST', base)
  await ended()
}
const apply = (...differences: string[]) =>
  world.console.call<{ message: string }[]>('POST', `${base}/apply`, { channels: [{ channel_id: id, differences }] })
const ignore = (isIgnored: boolean, ...differences: string[]) =>
  world.console.call('PUT', `${base}/ignored`, { channels: [{ channel_id: id, differences }], is_ignored: isIgnored })
const always = (added: boolean, gone: boolean) => world.console.call('PUT', `/api/channel/${id}/upstream_models`, { added, gone })
const titles = async () =>
  (await world.console.call<{ items: { title: string; content: string }[] }>('GET', '/api/user/messages?p=1&page_size=50')).items
const audits = async () =>
  (await world.console.call<{ items: { action: string; target: string; detail: unknown }[] }>('GET', '/api/audit/?p=1&page_size=20')).items

test('a channel is compared with the list of its vendor, and a list that cannot be read is named and changes nothing', async () => {
  await look('a', 'b', 'theirs', 'm-1-20260101', 'new')
  expect((await review())?.differences).toMatchObject([
    { id: 'renamed:m-1>m-1-20260101', kind: 'renamed', model: 'm-1', to: 'm-1-20260101' },
    { id: 'added:new', kind: 'added', model: 'new' },
  ])
  expect(await review(unreachable)).toMatchObject({
    ...{ looked_at: 0, failure: { code: 'models_fetch_failed' }, failed_at: expect.any(Number), differences: [] },
  })
  expect((await channel()).models).toBe('a,b,m-1,ours')
  expect((await titles()).map(({ title, content }) => [title, content])).toEqual([
    ['1 个渠道的供应商模型有变化', `first (#${id})：新增 1 个，移除 0 个，改名 1 个`],
  ])
})

test('the same differences are told once, and what is applied is an audited change of the channel', async () => {
  await look('a', 'b', 'theirs', 'm-1-20260101', 'new')
  expect(await titles()).toHaveLength(1)
  expect(await apply('renamed:m-1>m-1-20260101', 'added:new', 'gone:never-there')).toEqual([])
  expect(await channel()).toMatchObject({ models: 'a,b,m-1,ours,new' })
  expect(JSON.parse((await channel()).model_mapping)).toEqual({ ours: 'theirs', 'm-1': 'm-1-20260101' })
  expect(await open()).toEqual([])
  const [edit] = await audits()
  expect(edit).toMatchObject({ action: 'channel.update', target: String(id) })
  expect(JSON.stringify(edit?.detail)).toContain('a,b,m-1,ours,new')
})

test('what is ignored stays so until it is over, and can be taken back', async () => {
  await look('a', 'b', 'theirs', 'm-1-20260101', 'new', 'newer')
  await ignore(true, 'added:newer')
  await look('a', 'b', 'theirs', 'm-1-20260101', 'new', 'newer')
  expect(await open()).toEqual([])
  await ignore(false, 'added:newer')
  expect(await open()).toEqual(['added:newer'])
  await ignore(true, 'added:newer')
  await look('a', 'b', 'theirs', 'm-1-20260101', 'new')
  await look('a', 'b', 'theirs', 'm-1-20260101', 'new', 'newer')
  expect(await open()).toEqual(['added:newer'])
})

test('what is always applied is applied by the run, but for what is ignored, and audited as the gateway’s', async () => {
  await ignore(true, 'added:newer')
  await always(true, true)
  await look('b', 'theirs', 'm-1-20260101', 'new', 'newer', 'newest')
  expect((await channel()).models).toBe('b,m-1,ours,new,newest')
  expect((await audits()).find(({ action }) => action === 'channel.update')?.detail).toMatchObject({ is_always_applied: true })
})

test('a list that is empty, or has lost more than half, is never applied without a review', async () => {
  await look()
  expect(await review()).toMatchObject({ is_doubtful: true, listed: 0 })
  await look('b', 'theirs')
  expect(await review()).toMatchObject({ is_doubtful: true })
  expect((await channel()).models).toBe('b,m-1,ours,new,newest')
  expect(await open()).toEqual(['gone:m-1-20260101', 'gone:new', 'gone:newest'])
  // By hand it is, but a channel keeps a model.
  expect(await apply('gone:m-1-20260101', 'gone:new', 'gone:newest')).toEqual([])
  expect((await channel()).models).toBe('b,ours')
  await look('other')
  expect(await apply('gone:b', 'gone:theirs')).toEqual([{ channel_id: id, message: expect.stringMatching('model') }])
  expect((await channel()).models).toBe('b,ours')
})

test('models that end soon are named with their successor, channels and calls', async () => {
  const ends_on = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await world.setOption('global.model_traits', JSON.stringify({ theirs: { ends_on, successor: 'b' }, a: { ends_on: '2020-01-01' } }))
  await world.setOption('ModelRatio', '{"ours":1}')
  expect((await world.post('/v1/chat/completions', { model: 'ours', messages: [{ role: 'user', content: 'hi' }] })).status).toBe(200)
  await world.logs(1)
  const ending = () => world.console.call<EndingModel[]>('GET', '/api/channel/ending_models')
  await expect.poll(async () => (await ending())[0]?.calls_last_week).toBe(1)
  expect(await ending()).toEqual([
    { model: 'ours', ends_on, days_left: 5, successor: 'b', calls_last_week: 1, channels: [{ id, name: 'first' }] },
  ])
})
