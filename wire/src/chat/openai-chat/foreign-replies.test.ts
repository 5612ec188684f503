// Replies of other vendors, as the libraries of this dialect demand them.
import { expect, test } from 'vitest'
import type { JsonObject } from '../../encoding/json.ts'
import { lossList } from '../losses/loss.ts'
import type { ChatEvent } from '../reply/event.ts'
import type { Part } from '../request/request.ts'
import { openaiChat } from './dialect.ts'

function written(stream: boolean, events: readonly ChatEvent[]): JsonObject[] {
  const writer = openaiChat.replyWriter({ stream, streamUsage: true, fallback: { id: 'i', model: 'm', createdAt: 1 } }, lossList())
  const frames = [...events.flatMap((event) => writer.push(event)), ...writer.end()]
  return frames.filter(({ data }) => data !== '[DONE]').map(({ data }) => JSON.parse(data ?? ''))
}

const whole = (initial: Part): ChatEvent[] => [
  { kind: 'part-started', choice: 0, part: 0, initial },
  { kind: 'part-ended', choice: 0, part: 0 },
]
const ended: ChatEvent = { kind: 'choice-ended', choice: 0, reason: 'tool-calls' }

test('a reply without an answer has an empty one', () => {
  expect(written(false, [{ kind: 'reply-ended' }])).toMatchObject([
    { choices: [{ index: 0, message: { role: 'assistant', refusal: null }, logprobs: null, finish_reason: 'stop' }] },
  ])
  expect(written(true, [{ kind: 'reply-ended' }]).flatMap(({ choices }) => choices)).toEqual([
    { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null },
    { index: 0, delta: {}, finish_reason: 'stop' },
  ])
})

test('a call without arguments has an empty object', () => {
  const call = whole({ kind: 'tool-call', id: 'a', name: 'f', argumentsText: '' })
  expect(written(false, [...call, ended])).toMatchObject([{ choices: [{ message: { tool_calls: [{ function: { arguments: '{}' } }] } }] }])
  expect(written(true, [...call, ended]).flatMap(({ choices }) => choices)).toMatchObject([
    { delta: { tool_calls: [{ function: { arguments: '' } }] } },
    { delta: { tool_calls: [{ index: 0, function: { arguments: '{}' } }] } },
    { finish_reason: 'tool_calls' },
  ])
})

test('an answer that called only what has no place here did not end for calls', () => {
  const events: ChatEvent[] = [...whole({ kind: 'text', text: 'A' }), ...whole({ kind: 'unknown', type: 'x', value: {} }), ended]
  expect(written(false, events)).toMatchObject([{ choices: [{ finish_reason: 'stop' }] }])
  expect(written(true, events).at(-1)).toMatchObject({ choices: [{ finish_reason: 'stop' }] })
})

test('the content is one text, whatever else the answer holds', () => {
  const losses = lossList()
  const writer = openaiChat.replyWriter({ stream: false, streamUsage: true }, losses)
  for (const event of [...whole({ kind: 'text', text: 'A' }), ended]) writer.push(event)
  writer.push({ kind: 'part-started', choice: 0, part: 1, initial: { kind: 'unknown', type: 'x', value: {} } })
  expect(JSON.parse(writer.end()[0]?.data ?? '').choices[0].message.content).toBe('A')
  expect(losses.losses).toEqual([{ path: 'choices[0].parts[1]', reason: 'not-expressible' }])
})

test('a sound has every field, though it cannot be referred to', () => {
  const sound = whole({ kind: 'audio', source: { kind: 'base64', data: 'UklG' } })
  expect(written(false, [...sound, ended])).toMatchObject([
    { choices: [{ message: { audio: { id: '', data: 'UklG', transcript: '', expires_at: 0 } } }] },
  ])
})

test('a failure that is reported twice is written once', () => {
  const failure: ChatEvent = { kind: 'reply-failed', message: 'overloaded' }
  expect(written(true, [failure, failure])).toHaveLength(1)
})
