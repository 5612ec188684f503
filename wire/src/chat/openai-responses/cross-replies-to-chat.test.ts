// Replies of this dialect in OpenAI chat.
import { describe, expect, test } from 'vitest'
import { ReplyBetween } from '../../../testing/translate.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { lossList } from '../losses/loss.ts'
import { openaiChat } from '../openai-chat/dialect.ts'
import { openaiResponses } from './dialect.ts'

describe('replies in chat', () => {
  test('to chat: thoughts, citations, calls and the limit', () => {
    const response: JsonObject = {
      id: 'resp_1',
      object: 'response',
      created_at: 7,
      model: 'm',
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [
        { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
        {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [
            {
              type: 'output_text',
              text: 'A',
              annotations: [{ type: 'url_citation', url: 'https://example.org', title: 'T', start_index: 0, end_index: 1 }],
              logprobs: [],
            },
          ],
        },
        { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'a', name: 'f', arguments: '{"x":1}' },
      ],
      usage: {
        input_tokens: 3,
        input_tokens_details: { cached_tokens: 1 },
        output_tokens: 2,
        output_tokens_details: { reasoning_tokens: 1 },
        total_tokens: 5,
      },
    }
    const losses = lossList()
    const translator = new ReplyBetween({ stream: false, streamUsage: false, from: openaiResponses, to: openaiChat }, losses)
    translator.push({ event: '', data: JSON.stringify(response) })
    const chat = JSON.parse(translator.end()[0]?.data ?? '') as JsonObject
    expect(chat).toMatchObject({
      id: 'resp_1',
      model: 'm',
      created: 7,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'A',
            reasoning_content: 'hm',
            annotations: [{ type: 'url_citation', url_citation: { url: 'https://example.org', title: 'T', start_index: 0, end_index: 1 } }],
            tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
          },
          finish_reason: 'length',
        },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    })
    // Fields that repeat the request are no loss; an annotation has no field that chat lacks.
    expect(losses.losses.filter((loss) => !loss.path.includes('citations'))).toEqual([])
  })

  test('a search that the vendor ran is one loss, however many events reported it', () => {
    const item = { id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } }
    const at = { item_id: 'ws_1', output_index: 0 }
    const losses = lossList()
    const translator = new ReplyBetween({ stream: true, streamUsage: false, from: openaiResponses, to: openaiChat }, losses)
    const events: JsonObject[] = [
      {
        type: 'response.created',
        response: { id: 'resp_1', model: 'm', status: 'in_progress', output: [], tools: [{ type: 'web_search' }] },
      },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
      { type: 'response.web_search_call.searching', ...at },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.output_text.delta', output_index: 1, content_index: 0, delta: 'A', obfuscation: 'x' },
      { type: 'response.completed', response: { id: 'resp_1', model: 'm', status: 'completed', output: [] } },
    ]
    const frames = events.flatMap((event) => translator.push({ event: '', data: JSON.stringify(event) }).frames)
    expect(losses.losses).toEqual([{ path: 'choices[0].parts[0]', reason: 'not-expressible' }])
    const texts = [...frames, ...translator.end()].map((frame) => frame.data ?? '')
    expect(texts.join('')).toContain('"content":"A"')
    expect(texts.join('')).toContain('"finish_reason":"stop"')
    expect(texts.at(-1)).toBe('[DONE]')
  })
})
