import type { AttemptFact } from '@waystation/contract/calls/log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tierOf } from '../../domain/catalog/channel-index.ts'
import type { RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import type { Attempt, Considered } from '../attempt.ts'
import { openWorld, type World } from '../testing/world.ts'
import { routeFacts } from './route-facts.ts'

const channel = (id: number, more: Partial<RoutableChannel> = {}) => ({ id, priority: 0, weight: 0, ...more }) as RoutableChannel
const tier = (...channels: RoutableChannel[]) => tierOf(channels.map((one) => ({ channel: one, model: 'm' })))
const attempts = (...ids: number[]) => ids.map((channel_id) => ({ channel_id }) as AttemptFact)
const considered = (more: Partial<Considered>): Considered => ({ tiers: [], autoDisabled: [], skipped: [], ...more })

test('one channel that serves, and none skipped, gives no facts', () => {
  expect(routeFacts({ considered: considered({ tiers: [tier(channel(1))] }) }, attempts(1))).toEqual({})
  expect(routeFacts({ considered: considered({}) }, [])).toEqual({})
})

test('a lone channel that was skipped is listed', () => {
  const one = channel(1, { priority: 3 })
  const plan = { considered: considered({ tiers: [tier(one)], skipped: [{ channel: one, reason: 'context_length_exceeded' }] }) }
  expect(routeFacts(plan, [])).toEqual({ candidates: [{ channel_id: 1, priority: 3, skipped: 'context_length_exceeded' }] })
})

test('of many, those that were skipped or tried are named and the next in line, and all are counted', () => {
  const many = Array.from({ length: 1000 }, (_, at) => channel(at + 1, { weight: at }))
  const skipped = many.slice(0, 20).map((one) => ({ channel: one, reason: 'cannot_translate' as const }))
  const planned = [many[500], many[600]].map((one) => ({ channel: one }) as Attempt)
  const facts = routeFacts({ attempts: planned, considered: considered({ tiers: [tier(...many)], skipped }) }, attempts(501))
  expect(facts.candidate_count).toBe(1000)
  expect(facts.skip_counts).toEqual({ cannot_translate: 20 })
  expect(facts.candidates).toHaveLength(12)
  expect(facts.candidates?.filter((one) => one.skipped)).toHaveLength(11)
  expect(facts.candidates?.at(-1)).toEqual({ channel_id: 501, weight: 500 })

  const next = routeFacts({ attempts: planned, considered: considered({ tiers: [tier(...many)] }) }, attempts(501))
  expect(next.candidates?.map((one) => one.channel_id)).toEqual([501, 601, 1, 2, 3])
})

describe('in the log of a call', () => {
  let world: World
  let first: number
  let second: number
  let dead: number
  beforeAll(async () => {
    world = await openWorld({ channel: null, options: { AutomaticDisableChannelEnabled: 'true' } })
    dead = await world.addChannel({ name: 'dead', priority: 20 })
    first = await world.addChannel({ name: 'first', priority: 10, weight: 3 })
    second = await world.addChannel({ name: 'second', priority: 5 })
  })
  afterAll(() => world.close())

  const ask = () => world.post('/v1/chat/completions', { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] })
  const latest = async (atLeast: number) => (await world.logs(atLeast))[0]?.facts.admin_info

  test('a channel that the gateway disabled is named with the vendor’s words, what served and what was not needed beside it', async () => {
    world.provider.next(scenario.refuse(401, 'This key is dead'))
    expect((await ask()).status).toBe(200)
    await expect.poll(async () => (await world.console.call<{ status: number }>('GET', `/api/channel/${dead}`)).status).toBe(3)
    expect((await ask()).status).toBe(200)
    const info = await latest(2)
    expect(info?.candidates).toEqual([
      {
        channel_id: dead,
        channel_name: 'dead',
        priority: 20,
        skipped: 'auto_disabled',
        reason: expect.stringContaining('This key is dead'),
        since: expect.any(Number),
      },
      { channel_id: first, channel_name: 'first', priority: 10, weight: 3 },
      { channel_id: second, channel_name: 'second', priority: 5 },
    ])
    expect(info?.candidate_count).toBeUndefined()
    expect(info?.use_channel).toEqual([String(first)])
  })

  test('a call that no channel could take shows why in the admins’ row alone', async () => {
    for (const id of [first, second]) await world.console.call('PUT', '/api/channel/', { id, status: 2 })
    expect((await ask()).status).toBe(503)
    expect((await latest(3))?.candidates).toMatchObject([
      { channel_id: dead, skipped: 'auto_disabled', reason: expect.stringContaining('This key is dead'), since: expect.any(Number) },
      { channel_id: first, channel_name: 'first', skipped: 'disabled' },
      { channel_id: second, channel_name: 'second', skipped: 'disabled' },
    ])
    const { items } = await world.console.call<{ items: { other: string }[] }>('GET', '/api/log/self?page_size=100')
    expect(items).toHaveLength(3)
    expect(JSON.stringify(items)).not.toMatch(/candidates|auto_disabled|dead/)
  })
})
