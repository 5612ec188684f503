import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { object, recordings } from '../../../testing/recordings.ts'
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { hasUsage, readUsage } from '../../openai/usage.ts'
import { noTokens as none, type WireUsage } from '../reply/usage.ts'
import { openaiChat } from './dialect.ts'
import { writeUsage } from './usage.ts'

const buckets = Object.keys(none) as (keyof typeof none)[]
const counted = (raw: Json) => {
  const { raw: _, ...rest } = readUsage(raw)
  return rest
}

test.each<[string, JsonObject, Partial<WireUsage>]>([
  [
    'OpenAI',
    { prompt_tokens: 16, completion_tokens: 300, total_tokens: 316, prompt_tokens_details: { cached_tokens: 6 } },
    { freshInput: 10, cacheRead: 6, output: 300 },
  ],
  [
    'xAI, which counts thinking beside the answer',
    {
      prompt_tokens: 12,
      completion_tokens: 2,
      total_tokens: 354,
      prompt_tokens_details: { cached_tokens: 11 },
      completion_tokens_details: { reasoning_tokens: 340 },
    },
    { freshInput: 1, cacheRead: 11, output: 342, reasoning: 340 },
  ],
  [
    'DeepSeek',
    { prompt_tokens: 339, completion_tokens: 83, total_tokens: 422, prompt_cache_hit_tokens: 320, prompt_cache_miss_tokens: 19 },
    { freshInput: 19, cacheRead: 320, output: 83 },
  ],
  [
    'Moonshot',
    { prompt_tokens: 20, completion_tokens: 30, total_tokens: 50, cached_tokens: 10 },
    { freshInput: 10, cacheRead: 10, output: 30 },
  ],
  [
    'sound',
    {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { audio_tokens: 30 },
      completion_tokens_details: { audio_tokens: 40 },
    },
    { freshInput: 70, audioInput: 30, output: 10, audioOutput: 40 },
  ],
  [
    'OpenRouter with a cache that was written',
    { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105, prompt_tokens_details: { cached_tokens: 20, cache_write_tokens: 50 } },
    { freshInput: 30, cacheRead: 20, cacheWrite: 50, output: 5 },
  ],
  [
    'a cache written for an hour',
    {
      prompt_tokens: 100,
      completion_tokens: 5,
      cache_creation_input_tokens: 60,
      cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 40 },
    },
    { freshInput: 40, cacheWrite: 20, cacheWriteLong: 40, output: 5 },
  ],
  [
    'a cache counted beside the prompt',
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, prompt_tokens_details: { cached_tokens: 900 } },
    { freshInput: 10, cacheRead: 900, output: 5 },
  ],
  [
    'thinking that the total forgot',
    { prompt_tokens: 1, completion_tokens: 2, completion_tokens_details: { reasoning_tokens: 9 } },
    { freshInput: 1, output: 11, reasoning: 9 },
  ],
  [
    'a little thinking beside the answer, which only the total tells',
    { prompt_tokens: 10, completion_tokens: 100, total_tokens: 150, completion_tokens_details: { reasoning_tokens: 40 } },
    { freshInput: 10, output: 140, reasoning: 40 },
  ],
  ['numbers as text', { prompt_tokens: '7', completion_tokens: ' 3 ' }, { freshInput: 7, output: 3 }],
  ['nonsense', { prompt_tokens: -5, completion_tokens: 'many', total_tokens: null, prompt_tokens_details: { cached_tokens: true } }, {}],
  ['nothing', {}, {}],
])('%s', (_, raw, expected) => {
  expect(counted(raw)).toEqual({ ...none, ...expected })
  expect(readUsage(raw).raw).toBe(raw)
})

test('whatever a vendor reports, the buckets are whole, not negative, and hold at least what it counted', () => {
  const number = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(null), fc.constant('NaN'), fc.nat(100_000))
  const details = fc.record(
    { cached_tokens: number, audio_tokens: number, reasoning_tokens: number, cache_write_tokens: number },
    { requiredKeys: [] },
  )
  const usage = fc.record(
    {
      prompt_tokens: number,
      completion_tokens: number,
      total_tokens: number,
      cached_tokens: number,
      prompt_tokens_details: fc.oneof(details, number),
      completion_tokens_details: fc.oneof(details, number),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(usage, (raw) => {
      const read = counted(raw as Json)
      for (const bucket of buckets) expect(Number.isSafeInteger(read[bucket]) && read[bucket] >= 0, bucket).toBe(true)
      expect(read.reasoning).toBeLessThanOrEqual(read.output)
      const { prompt_tokens: prompt, completion_tokens: completion } = raw
      if (typeof prompt === 'number' && Number.isSafeInteger(prompt) && prompt > 0) {
        expect(read.freshInput + read.cacheRead + read.cacheWrite + read.cacheWriteLong + read.audioInput).toBeGreaterThanOrEqual(prompt)
      }
      if (typeof completion === 'number' && Number.isSafeInteger(completion) && completion > 0) {
        expect(read.output + read.audioOutput).toBeGreaterThanOrEqual(completion)
      }
    }),
    { numRuns: 2000 },
  )
})

test('usage of any dialect comes back from what is written of it', () => {
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
      expect(counted(writeUsage({ ...none, ...usage, raw: null }))).toEqual({ ...none, ...usage })
    }),
  )
})

test('a form that counts nothing is no usage', () => {
  expect([undefined, null, 'x', [], {}, { prompt_tokens: 0, total_tokens: 0 }].map((each) => hasUsage(each as Json))).toEqual(
    Array(6).fill(false),
  )
  expect(hasUsage({ total_tokens: 1 })).toBe(true)
})

// The expectation is worked out from the recording itself: the last usage in its text, by the words that its vendor uses.
const folders = ['openai-chat', 'openai-compatible-chat', 'deepseek-chat', 'groq', 'mistral', 'xai', 'alibaba', 'moonshotai', 'perplexity']
const withUsage = recordings(folders).filter(({ body }) => body === undefined || object(body).choices !== undefined)
console.log(`usage: ${withUsage.length} recorded answers`)

describe.runIf(withUsage.length > 0)('recorded', () => {
  test.each(withUsage.map((each) => [each.name, each] as const))('%s', (_, { chunks, body }) => {
    const texts = chunks ?? [body ?? '']
    const told = texts.map((text) => object(text).usage).filter(isObject)
    const last = told.at(-1) ?? {}
    const number = (key: string): number => Number(JSON.stringify(last).match(new RegExp(`"${key}":(\\d+)`))?.[1] ?? 0)
    const all = Math.max(number('total_tokens'), number('prompt_tokens') + number('completion_tokens'))

    const reader = openaiChat.replyReader({ stream: chunks !== undefined })
    const events = texts.flatMap((data) => reader.push({ event: '', data }))
    const known = events.filter((event) => event.kind === 'usage-known').at(-1)
    if (known === undefined) throw new Error('no usage')
    const { freshInput, cacheRead, output, reasoning, ...others } = known.usage
    expect(cacheRead).toBe(number('cached_tokens'))
    expect(freshInput).toBe(number('prompt_tokens') - number('cached_tokens'))
    expect(output).toBe(all - number('prompt_tokens'))
    expect(reasoning).toBe(number('reasoning_tokens'))
    expect({ ...others, freshInput: 0, cacheRead: 0, output: 0, reasoning: 0 }).toEqual({ ...none, raw: last })
    expect(all).toBeGreaterThan(0)
    expect(reader.isComplete).toBe(true)
  })
})
