// What a vendor's answer can be like on the wire (reliability.md 3.2): too slow, too long, too large, cut anywhere, in the wrong bytes.
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { logType } from '@waystation/contract/site/status-table'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chat } from '../../testing/client.ts'
import { type Step, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ask, newestLog, PRICES, spentBy } from './bill.ts'

const MEBIBYTE = 1024 * 1024

let world: World
let rows = 0
beforeAll(async () => {
  world = await openWorld({ options: { ...PRICES, 'relay.idle_timeout_seconds': '2', 'relay.quota_overrun': 'cut' } })
}, 180_000)
afterAll(() => world.close())
beforeEach(async () => {
  world.provider.clear()
  rows = (await world.logs(0)).length
})

const stream = (content = 'say something') => ask(content, { stream: true, stream_options: { include_usage: true } })
const newest = () => newestLog(world, rows + 1)
const areStopped = (count: number) =>
  expect.poll(() => world.provider.requests.filter((one) => one.abortedAtMs !== undefined).length).toBe(count)
/** A chat chunk as the bytes of an event's data. */
const words = (content: string) =>
  JSON.stringify({ id: 'c', model: 'fake', choices: [{ index: 0, delta: { content }, finish_reason: null }] })
const rest: Step[] = [step.finish(), step.usage(11, 7), step.done(), step.end()]
const LAST = {
  id: 'c',
  choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
}
const REST_COSTS = 11 + 7 * 2

/** A call whose answer's bytes matter: the judge reads text. */
async function bytesOf(path: string, body: object): Promise<{ status: number; bytes: Buffer }> {
  const headers = { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' }
  const response = await fetch(world.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The data of all events, read without our own reader. */
function eventsIn(bytes: Buffer): string[] {
  const blocks = bytes
    .toString()
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  const dataOf = (block: string) => block.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
  return blocks.map((block) => dataOf(block).join('\n')).filter((data) => data !== '')
}

/** All text that an answer in Anthropic's stream form holds. */
function messagesText(body: string): string {
  const events = body.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []))
  return events.map((event) => (event.type === 'content_block_delta' ? (event.delta.text ?? '') : '')).join('')
}

describe('an answer without haste or end', () => {
  afterAll(() => world.setOption('relay.total_timeout_seconds', '7200'))

  test('FLT-9 an event that drips byte by byte for longer than the idle limit comes through', async () => {
    world.provider.next([step.streamHead(), step.text(`data: ${words('the')}\n\n`, { splitEvery: 1, pauseMs: 30 }), ...rest])
    const spent = await spentBy(world, async () => {
      const facts = await chat(world.url, world.key, stream())
      expect(facts).toMatchObject({ status: 200, text: 'the', sawDone: true, end: 'whole', inBandError: undefined })
      expect(facts.tookMs).toBeGreaterThan(2000)
    })
    expect(spent).toBe(REST_COSTS)
    expect(await newest()).toMatchObject({ quota: spent, facts: { end_reason: 'done', usage_source: 'upstream' } })
  })

  test('FLT-9 a drip and FLT-10 a stream without end are ended by the limit of the whole call, and what came is paid', async () => {
    await world.setOption('relay.total_timeout_seconds', '2')
    world.provider.next([step.streamHead(), step.say('of'), step.text(' '.repeat(10_000), { splitEvery: 1, pauseMs: 20 })])
    world.provider.next([step.streamHead(), step.endless(`data: ${words(' of')}\n\n`, 20)])
    const came: number[] = []
    const spent = await spentBy(world, async () => {
      for (const facts of await Promise.all([chat(world.url, world.key, stream()), chat(world.url, world.key, stream())])) {
        expect(facts).toMatchObject({ status: 200, sawDone: false, end: 'whole', inBandError: { code: 'total_timeout' } })
        came.push(facts.text.match(/of/g)?.length ?? 0)
      }
      await areStopped(2)
    })
    await world.setOption('relay.total_timeout_seconds', '7200')
    await newestLog(world, rows + 2)
    const logs = (await world.logs(rows + 2)).slice(0, 2)
    for (const log of logs) {
      expect(log).toMatchObject({ type: logType.consumption, facts: { end_reason: 'total_timeout', usage_source: 'counted' } })
      expect(log.quota).toBe(log.prompt_tokens + 2 * log.completion_tokens)
    }
    const byNumber = (one: number, other: number) => one - other
    expect(logs.map((log) => log.completion_tokens).sort(byNumber)).toEqual(came.sort(byNumber))
    expect(came[1]).toBeGreaterThan(1)
    expect(spent).toBe(logs.reduce((sum, log) => sum + log.quota, 0))
  })

  test('FLT-10 a stream without end is cut when nothing more can be held, and costs no more than that, however much came at once', async () => {
    const token = await world.addToken({ name: 'small', unlimited_quota: false, remain_quota: 3000 })
    const many = `data: ${words(' of'.repeat(20))}\n\n`.repeat(50)
    world.provider.next([step.streamHead(), step.endless(many, 1)])
    const spent = await spentBy(world, async () => {
      const facts = await chat(world.url, `sk-${token.key}`, { ...stream(), max_tokens: 100 })
      expect(facts).toMatchObject({ status: 200, sawDone: false, inBandError: { code: 'quota_cut' } })
      await areStopped(1)
    })
    const log = await newest()
    expect(log).toMatchObject({ type: logType.consumption, quota: spent, facts: { end_reason: 'quota_cut', usage_source: 'counted' } })
    expect(spent).toBe(log.prompt_tokens + 2 * log.completion_tokens)
    expect(spent).toBeGreaterThan(100)
    expect(spent).toBeLessThanOrEqual(log.facts.charge?.held ?? 0)
    expect(spent).toBeLessThanOrEqual(3000)
  })
})

describe('an answer in strange pieces', () => {
  const EVENTS = Buffer.from(
    `\uFEFF: hello\r\n\r\nid: 7\nretry: 3000\ndata: ${words('the é😀')}\n\nevent:\r\ndata:${words(' of').replace(',', ',\r\ndata: ')}\r\n\r\n` +
      `: still here\rdata: ${words(' and')}\r\rfield of nobody\n\ndata: ${words(' to')}\r\n\n` +
      `data: {"id":"c","model":"fake","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\r\n` +
      'data: {"id":"c","model":"fake","choices":[],"usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}\n\ndata: [DONE]\n\n',
  )
  const evenly = [1, 2, 3, 7, 64, EVENTS.length].map((splitEvery) => [step.streamHead(), step.bytes(EVENTS, { splitEvery }), step.end()])
  const once = Array.from({ length: Math.ceil(EVENTS.length / 41) }, (_, at) => 1 + at * 41).map((cut) => [
    step.streamHead(),
    step.bytes(EVENTS.subarray(0, cut)),
    step.wait(3),
    step.bytes(EVENTS.subarray(cut)),
    step.end(),
  ])
  const splits = [...evenly, ...once]

  test('FLT-13 however the bytes are cut, the same events are passed on, and a translation has the same content', async () => {
    const spent = await spentBy(world, async () => {
      for (const steps of splits) {
        world.provider.next(steps, 2)
        const [passed, translated] = await Promise.all([
          bytesOf('/v1/chat/completions', stream()),
          bytesOf('/v1/messages', { ...ask('say something', { stream: true }), max_tokens: 50 }),
        ])
        expect(passed.status).toBe(200)
        expect(eventsIn(passed.bytes)).toEqual(eventsIn(EVENTS))
        expect(messagesText(translated.bytes.toString())).toBe('the é😀 of and to')
        expect(translated.bytes.toString()).toContain('event: message_stop')
      }
    })
    expect(spent).toBe(2 * splits.length * REST_COSTS)
  })

  // Bytes that are no UTF-8, half a code point in each of two events, and the two halves of a pair as escapes in two events.
  const BROKEN = Buffer.concat([
    Buffer.from('data: {"id":"c","model":"fake","choices":[{"index":0,"delta":{"content":"a'),
    Buffer.from([0xff, 0xc3]),
    Buffer.from(`b"},"finish_reason":null}]}\n\ndata: ${words('@').split('@')[0]}`),
    Buffer.from([0xf0, 0x9f]),
    Buffer.from(`${words('@').split('@')[1]}\n\ndata: ${words('@').split('@')[0]}`),
    Buffer.from([0x98, 0x80]),
    Buffer.from(`${words('@').split('@')[1]}\n\n`),
    Buffer.from(`data: ${words('@').replace('@', '\\ud83d')}\n\ndata: ${words('@').replace('@', '\\ude00')}\n\n`),
  ])

  test('FLT-15 bytes that are no UTF-8 are passed on as they are, and written again they are whole', async () => {
    const steps = [step.streamHead(), step.bytes(BROKEN, { splitEvery: 5 }), ...rest]
    world.provider.next(steps, 2)
    const spent = await spentBy(world, async () => {
      const passed = await bytesOf('/v1/chat/completions', stream())
      expect(passed.bytes.subarray(0, BROKEN.length).equals(BROKEN)).toBe(true)
      const translated = await bytesOf('/v1/messages', { ...ask('say something', { stream: true }), max_tokens: 50 })
      const text = messagesText(new TextDecoder('utf-8', { fatal: true }).decode(translated.bytes))
      expect(text).toMatch(/^a\uFFFD+b\uFFFD+😀$/u)
    })
    expect(spent).toBe(2 * REST_COSTS)
  })

  test('FLT-15 the same in a whole answer', async () => {
    const body = Buffer.concat([
      Buffer.from('{"id":"c","object":"chat.completion","model":"fake","choices":[{"index":0,"message":{"role":"assistant","content":"a'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('b"},"finish_reason":"stop"}],"usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}'),
    ])
    world.provider.next([step.head(200, { 'content-type': 'application/json' }), step.bytes(body, { splitEvery: 7 }), step.end()], 2)
    const spent = await spentBy(world, async () => {
      expect((await bytesOf('/v1/chat/completions', ask('hi'))).bytes.equals(body)).toBe(true)
      const { bytes } = await bytesOf('/v1/messages', { ...ask('hi'), max_tokens: 50 })
      expect(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).content[0].text).toMatch(/^a\uFFFD+b$/)
    })
    expect(spent).toBe(2 * REST_COSTS)
  })
})

describe('an answer that cannot be read', () => {
  const good = gzipSync(JSON.stringify({ id: 'c', choices: [{ index: 0, message: { role: 'assistant', content: 'the' } }] }))
  const events = Buffer.from(`data: ${words('the')}\n\ndata: [DONE]\n\n`)
  const compressed = (type: string, encoding: string, bytes: Buffer, status = 200) => [
    step.head(status, { 'content-type': type, 'content-encoding': encoding, 'content-length': bytes.length }),
    step.bytes(bytes),
    step.end(),
  ]

  const whole = Buffer.from(
    JSON.stringify({
      id: 'c',
      choices: [{ index: 0, message: { role: 'assistant', content: 'the' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    }),
  )
  const wholeStream = Buffer.concat([events.subarray(0, -14), Buffer.from(`data: ${JSON.stringify(LAST)}\n\ndata: [DONE]\n\n`)])
  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('FLT-16 plain text is asked for, and an answer that is packed as %s all the same is unpacked', async (encoding, pack) => {
    world.provider.next(compressed('application/json', encoding, pack(whole)))
    world.provider.next(compressed('text/event-stream', encoding, pack(wholeStream)))
    world.provider.next(compressed('application/json', encoding, pack(Buffer.from('{"error":{"message":"wrong word"}}')), 400))
    const spent = await spentBy(world, async () => {
      expect(await chat(world.url, world.key, ask('hi'))).toMatchObject({ status: 200, text: 'the' })
      expect(await chat(world.url, world.key, stream())).toMatchObject({ status: 200, text: 'the', sawDone: true })
      expect((await bytesOf('/v1/chat/completions', ask('hi'))).bytes.toString()).toContain('wrong word')
    })
    expect(spent).toBe(2 * REST_COSTS)
  })

  test.each([
    ['packed twice', ask('hi'), compressed('application/json', 'gzip, gzip', gzipSync(good))],
    ['packed twice in a stream', stream(), compressed('text/event-stream', 'br, gzip', gzipSync(brotliCompressSync(events)))],
    ['packed otherwise than it says', ask('hi'), compressed('application/json', 'br', good)],
    ['packed and cut off', ask('hi'), compressed('application/json', 'gzip', good.subarray(0, 20))],
  ])('FLT-16 plain text is asked for, and an answer %s is a 502 and costs nothing', async (_words, body, steps) => {
    world.provider.script('fake-chat', steps)
    const spent = await spentBy(world, async () => {
      expect(await chat(world.url, world.key, body)).toMatchObject({ status: 502, inBandError: { code: 'read_response_body_failed' } })
    })
    expect(world.provider.requests[0]?.headers['accept-encoding']).toBe('identity')
    expect(spent).toBe(0)
    expect(await newest()).toMatchObject({ type: logType.error, quota: 0, facts: { end_reason: 'upstream_error' } })
  })

  test.each([
    ['of unknown length', {}],
    ['of a length that is told', { 'content-length': 70 * MEBIBYTE }],
  ])('FLT-18 a whole answer beyond 64 MiB %s is a 502, costs nothing, and the upstream is stopped', async (_words, length) => {
    const head = step.head(200, { 'content-type': 'application/json', ...length })
    world.provider.next([head, step.text('{"id":"c","x":"'), step.endless('y'.repeat(MEBIBYTE), 0)])
    const spent = await spentBy(world, async () => {
      const facts = await chat(world.url, world.key, ask('hi'))
      expect(facts).toMatchObject({ status: 502, end: 'whole', inBandError: { code: 'response_too_large' } })
      await areStopped(1)
    })
    expect(spent).toBe(0)
    expect(await newest()).toMatchObject({ type: logType.error, quota: 0, facts: { end_reason: 'upstream_error' } })
  })
})

test('afterwards the same channel serves as before', async () => {
  const spent = await spentBy(world, async () => {
    expect(await chat(world.url, world.key, stream('#in:20 #out:4'))).toMatchObject({ status: 200, sawDone: true, end: 'whole' })
  })
  expect(spent).toBe(28)
})
