// Chunks that look like the one before are compared with it instead of being parsed: the events must be the same either way. Printed with
// other spaces by turns no chunk looks like the one before, so that each is parsed.
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { object, recordings } from '../../../../testing/recordings.ts'
import { chatStreams } from '../../../../testing/replies.ts'
import type { JsonObject } from '../../../encoding/json.ts'
import { replyReader } from './reply.ts'

const folders = ['openai-chat', 'openai-compatible-chat', 'deepseek-chat', 'groq', 'mistral', 'xai', 'alibaba', 'moonshotai', 'perplexity']
const recorded = recordings(folders).flatMap(({ name, chunks }) => (chunks ? [[name, chunks] as const] : []))

/** What each frame gives, and whether the reply would be whole after it. */
function steps(texts: readonly string[]) {
  const reader = replyReader({ stream: true })
  const pushed = texts.map((data) => [reader.push({ event: '', data }), reader.isComplete])
  return [...pushed, reader.end()]
}
const parsedEach = (chunks: readonly JsonObject[]) => steps(chunks.map((chunk, at) => JSON.stringify(chunk, undefined, at % 2)))
const compared = (chunks: readonly JsonObject[]) => steps(chunks.map((chunk) => JSON.stringify(chunk)))

const chunk = (delta: JsonObject, more: JsonObject = {}): JsonObject => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: null }],
  ...more,
})

describe('the events of chunks that are compared are those of chunks that are parsed', () => {
  test.each([...recorded.map(([name, chunks]) => [name, chunks.map(object)] as const), ...Object.entries(chatStreams)])(
    '%s',
    (_, chunks) => {
      expect(compared(chunks)).toEqual(parsedEach(chunks))
    },
  )

  test('whatever the chunks add, and whatever comes between', () => {
    const text = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('', '"', '\\', '\n', 'content', '"content":"x"'))
    const call = fc.record({ arguments: text }).map((inner) => ({ tool_calls: [{ index: 0, function: { name: 'f', ...inner } }] }))
    const delta = fc.oneof(
      { weight: 6, arbitrary: fc.record({ content: text }) },
      fc.record({ reasoning_content: text }),
      fc.record({ content: text, reasoning: text }),
      fc.record({ role: fc.constant('assistant'), content: text }),
      fc.record({ content: text, zz: fc.integer({ max: 1 }) }),
      call,
    )
    const more = fc.oneof(
      { weight: 4, arbitrary: fc.constant({}) },
      fc.record({ obfuscation: fc.constantFrom('a', 'b', 'longer than twelve characters') }),
      fc.record({ error: fc.constantFrom('', 'failed') }),
      fc.record({ object: fc.constantFrom('error', 'other') }),
      fc.record({ usage: fc.record({ prompt_tokens: fc.integer({ min: 0, max: 2 }) }) }),
    )
    const one = fc.tuple(delta, more).map(([fields, others]) => chunk(fields as JsonObject, others as JsonObject))
    const finish = fc.constant(chunk({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }))
    const chunks = fc.array(fc.oneof({ weight: 12, arbitrary: one }, finish), { minLength: 3, maxLength: 14 })
    fc.assert(
      fc.property(chunks, (each) => {
        expect(compared(each)).toEqual(parsedEach(each))
      }),
      { numRuns: 2000 },
    )
  })
})

test('a stream of texts is hardly parsed at all', () => {
  const chunks = Array.from({ length: 100 }, (_, at) => JSON.stringify(chunk({ content: `w${at}` }, { obfuscation: `p${at % 7}` })))
  const parse = vi.spyOn(JSON, 'parse')
  steps(chunks)
  expect(parse.mock.calls.length).toBeLessThan(10)
  parse.mockRestore()
})
