// The same faults of a vendor (reliability.md 3.2) through every kind of door: passed on as they are, and translated either way.
import { logType } from '@waystation/contract/site/status-table'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CallFacts, call } from '../../testing/client.ts'
import { type Step, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ask, newestLog, PRICES, spentBy } from './bill.ts'

const MEBIBYTE = 1024 * 1024

/** What a vendor says, in its own dialect. */
interface Vendor {
  readonly type: number
  begin(): Step[]
  say(text: string): Step
  usage(input: number, output: number): Step
  error(message: string): Step
  /** The beginning of an event with text, without its end. */
  readonly half: string
  end(): Step[]
}

const event = (data: { type: string } & Record<string, unknown>) => step.text(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`)

const vendors: Record<'chat' | 'messages', Vendor> = {
  chat: {
    type: 8,
    begin: () => [step.streamHead()],
    say: (text) => step.say(text),
    usage: (input, output) => step.usage(input, output),
    error: (message) => step.frame({ error: { message, code: 'boom' } }),
    half: 'data: {"choices":[{"index":0,"delta":{"content":" half',
    end: () => [step.finish(), step.done(), step.end()],
  },
  messages: {
    type: 14,
    begin: () => [
      step.streamHead(),
      event({
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'fake-chat',
          content: [],
          usage: { input_tokens: 9, output_tokens: 1 },
        },
      }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    ],
    say: (text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    usage: (input_tokens, output_tokens) =>
      event({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { input_tokens, output_tokens } }),
    error: (message) => event({ type: 'error', error: { type: 'api_error', message } }),
    half: 'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":" half',
    end: () => [event({ type: 'message_stop' }), step.end()],
  },
}

describe.each([
  { door: '/v1/chat/completions', behind: 'chat' },
  { door: '/v1/messages', behind: 'chat' },
  { door: '/v1/chat/completions', behind: 'messages' },
] as const)('$door before a vendor of $behind', ({ door, behind }) => {
  const vendor = vendors[behind]
  const isChat = door === '/v1/chat/completions'
  let world: World
  let rows = 0
  beforeAll(async () => {
    world = await openWorld({ options: PRICES, channel: { type: vendor.type } })
  }, 180_000)
  afterAll(() => world.close())
  beforeEach(async () => {
    world.provider.clear()
    rows = (await world.logs(0)).length
  })

  const newest = () => newestLog(world, rows + 1)
  /** One streamed call that meets these steps. */
  const meet = (...steps: readonly Step[]): Promise<CallFacts> => {
    world.provider.next(steps)
    const more = isChat ? { stream: true, stream_options: { include_usage: true } } : { stream: true, max_tokens: 500 }
    return call(world.url + door, { method: 'POST', headers: { authorization: `Bearer ${world.key}` }, body: ask('say something', more) })
  }
  /** What the client read of text. */
  const textOf = (facts: CallFacts): string =>
    isChat
      ? facts.text
      : dataOf(facts)
          .map((data) => data.delta?.text ?? '')
          .join('')
  const dataOf = (facts: CallFacts): { type?: string; delta?: { text?: string; stop_reason?: string } }[] =>
    facts.frames.filter((frame) => frame.data !== '[DONE]').map((frame) => JSON.parse(frame.data))
  const isWhole = (facts: CallFacts) => (isChat ? facts.sawDone : facts.frames.at(-1)?.event === 'message_stop')
  /** Told in the words of the dialect, and without any mark of a whole answer. */
  const expectBroken = (facts: CallFacts, code: string) => {
    expect(facts).toMatchObject({ status: 200, end: 'whole', sawDone: false })
    expect(facts.body).not.toMatch(/message_stop|"finish_reason":"|"stop_reason":"/)
    if (isChat) expect(facts.inBandError?.code).toBe(code)
    else expect(facts.frames.at(-1)?.event).toBe('error')
  }

  test.each([
    ['resets', step.reset()],
    ['ends without its end mark', step.end()],
  ])('FLT-6 an upstream that %s in mid-stream is told in band and what came is paid', async (_words, ending) => {
    const spent = await spentBy(world, async () => {
      const facts = await meet(...vendor.begin(), vendor.say('the'), vendor.say(' of'), vendor.say(' and'), ending)
      expect(textOf(facts)).toBe('the of and')
      expectBroken(facts, 'upstream_truncated')
    })
    const log = await newest()
    expect(log).toMatchObject({
      type: logType.consumption,
      completion_tokens: 3,
      quota: spent,
      facts: { end_reason: 'upstream_truncated', usage_source: 'counted' },
    })
    expect(log.prompt_tokens).toBeGreaterThan(0)
    expect(spent).toBe(log.prompt_tokens + 3 * 2)
    expect(world.provider.requests).toHaveLength(1)
  })

  test('FLT-11 an event beyond 8 MiB is reported in the stream, and what came before is paid', async () => {
    const spent = await spentBy(world, async () => {
      const facts = await meet(
        ...vendor.begin(),
        vendor.say('the'),
        vendor.say(' of'),
        step.text('data: '),
        step.endless('y'.repeat(MEBIBYTE), 0),
      )
      expect(textOf(facts)).toBe('the of')
      expectBroken(facts, 'event_too_large')
      await expect.poll(() => world.provider.requests[0]?.abortedAtMs).toBeDefined()
    })
    const log = await newest()
    expect(log).toMatchObject({ type: logType.consumption, completion_tokens: 2, quota: spent, facts: { end_reason: 'event_too_large' } })
    expect(spent).toBe(log.prompt_tokens + 2 * 2)
  })

  test('FLT-12 half an event at the end is not passed on', async () => {
    const spent = await spentBy(world, async () => {
      const facts = await meet(...vendor.begin(), vendor.say('the'), vendor.say(' of'), step.text(vendor.half), step.end())
      expect(textOf(facts)).toBe('the of')
      expectBroken(facts, 'upstream_truncated')
      expect(facts.body).not.toContain('half')
    })
    expect(await newest()).toMatchObject({ completion_tokens: 2, quota: spent, facts: { end_reason: 'upstream_truncated' } })
  })

  test.each([
    ['an HTML page', [step.head(200, { 'content-type': 'text/html' }), step.text('<html>Bad gateway</html>'), step.end()]],
    ['nothing at all', [step.streamHead(), step.end()]],
  ])('FLT-14 a good status with %s is a 502 and costs nothing', async (_words, steps) => {
    const spent = await spentBy(world, async () => {
      const facts = await meet(...steps)
      expect(facts).toMatchObject({ status: 502, sawDone: false, end: 'whole' })
      expect(facts.body).not.toContain('<html>')
    })
    expect(spent).toBe(0)
    expect(await newest()).toMatchObject({ type: logType.error, quota: 0, completion_tokens: 0 })
  })

  test('FLT-14 an error as the first event of a stream is told as one that comes with its status, and costs nothing', async () => {
    const spent = await spentBy(world, async () => {
      const facts = await meet(step.streamHead(), vendor.error('a story of failure that must not be billed'), step.end())
      // Anthropic's type has a status of its own; where an error names none, it counts as a broken gateway.
      expect(facts).toMatchObject({ status: vendor.type === 14 ? 500 : 502, sawDone: false, end: 'whole' })
      expect(facts.body).toContain('a story')
    })
    expect(spent).toBe(0)
    expect(await newest()).toMatchObject({ type: logType.error, quota: 0, completion_tokens: 0 })
  })

  test('FLT-14 an error reported in mid-stream is passed on and not billed', async () => {
    const spent = await spentBy(world, async () => {
      const facts = await meet(...vendor.begin(), vendor.say('the'), vendor.say(' of'), vendor.error('a long story of failure'), step.end())
      expect(textOf(facts)).toBe('the of')
      expect(facts).toMatchObject({ status: 200, end: 'whole', sawDone: false })
      expect(facts.body).not.toMatch(/message_stop|"finish_reason":"/)
      expect(facts.frames.at(-1)?.data).toContain('a long story of failure')
    })
    const log = await newest()
    expect(log).toMatchObject({ completion_tokens: 2, quota: spent, facts: { end_reason: 'upstream_error' } })
    expect(spent).toBe(log.prompt_tokens + 2 * 2)
  })

  test('FLT-22 usage that cannot be is charged at its bound, or by our own count where it is no count', async () => {
    const absurd = [
      [1e12, 5],
      [12, 1e12],
      [1e300, 1e300],
      [-500, -7],
      [12, -7],
    ] as const
    const spent = await spentBy(world, async () => {
      for (const [input, output] of absurd) {
        const facts = await meet(...vendor.begin(), vendor.say('the'), vendor.say(' of'), vendor.usage(input, output), ...vendor.end())
        expect(textOf(facts)).toBe('the of')
        expect(isWhole(facts)).toBe(true)
      }
    })
    await newestLog(world, rows + absurd.length)
    const logs = (await world.logs(rows + absurd.length)).slice(0, absurd.length)
    const [input, output, ...noCounts] = logs.toReversed()
    expect(input).toMatchObject({ completion_tokens: 5, facts: { usage_source: 'upstream', usage_cut: { input: input?.prompt_tokens } } })
    // The bytes that were sent, and ten thousand for the vendor's own words.
    expect(input?.prompt_tokens).toBeGreaterThan(10_000)
    expect(input?.prompt_tokens).toBeLessThan(11_000)
    expect(output).toMatchObject({
      prompt_tokens: 12,
      facts: { usage_source: 'upstream', usage_cut: { output: output?.completion_tokens } },
    })
    expect(output?.completion_tokens).toBeLessThan(310_000)
    for (const log of noCounts) {
      expect(log).toMatchObject({ completion_tokens: 2, facts: { end_reason: 'done', usage_source: 'counted', usage_suspect: true } })
      expect(log.prompt_tokens).toBeGreaterThan(0)
      expect(log.prompt_tokens).toBeLessThan(100)
    }
    for (const log of logs) expect(log.quota).toBe(log.prompt_tokens + 2 * log.completion_tokens)
    expect(spent).toBe(logs.reduce((sum, log) => sum + log.quota, 0))
  })

  test('FLT-22, FLT-23 of usage that is reported twice the last is charged, not the sum, and the earlier where the last is smaller', async () => {
    const last = [
      [20, 4],
      [15, 3],
      [30, 6],
    ] as const
    const charged = [
      [20, 4],
      [20, 4],
      [30, 6],
    ] as const
    const spent = await spentBy(world, async () => {
      for (const [input, output] of last) {
        const facts = await meet(...vendor.begin(), vendor.say('the'), vendor.usage(20, 4), vendor.usage(input, output), ...vendor.end())
        expect(textOf(facts)).toBe('the')
        expect(isWhole(facts)).toBe(true)
      }
    })
    await newestLog(world, rows + last.length)
    const logs = (await world.logs(rows + last.length)).slice(0, last.length)
    expect(logs.map((log) => `${log.prompt_tokens} ${log.completion_tokens} ${log.facts.usage_source}`).sort()).toEqual(
      charged.map(([input, output]) => `${input} ${output} upstream`).sort(),
    )
    expect(spent).toBe(charged.reduce((sum, [input, output]) => sum + input + 2 * output, 0))
  })
})
