// Vendors whose answers have no end (security 13): every body that comes from another host is bounded in bytes and in time.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, chat } from '../../testing/client.ts'
import { allHaveRead } from '../../testing/time/all-have-read.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ask, PRICES, spentBy } from './bill.ts'

const MEBIBYTE = 1024 * 1024

/** A vendor that writes the same bytes over and over, as fast as they are taken, and counts them. */
async function openFlood() {
  let head: [number, Record<string, string>] = [200, {}]
  let piece = Buffer.from('')
  let pauseMs = 0
  let sent = 0
  let closed = 0
  const pour = (response: ServerResponse) => {
    while (!response.destroyed) {
      sent += piece.length
      const isTaken = response.write(piece)
      if (pauseMs > 0) return void setTimeout(() => pour(response), pauseMs)
      if (!isTaken) return void response.once('drain', () => pour(response))
    }
  }
  const server = createServer((request, response) => {
    request.resume()
    response.on('close', () => (closed += 1))
    response.writeHead(...head)
    pour(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers(status: number, headers: Record<string, string>, bytes: Buffer | string, waitMs = 0) {
      head = [status, headers]
      piece = Buffer.from(bytes)
      pauseMs = waitMs
      sent = 0
      closed = 0
    },
    get sentBytes() {
      return sent
    },
    get closed() {
      return closed
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const clock = drivenClock()
let world: World
let flood: Awaited<ReturnType<typeof openFlood>>
let channel = 0
beforeAll(async () => {
  flood = await openFlood()
  world = await openWorld({
    options: { ...PRICES, 'relay.first_byte_timeout_seconds': '10', RetryTimes: '0' },
    channel: { base_url: flood.url },
    clock,
  })
  channel = await world.addChannel({ name: 'claude', type: 14, base_url: flood.url, models: 'claude-x' })
  await world.setOption('ModelRatio', '{"fake-chat":1,"claude-x":1}')
}, 180_000)
afterAll(async () => {
  await world.close()
  await flood.close()
})
beforeEach(() => world.provider.clear())

const SSE = { 'content-type': 'text/event-stream' }
const JSON_TYPE = { 'content-type': 'application/json' }
/** The gateway reads what the vendor sends. */
const hasBegun = async () => {
  await expect.poll(() => flood.sentBytes).toBeGreaterThan(0)
  await allHaveRead()
}
const isClosed = () => expect.poll(() => flood.closed).toBeGreaterThan(0)

test('comments without any data are not stored, and are cut off after 16 MB', async () => {
  flood.answers(200, SSE, ': keep-alive\n\n'.repeat(5000))
  const before = process.memoryUsage().rss
  const spent = await spentBy(world, async () => {
    const facts = await chat(world.url, world.key, ask('hi', { stream: true }))
    expect(facts).toMatchObject({ status: 502, inBandError: { code: 'response_too_large' } })
  })
  expect(spent).toBe(0)
  expect(flood.sentBytes).toBeLessThan(64 * MEBIBYTE)
  expect(process.memoryUsage().rss - before).toBeLessThan(250 * MEBIBYTE)
  await isClosed()
})

test('comments that only come in slowly end when the first event is due', async () => {
  await world.setOption('relay.first_byte_timeout_seconds', '1')
  flood.answers(200, SSE, ': keep-alive\n\n', 100)
  const spent = await spentBy(world, async () => {
    let isOver = false
    const call = chat(world.url, world.key, ask('hi', { stream: true })).finally(() => (isOver = true))
    await hasBegun()
    clock.advance(3900)
    await allHaveRead()
    expect(isOver).toBe(false)
    clock.advance(1100)
    expect(await call).toMatchObject({ status: 504, inBandError: { code: 'upstream_timeout' } })
  })
  await world.setOption('relay.first_byte_timeout_seconds', '10')
  expect(spent).toBe(0)
  await isClosed()
})

test('compressed endless comments are limited like plain ones', async () => {
  flood.answers(200, { ...SSE, 'content-encoding': 'gzip' }, gzipSync(Buffer.from(': keep-alive\n\n'.repeat(4_000_000))))
  const facts = await chat(world.url, world.key, ask('hi', { stream: true }))
  expect(facts).toMatchObject({ status: 502, inBandError: { code: 'response_too_large' } })
})

test.each([
  ['plain', {}, 'x'.repeat(MEBIBYTE)],
  ['packed', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(100 * MEBIBYTE, 'x'))],
])('a whole answer without end is cut at 64 MB: %s', async (_words, headers, bytes) => {
  flood.answers(200, { ...JSON_TYPE, ...headers }, bytes)
  expect(await chat(world.url, world.key, ask('hi'))).toMatchObject({ status: 502, inBandError: { code: 'response_too_large' } })
  await isClosed()
})

test('a whole answer that trickles in ends with the time of a whole call', async () => {
  await world.setOption('relay.total_timeout_seconds', '2')
  flood.answers(200, { ...JSON_TYPE, 'content-length': '60000' }, ' ', 100)
  const call = chat(world.url, world.key, ask('hi'))
  await hasBegun()
  clock.advance(2000)
  const facts = await call
  await world.setOption('relay.total_timeout_seconds', '7200')
  expect(facts).toMatchObject({ status: 504, inBandError: { code: 'upstream_timeout' } })
})

test('an error without end is read as far as its first words', async () => {
  flood.answers(400, JSON_TYPE, 'x'.repeat(MEBIBYTE))
  expect(await chat(world.url, world.key, ask('hi'))).toMatchObject({ status: 400 })
  expect(flood.sentBytes).toBeLessThan(32 * MEBIBYTE)
  await isClosed()
})

test.each([
  [200, JSON_TYPE],
  [500, JSON_TYPE],
])('a channel test that meets an endless answer with %s fails in words', async (status, headers) => {
  flood.answers(status, headers, 'x'.repeat(MEBIBYTE))
  const { body } = await world.console.ask('GET', `/api/channel/test/${channel}`)
  expect(body.success).toBe(false)
  expect(flood.sentBytes).toBeLessThan(64 * MEBIBYTE)
  await isClosed()
})

test('a list of models without end is refused in words', async () => {
  flood.answers(200, JSON_TYPE, 'x'.repeat(MEBIBYTE))
  const { body } = await world.console.ask('GET', `/api/channel/fetch_models/${channel}`)
  expect(body.success).toBe(false)
  expect(flood.sentBytes).toBeLessThan(64 * MEBIBYTE)
  await isClosed()
})

test('a count of tokens without end is replaced by our own', async () => {
  flood.answers(200, JSON_TYPE, 'x'.repeat(MEBIBYTE))
  const facts = await call(`${world.url}/v1/messages/count_tokens`, {
    method: 'POST',
    headers: { 'x-api-key': world.key },
    body: { model: 'claude-x', messages: [{ role: 'user', content: 'hello there' }] },
  })
  expect(facts).toMatchObject({ status: 200 })
  expect(facts.headers.get('x-waystation-count')).toBe('estimated')
  expect(flood.sentBytes).toBeLessThan(64 * MEBIBYTE)
  await isClosed()
})
