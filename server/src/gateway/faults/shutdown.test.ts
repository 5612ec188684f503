// FLT-40: the server is asked to end while streams run.
import { expect, test } from 'vitest'
import { reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import { chat } from '../../testing/client.ts'
import { openTestDatabase } from '../../testing/databases/databases.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { openWorld } from '../testing/world.ts'
import { ask, PRICES } from './bill.ts'

test('FLT-40 streams that end in time end in order, the others get an error and pay for what they got, and nothing stays held', async () => {
  const clock = drivenClock()
  const world = await openWorld({ options: PRICES, drainSeconds: 600, clock })
  const database = await openTestDatabase(world.address)
  try {
    const short = Array.from({ length: 100 }, (_, at) =>
      chat(world.url, world.key, ask(`#call:s${at} #in:100 #out:10 #chunks:10x60ms`, { stream: true })),
    )
    const long = Array.from({ length: 20 }, (_, at) => chat(world.url, world.key, ask(`#call:l${at} #chunks:5000x50ms`, { stream: true })))
    await expect.poll(() => world.provider.requestCount).toBeGreaterThanOrEqual(120)
    const closing = world.server.close()
    const late = await chat(world.url, world.key, ask('late'))
    expect(late.status === undefined || late.status === 503).toBe(true)

    const shorts = await Promise.all(short)
    // The time that streams are given is over.
    clock.advance(600_000)
    const longs = await Promise.all(long)
    await closing
    expect(shorts.filter((facts) => facts.sawDone && facts.end === 'whole')).toHaveLength(100)
    for (const facts of longs) expect(facts).toMatchObject({ sawDone: false, inBandError: { code: 'gateway_shutdown' } })

    const books = await reconcile(database)
    expect(books).toMatchObject({ openHolds: 0, differences: [] })
    const logs = await database.read
      .selectFrom('log')
      .select(['quota', 'prompt_tokens', 'completion_tokens'])
      .where('type', '=', 2)
      .execute()
    expect(logs).toHaveLength(120)
    expect(logs.filter((log) => Number(log.quota) === 120)).toHaveLength(100)
    for (const log of logs) expect(Number(log.quota)).toBe(Number(log.prompt_tokens) + 2 * Number(log.completion_tokens))
  } finally {
    await database.close()
    await world.close()
  }
})

test('FLT-40 calls whose answer has not begun are told that the server ends, whole and streamed, and pay nothing', async () => {
  const clock = drivenClock()
  const world = await openWorld({ options: PRICES, drainSeconds: 600, clock })
  const database = await openTestDatabase(world.address)
  try {
    const calls = [false, true].map((stream) => chat(world.url, world.key, ask(`#wait:60000 ${stream}`, { stream })))
    await expect.poll(() => world.provider.requestCount).toBe(2)
    const closing = world.server.close()
    clock.advance(600_000)
    for (const facts of await Promise.all(calls)) {
      expect(facts).toMatchObject({ status: 503, end: 'whole', json: { error: { code: 'gateway_shutdown' } } })
      expect(facts.headers.get('retry-after')).toBe('1')
    }
    await closing
    expect(await reconcile(database)).toMatchObject({ openHolds: 0, differences: [] })
    expect(await database.read.selectFrom('log').select('quota').where('type', '=', 2).where('quota', '!=', 0).execute()).toEqual([])
  } finally {
    await database.close()
    await world.close()
  }
})
