// Replies between this dialect and OpenAI chat, both ways: the events that Codex and OpenAI's library read, exactly.
import { describe, expect, test } from 'vitest'
import { ReplyBetween, requestBetween } from '../../../testing/translate.ts'
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { geminiGenerate } from '../gemini-generate/dialect.ts'
import { lossList } from '../losses/loss.ts'
import { openaiChat } from '../openai-chat/dialect.ts'
import type { ChatEvent } from '../reply/event.ts'
import { openaiResponses } from './dialect.ts'

const IMAGE = 'data:image/png;base64,aGk='

const chunk = (delta: JsonObject, finish: string | null = null): JsonObject => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 7,
  model: 'k',
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const chatUsage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, prompt_tokens_details: { cached_tokens: 4 } }

/** A stream of chat as the events of this dialect; the request is the client's. */
function asResponses(chunks: readonly JsonObject[], request: JsonObject = {}): JsonObject[] {
  const options = { stream: true, streamUsage: false, fallback: { id: '01J', model: 'm', createdAt: 5 }, request }
  const translator = new ReplyBetween({ ...options, from: openaiChat, to: openaiResponses })
  const frames = [...chunks.map((each) => JSON.stringify(each)), '[DONE]'].flatMap((data) => translator.push({ event: '', data }).frames)
  expect(translator.isComplete).toBe(true)
  return [...frames, ...translator.close().frames, ...translator.end()].map((frame) => JSON.parse(frame.data ?? '') as JsonObject)
}
const short = (events: readonly JsonObject[]) =>
  events.map(({ type, sequence_number: _, item_id: __, ...fields }) => [String(type).replace('response.', ''), fields])

const thought = { type: 'reasoning', id: 'rs_01J_0', status: 'completed', summary: [{ type: 'summary_text', text: 'hm' }] }
const textPart = { type: 'output_text', annotations: [], logprobs: [], text: 'Hi' }
const message = { type: 'message', id: 'msg_01J_1', status: 'completed', role: 'assistant', content: [textPart] }
const call = {
  type: 'function_call',
  id: 'fc_01J_2',
  status: 'completed',
  call_id: 'a',
  name: 'orders',
  namespace: 'crm',
  arguments: '{"x":1}',
}
const empty = { type: 'function_call', id: 'fc_01J_3', status: 'completed', call_id: 'b', name: 'now', arguments: '{}' }
/** The events of these items, by type. */
const streamedItems = [
  ['output_item.added', { output_index: 0, item: { ...thought, status: 'in_progress', summary: [] } }],
  ['reasoning_summary_part.added', { output_index: 0, summary_index: 0, part: { type: 'summary_text', text: '' } }],
  ['reasoning_summary_text.delta', { output_index: 0, summary_index: 0, delta: 'hm' }],
  ['reasoning_summary_text.done', { output_index: 0, summary_index: 0, text: 'hm' }],
  ['reasoning_summary_part.done', { output_index: 0, summary_index: 0, part: { type: 'summary_text', text: 'hm' } }],
  ['output_item.done', { output_index: 0, item: thought }],
  ['output_item.added', { output_index: 1, item: { ...message, status: 'in_progress', content: [] } }],
  ['content_part.added', { output_index: 1, content_index: 0, part: { ...textPart, text: '' } }],
  ['output_text.delta', { output_index: 1, content_index: 0, delta: 'Hi', logprobs: [] }],
  ['output_text.done', { output_index: 1, content_index: 0, text: 'Hi', logprobs: [] }],
  ['content_part.done', { output_index: 1, content_index: 0, part: textPart }],
  ['output_item.done', { output_index: 1, item: message }],
  ['output_item.added', { output_index: 2, item: { ...call, status: 'in_progress', arguments: '' } }],
  ['function_call_arguments.delta', { output_index: 2, delta: '{"x"' }],
  ['output_item.added', { output_index: 3, item: { ...empty, status: 'in_progress', arguments: '' } }],
  ['function_call_arguments.delta', { output_index: 2, delta: ':1}' }],
  ['function_call_arguments.done', { output_index: 2, arguments: '{"x":1}' }],
  ['output_item.done', { output_index: 2, item: call }],
  ['function_call_arguments.delta', { output_index: 3, delta: '{}' }],
  ['function_call_arguments.done', { output_index: 3, arguments: '{}' }],
  ['output_item.done', { output_index: 3, item: empty }],
]

describe('replies', () => {
  test('a thought, a text and parallel calls from chat are the events that Codex reads', () => {
    const events = asResponses(
      [
        chunk({ role: 'assistant', reasoning_content: 'hm' }),
        chunk({ content: 'Hi' }),
        chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'crm__orders', arguments: '{"x"' } }] }),
        chunk({ tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'now', arguments: '' } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
        { ...chunk({}, 'tool_calls'), usage: chatUsage },
      ],
      {
        model: 'alias',
        instructions: 'Be brief.',
        temperature: 0.5,
        metadata: { a: 'b' },
        text: { verbosity: 'low' },
        tools: [{ type: 'namespace', name: 'crm', tools: [{ type: 'function', name: 'orders' }] }],
      },
    )
    const head = {
      id: 'resp_01J',
      object: 'response',
      status: 'in_progress',
      model: 'k',
      created_at: 7,
      instructions: 'Be brief.',
      temperature: 0.5,
    }
    expect(events[0]).toMatchObject({
      type: 'response.created',
      sequence_number: 0,
      response: {
        ...head,
        metadata: { a: 'b' },
        text: { format: { type: 'text' }, verbosity: 'low' },
        tool_choice: 'auto',
        output: [],
        usage: null,
      },
    })
    expect(short(events.slice(2, -1))).toEqual(streamedItems)
    expect(events.at(-1)).toMatchObject({
      type: 'response.completed',
      response: {
        ...head,
        status: 'completed',
        output: [thought, message, call, empty],
        usage: { input_tokens: 10, input_tokens_details: { cached_tokens: 4 }, output_tokens: 5, total_tokens: 15 },
      },
    })
  })

  test.each<[string, string, string, Json]>([
    ['length', 'response.incomplete', 'incomplete', { reason: 'max_output_tokens' }],
    ['content_filter', 'response.incomplete', 'incomplete', { reason: 'content_filter' }],
    ['stop', 'response.completed', 'completed', null],
  ])('a chat that ends with %s', (reason, type, status, details) => {
    const last = asResponses([chunk({ content: 'A' }), chunk({}, reason)]).at(-1)
    expect(last).toMatchObject({ type, response: { status, incomplete_details: details } })
  })

  test('a function that stands for a custom tool of the caller is reported as a call of that tool', () => {
    const events = asResponses(
      [
        chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'apply_patch', arguments: '{"input":"*** Be' } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: 'gin"}' } }] }),
        chunk({}, 'tool_calls'),
      ],
      { tools: [{ type: 'custom', name: 'apply_patch' }] },
    )
    expect(short(events).filter(([type]) => String(type).startsWith('custom_tool_call_input'))).toEqual([
      ['custom_tool_call_input.delta', { output_index: 0, delta: '*** Begin' }],
      ['custom_tool_call_input.done', { output_index: 0, input: '*** Begin' }],
    ])
    const item = { type: 'custom_tool_call', id: 'ctc_01J_0', status: 'completed', call_id: 'a', name: 'apply_patch', input: '*** Begin' }
    expect(outputOf(events)).toEqual([item])
  })

  test('a signature at the end, with no text, is no message of its own, and goes home as it came', () => {
    const part = (fields: JsonObject, more: JsonObject = {}) =>
      JSON.stringify({ candidates: [{ content: { parts: [fields], role: 'model' }, index: 0, ...more }] })
    const end = { text: '', thoughtSignature: 'c2ln' }
    const options = { stream: true, streamUsage: false, fallback: { id: '01J', model: 'm', createdAt: 5 }, request: {} }
    const translator = new ReplyBetween({ ...options, from: geminiGenerate, to: openaiResponses })
    const frames = [part({ text: 'Done.' }), part(end, { finishReason: 'STOP' })].flatMap(
      (data) => translator.push({ event: '', data }).frames,
    )
    const events = [...frames, ...translator.end()].map((frame) => JSON.parse(frame.data ?? '') as JsonObject)
    const output = outputOf(events) as JsonObject[]
    expect(output.map(({ type }) => type)).toEqual(['message', 'reasoning'])
    const asking = (...last: JsonObject[]) => ({ model: 'gemini-3-pro', input: [{ role: 'user', content: 'Go' }, ...output, ...last] })
    for (const last of [[], [{ role: 'user', content: 'And?' }]]) {
      const { body } = requestBetween(asking(...last), { from: openaiResponses, to: geminiGenerate })
      expect((body.contents as JsonObject[])[1]).toEqual({ role: 'model', parts: [{ text: 'Done.' }, end] })
    }
  })

  test('log probabilities, a refusal, a citation and an image from chat', () => {
    const token = { token: 'A', logprob: -0.1, bytes: [65], top_logprobs: [] }
    const note = { type: 'url_citation', url_citation: { url: 'https://example.org', title: 'T', start_index: 0, end_index: 1 } }
    const body = {
      id: 'x',
      object: 'chat.completion',
      created: 7,
      model: 'k',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'A',
            refusal: 'No.',
            annotations: [note],
            images: [{ type: 'image_url', image_url: { url: IMAGE } }],
          },
          logprobs: { content: [token] },
          finish_reason: 'stop',
        },
      ],
      usage: chatUsage,
    }
    const translator = new ReplyBetween(
      { stream: false, streamUsage: false, fallback: { id: '01J' }, from: openaiChat, to: openaiResponses },
      lossList(),
    )
    translator.push({ event: '', data: JSON.stringify(body) })
    const response = JSON.parse(translator.end()[0]?.data ?? '') as JsonObject
    const annotation = { type: 'url_citation', url: 'https://example.org', title: 'T', start_index: 0, end_index: 1 }
    expect(response.output).toEqual([
      {
        type: 'message',
        id: 'msg_01J_0',
        status: 'completed',
        role: 'assistant',
        content: [
          { type: 'output_text', annotations: [annotation], logprobs: [token], text: 'A' },
          { type: 'refusal', refusal: 'No.' },
        ],
      },
      { type: 'image_generation_call', id: 'ig_01J_1', status: 'completed', result: 'aGk=', output_format: 'png' },
    ])
  })

  test('a second answer is needed and never mixed into the first', () => {
    const losses = lossList()
    const writer = openaiResponses.replyWriter({ stream: false, streamUsage: false }, losses)
    const events: ChatEvent[] = [0, 1].flatMap((choice): ChatEvent[] => [
      { kind: 'part-started', choice, part: 0, initial: { kind: 'text', text: `answer ${choice}` } },
      { kind: 'part-ended', choice, part: 0 },
      { kind: 'choice-ended', choice, reason: choice === 0 ? 'stop' : 'length' },
    ])
    for (const event of events) writer.push(event)
    const response = JSON.parse(writer.end()[0]?.data ?? '') as JsonObject
    expect(JSON.stringify(response)).not.toContain('answer 1')
    expect(response.status).toBe('completed')
    expect(losses.losses).toEqual([{ path: 'choices[1]', reason: 'needed' }])
  })
})

function outputOf(events: readonly JsonObject[]): Json | undefined {
  const response = events.at(-1)?.response
  return isObject(response) ? response.output : undefined
}
