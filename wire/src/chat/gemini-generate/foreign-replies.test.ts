// Replies of other vendors, as the libraries of this dialect demand them.
import { expect, test } from 'vitest'
import { written } from '../../../testing/gemini-harness.ts'
import type { ChatEvent } from '../reply/event.ts'

const candidate = { content: { parts: [{ text: '' }], role: 'model' }, finishReason: 'OTHER', index: 0 }

test.each([true, false])('a reply without an answer has a candidate that ended; as a stream: %s', (stream) => {
  expect(written([{ kind: 'reply-ended' }], stream).last).toMatchObject([{ candidates: [candidate] }])
})

test.each([true, false])('an answer without an end has one; as a stream: %s', (stream) => {
  const text: ChatEvent = { kind: 'part-started', choice: 0, part: 0, initial: { kind: 'text', text: 'A' } }
  expect(written([text], stream).last).toMatchObject([{ candidates: [{ finishReason: 'OTHER' }] }])
})

test('a failure that is reported twice is written once', () => {
  const failure: ChatEvent = { kind: 'reply-failed', message: 'overloaded' }
  expect(written([failure, failure]).frames).toMatchObject([{ error: { message: 'overloaded' } }])
})
