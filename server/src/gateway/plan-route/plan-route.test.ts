import { AppError } from '@waystation/contract/errors'
import { traitsOf } from '@waystation/contract/models/traits'
import { describe, expect, test } from 'vitest'
import { type CatalogSnapshot, tierOf } from '../../domain/catalog/channel-index.ts'
import type { RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import { providers } from '../../providers/registry.ts'
import { chatEndpoint } from '../door/endpoints.ts'
import { callAt, callPrice, channelWith, playgroundCaller } from '../testing/step-parts.ts'
import type { Call } from '../types.ts'
import { planRoute } from './plan-route.ts'

function plan(
  channels: readonly RoutableChannel[],
  given: {
    model?: string
    textBytes?: number
    pinned?: number
    random?: () => number
    priced?: boolean
    maxAttempts?: number
    waits?: Record<number, number>
  } = {},
) {
  const model = given.model ?? 'm'
  const offered = channels.filter((one) => one.status === 1).map((one) => ({ channel: one, model: model.slice(one.prefix.length) }))
  const serving = offered.filter((one) => one.channel.models.includes(one.model)).sort((a, b) => b.channel.priority - a.channel.priority)
  const catalog: CatalogSnapshot = {
    tiers: () => [...Map.groupBy(serving, (one) => one.channel.priority).values()].map(tierOf),
    autoDisabled: () => channels.filter((one) => one.autoDisabled).map((one) => ({ channel: one, model })),
    offering: () => channels.map((one) => ({ channel: one, model })),
    nearMisses: () => [],
    behind: () => undefined,
    channel: (id) => channels.find((one) => one.id === id),
    channels: [],
    inGroup: () => channels,
    view: {
      ...{ modelsOf: () => [], enabledModels: () => [], unpriced: () => [], uncallable: () => [], ending: () => [] },
      ...{ servedBy: () => new Map(), unpricedRule: () => 'refused', priceList: () => [] },
    },
  }
  const price = callPrice('1', model)
  const caller = { ...playgroundCaller, pinnedChannelId: given.pinned }
  const read = callAt(chatEndpoint, { model, messages: [] })
  const call: Call = { ...read, facts: { ...read.facts, size: { ...read.facts.size, textBytes: given.textBytes ?? 10, bodyBytes: 0 } } }
  return planRoute(caller, call, {
    catalog,
    prices: { priceOf: () => (given.priced === false ? undefined : price), isSet: () => false },
    traits: traitsOf,
    providers,
    availability: {
      look({ id }) {
        const waitMs = given.waits?.[id] ?? 0
        return waitMs === 0 ? { isUsable: true } : { isUsable: false, reason: 'keys_cooling', waitMs }
      },
      force: () => false,
      isTried: () => false,
      loadOf: () => ({ underWay: 0, meanMs: undefined }),
    },
    affinity: { of: () => undefined },
    passesThrough: false,
    maxAttempts: given.maxAttempts ?? 100,
    random: given.random ?? (() => 0),
  })
}

const refusal = (work: () => unknown): string => {
  try {
    work()
    return 'no refusal'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

test('all channels of the best priority come before any of the next', () => {
  const channels = [
    channelWith({ id: 1, priority: 0 }),
    channelWith({ id: 2, priority: 10 }),
    channelWith({ id: 3, priority: 10 }),
    channelWith({ id: 4, priority: -5 }),
  ]
  const ids = plan(channels, { random: () => 0.99 }).attempts.map((attempt) => attempt.channel.id)
  expect(new Set(ids.slice(0, 2))).toEqual(new Set([2, 3]))
  expect(ids.slice(2)).toEqual([1, 4])
})

test('weights 0 and 90 share the first place 10 to 100 (vector 16)', () => {
  const channels = [channelWith({ id: 1, weight: 0 }), channelWith({ id: 2, weight: 90 })]
  const first = (random: number) => plan(channels, { random: () => random }).attempts[0]?.channel.id
  expect(first(9.99 / 110)).toBe(1)
  expect(first(10.01 / 110)).toBe(2)
})

describe('refusals', () => {
  test('a model that no channel offers does not exist; one that is out of reach now is unavailable', () => {
    expect(refusal(() => plan([]))).toBe('model_not_found')
    expect(refusal(() => plan([channelWith({ status: 2 })]))).toBe('get_channel_failed')
  })
  test('a model without a price is refused before any money moves', () => {
    expect(refusal(() => plan([channelWith({})], { priced: false }))).toBe('model_price_error')
  })
  test('an input that no channel takes is refused; a channel that takes it is used', () => {
    const small = channelWith({ id: 1, max_input_tokens: 10 })
    expect(refusal(() => plan([small], { textBytes: 4000 }))).toBe('context_length_exceeded')
    expect(plan([small, channelWith({ id: 2 })], { textBytes: 4000 }).attempts.map((attempt) => attempt.channel.id)).toEqual([2])
  })
  test('a pinned channel is the only one, and must exist and be on', () => {
    const channels = [channelWith({ id: 1 }), channelWith({ id: 2, status: 2 })]
    expect(plan(channels, { pinned: 1 })).toMatchObject({ isPinned: true, attempts: [{ channel: { id: 1 } }] })
    expect(refusal(() => plan(channels, { pinned: 2 }))).toBe('pinned_channel_disabled')
    expect(refusal(() => plan(channels, { pinned: 9 }))).toBe('pinned_channel_unknown')
  })
  test('a channel whose provider does not exist yet serves nothing', () => {
    expect(refusal(() => plan([channelWith({ type: 15 })]))).toBe('cannot_translate')
  })
})

test('a mapped model goes upstream under its other name, and the map has no surprises on its prototype', () => {
  expect(plan([channelWith({ model_mapping: '{"m":"real-m"}' })]).attempts[0]).toMatchObject({ upstreamModel: 'real-m', isMapped: true })
  expect(plan([channelWith({ models: 'constructor' })], { model: 'constructor' }).attempts[0]).toMatchObject({
    upstreamModel: 'constructor',
    isMapped: false,
  })
})

test('a prefix is removed from the upstream name', () => {
  expect(plan([channelWith({ model_prefix: 'eu-' })], { model: 'eu-m' }).attempts[0]).toMatchObject({ upstreamModel: 'm' })
})

test('of a thousand channels only as many are drawn as may be tried, each once, and the heavy ones mostly first', () => {
  const channels = Array.from({ length: 1000 }, (_, at) => channelWith({ id: at + 1, weight: at < 10 ? 990 : 0 }))
  let heavyFirst = 0
  for (let round = 0; round < 400; round++) {
    const ids = plan(channels, { random: Math.random, maxAttempts: 3 }).attempts.map((attempt) => attempt.channel.id)
    expect(new Set(ids).size).toBe(3)
    if ((ids[0] ?? 0) <= 10) heavyFirst += 1
  }
  // Ten channels of weight 1000 against 990 of weight 10 should come first in about half of all calls: 10,000 of 19,900.
  expect(heavyFirst).toBeGreaterThan(150)
  expect(heavyFirst).toBeLessThan(250)
})

test('of the same priority those come first that speak the client’s dialect, however heavy the others are', () => {
  const channels = [
    ...Array.from({ length: 6 }, (_, at) => channelWith({ id: at + 1, type: 14, weight: 100 })),
    channelWith({ id: 7, type: 8 }),
    channelWith({ id: 8, type: 14, priority: 5 }),
  ]
  const ids = plan(channels, { random: Math.random, maxAttempts: 3 }).attempts.map((attempt) => attempt.channel.id)
  expect(ids.slice(0, 2)).toEqual([8, 7])
  expect(ids).toHaveLength(3)
})

test('channels with limits of their own are drawn beyond the number of tries, since they may be full', () => {
  const limited = (count: number) =>
    Array.from({ length: count }, (_, at) => channelWith({ id: at + 1, setting: '{"limits":{"calls_at_once":1}}' }))
  expect(plan(limited(6), { maxAttempts: 2 }).attempts).toHaveLength(6)
  expect(plan(limited(40), { maxAttempts: 2 }).attempts).toHaveLength(14)
  expect(plan([channelWith({ id: 50 }), channelWith({ id: 51 }), channelWith({ id: 52 })], { maxAttempts: 2 }).attempts).toHaveLength(2)
})
