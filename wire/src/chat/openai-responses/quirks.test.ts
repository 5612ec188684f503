// What vendors of this dialect do differently.
import { describe, expect, test } from 'vitest'
import type { Json } from '../../encoding/json.ts'
import type { ChatEvent } from '../reply/event.ts'
import { fold } from '../reply/fold.ts'
import { openaiResponses } from './dialect.ts'

function read(events: readonly Json[], stream = true): ChatEvent[] {
  const reader = openaiResponses.replyReader({ stream })
  return [
    ...events.flatMap((event) => reader.push({ event: '', data: typeof event === 'string' ? event : JSON.stringify(event) })),
    ...reader.end(),
  ]
}
describe('what vendors do differently', () => {
  test('a whole response where a stream was requested is read as one', () => {
    const response = {
      id: 'r',
      object: 'response',
      status: 'completed',
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'A' }] }],
      usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    }
    const reply = fold(read([response]))
    expect(reply.choices[0]).toMatchObject({ parts: [{ kind: 'text', text: 'A' }], reason: 'stop' })
    expect(reply.usage?.usage).toMatchObject({ freshInput: 1, output: 2 })
  })

  test('deltas without the events that begin an item or a part', () => {
    const reply = fold(
      read([
        { type: 'response.created', response: { id: 'r' } },
        { type: 'response.reasoning_text.delta', output_index: 0, content_index: 0, delta: 'hm' },
        { type: 'response.output_text.delta', output_index: 1, content_index: 0, delta: 'A' },
        { type: 'response.refusal.delta', output_index: 2, content_index: 0, delta: 'No.' },
        { type: 'response.completed', response: { id: 'r', status: 'completed' } },
      ]),
    )
    expect(reply.choices[0]?.parts).toMatchObject([
      { kind: 'reasoning', text: 'hm' },
      { kind: 'text', text: 'A' },
      { kind: 'refusal', text: 'No.' },
    ])
  })

  test('a finished item has more than its deltas', () => {
    const summary = ['one', 'two'].map((text) => ({ type: 'summary_text', text }))
    const delta = (summaryIndex: number, text: string) => ({
      type: 'response.reasoning_summary_text.delta',
      output_index: 0,
      summary_index: summaryIndex,
      delta: text,
    })
    const reply = fold(
      read([
        { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'rs', summary: [] } },
        delta(0, 'one'),
        delta(1, 't'),
        { type: 'response.output_item.done', output_index: 0, item: { type: 'reasoning', id: 'rs', summary, encrypted_content: 'e' } },
        {
          type: 'response.output_item.added',
          output_index: 1,
          item: { type: 'function_call', id: 'fc', call_id: 'a', name: 'f', arguments: '' },
        },
        { type: 'response.function_call_arguments.done', output_index: 1, arguments: '{"x":1}' },
        { type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } },
      ]),
    )
    expect(reply.choices[0]).toMatchObject({
      parts: [
        { kind: 'reasoning', text: 'one\n\ntwo', encrypted: 'e', signedBy: 'openai-responses' },
        { kind: 'tool-call', id: 'a', argumentsText: '{"x":1}' },
      ],
      reason: 'tool-calls',
    })
  })

  test('nonsense is carried or left out, and nothing is thrown', () => {
    const odd: Json[] = [
      [],
      1,
      null,
      { type: 7 },
      { type: 'response.created', response: 3 },
      { type: 'response.output_item.added', item: null },
      { type: 'response.output_item.added', output_index: -1, item: { type: 'function_call' } },
      { type: 'response.output_item.done', output_index: 'x', item: { type: 'message', content: 4 } },
      { type: 'response.output_text.delta', delta: 5, logprobs: 'x' },
      { type: 'response.content_part.added', part: 'x' },
      { type: 'response.output_text.annotation.added', annotation: [] },
      { type: 'response.completed', response: { output: [null, 3, { type: 'reasoning', summary: 'x' }], usage: 4 } },
    ]
    for (const stream of [true, false]) for (const each of odd) expect(() => read([each], stream)).not.toThrow()
    expect(read(['{"type":'])).toMatchObject([{ kind: 'unknown', text: '{"type":' }])
  })
})
