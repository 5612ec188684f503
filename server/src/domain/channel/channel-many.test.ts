import type { AttemptFact, LogOther } from '@waystation/contract/calls/log'
import { ChannelDraft } from '@waystation/contract/channels/channel'
import { ChannelFields, ChannelsChange } from '@waystation/contract/channels/channel-change'
import { channelId } from '@waystation/contract/values/id'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { localInvalidation } from '../../lib/shared/invalidation.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { channelColumns } from './channel-draft.ts'
import { type ManyChannels, manyChannels } from './channel-many.ts'
import { findChannelIds } from './channel-many-store.ts'
import { type ChannelColumns, createChannel, findChannel } from './channel-store.ts'
import { channelHours } from './health/channel-hours.ts'
import { readHours } from './health/channel-hours-store.ts'
import { channelUsage } from './health/channel-usage.ts'
import { byPriority, findIdsInOrder } from './list/channel-list-store.ts'
import { addCalls, addLostKey, addUsage, openWithActivity, setTexts } from './testing/activity-rows.ts'

const HOUR = 3600

const tried = (...attempts: AttemptFact[]): LogOther => ({ admin_info: { use_channel: [], attempts } })

eachDatabase('many channels', ({ database, address }) => {
  let many: ManyChannels
  let published: (number | undefined)[]

  beforeEach(async () => {
    const invalidation = localInvalidation()
    published = []
    invalidation.subscribe('channel', (id) => published.push(id))
    many = manyChannels({ database: database(), invalidation, rests: { all: async () => new Map() } })
    await many.remove(await findIdsInOrder(database(), {}, byPriority))
    published = []
  })

  const inThePast = async (write: (database: Database) => Promise<unknown>) => {
    const another = await openWithActivity(address())
    await write(another)
    await another.close()
  }
  const make = async (name: string, fields: Record<string, unknown> = {}): Promise<number> => {
    const draft = ChannelDraft.decode({ name, type: 1, key: 'k', models: 'm', ...fields } as never)
    const columns = { other_info: '', ...channelColumns(draft) } as ChannelColumns
    const keys = [{ key_enc: 'e', key_hash: `h-${name}`, key_tail: 't', row_uid: `u-${name}` }]
    return (await database().run(createChannel, { columns, keys })).id
  }
  test('a tag is changed as a whole; empty fields mean unchanged, an empty new tag removes it', async () => {
    const one = await make('one', { tag: 't', models: 'm1', priority: 1, group: 'default' })
    const two = await make('two', { tag: 't', priority: 2 })
    const other = await make('other', { tag: 'u' })
    const empty = { model_mapping: { value: {}, text: '' }, models: [], groups: [] }
    await expect(async () => many.changeTag({ tag: 't', ...empty })).rejects.toMatchObject({
      code: 'tag_no_changes',
    })
    await expect(many.changeTag({ tag: 'nobody', weight: 1 })).rejects.toMatchObject({ code: 'not_found' })
    const mapping = '{ "a": "b" }'
    expect(
      await many.changeTag({
        tag: 't',
        priority: -5,
        weight: 3,
        models: ['x', 'y'],
        groups: ['vip'],
        model_mapping: { value: { a: 'b' }, text: mapping },
      }),
    ).toBe(2)
    for (const id of [one, two]) {
      expect(await findChannel(database(), id)).toMatchObject({ models: 'x,y', group_names: 'vip', model_mapping: mapping, tag: 't' })
      expect(Number((await findChannel(database(), id))?.priority)).toBe(-5)
    }
    expect(await findChannel(database(), other)).toMatchObject({ models: 'm', tag: 'u' })
    expect(published).toEqual([undefined])
    expect(await many.changeTag({ tag: 't', new_tag: '' })).toBe(2)
    expect(await findChannel(database(), one)).toMatchObject({ tag: '', models: 'x,y' })
  })

  test('a tag is switched as a whole, and its channels forget why they were disabled', async () => {
    const id = await make('one', { tag: 't', status: 3 })
    await make('two', { tag: 't' })
    await make('other')
    expect(await many.setTagStatus('t', false)).toBe(2)
    expect(await many.counts()).toMatchObject({
      total: 3,
      enabled: 1,
      disabled: 2,
      auto_disabled: 0,
      tags: { t: 2 },
      untagged: 1,
      types: { 1: 3 },
    })
    expect(await many.setTagStatus('t', true)).toBe(2)
    expect(await findChannel(database(), id)).toMatchObject({ status: 1, other_info: '' })
    await expect(many.setTagStatus('', true)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('channels are tagged and deleted by the handful, with their keys; unknown ids are no trouble', async () => {
    const ids = [await make('one'), await make('two')]
    const off = await make('off', { status: 2 })
    await make('auto', { status: 3 })
    expect(await many.setTag([...ids, 99_999, 2 ** 40], 'x')).toBe(2)
    expect(await many.setTag([ids[0] ?? 0], '')).toBe(1)
    expect((await findChannel(database(), ids[1] ?? 0))?.tag).toBe('x')
    expect(await many.counts()).toMatchObject({ total: 4, enabled: 2, disabled: 1, auto_disabled: 1, test_failed: 0 })
    expect(await many.removeDisabled()).toBe(2)
    expect(await findChannel(database(), off)).toBeUndefined()
    expect(await many.remove([...ids, 99_999])).toBe(2)
    expect(await many.remove([99_999])).toBe(0)
    expect(await database().read.selectFrom('channel_key').select('id').execute()).toEqual([])
  })

  test('a channel of several tags counts at each: one is renamed, taken away or switched, and the others stay', async () => {
    const both = await make('both', { tag: 'east, paid' })
    const east = await make('east', { tag: 'east' })
    await make('easter', { tag: 'easter' })
    const tagOf = async (id: number) => (await findChannel(database(), id))?.tag
    expect(await tagOf(both)).toBe('east,paid')
    expect((await many.counts()).tags).toEqual({ east: 2, paid: 1, easter: 1 })
    expect((await many.tagged('east')).map(({ name }) => name)).toEqual(['both', 'east'])
    expect((await many.tagged('paid,east')).map(({ name }) => name)).toEqual(['both'])
    expect(await many.changeTag({ tag: 'east', new_tag: 'west,far', weight: 4 })).toBe(2)
    expect([await tagOf(both), await tagOf(east)]).toEqual(['west,far,paid', 'west,far'])
    expect(await many.changeTag({ tag: 'far', new_tag: '' })).toBe(2)
    expect([await tagOf(both), await tagOf(east)]).toEqual(['west,paid', 'west'])
    expect(await many.setTagStatus('paid', false)).toBe(1)
    expect((await findChannel(database(), east))?.status).toBe(1)
    expect(await findChannelIds(database(), { only: 'all', tag: 'west' })).toEqual([east, both])
    await expect(
      many.changeTag({ tag: 'paid', new_tag: Array.from({ length: 6 }, (_, at) => `${at}`.repeat(99)).join(',') }),
    ).rejects.toMatchObject({ code: 'field_too_long' })
  })

  test('channels are changed alike, each in its own lists; a preview changes none, and the fields of before bring all back', async () => {
    const one = await make('one', { models: 'a,b', group: 'default', tag: 'x', priority: 3 })
    const two = await make('two', { models: 'b', group: 'vip', tag: 'y,x', auto_ban: 0 })
    const ids = [one, two, 99_999]
    const before = async () => [await findChannel(database(), one), await findChannel(database(), two)]
    const was = await before()
    const change = ChannelsChange.decode({
      models: { how: 'add', items: 'b,c' },
      groups: { how: 'replace', items: 'vip' },
      tags: { how: 'remove', items: 'x' },
      priority: 3,
    })
    const expected = [
      { id: one, name: 'one', before: { models: 'a,b', group: 'default', tag: 'x' }, after: { models: 'a,b,c', group: 'vip', tag: '' } },
      { id: two, name: 'two', before: { models: 'b', tag: 'y,x', priority: 0 }, after: { models: 'b,c', tag: 'y', priority: 3 } },
    ]
    expect(await many.preview(ids, change)).toEqual(expected)
    expect([await before(), published]).toEqual([was, []])
    expect(await many.change(ids, change)).toEqual(expected)
    expect(await before()).toMatchObject([
      { models: 'a,b,c', group_names: 'vip' },
      { tag: 'y', auto_ban: 0 },
    ])
    expect(published).toEqual([undefined])
    expect(await many.change(ids, change)).toEqual([])
    // One that would be left without models keeps all others from being changed.
    const worse = ChannelsChange.decode({ models: { how: 'remove', items: 'b,c' }, weight: 8 })
    await expect(many.change(ids, worse)).rejects.toMatchObject({ code: 'channel_models_required' })
    expect(Number((await before())[0]?.weight)).toBe(0)
    const back = expected.map(({ id, before: fields }) => ChannelFields.decode({ id: channelId(id), ...fields }))
    expect(await many.setFields(back)).toBe(2)
    expect(await before()).toEqual(was)
  })

  test('what imports leave behind is mended and counted, and the rest is left as it is', async () => {
    const messy = await make('messy', { models: 'a,b' })
    const clean = await make('clean')
    const another = await openWithActivity(address())
    await another.run(setTexts, { id: messy, models: 'a, b,,a\n', group_names: ' vip ,vip', other_info: '{"status_reason":"old"}' })
    await another.run(addLostKey, 77_777)
    await another.close()
    const { count, mended } = await many.fix()
    expect([count, mended]).toEqual([2, { lists: 1, keys: 1, reasons: 1 }])
    expect(await findChannel(database(), messy)).toMatchObject({ models: 'a,b', group_names: 'vip', other_info: '', key_count: 1 })
    expect(await findChannel(database(), clean)).toMatchObject({ models: 'm', key_count: 1 })
    expect((await many.fix()).mended).toEqual({ lists: 0, keys: 0, reasons: 0 })
  })

  test('the channels of a run come best priority first: all, those that are not enabled, those of a tag', async () => {
    const low = await make('low', { tag: 't' })
    const high = await make('high', { priority: 9 })
    const off = await make('off', { status: 2, tag: 't' })
    const auto = await make('auto', { status: 3 })
    const ids = (only: 'all' | 'disabled', tag = '') => findChannelIds(database(), { only, tag })
    expect(await ids('all')).toEqual([high, auto, off, low])
    expect(await ids('disabled')).toEqual([auto, off])
    expect(await ids('all', 't')).toEqual([off, low])
    expect(await ids('disabled', 't')).toEqual([off])
    expect(await ids('all', 'none')).toEqual([])
  })

  test('usage is summed by model and hour or day; beyond nine models the rest is one', async () => {
    const from = 1_700_000_000 - (1_700_000_000 % 86_400)
    const row = { user_id: 1, channel_id: 7, calls: 1, prompt_tokens: 1, completion_tokens: 1 }
    const rows = [
      ...Array.from({ length: 11 }, (_, at) => ({ ...row, quarter: from, model_name: `m${at}`, quota: 100 - at })),
      { ...row, quarter: from, user_id: 2, model_name: 'm0', quota: 5 },
      { ...row, quarter: from + 30 * HOUR, model_name: 'm1', quota: 7 },
      { ...row, quarter: from - HOUR, model_name: 'before', quota: 1000 },
      { ...row, quarter: from, channel_id: 8, model_name: 'elsewhere', quota: 1000 },
    ]
    await inThePast((past) => past.run(addUsage, rows))
    const now = (from + 40 * HOUR) * 1000
    const days = await channelUsage(database(), 7, { from, to: from + 48 * HOUR, step: 'day' }, { now, zone: 'UTC' })
    expect(days.starts).toEqual([from, from + 24 * HOUR])
    expect(days.models.map(({ model }) => model)).toEqual(['m1', 'm0', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', null])
    expect(days.models[0]).toEqual({ model: 'm1', quota: [99, 7], calls: [1, 1] })
    expect(days.models[1]).toEqual({ model: 'm0', quota: [105, 0], calls: [2, 0] })
    expect(days.models.at(-1)).toEqual({ model: null, quota: [91 + 90, 0], calls: [2, 0] })
    expect([days.quota, days.calls]).toEqual([11 * 95 + 5 + 7, 13])
    const hours = await channelUsage(database(), 7, { step: 'hour' }, { now, zone: 'UTC' })
    expect(hours.starts).toHaveLength(25)
    expect(hours.models).toEqual([expect.objectContaining({ model: 'm1' })])
    expect(await channelUsage(database(), 99_999, { step: 'hour' }, { now, zone: 'UTC' })).toMatchObject({ models: [], quota: 0, calls: 0 })
    expect(
      (await channelUsage(database(), 7, { from: 0, to: 4_000_000_000, step: 'hour' }, { now, zone: 'UTC' })).starts.length,
    ).toBeLessThan(800)
  })

  test('after a restart the hour before is read from the log: attempts, not calls', async () => {
    const now = 1_700_000_000
    const attempt = { channel_id: 5, channel_name: 'five', started_ms: 100, took_ms: 50 }
    const answered = { ...attempt, status: 200 }
    const call = (id: number, other: LogOther, type = 2, at = now - 60) => ({ id, at, type, other })
    const rows = [
      // The attempt at 5 failed, the one at 6 succeeded.
      call(1, { frt: 4100, end_reason: 'done', ...tried({ ...attempt, status: 500, error: '500' }, { ...answered, channel_id: 6 }) }),
      call(2, { frt: 200, end_reason: 'client_gone', ...tried(answered) }),
      call(3, { frt: 200, end_reason: 'upstream_truncated', ...tried(answered) }),
      call(4, tried({ ...attempt, status: 400, error: '400 bad' }), 6),
      call(5, { is_test: true, admin_info: { use_channel: ['5'] } }),
      call(6, { end_reason: 'done', ...tried(answered) }, 2, now - 4000),
    ]
    await inThePast((past) => past.run(addCalls, rows))
    const hours = channelHours({ now: () => now * 1000 })
    await readHours(database(), hours, now)
    expect(hours.hour(5)).toMatchObject({ calls: 4, failed: 2, slow: 0, since: now - HOUR })
    expect(hours.hour(6)).toMatchObject({ calls: 1, failed: 0, slow: 1 })
  })
})
