// A process that is too busy refuses new calls at once, and goes on with those that it has (R10).
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { Overload } from '../admit/overload.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ ratios: { 'fake-chat': 1 }, options: { 'relay.overload_delay_ms': '250' } })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})

const ask = (isStream = false) =>
  world.post('/v1/chat/completions', { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }], stream: isStream })

/** Keeps the event loop busy, in turns of 350 ms, until it is stopped. */
function keepBusy(): () => void {
  let isOver = false
  const turn = () => {
    if (isOver) return
    const endMs = performance.now() + 350
    while (performance.now() < endMs);
    setTimeout(turn, 40)
  }
  turn()
  return () => {
    isOver = true
  }
}

test('while it is too busy new calls get 503, a stream goes on to its end, the console answers; then calls are served again', async () => {
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  world.provider.next([...scenario.words(['one']).slice(0, 2), step.until(() => held), ...scenario.words(['two']).slice(1)])
  const running = ask(true)
  await expect.poll(() => world.provider.requests.length).toBe(1)
  const stop = keepBusy()
  try {
    await expect.poll(async () => (await ask()).status, { timeout: 30_000, interval: 200 }).toBe(503)
    const refused = await ask()
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, json: { error: { code: 'overloaded' } } })
    expect((await request(`${world.url}/api/status`)).statusCode).toBe(200)
    expect(await world.console.call('GET', '/api/user/self')).toMatchObject({ id: 1 })
  } finally {
    stop()
    release()
  }
  expect(await running).toMatchObject({ status: 200, text: expect.stringContaining('two') })
  await expect.poll(async () => (await ask()).status, { timeout: 5000, interval: 200 }).toBe(200)
})

test('five looks in a row, by its delay or its memory; never where the limit is 0', () => {
  let look: () => void = () => {}
  const now = { delayMs: 0, heapShare: 0, limitMs: 250 }
  const overload = new Overload({
    limitMs: () => now.limitMs,
    clock: {
      every: (_ms, callback) => {
        look = callback
        return () => {}
      },
    },
    measure: { delayMs: () => now.delayMs, heapShare: () => now.heapShare },
  })
  const after = (looks: number) => {
    for (let n = 0; n < looks; n++) look()
    return overload.isOn
  }
  now.delayMs = 251
  expect([after(4), after(1)]).toEqual([false, true])
  now.delayMs = 250
  expect(after(1)).toBe(false)
  now.heapShare = 0.86
  expect([after(4), after(1)]).toEqual([false, true])
  now.limitMs = 0
  expect(after(10)).toBe(false)
})
