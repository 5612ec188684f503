import { noTokens, type WireUsage } from '@waystation/wire/chat/reply/usage'
import type { Frame } from '@waystation/wire/encoding/sse'
import { describe, expect, test } from 'vitest'
import { type CountBounds, countBounds } from '../../domain/pricing/count-bounds.ts'
import type { ExpectedSize } from '../../domain/pricing/hold-policy.ts'
import { chatEndpoint } from '../door/endpoints.ts'
import type { FrameReading, ReplyListener } from '../reply.ts'
import { callAt } from '../testing/step-parts.ts'
import type { Call } from '../types.ts'
import { Meter, type MeterParts } from './meter.ts'
import type { TokenCounter } from './token-counter.ts'

/** Its prompt has ten letters, the role among them. */
const call = callAt(chatEndpoint, { model: 'm', messages: [{ role: 'user', content: 'letter' }] })
const sized = (size: Partial<ExpectedSize>): Call => ({ ...call, facts: { ...call.facts, size: { ...call.facts.size, ...size } } })
const frame: Frame = { event: '', data: '{}' }

/** A counter of letters: its results differ from the estimate, which takes four letters for a token. */
function letterCounter() {
  const asked: string[][] = []
  const counter: TokenCounter = {
    async count(texts) {
      asked.push([...texts])
      return texts.join('').length
    },
    close: async () => {},
  }
  return { counter, asked }
}

const report = (counts: Partial<WireUsage>): Partial<FrameReading> => ({ usage: { ...noTokens, raw: { v: 1 }, ...counts } })
const text = (words: string): Partial<FrameReading> => ({ text: words, isProduce: true })
/** Produce that has no text, such as a picture. */
const unseen: Partial<FrameReading> = { isProduce: true }

/** A meter that has read frames with these readings. */
function metered(readings: readonly Partial<FrameReading>[], { of = call, isComplete = true, ...parts }: MeteredGiven = {}) {
  const left = [...readings]
  const listener: ReplyListener = {
    push: () => ({ text: '', isProduce: false, ...left.shift() }),
    end: () => [],
    isComplete,
  }
  const meter = new Meter(of, listener, { tiers: [], ...parts })
  for (const _ of readings) meter.push(frame)
  return meter
}

interface MeteredGiven extends Partial<MeterParts> {
  readonly of?: Call
  readonly isComplete?: boolean
}

describe('what is charged', () => {
  const both = { freshInput: 40, output: 7 }

  test.each<[what: string, readings: Partial<FrameReading>[], source: string, usage: object]>([
    ['the vendor’s report, where there is one', [text('hello'), report(both)], 'upstream', { ...both, calls: 1 }],
    ['our own count, where there is none', [text('hello'), text(' you')], 'counted', { freshInput: 10, output: 9, calls: 1 }],
    ['nothing, where nothing came', [{}], 'none', { freshInput: 0, output: 0, calls: 0 }],
    [
      'of two reports the later',
      [text('a'), report(both), report({ freshInput: 41, output: 9 })],
      'upstream',
      { freshInput: 41, output: 9 },
    ],
    [
      'an output that shrank as it was',
      [text('a'), report(both), report({ freshInput: 50, output: 2 })],
      'upstream',
      { freshInput: 50, output: 7 },
    ],
    [
      'uses of tools that the later report leaves out',
      [text('a'), report({ ...both, uses: { webSearch: 2 } }), report(both)],
      'upstream',
      { uses: { webSearch: 2 } },
    ],
    [
      'no output of the vendor’s beside a text: our count of it',
      [text('hello'), report({ freshInput: 40 })],
      'counted',
      { freshInput: 40, output: 5 },
    ],
    [
      'no input of the vendor’s beside a text: our count of it',
      [text('hello'), report({ output: 7 })],
      'counted',
      { freshInput: 10, output: 7 },
    ],
    [
      'no output beside produce without text: the vendor’s word',
      [unseen, report({ freshInput: 40 })],
      'upstream',
      { freshInput: 40, output: 0 },
    ],
    [
      'an early report: its prompt, and the output as it came',
      [report({ freshInput: 40, output: 1 }), text('hello')],
      'counted',
      { freshInput: 40, output: 5 },
    ],
    [
      'an early report of more output than came: the report',
      [report({ freshInput: 40, output: 80 }), text('hello')],
      'counted',
      { output: 80 },
    ],
  ])('%s', async (_what, readings, source, usage) => {
    const result = await metered(readings).finalUsage(letterCounter().counter, false)
    expect(result).toMatchObject({ source, usage, isSuspect: false, cut: {} })
  })

  test('a side that shrank leaves both reports in the log', async () => {
    const { raw } = await metered([text('a'), report({ output: 7, raw: 'first' }), report({ output: 2, raw: 'second' })]).finalUsage(
      letterCounter().counter,
      false,
    )
    expect(raw).toEqual(['first', 'second'])
  })

  test.each([
    ['a negative count', { prompt_tokens: -3 }],
    ['a count beyond what a number holds exactly', { usage: [{ completionTokenCount: 1e20 }] }],
    ['a text that is no number', { input_tokens: 'many' }],
  ])('%s makes a report suspect: our own count is charged, and the report is kept', async (_what, raw) => {
    const result = await metered([text('hello'), report({ freshInput: 40, output: 7, raw })]).finalUsage(letterCounter().counter, false)
    expect(result).toMatchObject({ source: 'counted', isSuspect: true, raw, usage: { freshInput: 10, output: 5 } })
  })

  test.each([
    ['negative, in another field', { prompt_tokens: 3, cost: -1 }],
    ['an empty text', { prompt_tokens: ' ' }],
    ['no object', 'usage'],
  ])('a report is trusted whose numbers are %s', async (_what, raw) => {
    const result = await metered([text('hello'), report({ ...both, raw })]).finalUsage(letterCounter().counter, false)
    expect(result).toMatchObject({ source: 'upstream', isSuspect: false })
  })
})

describe('an answer with nothing in it', () => {
  const prompt = report({ freshInput: 40 })

  test.each<
    [what: string, readings: Partial<FrameReading>[], given: { isComplete?: boolean; owes?: boolean }, source: string, input: number]
  >([
    ['whose vendor counted nothing is free', [report({})], {}, 'upstream', 0],
    ['that broke off after its prompt was reported is free', [prompt], { isComplete: false }, 'upstream', 0],
    ['that is complete costs the prompt that was reported', [prompt], {}, 'upstream', 40],
    ['that the client left costs the reported prompt', [prompt], { isComplete: false, owes: true }, 'upstream', 40],
    ['that the client left costs a counted prompt, where none was reported', [{}], { owes: true }, 'counted', 10],
  ])('%s', async (_what, readings, { isComplete = true, owes = false }, source, freshInput) => {
    const result = await metered(readings, { isComplete }).finalUsage(letterCounter().counter, owes)
    expect(result).toMatchObject({ source, usage: { freshInput } })
  })
})

describe('bounds', () => {
  const bounds: CountBounds = countBounds({
    ...{ sentBytes: 0, readsBeyondBytes: () => false, contextTokens: undefined, steps: 0, maxOutputTokens: 100, uses: 3 },
  })

  test.each<[what: string, counts: Partial<WireUsage>, cut: object, usage: object]>([
    ['within them all is believed', { freshInput: 10_000, output: 100 }, {}, { freshInput: 10_000, output: 100 }],
    ['input is cut to them', { freshInput: 10_001, output: 5 }, { input: 10_000 }, { freshInput: 10_000, output: 5 }],
    ['output is cut to them', { freshInput: 9, output: 5000 }, { output: 100 }, { freshInput: 9, output: 100 }],
    ['uses are cut to them', { freshInput: 9, output: 5, uses: { webSearch: 50 } }, { uses: 3 }, { uses: { webSearch: 3 } }],
  ])('%s', async (_what, counts, cut, usage) => {
    const result = await metered([text('hello'), report(counts)], { bounds }).finalUsage(letterCounter().counter, false)
    expect(result).toMatchObject({ source: 'upstream', isSuspect: false, usage })
    expect(result.cut).toEqual(cut)
  })

  test('an answer is believed as far as it was seen', async () => {
    const long = 'x'.repeat(4000)
    const result = await metered([text(long), report({ freshInput: 1, output: 1000 })], { bounds }).finalUsage(
      letterCounter().counter,
      false,
    )
    expect(result).toMatchObject({ usage: { output: 1000 }, cut: {} })
  })
})

describe('our own count', () => {
  test('is made once, however often it is asked for', async () => {
    const { counter, asked } = letterCounter()
    const meter = metered([text('hello')])
    await meter.unreportedUsage(counter)
    await meter.finalUsage(counter, false)
    expect(asked).toEqual([['user', 'letter'], ['hello']])
  })

  test('estimates by its length what is too long to be kept', async () => {
    const { counter, asked } = letterCounter()
    const kept = 'a'.repeat(256 * 1024)
    const { usage } = await metered([text(kept), text('b'.repeat(400))]).finalUsage(counter, false)
    expect(asked[1]).toEqual([kept])
    expect(usage.output).toBe(kept.length + 100)
  })

  test('has the tiers that were asked for, and the time of a recording', async () => {
    const measured = { unit: 'seconds', amount: 12, asTokens: { bucket: 'audioInput', count: 200 } } as const
    const { usage } = await metered([unseen], { of: sized({ measured }), tiers: ['priority'] }).finalUsage(letterCounter().counter, false)
    expect(usage).toMatchObject({ tiers: ['priority'], seconds: 12, audioInput: 200 })
  })

  test('fills in searches that the vendor left out where it is paid by them', async () => {
    const of = sized({ measured: { unit: 'searches', amount: 2, most: 9 } })
    const { usage } = await metered([unseen, report({ freshInput: 40 })], { of }).finalUsage(letterCounter().counter, false)
    expect(usage).toMatchObject({ freshInput: 40, searches: 2 })
  })

  test.each<[what: string, readings: Partial<FrameReading>[], expected: object | undefined]>([
    ['not where the vendor reported all', [text('hello'), report({ freshInput: 4, output: 2 })], undefined],
    ['where it reported nothing', [text('hello')], { freshInput: 10, output: 5, raw: null }],
    ['where it reported too early', [report({ freshInput: 4 }), text('hello')], { freshInput: 4, output: 5, raw: null }],
    ['not where its report is suspect', [report({ raw: { tokens: -1 } }), text('hello')], undefined],
  ])('is shown to the client: %s', async (_what, readings, expected) => {
    const shown = await metered(readings).unreportedUsage(letterCounter().counter)
    if (expected) expect(shown).toMatchObject(expected)
    else expect(shown).toBeUndefined()
  })
})

describe('while the answer runs', () => {
  // Four hundred bytes are a hundred tokens as a rule, and a hundred and sixty at most.
  const of = sized({ textBytes: 400, bodyBytes: 0 })
  const typical = { freshInput: 100, output: 2, calls: 1 }

  test.each<[what: string, readings: Partial<FrameReading>[], usage: object, prompt: number, isFinal: boolean]>([
    ['without a report it is estimated', [text('five'), text('more')], typical, 160, false],
    ['a report takes the place of that', [text('five'), report({ freshInput: 90, output: 30 })], { freshInput: 90, output: 30 }, 90, true],
    [
      'an early one is true of the prompt only',
      [report({ freshInput: 90, output: 1 }), text('five'), text('more')],
      { freshInput: 90, output: 2 },
      90,
      false,
    ],
    ['an early one is all there is while nothing came', [report({ freshInput: 90 })], { freshInput: 90, output: 0 }, 90, true],
  ])('%s', (_what, readings, usage, promptTokensAtMost, hasFinalUsage) => {
    const meter = metered(readings, { of })
    expect(meter.runningUsage()).toMatchObject(usage)
    expect(meter).toMatchObject({ promptTokensAtMost, hasFinalUsage })
  })
})
