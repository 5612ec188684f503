import { describe, expect, test } from 'vitest'
import { isObject, type JsonObject, parseJson } from '../../../src/encoding/json.ts'
import { recordings } from '../../recordings.ts'
import { anthropic } from './index.ts'
import { refused } from './refused.ts'
import { refusedHosted } from './refused-hosted.ts'
import { asked, assistant, counted, text, user } from './requests.ts'
import { taken } from './taken.ts'

const examples = { ...refused, ...refusedHosted }

test('each rule has one request that shows it, and no two rules have one name', () => {
  const names = anthropic.rules.map(({ rule }) => rule)
  expect(new Set(names).size).toBe(names.length)
  expect(Object.keys(examples).sort()).toEqual([...names].sort())
})

describe('a request that breaks one rule is refused by it, in the vendor’s words', () => {
  test.each(Object.entries(examples))('%s', (rule, [words, request]) => {
    const refusal = anthropic.judge(request)
    expect(refusal?.rule).toBe(rule)
    expect(refusal?.source).not.toBe('')
    expect(refusal?.body).toMatchObject({ type: 'error', error: { message: expect.stringContaining(words) } })
  })
})

test('a missing key, a model that does not exist and a wrong field are three kinds of error', () => {
  const kinds = ['key-required', 'model-unknown', 'unknown-field'].map((rule) => {
    const refusal = anthropic.judge(examples[rule]?.[1] ?? asked({}))
    return [refusal?.status, refusal?.body]
  })
  expect(kinds).toMatchObject([
    [401, { error: { type: 'authentication_error' } }],
    [404, { error: { type: 'not_found_error' } }],
    [400, { error: { type: 'invalid_request_error' } }],
  ])
})

describe('what the vendor documents is taken', () => {
  test.each(Object.entries(taken))('%s', (_, request) => {
    expect(anthropic.judge(request)).toBeUndefined()
  })
})

describe('the same field is refused or taken by where it stands and who asks', () => {
  test.each([
    ['an empty beta header', asked({}, { 'anthropic-beta': '' }), 'beta-unknown'],
    ['fields of another vendor', asked({ response_format: { type: 'json_object' } }), 'unknown-field'],
    ['an MCP server without its beta', asked({ mcp_servers: [] }), 'unknown-field'],
    ['context management without its beta', asked({ context_management: { edits: [] } }), 'unknown-field'],
    ['a tool of another vendor', asked({ tools: [{ type: 'function', function: { name: 'f' } }] }), 'value-not-listed'],
    ['a computer tool without its beta', asked({ tools: [{ type: 'computer_20250124', name: 'computer' }] }), 'value-not-listed'],
    ['max_tokens in a request for a count', counted({ max_tokens: 100 }), 'unknown-field'],
    ['top_p of a model that has none, though it is the default', asked({ model: 'claude-opus-4-8', top_p: 1 }), 'sampling-deprecated'],
    [
      'disabled thinking where it has another name',
      asked({ model: 'claude-sonnet-5-5', thinking: { type: 'disabled' } }),
      'thinking-cannot-be-disabled',
    ],
    ['xhigh effort of a 4.6 model', asked({ model: 'claude-opus-4-6', output_config: { effort: 'xhigh' } }), 'effort-level-not-supported'],
    [
      'instructions first',
      asked({ model: 'claude-opus-5', messages: [{ role: 'system', content: 'Hi' }, user(text('Hi'))] }),
      'system-turn-place',
    ],
    [
      'instructions after an answer',
      asked({ model: 'claude-opus-5', messages: [user(text('Hi')), assistant(text('Hi')), { role: 'system', content: 'Hm' }] }),
      'system-turn-place',
    ],
    ['a body that is no object', { ...asked({}), body: [] }, 'value-of-wrong-type'],
  ])('%s', (_, request, rule) => {
    expect(anthropic.judge(request)?.rule).toBe(rule)
  })
})

// A recorded answer of the vendor, sent back as the turn before a question, must be taken: clients do nothing else.
const answers = recordings(['anthropic']).flatMap(({ name, body, chunks }) => {
  const answer = body === undefined ? folded(chunks ?? []) : parseJson(body)
  const usable = isObject(answer) && Array.isArray(answer.content) && answer.content.length > 0
  return usable ? [{ name, answer }] : []
})

describe.skipIf(answers.length === 0)('a recorded answer that is sent back is taken', () => {
  test.each(answers)('$name', ({ answer }) => {
    expect(anthropic.judge(sentBack(answer))).toBeUndefined()
  })
})

function sentBack(answer: JsonObject) {
  const blocks = Array.isArray(answer.content) ? answer.content.filter((one) => isObject(one)) : []
  const results = blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'done' }))
  // A hosted tool whose call stands in the turn before the recorded one.
  const first = blocks[0]
  const earlier = String(first?.type).endsWith('_tool_result') ? first?.tool_use_id : undefined
  const before = earlier === undefined ? [] : [{ type: 'server_tool_use', id: earlier, name: 'code_execution', input: {} }]
  const messages = [
    { role: 'user', content: 'Please go on.' },
    { role: 'assistant', content: [...before, ...blocks] },
    { role: 'user', content: [...results, { type: 'text', text: 'Thank you. And now?' }] },
  ]
  return asked({ model: answer.model, messages }, { 'anthropic-beta': 'mcp-client-2025-11-20,advisor-tool-2026-03-01' })
}

/** The answer that a stream's events make. */
function folded(chunks: readonly string[]): JsonObject {
  const events = chunks.map((chunk) => parseJson(chunk)).filter((event) => isObject(event))
  const started = events.find(({ type }) => type === 'message_start')?.message
  const blocks: JsonObject[] = []
  for (const { type, index, content_block: block, delta } of events) {
    if (type === 'content_block_start' && isObject(block)) blocks[Number(index)] = { ...block }
    const open = blocks[Number(index)]
    if (type === 'content_block_delta' && open && isObject(delta)) grow(open, delta)
  }
  const content = blocks.filter(Boolean).map(({ partial_json, ...block }) => {
    return typeof partial_json === 'string' && partial_json !== '' ? { ...block, input: parseJson(partial_json) ?? {} } : block
  })
  return { model: isObject(started) ? started.model : undefined, content }
}

function grow(block: JsonObject, delta: JsonObject): void {
  for (const field of ['text', 'thinking', 'signature', 'partial_json']) {
    if (typeof delta[field] === 'string') block[field] = `${block[field] ?? ''}${delta[field]}`
  }
  if (isObject(delta.citation)) block.citations = [...(Array.isArray(block.citations) ? block.citations : []), delta.citation]
}
