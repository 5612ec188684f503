// Many clients at once that say nothing, and bodies that are large or slow (reliability.md 3.2: FLT-41, FLT-42), in small: the memory of one idle
// stream is measured by `npm run bench -- --only 8`, and twenty bodies of 50 MB at once by `npm run hostile`.
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chat } from '../../testing/client.ts'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ask, PRICES, spentBy } from './bill.ts'

const MEBIBYTE = 1024 * 1024
const clock = drivenClock()
let world: World
beforeAll(async () => {
  const pings = { 'general_setting.ping_interval_enabled': 'true', 'general_setting.ping_interval_seconds': '1' }
  const options = { ...PRICES, ...pings, ModelRatio: '{"fake-chat":1,"idle-chat":1}', 'relay.max_body_mb': '60' }
  world = await openWorld({ channel: { models: 'fake-chat,idle-chat' }, options, clock })
}, 180_000)
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

test('FLT-41 hundreds of idle streams get pings and stay, others are served meanwhile, and all are ended well', async () => {
  const STREAMS = 500
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  world.provider.script('idle-chat', [
    step.streamHead(),
    step.until(() => released),
    step.say('at last'),
    step.finish(),
    step.usage(10, 5),
    step.done(),
    step.end(),
  ])
  const spent = await spentBy(world, async () => {
    const idle = Array.from({ length: STREAMS }, () =>
      chat(world.url, world.key, ask('hi', { model: 'idle-chat', stream: true }), { timeoutMs: 110_000 }),
    )
    await expect.poll(() => world.provider.requestCount).toBe(STREAMS)
    for (let turn = 0; turn < 3; turn++) {
      clock.advance(1100)
      expect(await chat(world.url, world.key, ask('#in:50 #out:5'))).toMatchObject({ status: 200, end: 'whole' })
    }
    release()
    for (const { status, sawDone, text, body } of await Promise.all(idle)) {
      expect([status, sawDone, text]).toEqual([200, true, 'at last'])
      expect(body.split('\n').filter((line) => line.startsWith(':')).length).toBeGreaterThanOrEqual(1)
    }
  })
  expect(spent).toBe(STREAMS * (10 + 5) + 3 * 60)
})

test('FLT-42 large bodies at once are taken up to the limit, and refused above it before they are sent', async () => {
  const large = ask('#in:5 #out:1', { x: 'y'.repeat(50 * MEBIBYTE) })
  const answers = await Promise.all(Array.from({ length: 3 }, () => chat(world.url, world.key, large, { timeoutMs: 110_000 })))
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  for (const { status, json, headers } of answers.filter((each) => each.status !== 200)) {
    expect([status, headers.get('retry-after')]).toEqual([429, '1'])
    expect(json).toMatchObject({ error: { code: 'too_many_large_bodies', type: 'rate_limit_error' } })
  }
  // Everything was given back.
  expect(await chat(world.url, world.key, large, { timeoutMs: 110_000 })).toMatchObject({ status: 200, end: 'whole' })
  const above = await declare(61 * MEBIBYTE, 0)
  expect(above).toMatch(/^HTTP\/1.1 413 /)
  expect(above).toContain('body_too_large')
})

test('FLT-42 a body that comes at a hundred bytes a second is a 408, and costs nothing', async () => {
  const spent = await spentBy(world, async () => {
    const answer = await declare(5000, 3000)
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(answer).toContain('body_too_slow')
  })
  expect(spent).toBe(0)
  expect(world.provider.requests).toHaveLength(0)
})

/** Sends a head that declares so many bytes, and the first hundred of them. What is answered, while so much time passes again and again. */
async function declare(length: number, passesMs: number): Promise<string> {
  const { port, hostname } = new URL(world.url)
  const socket = connect({ port: Number(port), host: hostname, noDelay: true })
  const lines = ['POST /v1/chat/completions HTTP/1.1', `host: ${hostname}`, `authorization: Bearer ${world.key}`]
  socket.write(`${[...lines, 'content-type: application/json', `content-length: ${length}`].join('\r\n')}\r\n\r\n${'{'.padEnd(100)}`)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  socket.on('error', () => {})
  await expect
    .poll(() => {
      clock.advance(passesMs)
      return answer
    })
    .toContain('request id')
  socket.destroy()
  return answer
}
