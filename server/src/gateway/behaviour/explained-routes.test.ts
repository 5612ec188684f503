// `POST /api/routing/explain`: where a call would go now, and why not elsewhere; asking changes nothing.
import type { RouteExplanation } from '@waystation/contract/calls/route'
import type { Channel, ChannelCounts } from '@waystation/contract/channels/channel'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeProvider, openFakeProvider } from '../../testing/fakes/fake-provider.ts'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openPayers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let bad: FakeProvider
const made: number[] = []

beforeAll(async () => {
  bad = await openFakeProvider()
  const options = { 'relay.failures_before_rest': '5', 'relay.conversation_affinity': 'true' }
  world = await openWorld({
    channel: null,
    ratios: { 'fake-chat': 1, 'fake-small': 1, 'fake-folded': 1, 'text-embedding-fake': 1 },
    options,
  })
}, 180_000)
afterAll(async () => {
  await world.close()
  await bad.close()
})
beforeEach(() => {
  world.provider.clear()
  bad.clear()
})
afterEach(async () => {
  for (const id of made.splice(0)) await world.console.call('DELETE', `/api/channel/${id}/`)
})

async function add(name: string, fields: object = {}): Promise<number> {
  const id = await world.addChannel({ name, key: `${name}-key`, ...fields })
  made.push(id)
  return id
}
const change = (id: number, fields: object) => world.console.call('PUT', '/api/channel/', { id, ...fields })
const explain = (question: object = {}) =>
  world.console.call<RouteExplanation>('POST', '/api/routing/explain', { model: 'fake-chat', group: 'default', ...question })
const turn = (content: string) => ({ model: 'fake-chat', messages: [{ role: 'user', content }] })
const ask = (content = 'hello', headers?: Record<string, string>) => world.post('/v1/chat/completions', turn(content), headers)

test('tiers stand in order, with shares by weight + 10 of those that can be used', async () => {
  await add('light', { weight: 0 })
  const heavy = await add('heavy', { weight: 30 })
  await add('middle', { weight: 10, priority: 0 })
  const last = await add('last', { priority: -5 })
  const { tiers, refusal, out, endpoint, stream, ...rest } = await explain()
  expect(tiers.map(({ priority, usable, unusable }) => [priority, usable, unusable])).toEqual([
    [0, 3, 0],
    [-5, 1, 0],
  ])
  expect(tiers[0]?.candidates.map(({ channel_name, share }) => [channel_name, share])).toEqual([
    ['heavy', 57.1],
    ['middle', 28.6],
    ['light', 14.3],
  ])
  expect(tiers[0]?.candidates[0]).toEqual({
    ...{
      channel_id: heavy,
      channel_name: 'heavy',
      upstream_model: 'fake-chat',
      weight: 30,
      is_usable: true,
      is_translated: false,
      share: 57.1,
    },
    ...{ under_way: 0, first_ms: null, reason: null, message: null, wait_seconds: null },
  })
  expect(tiers[1]?.candidates).toMatchObject([{ channel_id: last, share: 100 }])
  expect({ refusal, out, endpoint, stream }).toEqual({ refusal: null, out: [], endpoint: '/v1/chat/completions', stream: false })
  expect(rest).toMatchObject({ model: 'fake-chat', group: 'default', home: null, trial: null, tiers_left_out: 0 })
})

test('what is out is folded by its reason and counted, in the language of the reader', async () => {
  const models = 'fake-folded'
  await add('good', { models })
  const off = [await add('off', { models }), await add('off too', { models })]
  for (const id of off) await change(id, { status: 2 })
  await add('vip', { models, group: 'vip' })
  await add('far', { models, model_prefix: 'far/' })
  await add('small', { models, max_input_tokens: 100 })
  const { tiers, out } = await explain({ model: models, request: turn('word '.repeat(1000)) })
  expect(out.map(({ reason, count, message }) => [reason, count, message])).toEqual([
    ['context_length_exceeded', 1, 'The input exceeds the limit of the channel'],
    ['disabled', 2, 'Disabled manually'],
    ['not_in_group', 1, 'Serves other groups only'],
    ['only_prefixed', 1, 'Serves the model under a longer name only'],
  ])
  expect(out[1]?.channels.map(({ channel_id }) => channel_id)).toEqual(off)
  expect(tiers[0]).toMatchObject({ usable: 1, unusable: 1 })
  expect(tiers[0]?.candidates[1]).toMatchObject({ channel_name: 'small', is_usable: false, share: null, reason: 'context_length_exceeded' })
})

test('a channel that rests is told with the time to wait, a cooling key too', async () => {
  await add('good')
  const failing = await add('failing', { base_url: bad.url, priority: 5 })
  bad.next(scenario.refuse(500), 100)
  for (let n = 0; n < 6; n++) await ask(`question ${n}`)
  const rests = (await explain()).out.find(({ reason }) => reason === 'failing')
  expect(rests).toMatchObject({ count: 1, channels: [{ channel_id: failing, channel_name: 'failing' }] })
  // Lists tell it too, until its calls succeed again.
  const resting = await world.console.call<Channel[]>('GET', '/api/channel/?status=resting')
  expect(resting).toMatchObject([{ id: failing, status: 1, resting: { reason: 'failing', models: [] } }])
  expect(resting[0]?.resting?.since).toBeGreaterThan(Date.now() / 1000 - 60)
  expect(resting[0]?.resting?.until).toBeGreaterThanOrEqual(resting[0]?.resting?.since ?? 0)
  const dearest = await world.console.call<Channel[]>('GET', '/api/channel/?sort=-failed')
  expect(dearest[0]?.id).toBe(failing)
  expect((await world.console.call<ChannelCounts>('GET', '/api/channel/counts')).resting).toBe(1)
  expect(rests?.wait_seconds).toBeGreaterThan(0)
  expect(rests?.message).toBe(`Paused after failures; next try in ${rests?.wait_seconds} s`)

  const cooling = await add('cooling', { base_url: bad.url, priority: 9 })
  bad.clear()
  bad.next(scenario.refuse(429, 'slow down', { 'retry-after': '40' }), 1)
  await ask('one more')
  const { tiers } = await explain()
  expect(tiers[0]?.candidates[0]).toMatchObject({ channel_id: cooling, is_usable: false, reason: 'keys_cooling' })
  expect(tiers[0]?.candidates[0]?.wait_seconds).toBeGreaterThan(30)
})

test('where all rest, it names the channel that a call may try before its time; asking takes no trial', async () => {
  const only = await add('only', { base_url: bad.url })
  bad.next(scenario.refuse(500), 100)
  for (let n = 0; n < 5; n++) await ask(`question ${n}`)
  await expect.poll(async () => (await explain()).trial).toMatchObject({ channel_id: only })
  for (let n = 0; n < 20; n++) expect((await explain()).trial).not.toBeNull()
  expect(bad.requests).toHaveLength(5)
  bad.clear()
  expect((await ask()).status).toBe(200)
})

test('asking sends nothing, holds nothing, logs nothing and uses no turn of a key', async () => {
  await add('keys', { key: 'key-a\nkey-b' })
  await world.setOption('relay.conversation_affinity', 'false')
  const rows = (await world.logs(0)).length
  const keys: unknown[] = []
  for (let n = 0; n < 4; n++) {
    await explain({ request: turn('hello') })
    await ask()
    keys.push(world.provider.requests.at(-1)?.headers.authorization)
  }
  await world.setOption('relay.conversation_affinity', 'true')
  expect(keys).toEqual(['Bearer key-a', 'Bearer key-b', 'Bearer key-a', 'Bearer key-b'])
  expect(world.provider.requests).toHaveLength(4)
  expect(await world.logs(rows + 4)).toHaveLength(rows + 4)
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
})

test('the home of a conversation is named, and only that of the user who has it', async () => {
  await add('one')
  await add('two')
  await ask('remember me')
  const served = (await world.logs(1))[0]?.channel
  const user_id = world.console.userId
  const request = turn('remember me')
  expect((await explain({ user_id, request })).home).toMatchObject({ channel_id: served, is_first: true })
  expect((await explain({ user_id, request: turn('never said') })).home).toBeNull()
  expect((await explain({ request })).home).toBeNull()
  await change(Number(served), { weight: 3 })
  expect((await explain({ user_id, request })).home).toMatchObject({ channel_id: served, is_first: false })
})

describe('who asks', () => {
  test('a token decides group and models, and what would refuse its calls is told', async () => {
    await add('default only')
    await add('vip only', { group: 'vip', weight: 7 })
    const { id } = await world.addToken({ group: 'vip', model_limits_enabled: true, model_limits: 'fake-small' })
    const { group, tiers, refusal } = await explain({ group: undefined, token_id: id })
    expect(group).toBe('vip')
    expect(tiers[0]?.candidates).toMatchObject([{ channel_name: 'vip only', weight: 7 }])
    expect(refusal).toMatchObject({ code: 'model_not_allowed', message: expect.stringContaining('fake-chat') })
  })

  test('a model that nobody offers, and one that is out of reach', async () => {
    expect((await explain({ model: 'unheard-of' })).refusal).toMatchObject({ code: 'model_not_found' })
    await add('elsewhere', { models: 'fake-small', group: 'vip' })
    expect((await explain({ model: 'fake-small' })).refusal).toMatchObject({ code: 'get_channel_failed' })
    expect((await explain({ group: 'no-such-group' })).refusal).toMatchObject({ code: 'group_ratio_missing' })
  })

  test('questions that cannot be answered are refused with the field that is wrong', async () => {
    const fields = async (question: object) =>
      (await world.console.ask('POST', '/api/routing/explain', { model: 'fake-chat', ...question })).body
    expect(await fields({})).toMatchObject({ success: false, fields: { group: expect.any(String) } })
    expect(await fields({ group: 'default', token_id: 1 })).toMatchObject({ success: false, fields: { token_id: expect.any(String) } })
    expect(await fields({ group: 'default', endpoint: '/v1/nothing' })).toMatchObject({ success: false })
    expect(await fields({ token_id: 999_999 })).toMatchObject({ success: false, code: 'not_found' })
    expect(await fields({ user_id: 999_999 })).toMatchObject({ success: false, code: 'not_found' })
    const bad = await fields({ group: 'default', request: { messages: 'no list' } })
    expect(bad).toMatchObject({ success: false, code: 'invalid_text_request' })
    expect(String(bad.message)).toContain('messages')
  })

  test('only admins may ask', async () => {
    const payers = await openPayers(world)
    const { console: plain } = await payers.add(1000)
    await payers.database.close()
    expect((await plain.ask('POST', '/api/routing/explain', { model: 'fake-chat', group: 'default' })).body).toMatchObject({
      code: 'no_permission',
    })
  })
})

test('channels that speak the dialect of the endpoint have all of the share, the others come later', async () => {
  await add('claude', { type: 14, weight: 90 })
  await add('chat')
  const shares = async (endpoint: string) =>
    (await explain({ endpoint })).tiers[0]?.candidates.map(({ channel_name, share, is_translated }) => [channel_name, share, is_translated])
  expect(await shares('/v1/chat/completions')).toEqual([
    ['chat', 100, false],
    ['claude', 0, true],
  ])
  expect(await shares('/v1/messages')).toEqual([
    ['claude', 100, false],
    ['chat', 0, true],
  ])
})

test('a model is asked about at its usual endpoint, or at the one that is named', async () => {
  await add('vectors', { models: 'text-embedding-fake' })
  expect((await explain({ model: 'text-embedding-fake' })).endpoint).toBe('/v1/embeddings')
  const claude = await explain({ model: 'text-embedding-fake', endpoint: '/v1/messages', stream: true })
  expect(claude).toMatchObject({ endpoint: '/v1/messages', stream: true })
})
