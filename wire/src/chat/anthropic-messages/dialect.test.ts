import { describe, expect, test } from 'vitest'
import { takesAdaptive } from '../../claude/thinking-form.ts'
import type { Json, JsonObject } from '../../encoding/json.ts'
import { WireError } from '../../wire-error.ts'
import type { UpstreamError } from '../dialect.ts'
import { lossList } from '../losses/loss.ts'
import { textOfBase64 } from '../media/text-of-base64.ts'
import { anthropicMessages } from './dialect.ts'

describe('errors', () => {
  test.each<[string, Json | undefined, Omit<UpstreamError, 'status'>]>([
    [
      'the vendor',
      { type: 'error', error: { type: 'overloaded_error', message: 'm' }, request_id: 'r' },
      { message: 'm', type: 'overloaded_error' },
    ],
    [
      'a gateway in words of OpenAI',
      { error: { message: 'm', type: 't', code: 'c', param: 'p' } },
      { message: 'm', type: 't', code: 'c', param: 'p' },
    ],
    ['text under error', { error: 'm' }, { message: 'm' }],
    ['text', 'm', { message: 'm' }],
    ['a proxy', { detail: 'm', code: 7 }, { message: 'm', code: '7' }],
    ['nothing to say', { type: 'error' }, { message: 'bad response status code 418' }],
    ['no JSON', undefined, { message: 'bad response status code 418' }],
  ])('are found: %s', (_, body, expected) => {
    expect(anthropicMessages.readError(418, body)).toEqual({ status: 418, ...expected })
  })

  test.each<[number, string]>([
    [400, 'invalid_request_error'],
    [401, 'authentication_error'],
    [402, 'billing_error'],
    [403, 'permission_error'],
    [404, 'not_found_error'],
    [413, 'request_too_large'],
    [418, 'invalid_request_error'],
    [429, 'rate_limit_error'],
    [500, 'api_error'],
    [502, 'api_error'],
    [503, 'overloaded_error'],
    [504, 'timeout_error'],
    [529, 'overloaded_error'],
  ])('have the type of their status: %i', (status, type) => {
    const error = { status, message: 'm', type: 'server_error', code: 'c' }
    expect(anthropicMessages.writeError(error)).toEqual({ status, body: { type: 'error', error: { type, message: 'm' } } })
  })

  test('keep a type that is of this dialect, and have a frame of their own in a stream', () => {
    const [frame, ...others] = anthropicMessages.writeStreamError({ status: 500, message: 'm', type: 'overloaded_error' })
    expect(others).toEqual([])
    expect(frame?.event).toBe('error')
    expect(JSON.parse(frame?.data ?? '')).toEqual({ type: 'error', error: { type: 'overloaded_error', message: 'm' } })
    expect(anthropicMessages.isTerminal(frame ?? { event: '', data: '' })).toBe(false)
  })
})

describe('edits give a new body and share the rest', () => {
  const body: JsonObject = { model: 'a', system: 'x', messages: [{ role: 'user', content: 'x' }], stream: true, zz: { y: 1 } }
  const before = JSON.stringify(body)

  test('model', () => {
    const edited = anthropicMessages.edit.model(body, 'b')
    expect(edited).toEqual({ ...body, model: 'b' })
    expect(edited.messages).toBe(body.messages)
  })
  test('system, with the mark that ended the instructions', () => {
    expect(anthropicMessages.edit.system(body, 's')).toEqual({ ...body, system: 's' })
    expect(anthropicMessages.edit.system({ messages: [] }, 's').system).toBe('s')
    const mark = { type: 'ephemeral', ttl: '1h' }
    const marked = [
      { type: 'text', text: 'a', cache_control: mark },
      { type: 'text', text: 'b' },
    ]
    expect(anthropicMessages.edit.system({ system: marked }, 's').system).toEqual([{ type: 'text', text: 's', cache_control: mark }])
  })
  test('usage', () => expect(anthropicMessages.edit.askForUsage(body)).toBe(body))
  test('and leave the body as it was', () => expect(JSON.stringify(body)).toBe(before))
})

test('the terminal mark is known by the name of its frame, or by its data where it has none', () => {
  const { isTerminal, isUsageOnly } = anthropicMessages
  expect(isTerminal({ event: 'message_stop', data: '{"type":"message_stop"}' })).toBe(true)
  expect(isTerminal({ event: '', data: '{"x":1,"type":"message_stop"}' })).toBe(true)
  expect(isTerminal({ event: '', data: '{"type":"content_block_delta","delta":{"text":"message_stop"}}' })).toBe(false)
  expect(isTerminal({ event: '', data: '{"type":"ping","x":"message_stop"}' })).toBe(false)
  expect(isTerminal({ event: '', data: undefined })).toBe(false)
  expect(isUsageOnly({ event: 'message_delta', data: '{"type":"message_delta","usage":{"output_tokens":1}}' })).toBe(false)
})

describe('a request that is not of this dialect is refused at its place', () => {
  const model = 'm'
  test.each<[string, Json]>([
    ['body', 'x'],
    ['model', { messages: [] }],
    ['messages', { model }],
    ['messages[0]', { model, messages: ['x'] }],
    ['messages[0].role', { model, messages: [{ role: 'tool', content: 'x' }] }],
    ['messages[1].content', { model, messages: [{ role: 'user', content: 'x' }, { role: 'user' }] }],
    ['messages[0].content[1].text', { model, messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }, { type: 'text' }] }] }],
    ['messages[0].content[0].source', { model, messages: [{ role: 'user', content: [{ type: 'image' }] }] }],
    ['messages[0].content[0].id', { model, messages: [{ role: 'assistant', content: [{ type: 'tool_use', name: 'f', input: {} }] }] }],
    ['messages[0].content[0].tool_use_id', { model, messages: [{ role: 'user', content: [{ type: 'tool_result' }] }] }],
    [
      'messages[0].content[0].content[0]',
      { model, messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [5] }] }] },
    ],
    ['system', { model, messages: [], system: 5 }],
    ['system[0]', { model, messages: [], system: ['x'] }],
    ['tools[0].name', { model, messages: [], tools: [{ input_schema: {} }] }],
    ['tool_choice', { model, messages: [], tool_choice: 'auto' }],
    ['stop_sequences[0]', { model, messages: [], stop_sequences: [1] }],
    ['max_tokens', { model, messages: [], max_tokens: '5' }],
    ['thinking.budget_tokens', { model, messages: [], thinking: { type: 'enabled', budget_tokens: 'x' } }],
  ])('%s', (path, body) => {
    let found: unknown
    try {
      anthropicMessages.readRequest(body)
    } catch (error) {
      found = error
    }
    expect(found).toBeInstanceOf(WireError)
    expect((found as WireError).path).toBe(path)
  })
})

describe('a reply is never refused', () => {
  test.each<[string, string]>([
    ['no JSON', 'hello'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['no message', '{"type":"message_start"}'],
    ['a block that is none', '{"type":"content_block_start","index":0,"content_block":5}'],
    ['a block without its fields', '{"type":"content_block_start","index":0,"content_block":{"type":"tool_use"}}'],
    ['a delta of no block', '{"type":"content_block_delta","index":9,"delta":{"type":"text_delta","text":"x"}}'],
    ['a delta that is none', '{"type":"content_block_delta","index":0,"delta":null}'],
    ['an end of no block', '{"type":"content_block_stop","index":4}'],
    ['an end without a reason', '{"type":"message_delta"}'],
    ['usage that is none', '{"type":"message_delta","delta":{"stop_reason":5},"usage":[1]}'],
    ['content that is none', '{"type":"message","content":[5,null,{"type":"text"}],"stop_reason":"end_turn"}'],
  ])('%s', (_, data) => {
    for (const stream of [true, false]) {
      const reader = anthropicMessages.replyReader({ stream })
      const events = [...reader.push({ event: '', data }), ...reader.end()]
      for (const isStream of [true, false]) {
        const writer = anthropicMessages.replyWriter({ stream: isStream, streamUsage: true }, lossList())
        expect(() => [...events.flatMap((event) => writer.push(event)), ...writer.end()]).not.toThrow()
      }
    }
  })

  test('a truncated call keeps the received part of its arguments, and is not one without any', () => {
    const reader = anthropicMessages.replyReader({ stream: true })
    const frame = (value: JsonObject) => ({ event: '', data: JSON.stringify(value) })
    reader.push(frame({ type: 'message_start', message: { id: 'a', content: [] } }))
    reader.push(frame({ type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name: 'f', input: {} } }))
    expect(reader.end()).toEqual([{ kind: 'part-ended', choice: 0, part: 0 }])
    expect(reader.isComplete).toBe(false)
  })
})

test.each<[string, boolean]>([
  ['claude-opus-5-5', true],
  ['claude-opus-4-8', true],
  ['claude-opus-4-6-20260101', true],
  ['us.anthropic.claude-sonnet-5-v1:0', true],
  ['claude-fable-5', true],
  ['claude-haiku-5-5', true],
  ['claude-opus-4-5-20251101', false],
  ['claude-sonnet-4-20250514', false],
  ['claude-haiku-4-5@20251001', false],
  ['claude-3-7-sonnet-20250219', false],
  ['deepseek-chat', false],
])('%s decides itself how long to think: %s', (model, expected) => expect(takesAdaptive(model)).toBe(expected))

test.each<[string, string | undefined]>([
  ['R3LDvMOfZSDwn46JIQ==', 'Grüße 🎉!'],
  ['', ''],
  ['a', ''],
  ['gA==', undefined],
  ['4oI=', undefined],
  ['%%', undefined],
])('base64 %s is the text %s', (data, text) => expect(textOfBase64(data)).toBe(text))
