import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { object, recordings } from '../../../testing/recordings.ts'
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { readUsage } from '../../openai/usage.ts'
import { noTokens as none, type WireUsage } from '../reply/usage.ts'
import { openaiResponses } from './dialect.ts'
import { writeUsage } from './usage.ts'

const counted = (raw: Json) => {
  const { raw: _, ...rest } = readUsage(raw)
  return rest
}

test.each<[string, JsonObject, Partial<WireUsage>]>([
  [
    'OpenAI',
    {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 20, cache_write_tokens: 30 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 3 },
      total_tokens: 107,
    },
    { freshInput: 50, cacheRead: 20, cacheWrite: 30, output: 7, reasoning: 3 },
  ],
  [
    'a vendor that counts thinking beside the answer',
    { input_tokens: 10, output_tokens: 2, output_tokens_details: { reasoning_tokens: 40 }, total_tokens: 52 },
    { freshInput: 10, output: 42, reasoning: 40 },
  ],
  ['no details', { input_tokens: 1, output_tokens: 2, total_tokens: 3 }, { freshInput: 1, output: 2 }],
  ['nonsense', { input_tokens: -1, output_tokens: 'many', input_tokens_details: 7 }, {}],
])('%s', (_, raw, expected) => {
  expect(counted(raw)).toEqual({ ...none, ...expected })
})

test('usage of any dialect comes back from what is written of it', () => {
  const count = fc.nat(1_000_000)
  const buckets = {
    freshInput: count,
    cacheRead: count,
    cacheWrite: count,
    cacheWriteLong: count,
    output: count,
    audioInput: count,
    audioOutput: count,
  }
  fc.assert(
    fc.property(fc.record(buckets), fc.nat(100), (each, percent) => {
      const usage = { ...each, reasoning: Math.floor((each.output * percent) / 100) }
      expect(counted(writeUsage({ ...none, ...usage, raw: null }))).toEqual({ ...none, ...usage })
    }),
  )
})

// The expectation is worked out from the text of the recording: the figures of its last usage, by the words of the reference.
const withUsage = recordings(['openai-responses', 'xai-responses', 'open-responses-responses', 'azure']).flatMap(
  ({ name, chunks, body }) => {
    const texts = chunks ?? [body ?? '']
    const end = texts.findIndex((text) => /"type":\s*"response\.completed"/.test(text))
    const last = chunks === undefined ? body : texts[end]
    return last === undefined || object(last).object === 'chat.completion' || object(last).error ? [] : [{ name, chunks, last, texts }]
  },
)
console.log(`usage: ${withUsage.length} recorded answers`)

describe.runIf(withUsage.length > 0)('recorded', () => {
  test.each(withUsage.map((each) => [each.name, each] as const))('%s', (_, { chunks, last, texts }) => {
    const response = chunks === undefined ? object(last) : object(last).response
    const raw = isObject(response) ? response.usage : undefined
    const number = (key: string): number => Number(JSON.stringify(raw).match(new RegExp(`"${key}":(\\d+)`))?.[1] ?? 0)

    const reader = openaiResponses.replyReader({ stream: chunks !== undefined })
    const events = texts.flatMap((data) => reader.push({ event: '', data }))
    const known = events.filter((event) => event.kind === 'usage-known')
    expect(known).toHaveLength(1)
    const { uses, ...tokens } = known[0]?.usage ?? ({} as WireUsage)
    // Searches by their items as they came, one by one; the usage counts those of the whole response.
    const items = (isObject(response) && Array.isArray(response.output) ? response.output : []).map((item) => JSON.stringify(item))
    const ran = (type: string) => items.filter((item) => item.includes(`"type":"${type}"`) && !/"type":"(open_page|find)/.test(item)).length
    expect((uses?.webSearch ?? 0) + (uses?.webSearchPreview ?? 0)).toBe(ran('web_search_call'))
    expect(uses?.fileSearch ?? 0).toBe(ran('file_search_call'))
    expect(tokens).toEqual({
      ...none,
      freshInput: number('input_tokens') - number('cached_tokens') - number('cache_write_tokens'),
      cacheRead: number('cached_tokens'),
      cacheWrite: number('cache_write_tokens'),
      output: number('total_tokens') - number('input_tokens'),
      reasoning: number('reasoning_tokens'),
      raw,
    })
    expect(number('total_tokens')).toBe(number('input_tokens') + number('output_tokens'))
    expect(reader.isComplete).toBe(true)
  })
})
