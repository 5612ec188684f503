// Replies of other vendors, as the libraries of this dialect demand them.
import { expect, test } from 'vitest'
import type { JsonObject } from '../../encoding/json.ts'
import { lossList } from '../losses/loss.ts'
import type { ChatEvent } from '../reply/event.ts'
import { openaiResponses } from './dialect.ts'

function streamed(events: readonly ChatEvent[]): JsonObject[] {
  const writer = openaiResponses.replyWriter({ stream: true, streamUsage: true }, lossList())
  return [...events.flatMap((event) => writer.push(event)), ...writer.end()].map(({ data }) => JSON.parse(data ?? ''))
}

const begun: ChatEvent = { kind: 'part-started', choice: 0, part: 0, initial: { kind: 'text', text: '' } }

test('log probabilities have every field that the libraries demand', () => {
  const logprobs = {
    content: [
      { token: 'A', logprob: -1, bytes: null },
      { token: 'B', logprob: -2, top_logprobs: [{ token: 'C' }] },
    ],
  }
  const events = streamed([begun, { kind: 'part-delta', choice: 0, part: 0, text: 'AB', logprobs }])
  expect(events.find(({ type }) => type === 'response.output_text.delta')).toMatchObject({
    logprobs: [
      { token: 'A', logprob: -1, bytes: [], top_logprobs: [] },
      { token: 'B', logprob: -2, bytes: [], top_logprobs: [{ token: 'C', bytes: [] }] },
    ],
  })
})

test('nothing follows a failure, even where the end of an open part comes late', () => {
  const late: ChatEvent[] = [
    { kind: 'part-delta', choice: 0, part: 0, text: 'A' },
    { kind: 'part-ended', choice: 0, part: 0 },
  ]
  expect(streamed([begun, { kind: 'reply-failed', message: 'overloaded' }, ...late]).at(-1)).toMatchObject({ type: 'response.failed' })
})

test('a function tool is repeated with the fields that a response always has', () => {
  const request = {
    tools: [
      { type: 'function', name: 'plain' },
      { type: 'function', name: 'strict', parameters: {}, strict: true },
      { type: 'custom', name: 'own' },
    ],
  }
  const writer = openaiResponses.replyWriter({ stream: false, streamUsage: true, request }, lossList())
  const [text] = [...writer.push(begun), ...writer.end()].map(({ data }) => JSON.parse(data ?? ''))
  expect(text.tools).toEqual([
    { type: 'function', name: 'plain', parameters: null, strict: null },
    { type: 'function', name: 'strict', parameters: {}, strict: true },
    { type: 'custom', name: 'own' },
  ])
})
