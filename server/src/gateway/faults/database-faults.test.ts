// What the database can do to us: SQLite's file locked by another process (FLT-27), and the order that money and end marks keep (5.3).
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chat } from '../../testing/client.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ask, newestLog, PRICES, spentBy } from './bill.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ options: PRICES })
  // The key and the user are known from here on; only writes will need the database.
  await chat(world.url, world.key, ask('#in:1 #out:1'))
}, 180_000)
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

/** Takes the file's write lock, as a backup tool or a careless admin would. */
function lockFile(): () => void {
  if (world.address.kind !== 'sqlite') throw new Error('this test is about SQLite')
  const other = new DatabaseSync(world.address.path)
  other.exec('pragma busy_timeout = 5000; begin immediate')
  return () => {
    other.exec('rollback')
    other.close()
  }
}

test('the end mark of a stream, and a whole answer, wait until the bill is durable', async () => {
  const spent = await spentBy(world, async () => {
    let unlockedAtMs = 0
    const endOf = async (stream: boolean) => {
      const facts = await chat(world.url, world.key, ask('#in:100 #out:10 #chunks:10x20ms', { stream }))
      return { facts, atMs: performance.now() }
    }
    const both = [endOf(true), endOf(false)]
    await sleep(100) // both are held and running
    const unlock = lockFile()
    await sleep(1500)
    unlock()
    unlockedAtMs = performance.now()
    const [streamed, whole] = await Promise.all(both)
    expect(streamed?.facts).toMatchObject({ sawDone: true, end: 'whole' })
    expect(whole?.facts).toMatchObject({ status: 200, end: 'whole' })
    for (const one of [streamed, whole]) expect(one?.atMs).toBeGreaterThan(unlockedAtMs)
    // The content came while the database was locked; only the mark waited.
    const frames = streamed?.facts.frames ?? []
    expect((frames.at(-1)?.atMs ?? 0) - (frames.findLast((frame) => frame.data.includes('"content"'))?.atMs ?? 0)).toBeGreaterThan(1000)
  })
  expect(spent).toBe(2 * 120)
})

test('FLT-27 while the file is locked new calls are refused in about two seconds, and afterwards all goes on', async () => {
  const spent = await spentBy(world, async () => {
    const unlock = lockFile()
    const facts = await chat(world.url, world.key, ask('#in:10 #out:1'))
    expect(facts).toMatchObject({ status: 503, inBandError: { code: 'billing_busy' } })
    expect(facts.tookMs).toBeLessThan(2600)
    expect(Number(facts.headers.get('retry-after'))).toBeGreaterThan(0)
    unlock()
    await sleep(2500)
    expect(await chat(world.url, world.key, ask('#in:10 #out:1'))).toMatchObject({ status: 200 })
  })
  expect(spent).toBe(12)
})

test('a database that is away for longer than five seconds: the stream ends all the same, from the spool', async () => {
  const rows = (await world.logs(0)).length
  const spent = await spentBy(world, async () => {
    const running = chat(world.url, world.key, ask('#in:100 #out:5 #chunks:5x20ms', { stream: true }))
    await sleep(60)
    const unlock = lockFile()
    const facts = await running
    expect(facts).toMatchObject({ sawDone: true, end: 'whole' })
    expect(facts.tookMs).toBeGreaterThan(4500)
    expect(facts.tookMs).toBeLessThan(6500)
    unlock()
  })
  expect(spent).toBe(110)
  expect(await newestLog(world, rows + 1)).toMatchObject({ quota: 110 })
})
