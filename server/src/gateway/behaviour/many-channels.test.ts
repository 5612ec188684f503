// Channels by the handful and by the tag, their copies, and the clean-up of logs, as they are used: changed through the API on each
// database, and seen in what the next call meets.
import type { Channel, ChannelCounts, ChannelKey } from '@waystation/contract/channels/channel'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Reconciliation } from '../../domain/ledger/reconcile/reconcile.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { openWorld, type World } from '../testing/world.ts'

eachKind('channels and logs in use', (kind) => {
  let world: World
  const models = ['one', 'two', 'three', 'four', 'five', 'fresh', 'far', 'gone', 'twin']
  beforeAll(async () => {
    world = await openWorld({ database: kind, channel: null, ratios: Object.fromEntries(models.map((name) => [name, 1])) })
  }, 180_000)
  afterAll(() => world.close())
  beforeEach(() => world.provider.clear())

  const ask = async (model: string) =>
    (await world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hi' }] })).status
  const record = (id: number) => world.console.call<Channel>('GET', `/api/channel/${id}`)
  const ended = async (path: string) => (await world.console.ask('GET', path)).body
  const shownKey = () => world.provider.requests.at(-1)?.headers.authorization

  test('a tag that is disabled serves no call, and enabled again serves with the keys that it had', async () => {
    const id = await world.addChannel({ models: 'one', tag: 'pool', key: 'key-a\nkey-b' })
    await world.addChannel({ models: 'one', tag: 'pool' })
    const [first] = await world.console.call<ChannelKey[]>('GET', `/api/channel/${id}/keys`)
    await world.console.call('PUT', `/api/channel/${id}/keys/${first?.id}`, { status: 2 })
    expect(await ask('one')).toBe(200)
    expect(await world.console.call('POST', '/api/channel/tag/disabled', { tag: 'pool' })).toBe(2)
    expect(await ask('one')).toBe(503)
    expect(await world.console.call('POST', '/api/channel/tag/enabled', { tag: 'pool' })).toBe(2)
    expect(await ask('one')).toBe(200)
    expect((await world.console.call<ChannelKey[]>('GET', `/api/channel/${id}/keys`)).map(({ status }) => status)).toEqual([2, 1])
  })

  test('a tag’s change of models, mapping and weight holds for the next call', async () => {
    const ids = [await world.addChannel({ models: 'two', tag: 'many' }), await world.addChannel({ models: 'two', tag: 'many' })]
    const change = { tag: 'many', new_tag: 'renamed', models: 'fresh', model_mapping: '{"fresh":"far"}', priority: 7, weight: 3 }
    expect(await world.console.call('PUT', '/api/channel/tag', change)).toBe(2)
    expect(await ask('two')).toBe(404)
    expect(await ask('fresh')).toBe(200)
    expect(world.provider.requests.at(-1)?.body).toMatchObject({ model: 'far' })
    for (const id of ids) expect(await record(id)).toMatchObject({ tag: 'renamed', models: 'fresh', priority: 7, weight: 3 })
    expect(await world.console.call('POST', '/api/channel/batch/tag', { ids: [ids[0]], tag: '' })).toBe(1)
    expect(await world.console.call<object[]>('GET', '/api/channel/tag?tag=renamed')).toHaveLength(1)
  })

  test('channels that are deleted by the handful serve no more, and their keys are gone', async () => {
    const kept = await world.addChannel({ models: 'three', priority: 0, key: 'kept-key' })
    const ids = [await world.addChannel({ models: 'three', priority: 9 }), await world.addChannel({ models: 'gone' })]
    expect(await ask('gone')).toBe(200)
    expect(await world.console.call('POST', '/api/channel/batch', { ids: [...ids, 999_999] })).toBe(2)
    expect(await ask('gone')).toBe(404)
    expect(await ask('three')).toBe(200)
    expect(shownKey()).toBe('Bearer kept-key')
    for (const id of ids) {
      expect(await ended(`/api/channel/${id}`)).toMatchObject({ success: false, code: 'not_found' })
      expect(await ended(`/api/channel/${id}/keys`)).toMatchObject({ success: false, code: 'not_found' })
    }
    expect(await record(kept)).toMatchObject({ id: kept })
  })

  test('all disabled ones are deleted, and no others', async () => {
    const serving = await world.addChannel({ models: 'four' })
    const off = await world.addChannel({ models: 'four' })
    await world.console.call('PUT', '/api/channel/', { id: off, status: 2 })
    const before = await world.console.call<ChannelCounts>('GET', '/api/channel/counts')
    expect(before.disabled).toBeGreaterThan(0)
    expect(await world.console.call('DELETE', '/api/channel/disabled')).toBe(before.disabled + before.auto_disabled)
    const after = await world.console.call<ChannelCounts>('GET', '/api/channel/counts')
    expect(after).toMatchObject({ total: before.enabled, enabled: before.enabled, disabled: 0, auto_disabled: 0 })
    expect(await record(serving)).toMatchObject({ status: 1 })
    expect(await ask('four')).toBe(200)
  })

  test('a copy serves with the keys of its source, counts for itself, and is changed alone', async () => {
    const setting = JSON.stringify({ proxy: `http://user:secret@127.0.0.1:${world.provider.port}` })
    const source = await world.addChannel({ models: 'twin', key: 'twin-a\ntwin-b', name: 'source', test_model: 'twin', setting: '{}' })
    expect(await ask('twin')).toBe(200)
    await world.books()
    const { id: _, ...fields } = await world.console.call<Channel & Record<string, unknown>>('GET', `/api/channel/${source}`)
    const copy = await world.console.call<Channel>('POST', '/api/channel/', { ...fields, models: 'twin', name: 'copy', copy_from: source })
    expect(copy).toMatchObject({ name: 'copy', key_count: 2, used_quota: 0, response_time: 0, test_model: 'twin', test_failure: null })
    await world.console.call('PUT', '/api/channel/', { id: source, status: 2 })
    for (const key of ['twin-a', 'twin-b']) {
      expect(await ask('twin')).toBe(200)
      expect(shownKey()).toBe(`Bearer ${key}`)
    }
    await world.console.call('PUT', '/api/channel/', { id: copy.id, key: 'own', setting })
    expect(await record(source)).toMatchObject({ key_count: 2, setting: '' })
    await world.console.call('DELETE', `/api/channel/${copy.id}`)
    await world.console.call('PUT', '/api/channel/', { id: source, status: 1 })
    expect(await ask('twin')).toBe(200)
  })

  test('a clean-up of the log takes rows of before a time, and neither money nor sums with it', async () => {
    await world.addChannel({ models: 'five' })
    for (let calls = 0; calls < 3; calls += 1) expect(await ask('five')).toBe(200)
    const before: Reconciliation = await world.books()
    const rows = await world.logs(3)
    const balance = await world.balance()
    // Rows of this very second are not from before it.
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(rows[0]?.created_at ?? 0)
    const now = Math.floor(Date.now() / 1000)
    expect(await ask('five')).toBe(200)
    await world.books()
    const usage = () =>
      world.console.call<{ model_name: string; count: number }[]>(
        'GET',
        `/api/data/?start_timestamp=${now - 3600}&end_timestamp=${now + 3600}`,
      )
    // Sums are folded within a second or two.
    await expect.poll(async () => (await usage()).find(({ model_name }) => model_name === 'five')?.count).toBe(4)
    const sums = await usage()
    const old = await world.console.call<number>('GET', `/api/log/old?target_timestamp=${now}`)
    expect(old).toBe(rows.length)
    expect((await world.console.ask('DELETE', `/api/log/?target_timestamp=${now}`)).body).toMatchObject({
      success: true,
      data: old,
      is_complete: true,
    })
    expect((await world.logs(0)).map(({ created_at }) => created_at >= now)).toEqual([true])
    expect(await world.console.call('GET', `/api/log/old?target_timestamp=${now}`)).toBe(0)
    const after = await world.books()
    expect(after).toMatchObject({ differences: [], accounts: before.accounts })
    expect(after.entries).toBeGreaterThan(before.entries)
    expect(after.chargesWithoutLog).toBe(before.chargesWithoutLog + rows.filter(({ quota }) => quota > 0).length)
    expect(await world.balance()).toBeLessThan(balance)
    expect(await usage()).toEqual(sums)
  })
})
