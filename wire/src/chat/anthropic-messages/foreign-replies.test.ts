// Replies of other vendors, as the libraries of this dialect demand them.
import { expect, test } from 'vitest'
import { lossList } from '../losses/loss.ts'
import type { ChatEvent } from '../reply/event.ts'
import { anthropicMessages } from './dialect.ts'

function whole(events: readonly ChatEvent[]): unknown {
  const writer = anthropicMessages.replyWriter({ stream: false, streamUsage: true }, lossList())
  for (const event of events) writer.push(event)
  return JSON.parse(writer.end()[0]?.data ?? '')
}

test('a whole reply of another vendor has a reason for its end, as a stream has', () => {
  expect(whole([{ kind: 'reply-ended' }])).toMatchObject({ content: [], stop_reason: 'end_turn', stop_sequence: null })
  const call: ChatEvent = {
    kind: 'part-started',
    choice: 0,
    part: 0,
    initial: { kind: 'tool-call', id: 'a', name: 'f', argumentsText: '{}' },
  }
  expect(whole([call])).toMatchObject({ stop_reason: 'tool_use' })
})
