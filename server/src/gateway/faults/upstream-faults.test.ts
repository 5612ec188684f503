// What the far end can do to us (reliability.md 3.2), over real sockets: what the client gets, what it costs, and what the log says.
import { logType } from '@waystation/contract/site/status-table'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chat } from '../../testing/client.ts'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ask, newestLog, PRICES, spentBy } from './bill.ts'

let world: World
let rows = 0
beforeAll(async () => {
  world = await openWorld({ options: { ...PRICES, 'relay.whole_first_byte_timeout_seconds': '1', 'relay.idle_timeout_seconds': '1' } })
}, 180_000)
afterAll(() => world.close())
beforeEach(async () => {
  world.provider.clear()
  rows = (await world.logs(0)).length
})

const stream = (content = 'say something') => ask(content, { stream: true })
const newest = () => newestLog(world, rows + 1)

describe('with one channel', () => {
  test('FLT-5 a reset before the headers is a 502 and costs nothing', async () => {
    world.provider.script('fake-chat', scenario.resetBeforeHeaders())
    const spent = await spentBy(world, async () => {
      expect(await chat(world.url, world.key, ask('hi'))).toMatchObject({
        status: 502,
        end: 'whole',
        inBandError: { code: 'do_request_failed' },
      })
    })
    expect(spent).toBe(0)
    expect(await newest()).toMatchObject({ type: logType.error, quota: 0, facts: { end_reason: 'upstream_error' } })
  })

  test.each([
    ['resets', step.reset()],
    ['cuts the body off', step.cut()],
    ['ends without its end mark', step.end()],
  ])('FLT-6 an upstream that %s in mid-stream is told in band and what came is paid', async (_words, ending) => {
    world.provider.next(scenario.words(['the', ' of', ' and'], ending))
    const spent = await spentBy(world, async () => {
      const facts = await chat(world.url, world.key, stream())
      expect(facts).toMatchObject({ status: 200, text: 'the of and', sawDone: false, inBandError: { code: 'upstream_truncated' } })
      expect(facts.frames.some((frame) => /"finish_reason":"/.test(frame.data))).toBe(false)
    })
    const log = await newest()
    expect(log).toMatchObject({
      type: logType.consumption,
      completion_tokens: 3,
      facts: { end_reason: 'upstream_truncated', usage_source: 'counted' },
    })
    expect(log.prompt_tokens).toBeGreaterThan(0)
    expect(spent).toBe(log.prompt_tokens + 3 * 2)
    expect(log.quota).toBe(spent)
    expect(world.provider.requests).toHaveLength(1)
  })

  test('D23 a stream that reports its finish reason and then closes is whole', async () => {
    world.provider.next(scenario.words(['the', ' of'], step.finish(), step.end()))
    const spent = await spentBy(world, async () => {
      expect(await chat(world.url, world.key, stream())).toMatchObject({
        status: 200,
        text: 'the of',
        end: 'whole',
        inBandError: undefined,
      })
    })
    expect(await newest()).toMatchObject({ completion_tokens: 2, quota: spent, facts: { end_reason: 'done' } })
  })

  test('FLT-7 silence before the headers is a 504 after the time limit and costs nothing', async () => {
    world.provider.script('fake-chat', scenario.hangBeforeHeaders())
    const spent = await spentBy(world, async () => {
      const facts = await chat(world.url, world.key, ask('hi'))
      expect(facts).toMatchObject({ status: 504, inBandError: { code: 'upstream_timeout' } })
      expect(facts.tookMs).toBeGreaterThan(900)
    })
    expect(spent).toBe(0)
    expect(await newest()).toMatchObject({ type: logType.error, quota: 0, facts: { end_reason: 'upstream_timeout' } })
    expect(world.provider.requests).toHaveLength(1)
    await expect.poll(() => world.provider.requests[0]?.abortedAtMs).toBeDefined()
  })

  test('FLT-8 silence in mid-stream is reported in the stream, what came is charged, and the upstream is stopped', async () => {
    world.provider.next(scenario.words(['the', ' of', ' and', ' to'], step.hang()))
    const spent = await spentBy(world, async () => {
      const facts = await chat(world.url, world.key, stream())
      expect(facts).toMatchObject({ status: 200, text: 'the of and to', sawDone: false, inBandError: { code: 'upstream_timeout' } })
    })
    const log = await newest()
    expect(log).toMatchObject({ type: logType.consumption, completion_tokens: 4, quota: spent, facts: { end_reason: 'upstream_timeout' } })
    expect(spent).toBe(log.prompt_tokens + 4 * 2)
    await expect.poll(() => world.provider.requests[0]?.abortedAtMs).toBeDefined()
  })

  test('FLT-12 half an event at the end is not passed on', async () => {
    world.provider.next(scenario.words(['the', ' of'], step.text('data: {"choices":[{"index":0,"delta":{"content":" half'), step.end()))
    const spent = await spentBy(world, async () => {
      const facts = await chat(world.url, world.key, stream())
      expect(facts).toMatchObject({ text: 'the of', sawDone: false, inBandError: { code: 'upstream_truncated' } })
      expect(facts.body).not.toContain('half')
    })
    expect(await newest()).toMatchObject({ completion_tokens: 2, quota: spent, facts: { end_reason: 'upstream_truncated' } })
  })

  test.each([
    ['an HTML page', ask('hi'), scenario.reply(200, '<html><body>Bad gateway, sorry</body></html>')],
    ['an HTML page to a stream', stream('hi'), scenario.reply(200, '<html><body>Bad gateway, sorry</body></html>')],
    [
      'an error in JSON',
      ask('hi'),
      scenario.reply(200, { error: { message: 'a very long story of failure that must not be billed', type: 'x', code: 'y' } }),
    ],
    [
      'an error in JSON to a stream',
      stream('hi'),
      scenario.reply(200, { error: { message: 'a very long story of failure that must not be billed', type: 'x', code: 'y' } }),
    ],
    [
      'an error as the first event',
      stream('hi'),
      [step.streamHead(), step.frame({ error: { message: 'a story of failure that must not be billed' } }), step.end()],
    ],
    ['nothing at all to a stream', stream('hi'), [step.streamHead(), step.end()]],
    ['a body shorter than it says', ask('hi'), scenario.wrongLength()],
  ])('FLT-14 a good status with %s is a 502 and costs nothing', async (_words, body, steps) => {
    world.provider.script('fake-chat', steps)
    const spent = await spentBy(world, async () => {
      const facts = await chat(world.url, world.key, body)
      expect(facts.status).toBe(502)
      expect(facts.sawDone).toBe(false)
      expect(facts.body).not.toContain('<html>')
    })
    expect(spent).toBe(0)
    expect(await newest()).toMatchObject({ type: logType.error, quota: 0, completion_tokens: 0 })
  })

  test('FLT-14 an error reported in mid-stream is passed on and not billed', async () => {
    world.provider.next(
      scenario.words(
        ['the', ' of'],
        step.frame({ error: { message: 'an error text of many words that nobody may be billed for', code: 'boom' } }),
        step.end(),
      ),
    )
    const spent = await spentBy(world, async () => {
      expect(await chat(world.url, world.key, stream())).toMatchObject({ text: 'the of', sawDone: false, inBandError: { code: 'boom' } })
    })
    const log = await newest()
    expect(log).toMatchObject({ completion_tokens: 2, quota: spent, facts: { end_reason: 'upstream_error' } })
    expect(spent).toBe(log.prompt_tokens + 2 * 2)
  })

  test('an answer with exact usage costs exactly that', async () => {
    const spent = await spentBy(world, async () => {
      expect(await chat(world.url, world.key, stream('#in:120 #out:30'))).toMatchObject({ sawDone: true, end: 'whole' })
      expect(await chat(world.url, world.key, ask('#in:77 #out:3'))).toMatchObject({ status: 200, end: 'whole' })
    })
    expect(spent).toBe(120 + 60 + 77 + 6)
  })
})

describe('with a second channel', () => {
  let both: World
  beforeAll(async () => {
    // A caller who has waited twice as long as this is told, and a busy machine's clock is late by up to a second and a half.
    both = await openWorld({ options: { ...PRICES, 'relay.whole_first_byte_timeout_seconds': '2' } })
    await both.addChannel({ name: 'second' })
  }, 180_000)
  afterAll(() => both.close())
  beforeEach(() => both.provider.clear())

  test.each([
    ['FLT-5 a reset', scenario.resetBeforeHeaders()],
    ['FLT-14 garbage', scenario.reply(200, '<html></html>')],
    ['FLT-21 a 500', scenario.refuse(500)],
    ['FLT-19 a 429', scenario.rateLimited(1)],
  ])('%s before the first byte is retried on the other one, and the caller pays once', async (_words, steps) => {
    both.provider.next(steps)
    const before = (await both.logs(0)).length
    const spent = await spentBy(both, async () => {
      expect(await chat(both.url, both.key, ask('#in:50 #out:5'))).toMatchObject({ status: 200, end: 'whole' })
    })
    expect(spent).toBe(60)
    expect(both.provider.requests).toHaveLength(2)
    const log = await newestLog(both, before + 1)
    expect(log.facts.admin_info?.use_channel).toHaveLength(2)
    expect(new Set(log.facts.admin_info?.use_channel).size).toBe(2)
  })

  test('FLT-7 silence is retried only when the admin wants it', async () => {
    both.provider.next(scenario.hangBeforeHeaders())
    expect(await chat(both.url, both.key, ask('hi'))).toMatchObject({ status: 504 })
    expect(both.provider.requests).toHaveLength(1)
    await both.setOption('relay.retry_after_silence', 'true')
    both.provider.next(scenario.hangBeforeHeaders())
    expect(await chat(both.url, both.key, ask('hi'))).toMatchObject({ status: 200 })
    expect(both.provider.requests).toHaveLength(3)
    await both.setOption('relay.retry_after_silence', 'false')
  })

  test('nothing is retried once a byte has gone to the client', async () => {
    both.provider.next(scenario.words(['the'], step.reset()))
    expect(await chat(both.url, both.key, ask('hi', { stream: true }))).toMatchObject({
      text: 'the',
      inBandError: { code: 'upstream_truncated' },
    })
    expect(both.provider.requests).toHaveLength(1)
  })
})
