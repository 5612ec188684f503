import { ChannelDraft, ChannelPatch } from '@waystation/contract/channels/channel'
import { traitsOf } from '@waystation/contract/models/traits'
import { beforeAll, expect, test } from 'vitest'
import { secretsOf } from '../../lib/secret.ts'
import { localInvalidation } from '../../lib/shared/invalidation.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { loadChannels } from '../catalog/catalog-store.ts'
import type { Prober } from '../ports.ts'
import { type ChannelService, channelService } from './channel-service.ts'
import { channelHours } from './health/channel-hours.ts'
import { autoDisableKey, findKeys } from './keys/channel-key-store.ts'
import { keyRing } from './keys/key-ring.ts'
import { untold } from './testing/untold.ts'

const root = { id: 1, username: 'root', role: 100, group: 'default', language: '' }
const admin = { ...root, id: 2, username: 'admin', role: 10 }
const draft = (fields: Record<string, unknown>): ChannelDraft =>
  ChannelDraft.decode({ name: 'a channel', type: 1, key: 'key-1', models: 'model-a,model-b', ...fields } as never)
const patch = (fields: Record<string, unknown>): ChannelPatch => ChannelPatch.decode(fields as never)
const asked: { readonly key: string }[] = []
const prober: Prober = {
  probe: () => Promise.reject(new Error('not used')),
  fetchModels: async (target) => {
    asked.push(target)
    return []
  },
  addressOf: () => '',
  readBalance: () => Promise.reject(new Error('unused')),
}
const first = { offset: 0, limit: 100 }

eachDatabase('channels', ({ database }) => {
  const secrets = secretsOf(Buffer.alloc(32, 1))
  let channels: ChannelService
  let published: (number | undefined)[] = []

  beforeAll(async () => {
    const invalidation = localInvalidation()
    invalidation.subscribe('channel', (id) => published.push(id))
    channels = channelService({
      database: database(),
      secrets,
      invalidation,
      stepUp: { demand: async () => {} },
      prober,
      options: { get: (option) => option.default },
      prices: { isPriced: () => true },
      traits: traitsOf,
      ledger: { note: () => {} },
      hours: channelHours({ now: Date.now }),
      ring: keyRing(Date.now),
      rests: { all: async () => new Map() },
      auto: { disableKey: async () => 'nothing', disable: async () => false, enableTested: async () => 'nothing' },
      notices: { runEnded: async () => {}, lowBalance: async () => untold, wake: () => {} },
      onTrouble: (error) => expect(error).toBeUndefined(),
      now: Date.now,
      roots: { tellNew: async () => {} },
      audit: { write: async () => {} },
      bareName: () => undefined,
      isLogWhole: () => true,
    })
  })

  const keysOf = async (id: number) =>
    (await loadChannels(database(), secrets, id, (_id, error) => expect(error).toBeUndefined()))[0]?.keys.map(({ secret }) => secret)

  test('keys are stored one by one, sealed, in order, and are in no answer', async () => {
    const channel = await channels.create(root, draft({ key: 'secret-1\nsecret-2, secret-3\n\nsecret-1' }))
    expect(channel).toMatchObject({ has_key: true, key_count: 3, status: 1, group: 'default', models: 'model-a,model-b' })
    expect(JSON.stringify([channel, await channels.get(channel.id), await channels.lists.page({}, first)])).not.toContain('secret')
    expect(await keysOf(channel.id)).toEqual(['secret-1', 'secret-2', 'secret-3'])
    const rows = await database().read.selectFrom('channel_key').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('secret-')
  })

  test('a change touches only sent fields; an empty key leaves the keys, a new one replaces them all', async () => {
    const { id } = await channels.create(root, draft({ key: 'one,two', priority: 5, weight: 3, tag: 'tagged' }))
    published = []
    expect((await channels.change(root, id, { weight: 0, key: '' })).after).toMatchObject({
      weight: 0,
      priority: 5,
      tag: 'tagged',
      key_count: 2,
    })
    expect(published).toEqual([id])
    expect((await channels.change(root, id, { tag: '' })).after).toMatchObject({ tag: '', weight: 0 })
    await channels.change(root, id, { key: 'three' })
    expect(await keysOf(id)).toEqual(['three'])
  })

  test('texts of JSON keep their wording, and an empty object is no text', async () => {
    const text = '{\n  "a": "b"\n}'
    const { id, model_mapping } = await channels.create(root, draft({ model_mapping: text }))
    expect(model_mapping).toBe(text)
    expect((await channels.change(root, id, patch({ model_mapping: '{}' }))).after.model_mapping).toBe('')
  })

  test('the address loses its trailing slashes', async () => {
    expect((await channels.create(root, draft({ base_url: 'https://a.test/v1//' }))).base_url).toBe('https://a.test/v1')
  })

  test.each([
    ['channel_type_ended', { type: 11 }],
    ['channel_type_unsupported', { type: 57 }],
    ['base_url_required', { type: 999, base_url: '' }],
    ['channel_models_required', { models: '' }],
    ['channel_model_name', { models: 'x'.repeat(256) }],
    ['channel_key_required', { key: ' \n, ' }],
    ['base_url_required', { type: 8, base_url: '' }],
    ['bad_url', { base_url: 'ftp://a.test' }],
    ['bad_url', { base_url: 'nonsense' }],
    ['bad_url', { base_url: 'glm-coding-plan' }],
    ['channel_account_required', { type: 39 }],
    ['channel_account_required', { type: 39, base_url: 'https://api.cloudflare.com' }],
    ['channel_account_invalid', { type: 39, other: '../../zones' }],
  ])('%s refuses %j', async (code, fields) => {
    await expect(channels.create(root, draft(fields))).rejects.toMatchObject({ code })
  })

  test('a copy takes the keys along', async () => {
    const { id } = await channels.create(root, draft({ key: 'k1,k2' }))
    const copy = await channels.create(root, draft({ name: 'copy', key: '' }), id)
    expect(await keysOf(copy.id)).toEqual(['k1', 'k2'])
    await expect(channels.create(root, draft({ key: '' }), 99_999)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('an admin cannot send stored keys to another host; the super admin, or an admin who has the key, can', async () => {
    const { id } = await channels.create(root, draft({ key: 'stored' }))
    const elsewhere = { base_url: 'https://evil.test' }
    await expect(channels.change(admin, id, elsewhere)).rejects.toMatchObject({ code: 'channel_key_again' })
    await expect(channels.create(admin, draft({ key: '', ...elsewhere }), id)).rejects.toMatchObject({ code: 'channel_key_again' })
    const keyOf = async (caller: typeof root, fields: Record<string, unknown>) => {
      await channels.drafts.fetchModels(caller, { ...draft({ key: '', ...fields }), id })
      return asked.at(-1)?.key
    }
    await expect(keyOf(admin, elsewhere)).rejects.toMatchObject({ code: 'channel_key_again' })
    expect(await keyOf(admin, { base_url: 'https://api.openai.com/v1' })).toBe('stored')
    expect(await keyOf(admin, { key: 'own', ...elsewhere })).toBe('own')
    expect(await keyOf(root, elsewhere)).toBe('stored')
    expect((await channels.change(admin, id, { ...elsewhere, key: 'own' })).after.base_url).toBe('https://evil.test')
  })

  test('a plan is named in place of an address at its own vendor, and its keys stay at its host', async () => {
    const { id } = await channels.create(root, draft({ type: 26, key: 'stored', base_url: 'glm-coding-plan' }))
    expect(await channels.get(id)).toMatchObject({ base_url: 'glm-coding-plan' })
    await expect(channels.change(admin, id, { base_url: 'glm-coding-plan-international' })).rejects.toMatchObject({
      code: 'channel_key_again',
    })
    await expect(channels.change(root, id, { type: 1, key: 'other' })).rejects.toMatchObject({ code: 'bad_url' })
    expect((await channels.change(admin, id, { base_url: '' })).after.base_url).toBe('')
    expect((await channels.change(admin, id, { base_url: 'glm-coding-plan' })).after.base_url).toBe('glm-coding-plan')
  })

  test('an account is needed while the address has a place for it', async () => {
    const gateway = 'https://gateway.ai.cloudflare.com/v1/acc/gate/workers-ai/v1'
    const { id } = await channels.create(root, draft({ type: 39, base_url: gateway }))
    await expect(channels.change(root, id, { base_url: '' })).rejects.toMatchObject({ code: 'channel_account_required' })
    expect((await channels.change(root, id, { base_url: '', other: '0123456789abcdef' })).after).toMatchObject({
      other: '0123456789abcdef',
    })
    await expect(channels.change(root, id, { other: 'a/b' })).rejects.toMatchObject({ code: 'channel_account_invalid' })
    await expect(channels.change(root, id, { other: '' })).rejects.toMatchObject({ code: 'channel_account_required' })
  })

  test('a number that no list has is stored as it is', async () => {
    const { id } = await channels.create(root, draft({ type: 4711, base_url: 'https://far.test' }))
    expect(await channels.get(id)).toMatchObject({ type: 4711, base_url: 'https://far.test' })
  })

  test('keys do not follow an admin to the host that a channel leaves at the same time', async () => {
    const { id } = await channels.create(root, draft({ base_url: 'https://old.test' }))
    const moved = { base_url: 'https://new.test', key: 'new-key' }
    await Promise.allSettled([channels.change(root, id, moved), channels.change(admin, id, { base_url: 'https://old.test' })])
    expect((await channels.get(id)).base_url).toBe('https://new.test')
  })

  test('an unknown channel is neither changed nor deleted', async () => {
    for (const id of [0, 99_999, 2_147_483_648]) {
      await expect(channels.change(root, id, { weight: 1 })).rejects.toMatchObject({ code: 'not_found' })
      await expect(channels.remove(id)).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  test('deleting takes the keys along', async () => {
    const { id } = await channels.create(root, draft({}))
    await channels.remove(id)
    expect(await keysOf(id)).toBeUndefined()
    expect(await database().read.selectFrom('channel_key').select('id').where('channel_id', '=', id).execute()).toEqual([])
  })

  test('enabling takes the reason of an auto-disabling away', async () => {
    const { id } = await channels.create(root, draft({}))
    const [key] = await findKeys(database(), id)
    expect(
      await database().run(autoDisableKey, {
        channelId: id,
        keyId: key?.id ?? 0,
        reason: 'no credit',
        telling: untold,
        keyTelling: untold,
      }),
    ).toBe('channel')
    expect(JSON.parse((await channels.get(id)).other_info)).toMatchObject({ status_reason: 'no credit' })
    expect((await channels.change(root, id, { status: 1 })).after).toMatchObject({ status: 1, other_info: '' })
  })
})
