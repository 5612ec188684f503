import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { object, recordings } from '../../../testing/recordings.ts'
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { noTokens as none, type WireUsage } from '../reply/usage.ts'
import { geminiGenerate } from './dialect.ts'
import { hasUsage, readUsage, writeUsage } from './usage.ts'

const buckets = Object.keys(none) as (keyof typeof none)[]
const counted = (raw: Json) => {
  const { raw: _, ...rest } = readUsage(raw)
  return rest
}
const audio = (tokenCount: number): Json => [{ modality: 'AUDIO', tokenCount }]

test.each<[string, JsonObject, Partial<WireUsage>]>([
  ['text', { promptTokenCount: 9, candidatesTokenCount: 29, totalTokenCount: 38 }, { freshInput: 9, output: 29 }],
  [
    'thoughts, which are counted beside the answer',
    { promptTokenCount: 9, candidatesTokenCount: 29, thoughtsTokenCount: 258, totalTokenCount: 296 },
    { freshInput: 9, output: 287, reasoning: 258 },
  ],
  [
    'a cache, which is part of the prompt',
    { promptTokenCount: 1000, cachedContentTokenCount: 900, candidatesTokenCount: 1, totalTokenCount: 1001 },
    { freshInput: 100, cacheRead: 900, output: 1 },
  ],
  [
    'tools that Google ran, which are input beside the prompt',
    { promptTokenCount: 10, toolUsePromptTokenCount: 500, candidatesTokenCount: 20, thoughtsTokenCount: 5, totalTokenCount: 535 },
    { freshInput: 510, output: 25, reasoning: 5 },
  ],
  [
    'sound in and out, some of it from the cache',
    {
      promptTokenCount: 100,
      cachedContentTokenCount: 20,
      candidatesTokenCount: 30,
      totalTokenCount: 130,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 60 }, ...(audio(40) as Json[])],
      cacheTokensDetails: audio(10),
      candidatesTokensDetails: audio(25),
    },
    { freshInput: 50, cacheRead: 20, audioInput: 30, output: 5, audioOutput: 25 },
  ],
  [
    'output that only the total tells',
    { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 40 },
    { freshInput: 10, output: 30 },
  ],
  ['a refused question', { promptTokenCount: 10, totalTokenCount: 10 }, { freshInput: 10 }],
  ['the kind of traffic only', { trafficType: 'ON_DEMAND' }, {}],
  ['numbers as text', { promptTokenCount: '7', candidatesTokenCount: ' 3 ' }, { freshInput: 7, output: 3 }],
  ['nonsense', { promptTokenCount: -5, candidatesTokenCount: 'many', totalTokenCount: null, promptTokensDetails: 'x' }, {}],
])('%s', (_, raw, expected) => {
  expect(counted(raw)).toEqual({ ...none, ...expected })
  expect(readUsage(raw).raw).toBe(raw)
})

test('whatever Google reports, the buckets are whole, not negative, and hold at least what it counted', () => {
  const number = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(null), fc.nat(100_000))
  const details = fc.oneof(fc.array(fc.record({ modality: fc.constantFrom('TEXT', 'AUDIO'), tokenCount: number })), number)
  const usage = fc.record(
    {
      promptTokenCount: number,
      cachedContentTokenCount: number,
      toolUsePromptTokenCount: number,
      candidatesTokenCount: number,
      thoughtsTokenCount: number,
      totalTokenCount: number,
      promptTokensDetails: details,
      cacheTokensDetails: details,
      toolUsePromptTokensDetails: details,
      candidatesTokensDetails: details,
    },
    { requiredKeys: [] },
  )
  const whole = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0)
  fc.assert(
    fc.property(usage, (raw) => {
      const read = counted(raw as Json)
      for (const bucket of buckets) expect(Number.isSafeInteger(read[bucket]) && read[bucket] >= 0, `${bucket} ${read[bucket]}`).toBe(true)
      expect(read.reasoning).toBeLessThanOrEqual(read.output)
      const input = read.freshInput + read.cacheRead + read.audioInput
      expect(input).toBeGreaterThanOrEqual(whole(raw.promptTokenCount) + whole(raw.toolUsePromptTokenCount))
      expect(read.output + read.audioOutput).toBeGreaterThanOrEqual(whole(raw.candidatesTokenCount) + whole(raw.thoughtsTokenCount))
    }),
    { numRuns: 2000 },
  )
})

test('usage of any dialect comes back from what is written of it, but for caches that were written, which are input here', () => {
  const count = fc.nat(1_000_000)
  const any = fc.record({
    freshInput: count,
    cacheRead: count,
    cacheWrite: count,
    cacheWriteLong: count,
    output: count,
    audioInput: count,
    audioOutput: count,
  })
  fc.assert(
    fc.property(any, fc.nat(100), (each, percent) => {
      const usage = { ...each, reasoning: Math.floor((each.output * percent) / 100) }
      const freshInput = each.freshInput + each.cacheWrite + each.cacheWriteLong
      expect(counted(writeUsage({ ...none, ...usage, raw: null }))).toEqual({
        ...none,
        ...usage,
        freshInput,
        cacheWrite: 0,
        cacheWriteLong: 0,
      })
    }),
  )
})

test('a form that counts nothing is no usage', () => {
  expect([undefined, null, 'x', [], {}, { trafficType: 'X' }, { totalTokenCount: 0 }].map((each) => hasUsage(each as Json))).toEqual(
    Array(7).fill(false),
  )
  expect(hasUsage({ totalTokenCount: 1 })).toBe(true)
})

describe('in a stream', () => {
  const known = (...usages: (JsonObject | undefined)[]) => {
    const reader = geminiGenerate.replyReader({ stream: true })
    const events = usages.flatMap((usageMetadata) =>
      reader.push({ event: '', data: JSON.stringify({ candidates: [{ content: { parts: [{ text: 'a' }] } }], usageMetadata }) }),
    )
    const last = events.filter((event) => event.kind === 'usage-known').at(-1)?.usage
    return last && { in: last.freshInput, out: last.output }
  }

  test('the last count holds, and nothing is added up', () => {
    const count = (candidatesTokenCount: number) => ({
      promptTokenCount: 9,
      candidatesTokenCount,
      totalTokenCount: 9 + candidatesTokenCount,
    })
    expect(known(count(5), count(10), count(20))).toEqual({ in: 9, out: 20 })
  })
  test('a frame with only the kind of traffic resets no usage', () => {
    expect(known({ promptTokenCount: 9, candidatesTokenCount: 5 }, { trafficType: 'X' }, undefined)).toEqual({ in: 9, out: 5 })
  })
  test('an early prompt count is not forgotten', () => {
    expect(known({ promptTokenCount: 9, totalTokenCount: 9 }, { candidatesTokenCount: 5 })).toEqual({ in: 9, out: 5 })
  })
})

// The expectation is worked out from the recording itself: the last counts in its text.
const recorded = recordings(['google']).filter(({ body }) => body === undefined || object(body).candidates !== undefined)
console.log(`usage: ${recorded.length} recorded answers`)

describe.runIf(recorded.length > 0)('recorded', () => {
  test.each(recorded.map((each) => [each.name, each] as const))('%s', (_, { chunks, body }) => {
    const texts = chunks ?? [body ?? '']
    const last =
      texts
        .map((text) => object(text).usageMetadata)
        .filter(isObject)
        .at(-1) ?? {}
    const number = (key: string): number => Number(JSON.stringify(last).match(new RegExp(`"${key}":(\\d+)`))?.[1] ?? 0)

    const reader = geminiGenerate.replyReader({ stream: chunks !== undefined })
    const events = [...texts.flatMap((data) => reader.push({ event: '', data })), ...reader.end()]
    const known = events.filter((event) => event.kind === 'usage-known').at(-1)
    expect(known?.usage).toEqual({
      ...none,
      freshInput: number('promptTokenCount'),
      output: number('totalTokenCount') - number('promptTokenCount'),
      reasoning: number('thoughtsTokenCount'),
      raw: last,
    })
    expect(number('candidatesTokenCount') + number('thoughtsTokenCount')).toBe(known?.usage.output)
    expect(number('thoughtsTokenCount')).toBeGreaterThan(0)
    expect(reader.isComplete).toBe(true)
    expect(events.at(-1)).toEqual({ kind: 'reply-ended' })
  })
})
