// Of ten thousand channels all are looked at and counted, and a few are named.

import { MAX_ROUTE_CANDIDATES, MAX_ROUTE_NAMED, MAX_ROUTE_TIERS } from '@waystation/contract/calls/route'
import { traitsOf } from '@waystation/contract/models/traits'
import { expect, test } from 'vitest'
import { type CatalogSnapshot, tierOf } from '../../domain/catalog/channel-index.ts'
import type { RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import { providers } from '../../providers/registry.ts'
import { callPrice, channelWith, optionsWith } from '../testing/step-parts.ts'
import { routeExplainer } from './explainer.ts'

const MANY = 10_000
const price = callPrice('1', 'm')
const traits = traitsOf('m')

function explain(channels: readonly RoutableChannel[]) {
  const candidates = channels.map((channel) => ({ channel, model: 'm' }))
  const tiers = [...Map.groupBy(candidates, ({ channel }) => channel.priority).values()].map(tierOf)
  const snapshot = {
    ...{ tiers: () => tiers, offering: () => candidates, nearMisses: () => [], autoDisabled: () => [], inGroup: () => [] },
    channel: (id: number) => channels[id - 1],
    behind: () => undefined,
  } as Partial<CatalogSnapshot> as CatalogSnapshot
  const services = {
    options: optionsWith(),
    catalog: { current: () => snapshot, upToDate: () => undefined },
    prices: { priceOf: () => price },
    traits: () => traits,
    providers,
    availability: {
      look: ({ id }: { readonly id: number }) =>
        id % 2 === 0 ? ({ isUsable: true } as const) : ({ isUsable: false, reason: 'failing', waitMs: id } as const),
      loadOf: () => ({ underWay: 0, meanMs: undefined }),
      force: () => false,
      mayForce: () => false,
      isTried: () => false,
    },
    affinity: { of: () => undefined },
  } as unknown as Parameters<typeof routeExplainer>[0]
  const user = { id: 0, username: '', role: 1, status: 1, group: 'default', language: '', accountId: 0, setting: {} } as never
  return routeExplainer(services).explain({ model: 'm', user, token: undefined, group: 'default', language: 'en' })
}

const channelsOf = (priorityOf: (at: number) => number) =>
  Array.from({ length: MANY }, (_, at) => channelWith({ id: at + 1, name: `c${at}`, priority: priorityOf(at), weight: at }))

test('one tier of them', async () => {
  const { tiers, out, refusal } = await explain(channelsOf(() => 0))
  expect(refusal).toBeNull()
  expect(tiers).toMatchObject([{ usable: MANY / 2, unusable: MANY / 2 }])
  expect(tiers[0]?.candidates).toHaveLength(MAX_ROUTE_CANDIDATES)
  expect(tiers[0]?.candidates[0]).toMatchObject({ weight: MANY - 1, is_usable: true })
  expect(out).toMatchObject([{ reason: 'failing', count: MANY / 2, wait_seconds: 1 }])
  expect(out[0]?.channels).toHaveLength(MAX_ROUTE_NAMED)
})

test('each with a priority of its own', async () => {
  const { tiers, tiers_left_out } = await explain(channelsOf((at) => -at))
  expect(tiers).toHaveLength(MAX_ROUTE_TIERS)
  expect(tiers_left_out).toBe(MANY - MAX_ROUTE_TIERS)
})

test('others have their turn meanwhile', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  await explain(channelsOf(() => 0))
  clearImmediate(timer)
  expect(turns).toBeGreaterThanOrEqual(MANY / 1000)
})
