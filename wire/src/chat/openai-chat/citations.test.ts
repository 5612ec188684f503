import { expect, test } from 'vitest'
import { lossList } from '../losses/loss.ts'
import type { ChatEvent } from '../reply/event.ts'
import { fold } from '../reply/fold.ts'
import { openaiChat } from './dialect.ts'

const annotation = { type: 'url_citation', url_citation: { start_index: 0, end_index: 5, url: 'https://example.org/a', title: 'A' } }

function eventsOf(body: unknown): ChatEvent[] {
  const reader = openaiChat.replyReader({ stream: false })
  return [...reader.push({ event: '', data: JSON.stringify(body) }), ...reader.end()]
}

test('annotations are read as citations of the text', () => {
  const body = {
    id: 'r',
    model: 'm',
    created: 1,
    choices: [{ index: 0, message: { role: 'assistant', content: 'Words', annotations: [annotation] }, finish_reason: 'stop' }],
  }
  const [part] = fold(eventsOf(body)).choices[0]?.parts ?? []
  expect(part).toMatchObject({ kind: 'text', text: 'Words', citations: [{ url: 'https://example.org/a', title: 'A', start: 0, end: 5 }] })
})

test.each([true, false])(
  'citations of another dialect become annotations, counted from the start of the message; as a stream: %s',
  (stream) => {
    const losses = lossList()
    const writer = openaiChat.replyWriter({ stream, streamUsage: false }, losses)
    const citation = { url: 'https://example.org/b', title: 'B', start: 1, end: 3, value: { type: 'web', encrypted_index: 'x' } }
    const events: ChatEvent[] = [
      { kind: 'reply-started', id: 'r', model: 'm', createdAt: 1 },
      { kind: 'part-started', choice: 0, part: 0, initial: { kind: 'text', text: '' } },
      { kind: 'part-delta', choice: 0, part: 0, text: 'First. ' },
      { kind: 'part-ended', choice: 0, part: 0 },
      { kind: 'part-started', choice: 0, part: 1, initial: { kind: 'text', text: '' } },
      { kind: 'part-delta', choice: 0, part: 1, text: 'Word' },
      { kind: 'part-delta', choice: 0, part: 1, citation },
      { kind: 'part-ended', choice: 0, part: 1 },
      { kind: 'choice-ended', choice: 0, reason: 'stop' },
      { kind: 'reply-ended' },
    ]
    const text = [...events.flatMap((event) => writer.push(event)), ...writer.end()].map((frame) => frame.data).join('\n')
    expect(text).toContain(
      '"annotations":[{"type":"url_citation","url_citation":{"start_index":8,"end_index":10,"url":"https://example.org/b","title":"B"}}]',
    )
    // What only that vendor can use is named.
    expect(losses.losses.map((loss) => loss.path)).toEqual([expect.stringMatching(/citations\[0\]\.value$/)])
  },
)
