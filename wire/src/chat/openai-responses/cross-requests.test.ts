// Requests between this dialect and OpenAI chat, both ways: what an agent's conversation becomes, exactly.
import { describe, expect, test } from 'vitest'
import { requestBetween } from '../../../testing/translate.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { openaiChat } from '../openai-chat/dialect.ts'
import { openaiResponses } from './dialect.ts'

const IMAGE = 'data:image/png;base64,aGk='
const schema = { type: 'object', properties: { place: { type: 'string' } } }
/** The arguments of a function that stands for a tool of free text. */
const freeText = {
  type: 'object',
  properties: { input: { type: 'string', description: 'The text that the tool takes, whole.' } },
  required: ['input'],
  additionalProperties: false,
}

const asked: JsonObject = {
  model: 'm',
  instructions: 'Be brief.',
  input: [
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be exact.' }] },
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'What is this?' },
        { type: 'input_image', image_url: IMAGE, detail: 'high' },
        { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
      ],
    },
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'A hat.' }], encrypted_content: 'gAAAAB' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
    { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'weather', arguments: '{"place":"Paris"}' },
    { type: 'function_call', id: 'fc_2', call_id: 'b', name: 'orders', namespace: 'crm', arguments: '{}' },
    { type: 'custom_tool_call', call_id: 'c', name: 'query', input: 'select 1' },
    { type: 'function_call_output', call_id: 'a', output: 'rain' },
    { type: 'function_call_output', call_id: 'b', output: [{ type: 'input_image', image_url: IMAGE }] },
    { type: 'custom_tool_call_output', call_id: 'c', output: '1' },
  ],
  tools: [
    { type: 'function', name: 'weather', description: 'd', parameters: schema, strict: true },
    { type: 'namespace', name: 'crm', description: 'n', tools: [{ type: 'function', name: 'orders', parameters: schema, strict: false }] },
    { type: 'custom', name: 'query', format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' } },
  ],
  tool_choice: { type: 'function', name: 'weather' },
  parallel_tool_calls: false,
  text: { format: { type: 'json_schema', name: 'answer', schema, strict: true }, verbosity: 'low' },
  reasoning: { effort: 'high' },
  include: ['reasoning.encrypted_content', 'message.output_text.logprobs'],
  top_logprobs: 2,
  temperature: 0.5,
  max_output_tokens: 100,
  stream: true,
  store: false,
  user: 'u',
}

const chatRequest: JsonObject = {
  model: 'm',
  messages: [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url: IMAGE } },
        { type: 'input_audio', input_audio: { data: 'UklG', format: 'wav' } },
        { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERi0=' } },
      ],
    },
    {
      role: 'assistant',
      content: 'I look.',
      reasoning_content: 'hm',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } },
        { id: 'c', type: 'custom', custom: { name: 'query', input: 'select 1' } },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: 'rain' },
    {
      role: 'tool',
      tool_call_id: 'c',
      content: [
        { type: 'text', text: '1' },
        { type: 'text', text: '2' },
      ],
    },
    { role: 'assistant', content: null, refusal: 'No.' },
    { role: 'user', content: 'go on' },
  ],
  tools: [
    { type: 'function', function: { name: 'weather', parameters: schema } },
    { type: 'function', function: { name: 'bare' } },
    { type: 'custom', custom: { name: 'query', format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "x"' } } } },
  ],
  tool_choice: { type: 'custom', custom: { name: 'query' } },
  response_format: { type: 'json_schema', json_schema: { schema } },
  reasoning_effort: 'low',
  logprobs: true,
  top_logprobs: 2,
  max_completion_tokens: 5,
  n: 2,
  stop: ['x'],
  seed: 1,
  stream: true,
  stream_options: { include_usage: true },
}

const chatAsResponses: JsonObject = {
  model: 'm',
  input: [
    { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'Be brief.' }] },
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'What is this?' },
        { type: 'input_image', image_url: IMAGE },
        { type: 'input_audio', input_audio: { data: 'UklG', format: 'wav' } },
        { type: 'input_file', file_data: 'data:application/pdf;base64,JVBERi0=', filename: 'file.pdf' },
      ],
    },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
    { type: 'function_call', call_id: 'a', name: 'weather', arguments: '{}' },
    { type: 'custom_tool_call', call_id: 'c', name: 'query', input: 'select 1' },
    { type: 'function_call_output', call_id: 'a', output: 'rain' },
    {
      type: 'custom_tool_call_output',
      call_id: 'c',
      output: [
        { type: 'input_text', text: '1' },
        { type: 'input_text', text: '2' },
      ],
    },
    { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go on' }] },
  ],
  tools: [
    { type: 'function', name: 'weather', parameters: schema, strict: false },
    { type: 'function', name: 'bare', parameters: { type: 'object', properties: {} }, strict: false },
    { type: 'custom', name: 'query', format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' } },
  ],
  tool_choice: { type: 'custom', name: 'query' },
  text: { format: { type: 'json_schema', name: 'output', schema, strict: false } },
  reasoning: { effort: 'low' },
  include: ['reasoning.encrypted_content', 'message.output_text.logprobs'],
  top_logprobs: 2,
  max_output_tokens: 16,
  stream: true,
  store: false,
}

describe('requests', () => {
  test('to chat', () => {
    const { body, losses } = requestBetween(asked, { from: openaiResponses, to: openaiChat })
    expect(body).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: 'Be exact.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: IMAGE, detail: 'high' } },
            { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
          ],
        },
        {
          role: 'assistant',
          reasoning_content: 'A hat.',
          content: 'I look.',
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'weather', arguments: '{"place":"Paris"}' } },
            { id: 'b', type: 'function', function: { name: 'crm__orders', arguments: '{}' } },
            { id: 'c', type: 'function', function: { name: 'query', arguments: '{"input":"select 1"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: 'rain' },
        expect.objectContaining({ role: 'tool', tool_call_id: 'b' }),
        { role: 'tool', tool_call_id: 'c', content: '1' },
        { role: 'user', content: [{ type: 'image_url', image_url: { url: IMAGE } }] },
      ],
      tools: [
        { type: 'function', function: { name: 'weather', description: 'd', parameters: schema, strict: true } },
        { type: 'function', function: { name: 'crm__orders', parameters: schema, strict: false } },
        { type: 'function', function: { name: 'query', parameters: freeText } },
      ],
      tool_choice: { type: 'function', function: { name: 'weather' } },
      parallel_tool_calls: false,
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } },
      verbosity: 'low',
      reasoning_effort: 'high',
      logprobs: true,
      top_logprobs: 2,
      temperature: 0.5,
      max_tokens: 100,
      stream: true,
      store: false,
      user: 'u',
    })
    expect(losses).toEqual([
      { path: 'tools[2].kind', reason: 'not-expressible' },
      { path: 'tools[2].format', reason: 'not-expressible' },
      { path: 'turns[3].parts[0].encrypted', reason: 'signature' },
      { path: 'tools[1].namespace.description', reason: 'unknown-field' },
    ])
  })

  test('what only a stored conversation or a hosted tool can do is named', () => {
    const { body, losses } = requestBetween(
      {
        model: 'm',
        previous_response_id: 'resp_1',
        input: [
          { type: 'item_reference', id: 'msg_1' },
          { role: 'user', content: 'go' },
        ],
        tools: [{ type: 'file_search', vector_store_ids: ['v'] }],
        tool_choice: { type: 'file_search' },
        truncation: 'auto',
      },
      { from: openaiResponses, to: openaiChat },
    )
    expect(JSON.stringify(body)).not.toContain('resp_1')
    expect(losses).toEqual(
      expect.arrayContaining([
        { path: 'previous_response_id', reason: 'unknown-field' },
        { path: 'truncation', reason: 'unknown-field' },
        { path: 'turns[0].parts[0]', reason: 'needed' },
        { path: 'tools[0]', reason: 'not-expressible' },
        { path: 'toolChoice', reason: 'needed' },
      ]),
    )
  })

  test('tools that items bring are tools as any, and their items leave no turn behind', () => {
    const custom = { type: 'custom', name: 'exec' }
    const body = {
      model: 'm',
      input: [
        {
          type: 'additional_tools',
          role: 'developer',
          tools: [custom, { type: 'namespace', name: 'crm', tools: [{ type: 'function', name: 'now' }] }],
        },
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'go' },
      ],
    }
    const { body: chat, losses } = requestBetween(body, { from: openaiResponses, to: openaiChat })
    expect(chat.tools).toEqual([
      { type: 'function', function: { name: 'exec', parameters: freeText } },
      { type: 'function', function: { name: 'crm__now' } },
    ])
    expect((chat.messages as JsonObject[]).map((message) => message.role)).toEqual(['developer', 'user'])
    expect(losses).toEqual([
      { path: 'tools[0].kind', reason: 'not-expressible' },
      { path: 'turns[0].parts[0]', reason: 'not-expressible' },
    ])
  })

  test('from chat', () => {
    const { body, losses } = requestBetween(chatRequest, { from: openaiChat, to: openaiResponses })
    expect(body).toEqual(chatAsResponses)
    expect(losses).toEqual(
      expect.arrayContaining([
        { path: 'turns[2].parts[0]', reason: 'not-expressible' },
        { path: 'choices', reason: 'needed' },
        { path: 'stop', reason: 'not-expressible' },
        { path: 'sampling.seed', reason: 'not-expressible' },
        { path: 'maxOutputTokens', reason: 'not-expressible' },
      ]),
    )
    expect(losses).toHaveLength(5)
  })

  test('a video and a sound by its address are needed', () => {
    const content = [
      { type: 'text', text: 'see' },
      { type: 'video_url', video_url: { url: 'https://example.org/a.mp4' } },
      { type: 'input_audio', input_audio: { data: 'https://example.org/a.wav' } },
    ]
    const { losses } = requestBetween({ model: 'm', messages: [{ role: 'user', content }] }, { from: openaiChat, to: openaiResponses })
    expect(losses).toEqual([
      { path: 'turns[0].parts[1]', reason: 'needed' },
      { path: 'turns[0].parts[2]', reason: 'needed' },
    ])
  })
})
