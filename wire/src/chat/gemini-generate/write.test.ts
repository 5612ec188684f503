import { describe, expect, test } from 'vitest'
import { partsIn, written } from '../../../testing/gemini-harness.ts'
import type { ChatEvent } from '../reply/event.ts'

describe('a reply of another dialect', () => {
  const text = (choice: number, part: number, words: string): ChatEvent[] => [
    { kind: 'part-started', choice, part, initial: { kind: 'text', text: '' } },
    { kind: 'part-delta', choice, part, text: words },
    { kind: 'part-ended', choice, part },
  ]
  test('has our id and model where the vendor sends none, and a part where it is empty', () => {
    const events: ChatEvent[] = [{ kind: 'reply-started' }, { kind: 'choice-ended', choice: 0, reason: 'stop' }]
    const expected = {
      candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, finishReason: 'STOP', index: 0 }],
      modelVersion: 'our-model',
      responseId: 'our-id',
    }
    expect(written(events)).toEqual({ frames: [], last: [expected], losses: [] })
    expect(written(events, false).last).toEqual([expected])
  })

  test.each([
    ['stop', 'STOP'],
    ['length', 'MAX_TOKENS'],
    ['tool-calls', 'STOP'],
    ['content-filter', 'SAFETY'],
    ['refusal', 'SAFETY'],
    ['pause', 'MAX_TOKENS'],
    ['unknown', 'OTHER'],
  ] as const)('that ended with %s is written to end with %s', (reason, finishReason) => {
    for (const stream of [true, false]) {
      const { last } = written([...text(0, 0, 'a'), { kind: 'choice-ended', choice: 0, reason }], stream)
      expect(last).toMatchObject([{ candidates: [{ finishReason }] }])
    }
  })

  test('keeps its sources, over all its texts, in bytes', () => {
    const citation = { url: 'https://a.example', start: 0, end: 3, value: {} }
    const quoted = { url: 'https://b.example', title: 'b', quote: 'words', value: {} }
    const events: ChatEvent[] = [
      ...text(0, 0, 'Grüße '),
      { kind: 'part-started', choice: 0, part: 1, initial: { kind: 'text', text: '', citations: [citation] } },
      { kind: 'part-delta', choice: 0, part: 1, text: 'aus Köln' },
      { kind: 'part-delta', choice: 0, part: 1, citation: quoted },
      { kind: 'part-delta', choice: 0, part: 1, citation: { title: 'a book', value: {} } },
      { kind: 'part-ended', choice: 0, part: 1 },
      { kind: 'choice-ended', choice: 0, reason: 'stop' },
    ]
    for (const stream of [true, false]) {
      const { last, losses } = written(events, stream)
      expect(last).toMatchObject([
        {
          candidates: [
            {
              groundingMetadata: {
                groundingChunks: [
                  { web: { uri: 'https://a.example', title: 'https://a.example' } },
                  { retrievedContext: { uri: 'https://b.example', title: 'b', text: 'words' } },
                ],
                groundingSupports: [
                  { segment: { startIndex: 8, endIndex: 11, text: 'aus' }, groundingChunkIndices: [0] },
                  { segment: { startIndex: 8, endIndex: 17, text: 'aus Köln' }, groundingChunkIndices: [1] },
                ],
              },
            },
          ],
        },
      ])
      expect(losses.map((loss) => loss.path)).toContain('choices[0].parts[1].citations[2]')
    }
  })

  test('that grows in two parts at once is still one word after the other, its calls and media whole', () => {
    const { frames } = written([
      { kind: 'part-started', choice: 0, part: 0, initial: { kind: 'tool-call', id: 'a', name: 'f', argumentsText: '' } },
      {
        kind: 'part-started',
        choice: 0,
        part: 1,
        initial: { kind: 'audio', source: { kind: 'base64', data: '' }, mediaType: 'audio/wav' },
      },
      { kind: 'part-delta', choice: 0, part: 0, text: '{"x":' },
      { kind: 'part-delta', choice: 0, part: 1, data: 'AAAA', transcript: 'hi' },
      { kind: 'part-delta', choice: 0, part: 0, text: '1}' },
      { kind: 'part-delta', choice: 0, part: 1, data: 'BBBB' },
      { kind: 'choice-ended', choice: 0, reason: 'tool-calls' },
    ])
    expect(partsIn(frames)).toEqual([
      { functionCall: { id: 'a', name: 'f', args: { x: 1 } } },
      { inlineData: { mimeType: 'audio/wav', data: 'AAAABBBB' } },
    ])
  })
})
