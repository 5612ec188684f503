// Channels that the gateway disables and enables by itself, on every database.
import { ChannelDraft } from '@waystation/contract/channels/channel'
import { beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../../testing/databases/databases.ts'
import { createUser } from '../../user/user-store.ts'
import { channelColumns, channelJson } from '../channel-draft.ts'
import { editChannel } from '../channel-edit.ts'
import { type ChannelColumns, createChannel, findChannel } from '../channel-store.ts'
import { autoDisableKey, findKeys, setKeyStatus } from '../keys/channel-key-store.ts'
import { untold } from '../testing/untold.ts'
import { disableChannel, enableTested } from './auto-status-store.ts'

const asRoot = { keepsKeys: false, mayMoveKeys: true }

eachDatabase('channels that are switched off and on', ({ database }) => {
  let rootId = 0
  beforeAll(async () => {
    const person = { username: 'root', displayName: 'root', passwordHash: '', role: 100, group: 'default', email: '', language: '' }
    rootId = await database().run(createUser, { ...person, quota: 0, cause: 'test' })
  })

  const make = async (keys: readonly string[] = ['a'], fields: object = {}): Promise<number> => {
    const draft = ChannelDraft.decode({ name: 'c', type: 8, key: 'k', models: 'm', base_url: 'https://far.example', ...fields } as never)
    const columns = { other_info: '', ...channelColumns(draft) } as ChannelColumns
    const sealed = keys.map((name) => ({ key_enc: `e-${name}`, key_hash: `h-${name}`, key_tail: name, row_uid: `u-${name}` }))
    return (await database().run(createChannel, { columns, keys: sealed })).id
  }
  const shown = async (id: number) => {
    const row = await findChannel(database(), id)
    return row && channelJson(row)
  }
  const idOf = async (id: number, tail: string) => (await findKeys(database(), id)).find(({ key_tail }) => key_tail === tail)?.id ?? 0
  const states = async (id: number) => (await findKeys(database(), id)).map(({ status }) => status)
  const kill = async (channelId: number, tail: string) =>
    database().run(autoDisableKey, { channelId, keyId: await idOf(channelId, tail), reason: '401', telling: untold, keyTelling: untold })
  const pass = async (channelId: number, tail: string, telling = untold) =>
    database().run(enableTested, { channelId, keyId: await idOf(channelId, tail), telling, keyTelling: untold })
  const cause = { reason: 'used up', error: { code: 'channel_balance_used_up', facts: { amount: '0.00' } } } as const
  const disable = (id: number, telling = untold) => database().run(disableChannel, { id, cause, telling })
  const titles = async () => (await database().read.selectFrom('message').select('title').execute()).map(({ title }) => title)
  const told = (title: string, identity: string, pauseSeconds = 7200) => ({
    ...{ messages: [{ userId: rootId, title, content: 'x' }], deliveries: [], identity, pauseSeconds },
  })

  test('a channel is disabled once, with its reason; one that a person disabled is left alone', async () => {
    const [on, off] = [await make(), await make(['a'], { status: 2 })]
    expect([await disable(on), await disable(on), await disable(off)]).toEqual([true, false, false])
    expect((await shown(off))?.status).toBe(2)
    const channel = await shown(on)
    expect(channel?.status).toBe(3)
    expect(JSON.parse(channel?.other_info ?? '')).toEqual({
      status_reason: 'used up',
      status_time: expect.any(Number),
      status_code: 'channel_balance_used_up',
      status_facts: { amount: '0.00' },
    })
    await expect(disable(2_000_000_000)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a channel comes back with the key that passed a test; its other dead keys stay so until they pass one', async () => {
    const id = await make(['a', 'b', 'c'])
    for (const tail of ['a', 'b', 'c']) await kill(id, tail)
    expect(await shown(id)).toMatchObject({ status: 3 })
    expect(await pass(id, 'b')).toBe('channel')
    expect(await shown(id)).toMatchObject({ status: 1, other_info: '' })
    expect(await states(id)).toEqual([3, 1, 3])
    expect(await pass(id, 'a')).toBe('key')
    expect(await pass(id, 'a')).toBe('nothing')
    expect(await states(id)).toEqual([1, 1, 3])
  })

  test('a channel that was disabled for another reason than its keys comes back, too', async () => {
    const id = await make(['a'])
    await disable(id)
    expect(await pass(id, 'a')).toBe('channel')
    expect(await shown(id)).toMatchObject({ status: 1, other_info: '' })
  })

  test('what a person disabled stays so: the channel, and the key', async () => {
    const off = await make(['a', 'b'])
    await kill(off, 'a')
    await database().run(editChannel, {
      id: off,
      patch: { status: 2 },
      keys: { document: [], list: [] },
      sealedProxy: undefined,
      ...asRoot,
    })
    expect(await pass(off, 'a')).toBe('nothing')
    expect([(await shown(off))?.status, ...(await states(off))]).toEqual([2, 3, 1])

    const id = await make(['a', 'b'])
    await database().run(setKeyStatus, { channelId: id, keyId: await idOf(id, 'a'), isEnabled: false })
    await kill(id, 'b')
    expect(await pass(id, 'a')).toBe('nothing')
    expect([(await shown(id))?.status, ...(await states(id))]).toEqual([3, 2, 3])
  })

  test('the super admins are told of a change if it was made, and of the same of one channel once in two hours', async () => {
    const [one, other] = [await make(), await make()]
    await disable(one, told('one is off', `channel_update_${one}_3`))
    await disable(one, told('one is off, though it was', `channel_update_${one}_3`, 0))
    await pass(one, 'a', told('one is on', `channel_update_${one}_1`))
    await disable(one, told('one is off again', `channel_update_${one}_3`))
    await disable(other, told('other is off', `channel_update_${other}_3`))
    await pass(other, 'a')
    await disable(other, told('other is off much later', `channel_update_${other}_3`, 0))
    expect(await titles()).toEqual(['one is off', 'one is on', 'other is off', 'other is off much later'])
  })

  test('of the last key that dies the same is told', async () => {
    const id = await make(['a', 'b'])
    const die = async (tail: string, title: string) =>
      database().run(autoDisableKey, {
        ...{ channelId: id, keyId: await idOf(id, tail), reason: '' },
        telling: told(title, 'last'),
        keyTelling: untold,
      })
    await die('a', 'not yet')
    await die('b', 'now')
    expect(await titles()).toContain('now')
    expect(await titles()).not.toContain('not yet')
  })
})
