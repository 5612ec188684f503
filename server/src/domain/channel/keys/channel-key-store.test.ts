import type { ChannelPatch } from '@waystation/contract/channels/channel'
// Keys as rows with a state, on every database (server 7, decision D48).
import { expect, test } from 'vitest'
import { eachDatabase } from '../../../testing/databases/databases.ts'
import { editChannel } from '../channel-edit.ts'
import { changeTagged, setManyStatus } from '../channel-many-store.ts'
import { type ChannelColumns, createChannel, findChannel } from '../channel-store.ts'
import { untold } from '../testing/untold.ts'
import { addKeys, autoDisableKey, findKeys, removeKey, setKeyStatus } from './channel-key-store.ts'
import { storeKeyUses } from './channel-keys.ts'
import { keyRing } from './key-ring.ts'

const texts = { base_url: '', openai_organization: '', other: '', model_mapping: '', status_code_mapping: '', models: 'm' }
const more = {
  group_names: 'default',
  test_model: '',
  model_prefix: '',
  setting: '',
  param_override: '',
  system_prompt: '',
  other_info: '',
}
const columns: ChannelColumns = {
  ...{ ...texts, ...more, name: 'c', type: 1, status: 1, tag: '', remark: '' },
  ...{ max_input_tokens: 0, auto_ban: 1, priority: 0, weight: 0 },
}
const sealed = (...names: string[]) =>
  names.map((name) => ({ key_enc: `e-${name}`, key_hash: `h-${name}`, key_tail: name, row_uid: `u-${name}` }))

eachDatabase('keys of channels', ({ database }) => {
  const make = async (keys: readonly string[], tag = '') =>
    (await database().run(createChannel, { columns: { ...columns, tag }, keys: sealed(...keys) })).id
  const edit = (id: number, patch: ChannelPatch, keys: readonly string[] = [], keepsKeys = false) =>
    database().run(editChannel, {
      id,
      patch,
      keys: { document: [], list: sealed(...keys) },
      sealedProxy: undefined,
      keepsKeys,
      mayMoveKeys: true,
    })
  const keysOf = (id: number) => findKeys(database(), id)
  const shortly = async (id: number) => (await keysOf(id)).map(({ key_tail, status }) => `${key_tail}${status}`).join(' ')
  const idOf = async (id: number, tail: string) => (await keysOf(id)).find(({ key_tail }) => key_tail === tail)?.id ?? 0
  const kill = async (id: number, tail: string, reason = `dead ${tail}`) =>
    database().run(autoDisableKey, { channelId: id, keyId: await idOf(id, tail), reason, telling: untold, keyTelling: untold })
  const set = async (id: number, tail: string, isEnabled: boolean) =>
    database().run(setKeyStatus, { channelId: id, keyId: await idOf(id, tail), isEnabled })
  const channelOf = async (id: number) => findChannel(database(), id)

  test('many are disabled and enabled at once: what the gateway disabled stays so, and what has no key to serve with stays off', async () => {
    const [on, auto, keyless] = [await make(['a', 'b']), await make(['c']), await make(['d', 'e'])]
    await kill(on, 'a')
    await kill(auto, 'c')
    const switchAll = (isEnabled: boolean, keepsKeys = false) =>
      database().run(setManyStatus, { ids: [on, auto, keyless, 99_999, 2 ** 40], isEnabled, keepsKeys })
    const statuses = async () => Promise.all([on, auto, keyless].map(async (id) => (await channelOf(id))?.status))

    expect(await switchAll(false)).toEqual({ changed: [on, keyless], left_out: [] })
    expect(await statuses()).toEqual([2, 3, 2])
    expect((await channelOf(auto))?.other_info).toContain('dead c')
    // Taken back, its dead key stays dead.
    expect(await database().run(setManyStatus, { ids: [on], isEnabled: true, keepsKeys: true })).toEqual({ changed: [on], left_out: [] })
    expect(await shortly(on)).toBe('a3 b1')
    await set(keyless, 'd', false)
    await kill(keyless, 'e')
    expect(await switchAll(true, true)).toEqual({ changed: [], left_out: [auto, keyless] })
    expect(await switchAll(true)).toEqual({ changed: [auto, keyless], left_out: [] })
    expect(await statuses()).toEqual([1, 1, 1])
    expect(await channelOf(auto)).toMatchObject({ other_info: '' })
    // One that was enabled all along keeps its dead key too.
    expect(await Promise.all([on, auto, keyless].map(shortly))).toEqual(['a3 b1', 'c1', 'd2 e1'])
    expect(await database().run(setManyStatus, { ids: [], isEnabled: true, keepsKeys: false })).toEqual({ changed: [], left_out: [] })
  })

  test('a dead key is disabled once, with reason and time; the last one takes the channel along', async () => {
    const id = await make(['a', 'b'])
    expect(await kill(id, 'a')).toBe('key')
    expect(await kill(id, 'a', 'again')).toBe('nothing')
    const [first] = await keysOf(id)
    expect(first).toMatchObject({ status: 3, status_reason: 'dead a' })
    expect(first?.status_at).toBeGreaterThan(1_700_000_000)
    expect(await channelOf(id)).toMatchObject({ status: 1 })
    expect(await kill(id, 'b')).toBe('channel')
    const channel = await channelOf(id)
    expect(channel?.status).toBe(3)
    expect(JSON.parse(channel?.other_info ?? '')).toMatchObject({ status_reason: 'dead b', status_time: expect.any(Number) })
  })

  test('many keys that die at the same time disable the channel exactly once', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `k${at}`)
    const id = await make(names)
    const done = await Promise.all(names.map((name) => kill(id, name)))
    expect(done.toSorted()).toEqual(['channel', ...names.slice(1).map(() => 'key')])
    expect(await channelOf(id)).toMatchObject({ status: 3 })
  })

  test('a key of another channel is not touched, and an unknown channel is none', async () => {
    const [one, other] = [await make(['a']), await make(['b'])]
    expect(
      await database().run(autoDisableKey, {
        channelId: one,
        keyId: await idOf(other, 'b'),
        reason: '',
        telling: untold,
        keyTelling: untold,
      }),
    ).toBe('nothing')
    expect(await shortly(other)).toBe('b1')
    await expect(database().run(setKeyStatus, { channelId: one, keyId: await idOf(other, 'b'), isEnabled: false })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(kill(99_999, 'a')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('an edit keeps the rows of the keys that stay, in the new order', async () => {
    const id = await make(['a', 'b', 'c'])
    await kill(id, 'a')
    await set(id, 'b', false)
    const before = new Map((await keysOf(id)).map((row) => [row.key_tail, row.id]))
    await edit(id, {}, ['d', 'c', 'b', 'a'])
    expect(await shortly(id)).toBe('d1 c1 b2 a3')
    for (const { key_tail, id: rowId } of await keysOf(id)) if (key_tail !== 'd') expect(rowId).toBe(before.get(key_tail))
    await edit(id, {}, ['c', 'a'])
    expect(await shortly(id)).toBe('c1 a3')
  })

  test('enabling a channel again brings back what the gateway disabled, not what a person did; sending it as enabled brings back nothing', async () => {
    const id = await make(['a', 'b', 'c'])
    await set(id, 'a', false)
    await kill(id, 'b')
    await edit(id, { status: 1 })
    expect(await shortly(id)).toBe('a2 b3 c1')
    await edit(id, { status: 2 })
    await edit(id, { status: 1 })
    expect(await shortly(id)).toBe('a2 b1 c1')
    expect((await keysOf(id))[1]).toMatchObject({ status_reason: '', status_at: 0 })
  })

  test('enabling a tag does so for its channels that were disabled', async () => {
    const [off, on] = [await make(['a'], 'team'), await make(['b', 'c'], 'team')]
    await kill(off, 'a')
    await kill(on, 'b')
    await database().run(changeTagged, { tag: 'team', columns: { status: 1, other_info: '' } })
    expect([await shortly(off), await shortly(on)]).toEqual(['a1', 'b3 c1'])
  })

  test('an enabled channel keeps an enabled key, whether one is disabled or the keys are edited', async () => {
    const id = await make(['a', 'b'])
    await set(id, 'a', false)
    await expect(set(id, 'b', false)).rejects.toMatchObject({ code: 'channel_last_key' })
    await expect(edit(id, {}, ['a'])).rejects.toMatchObject({ code: 'channel_last_key' })
    expect(await shortly(id)).toBe('a2 b1')
  })

  test('a channel that was disabled for want of a key serves again with the one that is enabled by hand', async () => {
    const id = await make(['a', 'b'])
    await kill(id, 'a')
    await kill(id, 'b')
    expect(await set(id, 'b', true)).toBe(true)
    expect(await set(id, 'b', true)).toBe(false)
    expect(await shortly(id)).toBe('a3 b1')
    expect(await channelOf(id)).toMatchObject({ status: 1, other_info: '' })
  })

  test('keys are added behind the others and removed one by one; what stays keeps its state', async () => {
    const id = await make(['a', 'b'])
    await kill(id, 'a')
    const add = (...names: string[]) => database().run(addKeys, { channelId: id, keys: sealed(...names) })
    const remove = async (tail: string) => database().run(removeKey, { channelId: id, keyId: await idOf(id, tail) })
    await add('b', 'c', 'c')
    expect(await shortly(id)).toBe('a3 b1 c1')
    await expect(add('a', 'b')).rejects.toMatchObject({ code: 'channel_key_known', fields: { key: 'channel_key_known' } })
    await remove('b')
    await add('d')
    expect(await shortly(id)).toBe('a3 c1 d1')
    await remove('d')
    await expect(remove('c')).rejects.toMatchObject({ code: 'channel_last_key' })
    await expect(remove('nobody')).rejects.toMatchObject({ code: 'not_found' })
    expect(await shortly(id)).toBe('a3 c1')
  })

  test('a channel keeps its only key, and one that was disabled for want of a key serves again with a new one', async () => {
    const id = await make(['a'])
    await edit(id, { status: 2 })
    await expect(database().run(removeKey, { channelId: id, keyId: await idOf(id, 'a') })).rejects.toMatchObject({
      code: 'channel_only_key',
    })
    await edit(id, { status: 1 })
    await kill(id, 'a')
    expect(await channelOf(id)).toMatchObject({ status: 3 })
    await database().run(addKeys, { channelId: id, keys: sealed('b') })
    expect([await shortly(id), await channelOf(id)]).toEqual(['a3 b1', expect.objectContaining({ status: 1, other_info: '' })])
    await expect(database().run(addKeys, { channelId: 99_999, keys: sealed('c') })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a disabling that is taken back leaves every key as it was', async () => {
    const id = await make(['a', 'b'])
    await kill(id, 'a')
    const before = await keysOf(id)
    await edit(id, { status: 2 })
    await edit(id, { status: 1 }, [], true)
    expect(await keysOf(id)).toEqual(before)
    expect(await channelOf(id)).toMatchObject({ status: 1 })
  })

  test('uses are stored in one go', async () => {
    const id = await make(['a', 'b', 'c'])
    let nowMs = 1_800_000_000_000
    const ring = keyRing(() => nowMs)
    const channel = { id, keys: (await keysOf(id)).map((row) => ({ id: row.id, secret: '' })) }
    ring.next(channel, 'm')
    nowMs += 5000
    ring.next(channel, 'm')
    await storeKeyUses(database(), ring)
    expect((await keysOf(id)).map(({ used_at }) => used_at)).toEqual([1_800_000_000, 1_800_000_005, 0])
    await storeKeyUses(database(), ring)
  })
})
