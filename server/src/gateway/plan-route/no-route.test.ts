import type { CandidateFact } from '@waystation/contract/calls/log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CatalogSnapshot } from '../../domain/catalog/channel-index.ts'
import { LostModels } from '../../domain/catalog/lost-models.ts'
import type { RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import type { SkippedChannel } from '../attempt.ts'
import { openWorld, type World } from '../testing/world.ts'
import { NoRoute, noRouteFacts } from './no-route.ts'

const channel = (id: number, more: Partial<RoutableChannel> = {}) =>
  ({ id, priority: 0, weight: 0, groups: ['default'], models: [], prefix: '', maxInputTokens: 0, ...more }) as RoutableChannel

function refusal(
  skipped: readonly SkippedChannel[],
  offering: readonly RoutableChannel[],
  nearMisses: ReturnType<CatalogSnapshot['nearMisses']> = [],
) {
  const catalog = { offering: () => offering.map((one) => ({ channel: one, model: 'm' })), nearMisses: () => nearMisses } as never
  return new NoRoute('get_channel_failed', {}, { skipped, search: { catalog, group: 'default', model: 'm' } })
}

test('channels that were looked at come first, then those of the group, then others; a dozen is named and all are counted', () => {
  const others = Array.from({ length: 500 }, (_, at) => channel(100 + at, { groups: ['vip', 'a', 'b', 'c', 'd', 'e'] }))
  const cooling = channel(1)
  const off = channel(2)
  const facts = noRouteFacts(refusal([{ channel: cooling, reason: 'keys_cooling', waitMs: 1200 }], [...others, off, cooling]))
  expect(facts.candidate_count).toBe(502)
  expect(facts.skip_counts).toEqual({ keys_cooling: 1, disabled: 1, not_in_group: 500 })
  expect(facts.candidates).toHaveLength(12)
  expect(facts.candidates?.slice(0, 3)).toEqual([
    { channel_id: 1, skipped: 'keys_cooling', wait_seconds: 2 },
    { channel_id: 2, skipped: 'disabled' },
    { channel_id: 100, skipped: 'not_in_group', groups: ['vip', 'a', 'b', 'c', 'd'] },
  ])
})

test('a channel whose limit the input exceeds lists its limit; for a pinned channel no other is listed', () => {
  const small = channel(1, { maxInputTokens: 4000 })
  const skipped: SkippedChannel[] = [{ channel: small, reason: 'context_length_exceeded' }]
  expect(noRouteFacts(new NoRoute('context_length_exceeded', {}, { skipped, search: undefined }))).toEqual({
    candidates: [{ channel_id: 1, skipped: 'context_length_exceeded', input_limit: 4000 }],
  })
  expect(noRouteFacts(refusal([], []))).toEqual({})
})

test('a name that a channel lost is remembered with its time, the last loss first', () => {
  let nowMs = 1_000_000
  const lost = new LostModels(() => nowMs)
  lost.note(channel(1, { models: ['m', 'n'] }), channel(1, { models: ['n'] }))
  nowMs = 2_000_000
  lost.note(channel(2, { models: ['m'], prefix: 'x/' }), undefined)
  lost.note(channel(3, { models: ['m'] }), undefined)
  lost.note(channel(1, { models: ['m'] }), channel(1, { models: ['m'], prefix: 'y/' }))
  expect(lost.of('m')).toEqual([
    { channelId: 1, since: 2000 },
    { channelId: 3, since: 2000 },
  ])
  expect(lost.of('x/m')).toEqual([{ channelId: 2, since: 2000 }])
  expect(lost.of('n')).toEqual([])
})

describe('in the log of a refused call', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ channel: null, ratios: { wanted: 1, bygone: 1, again: 1 } })
  }, 180_000)
  afterAll(() => world.close())

  let calls = 0
  const ask = async (model: string) => {
    calls += 1
    const answer = await world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hello' }] })
    return { status: answer.status, row: (await world.logs(calls))[0] }
  }
  const change = (id: number, fields: object) => world.console.call('PUT', '/api/channel/', { id, ...fields })

  const offered = async (): Promise<string[]> => {
    const answer = await fetch(`${world.url}/v1/models`, { headers: { authorization: `Bearer ${world.key}` } })
    const { data } = (await answer.json()) as { data: { id: string }[] }
    return data.map(({ id }) => id)
  }

  test('every channel that has the model is named with why it is out, and so are those that nearly have it', async () => {
    const off = await world.addChannel({ name: 'off', models: 'wanted', priority: 7 })
    const vip = await world.addChannel({ name: 'vip only', models: 'wanted', group: 'vip,svip' })
    const prefixed = await world.addChannel({ name: 'prefixed', models: 'wanted', model_prefix: 'far/' })
    const cut = await world.addChannel({ name: 'cut', models: 'wanted,else' })
    const gone = await world.addChannel({ name: 'gone', models: 'wanted,bygone' })
    const mapped = await world.addChannel({ name: 'mapped', models: 'else', model_mapping: '{"wanted":"far-wanted"}' })
    // Only what the catalog has seen can be lost: two changes may be read as one.
    await expect.poll(offered).toContain('bygone')
    await change(off, { status: 2 })
    await change(cut, { models: 'else' })
    await world.console.call('DELETE', `/api/channel/${gone}`)

    const { status, row } = await ask('wanted')
    expect(status).toBe(503)
    const since = expect.closeTo(Date.now() / 1000, -2)
    expect(row?.facts.admin_info?.candidates).toEqual([
      { channel_id: off, channel_name: 'off', priority: 7, skipped: 'disabled' },
      { channel_id: vip, channel_name: 'vip only', skipped: 'not_in_group', groups: ['vip', 'svip'] },
      { channel_id: prefixed, channel_name: 'prefixed', skipped: 'only_prefixed', served_as: 'far/wanted' },
      { channel_id: gone, channel_name: '', skipped: 'deleted', since },
      { channel_id: cut, channel_name: 'cut', skipped: 'not_listed', since },
      { channel_id: mapped, channel_name: 'mapped', skipped: 'not_listed' },
    ] satisfies CandidateFact[])
    expect(row?.facts.admin_info?.attempts).toEqual([])
  })

  test('a model that no channel has is refused as unknown, without channels to list', async () => {
    const { status, row } = await ask('unheard-of')
    expect(status).toBe(404)
    expect(row?.facts.error_code).toBe('model_not_found')
    expect(row?.facts.admin_info?.candidates).toBeUndefined()
  })

  test('a channel that has its model again is no near miss any more', async () => {
    const back = await world.addChannel({ name: 'back', models: 'again' })
    await expect.poll(offered).toContain('again')
    await change(back, { models: 'else' })
    expect((await ask('again')).row?.facts.admin_info?.candidates).toMatchObject([{ channel_id: back, skipped: 'not_listed' }])
    await change(back, { models: 'again', status: 2 })
    expect((await ask('again')).row?.facts.admin_info?.candidates).toEqual([
      { channel_id: back, channel_name: 'back', skipped: 'disabled' },
    ])
  })

  test('in their own log a caller reads none of it', async () => {
    await ask('wanted')
    const own = await world.console.call<{ items: unknown[] }>('GET', '/api/log/self?page_size=100')
    expect(own.items).toHaveLength(calls)
    expect(JSON.stringify(own)).not.toMatch(/candidates|vip only|prefixed|far\/|disabled/)
  })
})
