import { afterEach, expect, test } from 'vitest'
import { openRedisProxy, openTestRedis, PATIENT_MS, REDIS, testSite, withRedis } from '../../testing/databases/redis-server.ts'
import { pollFor } from '../../testing/time/poll.ts'
import { systemClock } from '../clock.ts'
import { NODES_KEY, redisBus } from './bus.ts'
import { type RateLimit, rateWindow } from './rate-window.ts'
import { redisScript, type SharedRedis } from './redis.ts'
import { SharedWindows } from './shared-windows.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const clock = systemClock
const limitOf = (key: string, limit: number, windowMs = 60_000): RateLimit => ({ key, limit, windowMs })
const atOnce = (key: string, limit: number): RateLimit => ({ key, limit, windowMs: 0 })
const tokensOf = (limit: number, amount: number): RateLimit => ({ key: 'tokens', limit, windowMs: 60_000, amount })

/** A node of a site, with its own connection. */
async function openNode(site: string, node: string, { url = REDIS, nodes = 2, answerWithinMs = PATIENT_MS } = {}) {
  const redis = await openTestRedis(site, { url, answerWithinMs })
  const rates = new SharedWindows({ redis, own: rateWindow(clock.now), node, nodes: () => nodes, clock })
  const bus = redisBus({ redis, node, clock, onEmptied: () => rates.doubtAll() })
  ends.push(() => redis.close())
  ends.push(() => rates.close())
  ends.push(() => bus.close())
  await pollFor(
    () => redis.run(redisScript(`return redis.call('ZSCORE', KEYS[1], ARGV[1])`), [NODES_KEY], [node]),
    (seen) => seen !== null,
  )
  return { rates, redis, bus }
}

async function openNodes() {
  const site = testSite()
  const [one, two] = [await openNode(site, 'one'), await openNode(site, 'two')]
  return { site, one, two }
}

const allowed = (verdicts: readonly { isAllowed: boolean }[]) => verdicts.filter(({ isAllowed }) => isAllowed).length

withRedis('limits that nodes share', () => {
  test('200 calls at once at two nodes: exactly the limit, each on all of its limits or on none', async () => {
    const { one, two } = await openNodes()
    const [wide, narrow] = [limitOf('wide', 60), limitOf('narrow', 50)]
    const verdicts = await Promise.all(Array.from({ length: 200 }, (_, at) => (at % 2 ? one : two).rates.take([wide, narrow])))
    expect(allowed(verdicts)).toBe(50)
    const more = await Promise.all(Array.from({ length: 20 }, () => two.rates.take([wide])))
    expect(allowed(more)).toBe(10)
    const refusal = await one.rates.take([wide])
    expect(refusal).toMatchObject({ isAllowed: false, refusedBy: wide })
    expect(refusal).toHaveProperty(
      'retrySeconds',
      expect.toSatisfy((seconds: number) => seconds > 50 && seconds <= 61),
    )
  })

  test('what is only checked is not counted, and what is added is not checked', async () => {
    const { one, two } = await openNodes()
    const limit = limitOf('k', 2)
    for (let times = 0; times < 5; times++) expect((await one.rates.take([], [limit])).isAllowed).toBe(true)
    for (const { rates } of [one, two, one]) await rates.add([limit])
    expect((await two.rates.take([], [limit])).isAllowed).toBe(false)
  })

  test('places at once are exactly so many, and one that ends is free for every node at once', async () => {
    const { one, two } = await openNodes()
    const entered = await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 ? one : two).rates.enter([], [atOnce('calls', 7)])))
    expect(allowed(entered)).toBe(7)
    const places = entered.flatMap((one) => (one.isAllowed ? [one.place] : []))
    places[0]?.end(0, 0)
    places[0]?.end(0, 0)
    const again = await pollFor(
      () => two.rates.enter([], [atOnce('calls', 7)]),
      ({ isAllowed }) => isAllowed,
    )
    expect(again.isAllowed).toBe(true)
    expect((await one.rates.enter([], [atOnce('calls', 7)])).isAllowed).toBe(false)
  })

  test('tokens count as held until the end, and as used from then on', async () => {
    const { one, two } = await openNodes()
    const first = await one.rates.enter([], [tokensOf(1000, 700)])
    expect(first).toMatchObject({ isAllowed: true, place: { left: [{ remaining: 300 }] } })
    expect(await two.rates.enter([], [tokensOf(1000, 400)])).toMatchObject({ isAllowed: false, refusedBy: { key: 'tokens' } })
    if (first.isAllowed) first.place.end(0, 100)
    const second = await pollFor(
      () => two.rates.enter([], [tokensOf(1000, 900)]),
      ({ isAllowed }) => isAllowed,
    )
    expect(second).toMatchObject({ isAllowed: true, place: { left: [{ remaining: 0 }] } })
    expect(one.rates.fullForMs([tokensOf(1000, 1)])).toBe(0)
    expect(two.rates.fullForMs([tokensOf(1000, 1)])).toBeGreaterThan(0)
  })
})

withRedis('limits of nodes that die, and of a Redis that forgets', () => {
  test('an event leaves the window when it has passed', async () => {
    const { one, two } = await openNodes()
    const short = limitOf('short', 1, 300)
    expect((await one.rates.take([short])).isAllowed).toBe(true)
    expect((await two.rates.take([short])).isAllowed).toBe(false)
    const verdict = await pollFor(
      () => two.rates.take([short]),
      ({ isAllowed }) => isAllowed,
    )
    expect(verdict.isAllowed).toBe(true)
  })

  test('what a node that died had held is free again', async () => {
    const { one, two, site } = await openNodes()
    expect((await one.rates.enter([], [atOnce('calls', 1)])).isAllowed).toBe(true)
    expect((await two.rates.enter([], [atOnce('calls', 1)])).isAllowed).toBe(false)
    one.bus.close()
    const other = await openTestRedis(site)
    ends.push(() => other.close())
    // Its last sign was long ago.
    await other.run(redisScript(`redis.call('ZADD', KEYS[1], 1, ARGV[1])`), [NODES_KEY], ['one'])
    expect((await two.rates.enter([], [atOnce('calls', 1)])).isAllowed).toBe(true)
  })

  test('a Redis that has lost everything is told again what is held', async () => {
    const { one, two } = await openNodes()
    expect((await one.rates.enter([], [atOnce('calls', 1)])).isAllowed).toBe(true)
    await forgetAll(two.redis)
    // The hash of the limit is there again once the node has told it.
    await pollFor(
      () => two.redis.run(redisScript(`return redis.call('EXISTS', KEYS[1])`), ['limit calls sums'], []),
      (count) => count === 1,
    )
    expect((await two.rates.enter([], [atOnce('calls', 1)])).isAllowed).toBe(false)
  })
})

withRedis('limits while Redis is out of reach', () => {
  test('a node without Redis allows its share, and what it holds then is known when Redis is back', async () => {
    const site = testSite()
    const { link, url } = await openRedisProxy()
    ends.push(() => link.close())
    const far = await openNode(site, 'far', { url, nodes: 4 })
    const near = await openNode(site, 'near', { nodes: 4 })
    await link.refuse()
    const limits = [atOnce('calls', 8)]
    const entered = await Promise.all(Array.from({ length: 20 }, () => far.rates.enter([limitOf('minute', 40)], limits)))
    expect(allowed(entered)).toBe(2)
    // A call that is larger than the share goes through where the whole limit allows it.
    expect((await far.rates.enter([], [tokensOf(1000, 900)])).isAllowed).toBe(true)
    await link.accept()
    await pollFor(
      () => near.redis.run(redisScript(`return redis.call('HGET', KEYS[1], 'hfar')`), ['limit calls sums'], []),
      (held) => held === '2',
    )
    expect(allowed(await Promise.all(Array.from({ length: 20 }, () => near.rates.enter([], limits))))).toBe(6)
  })

  test('a slow Redis adds its deadline once in a second, not to each call', async () => {
    const site = testSite()
    const { link, url } = await openRedisProxy()
    ends.push(() => link.close())
    const { rates, redis } = await openNode(site, 'slow', { url, answerWithinMs: 50 })
    link.setLatency(1000)
    expect((await rates.take([limitOf('k', 10)])).isAllowed).toBe(true)
    expect(redis.isNear).toBe(false)
    let asked = 0
    link.watch((chunk) => {
      if (chunk.includes('limit other')) asked += 1
      return 'pass'
    })
    for (let times = 0; times < 20; times++) expect((await rates.take([limitOf('other', 1000)])).isAllowed).toBe(true)
    expect(asked).toBe(0)
  })
})

/** As after a restart without its data. */
async function forgetAll(redis: SharedRedis): Promise<void> {
  const script = `for _, key in ipairs(redis.call('KEYS', ARGV[1] .. '*')) do redis.call('DEL', key) end return 1`
  await redis.run(redisScript(script), ['any'], [redis.prefix])
}
