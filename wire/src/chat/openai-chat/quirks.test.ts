// What vendors of this dialect do differently, one by one: the events that the reader makes of it.
import { describe, expect, test } from 'vitest'
import { wholeEvents } from '../../../testing/reading.ts'
import type { Json, JsonObject } from '../../encoding/json.ts'
import { lossList } from '../losses/loss.ts'
import type { ChatEvent } from '../reply/event.ts'
import { fold } from '../reply/fold.ts'
import { isProduce, producedText } from '../request/produced-text.ts'
import { openaiChat } from './dialect.ts'

const delta = (fields: JsonObject, more: JsonObject = {}): JsonObject => ({ id: 'r', choices: [{ index: 0, delta: fields, ...more }] })
const call = (fields: JsonObject): JsonObject => delta({ tool_calls: [fields] })

function read(chunks: readonly Json[]): ChatEvent[] {
  const reader = openaiChat.replyReader({ stream: true })
  return [...chunks.flatMap((chunk) => reader.push({ event: '', data: JSON.stringify(chunk) })), ...reader.end()]
}
const calls = (chunks: readonly Json[]) =>
  (fold(read(chunks)).choices[0]?.parts ?? []).map((part) => (part.kind === 'tool-call' ? [part.id, part.name, part.argumentsText] : part))

describe('tool calls', () => {
  const f = (fields: JsonObject = {}) => ({ function: { name: 'f', arguments: '', ...fields } })

  test.each<[string, JsonObject[], string[][]]>([
    [
      'whole calls without an index, in one chunk',
      [
        delta({
          tool_calls: [
            { id: 'a', ...f({ arguments: '{}' }) },
            { id: 'b', ...f({ arguments: '[]' }) },
          ],
        }),
      ],
      [
        ['a', 'f', '{}'],
        ['b', 'f', '[]'],
      ],
    ],
    [
      'whole calls without an index, in two chunks',
      [call({ id: 'a', ...f() }), call({ id: 'b', ...f({ arguments: '1' }) })],
      [
        ['a', 'f', ''],
        ['b', 'f', '1'],
      ],
    ],
    [
      'no index and no id after the first',
      [call({ id: 'a', ...f() }), call({ function: { arguments: '{' } }), call({ function: { arguments: '}' } })],
      [['a', 'f', '{}']],
    ],
    [
      'index 0 for every call',
      [call({ index: 0, id: 'a', ...f({ arguments: '1' }) }), call({ index: 0, id: 'b', ...f({ arguments: '2' }) })],
      [
        ['a', 'f', '1'],
        ['b', 'f', '2'],
      ],
    ],
    [
      'a blank id after the first',
      [call({ index: 0, id: 'a', ...f() }), call({ index: 0, id: '', function: { arguments: '{}' } })],
      [['a', 'f', '{}']],
    ],
    [
      'another id on every chunk',
      [call({ index: 0, id: 'a', ...f() }), call({ index: 0, id: 'b', function: { arguments: '{}' } })],
      [['a', 'f', '{}']],
    ],
    [
      'the name on every chunk',
      [call({ index: 0, id: 'a', ...f() }), call({ index: 0, id: 'a', ...f({ arguments: '{}' }) })],
      [['a', 'f', '{}']],
    ],
    [
      'the name after the id',
      [
        call({ index: 0, id: 'a' }),
        call({ index: 0, function: { arguments: '{' } }),
        call({ index: 0, function: { name: 'f', arguments: '}' } }),
      ],
      [['a', 'f', '{}']],
    ],
    ['arguments that are an object', [call({ index: 0, id: 'a', function: { name: 'f', arguments: { x: 1 } } })], [['a', 'f', '{"x":1}']]],
    [
      'no id at all',
      [call({ index: 0, ...f() }), call({ index: 1, ...f() })],
      [
        ['', 'f', ''],
        ['', 'f', ''],
      ],
    ],
    [
      'indexes that start at one',
      [call({ index: 1, id: 'a', ...f() }), call({ index: 2, id: 'b', ...f() }), call({ index: 1, function: { arguments: '{}' } })],
      [
        ['a', 'f', '{}'],
        ['b', 'f', ''],
      ],
    ],
  ])('%s', (_, chunks, expected) => {
    expect(calls(chunks)).toEqual(expected)
    // Every part that starts also ends, once, and grows only in between.
    const open = new Set<number>()
    for (const event of read(chunks)) {
      if (event.kind === 'part-started') expect(open.size).toBe(open.add(event.part).size - 1)
      if (event.kind === 'part-delta') expect(open.has(event.part)).toBe(true)
      if (event.kind === 'part-ended') expect(open.delete(event.part)).toBe(true)
    }
    expect(open.size).toBe(0)
  })
})

test('thinking is one part, under any name, and the text another', () => {
  for (const key of ['reasoning_content', 'reasoning']) {
    const parts = fold(read([delta({ [key]: 'a', content: '' }), delta({ [key]: 'b', content: null }), delta({ [key]: '', content: 'c' })]))
      .choices[0]?.parts
    expect(parts?.map((part) => [part.kind, 'text' in part && part.text])).toEqual([
      ['reasoning', 'ab'],
      ['text', 'c'],
    ])
  }
})

test('the same thought under two names is read once', () => {
  const reply = fold(read([delta({ reasoning: 'a', reasoning_content: 'a' })]))
  expect(reply.choices[0]?.parts).toMatchObject([{ kind: 'reasoning', text: 'a' }])
  expect(reply.unknown[0]?.extras.fields).toEqual({ choices: [{ index: 0, delta: { reasoning: 'a' } }] })
})

test('thinking of Databricks stands in the list of contents, in a summary with its signature', () => {
  const item = (more: object) => ({ type: 'reasoning', summary: [{ type: 'summary_text', ...more }] })
  const text = [{ type: 'text', text: 'c' }]
  const expected = [
    { kind: 'reasoning', text: 'ab', signature: 's' },
    { kind: 'text', text: 'c' },
  ]
  const pieces = [item({ text: 'a' }), item({ text: 'b' }), item({ text: '', signature: 's' })].map((one) => delta({ content: [one] }))
  expect(fold(read([...pieces, delta({ content: text })])).choices[0]?.parts).toMatchObject(expected)
  const message = { role: 'assistant', content: [item({ text: 'ab', signature: 's' }), ...text] }
  const whole = { id: 'x', object: 'chat.completion', model: 'm', created: 1, choices: [{ index: 0, message, finish_reason: 'stop' }] }
  const events = wholeEvents(openaiChat, whole)
  expect(fold(events).choices[0]?.parts).toMatchObject(expected)
  const request = openaiChat.readRequest({ model: 'm', messages: [message] })
  const losses = lossList()
  expect(openaiChat.writeRequest(request, losses).messages).toEqual([message])
  expect(losses.losses).toEqual([])
})

test('details of thinking give their text, and the signature that a vendor wants back', () => {
  const parts = fold(
    read([
      delta({ reasoning_details: [{ type: 'reasoning.text', text: 'a' }] }),
      delta({ reasoning_details: [{ type: 'reasoning.text', signature: 's' }] }),
      delta({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'e' }] }),
    ]),
  ).choices[0]?.parts
  expect(parts).toMatchObject([{ kind: 'reasoning', text: 'a', signature: 's', encrypted: 'e' }])
})

test('a reason that comes on every chunk does not end the text', () => {
  const events = read([
    delta({ content: 'a' }, { finish_reason: 'stop' }),
    delta({ content: 'b' }, { finish_reason: 'stop' }),
    delta({}, { finish_reason: 'stop' }),
  ])
  expect(events.map(producedText).join('')).toBe('ab')
  expect(events.filter((event) => event.kind === 'choice-ended')).toHaveLength(2)
})

test('a blank reason is none', () => {
  expect(read([delta({ content: 'a' }, { finish_reason: '' })]).some((event) => event.kind === 'choice-ended')).toBe(false)
})

describe('a stream is complete', () => {
  const complete = (chunks: readonly (Json | string)[]) => {
    const reader = openaiChat.replyReader({ stream: true })
    for (const chunk of chunks) reader.push({ event: '', data: typeof chunk === 'string' ? chunk : JSON.stringify(chunk) })
    return reader.isComplete
  }
  const two = {
    choices: [
      { index: 0, delta: { content: 'a' } },
      { index: 1, delta: { content: 'b' } },
    ],
  }
  const end = (index: number) => ({ choices: [{ index, delta: {}, finish_reason: 'stop' }] })

  test.each<[string, (Json | string)[], boolean]>([
    ['not at its beginning', [], false],
    ['not after a report on the prompt alone', [{ choices: [], prompt_filter_results: [] }], false],
    ['not while it is told', [two], false],
    ['not while one answer of two goes on', [two, end(0)], false],
    ['when every answer has its reason', [two, end(0), end(1)], true],
    ['at the mark, whatever came before', ['[DONE]'], true],
    ['never after a failure', [two, { error: { message: 'x' } }, end(0), end(1)], false],
  ])('%s', (_, chunks, expected) => expect(complete(chunks)).toBe(expected))
})

test.each<[string, JsonObject, string]>([
  ['an error object', { error: { message: 'busy', type: 't', code: 429 } }, 'busy'],
  ['an error that is text', { error: 'busy' }, 'busy'],
  ['a frame of an error', { object: 'error', message: 'busy', code: 400 }, 'busy'],
])('a failure inside a reply is told: %s', (_, chunk, message) => {
  for (const stream of [true, false]) {
    const reader = openaiChat.replyReader({ stream })
    const events = reader.push({ event: '', data: JSON.stringify(chunk) })
    expect(events).toMatchObject([{ kind: 'reply-failed', message }])
    expect(reader.isComplete).toBe(false)
  }
})

test('an error that is null is no failure', () => {
  expect(read([{ ...delta({ content: 'a' }), error: null }]).some((event) => event.kind === 'reply-failed')).toBe(false)
})

test('zeros after a count do not replace it, and a later count does', () => {
  const usage = (prompt: number) => ({ id: 'r', choices: [], usage: { prompt_tokens: prompt, completion_tokens: prompt } })
  expect(fold(read([usage(0), usage(3), usage(5), usage(0)])).usage?.usage.freshInput).toBe(5)
  expect(fold(read([usage(0)])).usage?.usage.freshInput).toBe(0)
})

test('what is no JSON is passed on, and nothing is thrown', () => {
  const reader = openaiChat.replyReader({ stream: true })
  const writer = openaiChat.replyWriter({ stream: true, streamUsage: false }, { add: () => undefined })
  expect(reader.push({ event: '', data: '{"id":' }).flatMap((event) => writer.push(event))).toEqual([{ event: '', data: '{"id":' }])
  expect(reader.push({ event: '', data: undefined })).toEqual([])
  for (const odd of [
    [],
    1,
    null,
    { choices: 1 },
    { choices: [null, 3, 'x', { delta: 4 }, { delta: { content: 5, tool_calls: [null, 7], audio: 1 } }] },
  ]) {
    expect(() => reader.push({ event: '', data: JSON.stringify(odd) })).not.toThrow()
    expect(() => openaiChat.replyReader({ stream: false }).push({ event: '', data: JSON.stringify(odd) })).not.toThrow()
  }
})

test('an answer of data only is produce and has no text', () => {
  const events = read([delta({ audio: { id: 'a', data: 'AAAA' } })])
  expect(events.map(producedText).join('')).toBe('')
  expect(events.some(isProduce)).toBe(true)
  expect(read([delta({ role: 'assistant', content: '' }, { finish_reason: 'stop' })]).some(isProduce)).toBe(false)
})

test('usage is written where the client requested it, and not elsewhere', () => {
  const events = read([
    delta({ content: 'a' }, { finish_reason: 'stop' }),
    { id: 'r', choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
  ])
  const frames = (streamUsage: boolean) => {
    const writer = openaiChat.replyWriter({ stream: true, streamUsage }, { add: () => undefined })
    return [...events.flatMap((event) => writer.push(event)), ...writer.end()]
  }
  expect(frames(true).some(openaiChat.isUsageOnly)).toBe(true)
  expect(frames(false).some((frame) => frame.data?.includes('usage'))).toBe(false)
  expect(frames(false).at(-1)).toEqual({ event: '', data: '[DONE]' })
})

test('a frame with usage and nothing else is known from one with content', () => {
  const is = (value: Json) => openaiChat.isUsageOnly({ event: '', data: JSON.stringify(value) })
  expect(is({ choices: [], usage: { total_tokens: 3 } })).toBe(true)
  expect(is({ choices: [], usage: null })).toBe(false)
  expect(is({ choices: [{ delta: { content: '"usage" "choices":[]' } }], usage: { total_tokens: 3 } })).toBe(false)
  expect(is({ choices: [], prompt_filter_results: [] })).toBe(false)
  expect(openaiChat.isUsageOnly({ event: '', data: '[DONE]' })).toBe(false)
})
