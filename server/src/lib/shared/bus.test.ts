import { afterEach, expect, test, vi } from 'vitest'
import { openRedisProxy, openTestRedis, REDIS, testSite, withRedis } from '../../testing/databases/redis-server.ts'
import { systemClock } from '../clock.ts'
import { redisBus } from './bus.ts'
import { openInvalidation } from './invalidation.ts'
import { redisScript } from './redis.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function openNode(site: string, node: string, url = REDIS) {
  const redis = await openTestRedis(site, { url })
  const bus = redisBus({ redis, node, clock: systemClock, onEmptied: () => {} })
  ends.push(() => redis.close())
  ends.push(() => bus.close())
  const heard: string[] = []
  const invalidation = openInvalidation(bus)
  for (const topic of ['channel', 'token', 'user'] as const) invalidation.subscribe(topic, (id) => heard.push(`${topic} ${id ?? 'all'}`))
  invalidation.onOptionsElsewhere(() => heard.push('options'))
  return { invalidation, heard, bus }
}

/** Until both hear each other. */
async function openPair(site: string, url = REDIS) {
  const [one, two] = [await openNode(site, 'one'), await openNode(site, 'two', url)]
  for (const [from, to] of [[one, two] as const, [two, one] as const])
    await vi.waitFor(() => {
      from.invalidation.publish('token', 1)
      expect(to.heard).toContain('token 1')
    }, 10_000)
  // Some of these may still be under way.
  const rest = ({ heard }: { heard: readonly string[] }) => heard.filter((text) => text !== 'token 1')
  return { one, two, rest }
}

withRedis('what nodes tell each other', () => {
  test('a change is told to the other node once, and here at once', async () => {
    const { one, two, rest } = await openPair(testSite())
    one.invalidation.publish('user', 7)
    expect(rest(one)).toEqual(['user 7'])
    one.invalidation.publish('channel')
    one.invalidation.publish('option')
    await vi.waitFor(() => expect(rest(two)).toEqual(['user 7', 'channel all', 'options']))
    one.invalidation.publishHere('token', 3)
    one.invalidation.publish('token', 4)
    await vi.waitFor(() => expect(two.heard).toContain('token 4'))
    expect(two.heard).not.toContain('token 3')
    expect(one.heard.filter((text) => text === 'user 7')).toHaveLength(1)
  })

  test.each([
    'no JSON',
    'null',
    '7',
    '{"node":"x","kind":"changed"}',
    '{"node":"x","kind":"drains","message":null}',
    '{"kind":"constructor"}',
  ])('a message that no node has sent harms nobody: %s', async (text) => {
    const site = testSite()
    const { one, two } = await openPair(site)
    one.bus.hear('drains', (message) => (message as { users: object }).users.toString())
    const stranger = await openTestRedis(site)
    ends.push(() => stranger.close())
    await stranger.run(redisScript(`return redis.call('PUBLISH', KEYS[1], ARGV[1])`), ['bus'], [text])
    two.invalidation.publish('user', 9)
    await vi.waitFor(() => expect(one.heard).toContain('user 9'))
  })

  test('sites that share a Redis hear nothing of each other', async () => {
    const { one, two } = await openPair(testSite())
    const stranger = await openPair(testSite())
    one.invalidation.publish('user', 7)
    await vi.waitFor(() => expect(two.heard).toContain('user 7'))
    expect([...stranger.rest(stranger.one), ...stranger.rest(stranger.two)]).toEqual([])
  })

  test.each(['refuse', 'stall'] as const)(
    'a node whose connection is gone (%s) takes everything for changed until it is back',
    async (how) => {
      const { link, url } = await openRedisProxy()
      ends.push(() => link.close())
      const { one, two } = await openPair(testSite(), url)
      await link[how]()
      await vi.waitFor(() => expect(two.heard).toEqual(expect.arrayContaining(['channel all', 'token all', 'user all', 'options'])), 2000)
      // What it tells meanwhile is not lost either: the others read everything again.
      two.invalidation.publish('user', 9)
      if (how === 'refuse') await link.accept()
      else link.resume()
      await vi.waitFor(() => expect(one.heard.some((text) => text === 'user 9' || text === 'user all')).toBe(true), 10_000)
      two.heard.length = 0
      await vi.waitFor(() => {
        one.invalidation.publish('user', 11)
        expect(two.heard).toContain('user 11')
      }, 10_000)
    },
  )
})
