// What the database can do to us: SQLite's file locked by another process (FLT-27), and the order that money and end marks keep (5.3).
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, chat } from '../../testing/client.ts'
import { openFakeRealtime } from '../../testing/fake-realtime/fake-realtime.ts'
import { allHaveRead } from '../../testing/time/all-have-read.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { asks, openSessionByHand } from '../testing/session-by-hand.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ask, newestLog, PRICES, spentBy } from './bill.ts'

/** A model of sessions, beside that of the others. */
const TALK_PRICES = {
  ModelRatio: '{"fake-chat":1,"fake-talk":1,"fake-talk-2":1}',
  CompletionRatio: '{"fake-chat":2,"fake-talk":2}',
  AudioRatio: '{"fake-chat":1,"fake-talk":1,"fake-talk-2":1}',
}
/** Far more than systems keep for a connection, in fewer messages than may wait. */
const [SENT_BYTES, SENT_MESSAGES] = [40_000_000, 20]
const clock = drivenClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ options: { ...PRICES, ...TALK_PRICES }, clock })
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

/** Drives the clock until this is there; how long that took by the clock. While the file is locked, nothing but the clock can end it. */
async function timed<Result>(work: Promise<Result>): Promise<{ result: Result; tookMs: number }> {
  const startedMs = clock.now()
  let over: { result: Result; tookMs: number } | undefined
  work.then((result) => {
    over = { result, tookMs: clock.now() - startedMs }
  })
  await expect
    .poll(() => {
      if (!over) clock.advance(100)
      return over
    })
    .toBeDefined()
  return { result: await work, tookMs: over?.tookMs ?? 0 }
}

test('the end mark of a stream, and a whole answer, wait until the bill is durable', async () => {
  const spent = await spentBy(world, async () => {
    const before = world.provider.requestCount
    let ended = 0
    const callOf = async (stream: boolean) => {
      const startedMs = performance.now()
      const facts = await chat(world.url, world.key, ask(`#call:held #in:100 #out:10 #held`, { stream }))
      ended += 1
      return { facts, startedMs }
    }
    const both = [callOf(true), callOf(false)]
    // The vendor is asked when the hold stands.
    await expect.poll(() => world.provider.requestCount - before).toBe(2)
    const unlock = lockFile()
    world.provider.release()
    await expect.poll(() => world.provider.bills.get('held')?.filter(({ state }) => state === 'done')).toHaveLength(2)
    // Whoever did not wait for the database would have ended by now.
    await allHaveRead()
    expect((await call(`${world.url}/livez`)).status).toBe(200)
    expect(ended).toBe(0)
    const unlockedAtMs = performance.now()
    unlock()
    const [streamed, whole] = await Promise.all(both)
    expect(streamed?.facts).toMatchObject({ sawDone: true, end: 'whole' })
    expect(whole?.facts).toMatchObject({ status: 200, end: 'whole' })
    // The content came while the database was locked; only the mark waited.
    const content = streamed?.facts.frames.findLast((frame) => frame.data.includes('"content"'))
    expect((streamed?.startedMs ?? 0) + (content?.atMs ?? Number.POSITIVE_INFINITY)).toBeLessThan(unlockedAtMs)
  })
  expect(spent).toBe(2 * 120)
})

test('the end of a response on a socket waits until its part of the bill is durable', async () => {
  const vendor = await openFakeRealtime({ keys: ['far-key'], models: ['fake-talk'] })
  await world.addChannel({ type: 1, models: 'fake-talk', base_url: vendor.url })
  const spent = await spentBy(world, async () => {
    const session = await openSessionByHand(`${world.url}/v1/realtime?model=fake-talk`, world.key)
    const { promise, resolve: release } = Promise.withResolvers<void>()
    vendor.next({ until: promise })
    for (const event of asks('#in:100 #out:10 #audio-out:0 #chunks:3x1ms')) session.send(event)
    await session.come('response.output_text.delta')
    const unlock = lockFile()
    release()
    await expect.poll(() => vendor.last.sent.some(({ type }) => type === 'response.done')).toBe(true)
    await session.come('response.output_item.done')
    await allHaveRead()
    expect(session.events.map(({ type }) => type)).not.toContain('response.done')
    unlock()
    await session.come('response.done')
    session.socket.close()
  })
  expect(spent).toBe(120)
  await vendor.close()
})

test('while a session waits for the database, no more of it is read than has room', async () => {
  const vendor = await openFakeRealtime({ keys: ['far-key'], models: ['fake-talk-2'] })
  await world.addChannel({ type: 1, models: 'fake-talk-2', base_url: vendor.url })
  const session = await openSessionByHand(`${world.url}/v1/realtime?model=fake-talk-2`, world.key)
  await session.come('session.created')
  const unlock = lockFile()
  // What writes sound down has a bill of its own, which is held for first.
  session.send({ type: 'session.update', session: { type: 'realtime', audio: { input: { transcription: { model: 'fake-chat' } } } } })
  const audio = Buffer.alloc(SENT_BYTES / SENT_MESSAGES).toString('base64')
  for (let sent = 0; sent < SENT_MESSAGES; sent++) session.send({ type: 'input_audio_buffer.append', audio })
  let before = 0
  while (before !== session.socket.bufferedAmount) {
    before = session.socket.bufferedAmount
    for (let times = 0; times < 20; times++) await allHaveRead()
  }
  expect(session.socket.bufferedAmount).toBeGreaterThan(SENT_BYTES / 2)
  unlock()
  await expect.poll(() => vendor.last.events.length).toBe(1 + SENT_MESSAGES)
  session.socket.close()
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await vendor.close()
})

test('FLT-27 while the file is locked new calls are refused in about two seconds, and afterwards all goes on', async () => {
  const spent = await spentBy(world, async () => {
    const unlock = lockFile()
    const { result: facts, tookMs } = await timed(chat(world.url, world.key, ask('#in:10 #out:1')))
    expect(tookMs).toBeGreaterThanOrEqual(2000)
    expect(facts).toMatchObject({ status: 503, inBandError: { code: 'billing_busy' } })
    expect(Number(facts.headers.get('retry-after'))).toBeGreaterThan(0)
    unlock()
    await expect.poll(async () => (await chat(world.url, world.key, ask('#in:10 #out:1'))).status).toBe(200)
  })
  expect(spent).toBe(12)
})

test('a database that is away for longer than five seconds: the stream ends all the same, from the spool', async () => {
  const rows = (await world.logs(0)).length
  const spent = await spentBy(world, async () => {
    const running = chat(world.url, world.key, ask('#call:spooled #in:100 #out:5 #held', { stream: true }))
    await expect.poll(() => world.provider.requests.at(-1)?.rawBody).toContain('spooled')
    const unlock = lockFile()
    world.provider.release()
    const { result: facts, tookMs } = await timed(running)
    expect(facts).toMatchObject({ sawDone: true, end: 'whole' })
    expect(tookMs).toBeGreaterThanOrEqual(5000)
    unlock()
  })
  expect(spent).toBe(110)
  expect(await newestLog(world, rows + 1)).toMatchObject({ quota: 110 })
})
