// Replies of OpenAI chat, written for a client of this dialect.
import { describe, expect, test } from 'vitest'
import { accumulateMessages } from '../../../testing/anthropic-messages-accumulate.ts'
import { reply } from '../../../testing/anthropic-messages-cross.ts'
import { object } from '../../../testing/recordings.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { openaiChat } from '../openai-chat/dialect.ts'
import { anthropicMessages } from './dialect.ts'

const chunk = (delta: JsonObject, finish: string | null = null): JsonObject => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'gpt-x',
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const usageChunk = (usage: JsonObject): JsonObject => ({ ...chunk({}), choices: [], usage })

describe('a reply of OpenAI chat', () => {
  test('streamed, with a thought, words and parallel calls', () => {
    const { frames, values, losses } = reply(
      [
        chunk({ role: 'assistant', content: '' }),
        chunk({ reasoning_content: 'hm' }),
        chunk({ content: 'I look.' }),
        chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: '{"x"' } }] }),
        chunk({ tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '' } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
        chunk({}, 'stop'),
        usageChunk({
          prompt_tokens: 100,
          completion_tokens: 20,
          prompt_tokens_details: { cached_tokens: 60 },
          completion_tokens_details: { reasoning_tokens: 5 },
        }),
        '[DONE]',
      ],
      openaiChat,
      anthropicMessages,
    )
    const delta = (index: number, type: string, fields: JsonObject) => ({ type: 'content_block_delta', index, delta: { type, ...fields } })
    const start = (index: number, content_block: JsonObject) => ({ type: 'content_block_start', index, content_block })
    const stop = (index: number) => ({ type: 'content_block_stop', index })
    expect(values).toEqual([
      {
        type: 'message_start',
        message: {
          id: 'chatcmpl-1',
          type: 'message',
          role: 'assistant',
          model: 'gpt-x',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 7, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
        },
      },
      start(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, 'thinking_delta', { thinking: 'hm' }),
      delta(0, 'signature_delta', { signature: 'WaystationOfunknown1' }),
      stop(0),
      start(1, { type: 'text', text: '' }),
      delta(1, 'text_delta', { text: 'I look.' }),
      stop(1),
      start(2, { type: 'tool_use', id: 'a', name: 'f', input: {} }),
      delta(2, 'input_json_delta', { partial_json: '{"x"' }),
      delta(2, 'input_json_delta', { partial_json: ':1}' }),
      stop(2),
      start(3, { type: 'tool_use', id: 'b', name: 'g', input: {} }),
      delta(3, 'input_json_delta', { partial_json: '{}' }),
      stop(3),
      {
        type: 'message_delta',
        // Clients run tools by this word, whatever the vendor called it.
        delta: { stop_reason: 'tool_use', stop_sequence: null },
        usage: {
          input_tokens: 40,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 60,
          cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
          output_tokens: 20,
          output_tokens_details: { thinking_tokens: 5 },
        },
      },
      { type: 'message_stop' },
    ])
    expect(frames.every((frame) => frame.event === object(frame.data ?? '').type)).toBe(true)
    expect(losses).toEqual([])
  })

  test.each<[string, JsonObject, string, string]>([
    ['its end', { role: 'assistant', content: 'A' }, 'stop', 'end_turn'],
    ['its limit', { role: 'assistant', content: 'A' }, 'length', 'max_tokens'],
    ['a filter', { role: 'assistant', content: 'A' }, 'content_filter', 'refusal'],
    ['a refusal', { role: 'assistant', content: null, refusal: 'No.' }, 'stop', 'refusal'],
    [
      'calls',
      { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      'stop',
      'tool_use',
    ],
    ['calls that are none', { role: 'assistant', content: 'A' }, 'tool_calls', 'end_turn'],
  ])('whole and streamed, ended by %s', (_, message, reason, expected) => {
    const body = {
      id: 'r',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message, finish_reason: reason }],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    }
    const [whole] = reply([body], openaiChat, anthropicMessages, { upstream: false, stream: false }).values
    expect(whole).toMatchObject({
      type: 'message',
      role: 'assistant',
      id: 'r',
      stop_reason: expected,
      stop_sequence: null,
      usage: { input_tokens: 3, output_tokens: 2 },
    })
    const streamed = accumulateMessages(reply([body], openaiChat, anthropicMessages, { upstream: false }).values)
    expect(streamed).toMatchObject({ stop_reason: expected, usage: { input_tokens: 3, output_tokens: 2 } })
    expect(streamed.content).toEqual(whole?.content)
    expect(whole?.content).toHaveLength(1)
  })

  test('whole, with arguments of every kind', () => {
    const call = (id: string, text: string) => ({ id, type: 'function', function: { name: 'f', arguments: text } })
    const texts = ['{"a":1}', '', 'null', '{"a":', '[1]']
    const message = {
      role: 'assistant',
      content: null,
      tool_calls: [
        ...texts.map((text, index) => call(`c${index}`, text)),
        { id: 'x', type: 'custom', custom: { name: 'p', input: '"q"' } },
      ],
    }
    const body = {
      id: 'r',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    }
    const { values, losses } = reply([body], openaiChat, anthropicMessages, { upstream: false, stream: false })
    expect((values[0]?.content as JsonObject[] | undefined)?.map((block) => block.input)).toEqual([
      { a: 1 },
      {},
      {},
      { INVALID_JSON: '{"a":' },
      { INVALID_JSON: '[1]' },
      { input: '"q"' },
    ])
    expect(losses).toEqual(['choices[0].parts[3].argumentsText not-expressible', 'choices[0].parts[4].argumentsText not-expressible'])
    const streamed = accumulateMessages(reply([body], openaiChat, anthropicMessages, { upstream: false }).values)
    // In a stream arguments go out as they are.
    expect((streamed.content as JsonObject[]).map((block) => block.input)).toEqual([{ a: 1 }, {}, {}, '{"a":', [1], { input: '"q"' }])
  })

  test('with citations', () => {
    const annotations = [{ type: 'url_citation', url_citation: { url: 'https://example.org', title: 'T', start_index: 0, end_index: 2 } }]
    const body = {
      id: 'r',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: 'So.', annotations }, finish_reason: 'stop' }],
    }
    const { values } = reply([body], openaiChat, anthropicMessages, { upstream: false, stream: false })
    expect(values[0]?.content).toEqual([
      {
        type: 'text',
        text: 'So.',
        citations: [
          {
            type: 'web_search_result_location',
            url: 'https://example.org',
            title: 'T',
            cited_text: '',
            encrypted_index: 'WaystationOfunknown1',
          },
        ],
      },
    ])
  })

  test('cut off has no end; failed, it ends by the failure', () => {
    const cut = reply([chunk({ content: 'A' })], openaiChat, anthropicMessages)
    expect([cut.isComplete, cut.frames.some((frame) => anthropicMessages.isTerminal(frame))]).toEqual([false, false])
    const failed = reply(
      [chunk({ content: 'A' }), { error: { message: 'busy', type: 'server_error', code: 529 } }],
      openaiChat,
      anthropicMessages,
    )
    expect(failed.frames.at(-1)).toEqual({ event: 'error', data: '{"type":"error","error":{"type":"overloaded_error","message":"busy"}}' })
  })
})
