// Replies of the chat dialect, written by hand after what its vendors do, for what the recordings do not have.
import type { JsonObject } from '../src/encoding/json.ts'

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
const whole = { id: 'r', object: 'chat.completion', created: 1, model: 'm' }
const chunk = { id: 'r', object: 'chat.completion.chunk', created: 1, model: 'm' }
const finish = (reason: string, index = 0): JsonObject => ({ ...chunk, choices: [{ index, delta: {}, finish_reason: reason }] })
const delta = (fields: JsonObject, index = 0): JsonObject => ({ ...chunk, choices: [{ index, delta: fields, finish_reason: null }] })
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }

/** A reply of one choice. */
const answer = (reason: string | null, message: JsonObject, more: JsonObject = {}, choice: JsonObject = {}): JsonObject => ({
  ...whole,
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: reason, ...choice }],
  ...more,
})
const used = { usage }

export const chatReplies: Readonly<Record<string, JsonObject>> = {
  'two answers with log probabilities': {
    ...whole,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'A',
          refusal: null,
          annotations: [{ type: 'url_citation', url_citation: { url: 'https://example.org' } }],
        },
        logprobs: { content: [{ token: 'A', logprob: -0.1, bytes: [65], top_logprobs: [] }], refusal: null },
        finish_reason: 'stop',
      },
      { index: 1, message: { role: 'assistant', content: null, refusal: 'No.' }, logprobs: null, finish_reason: 'content_filter' },
    ],
    usage,
  },
  'calls of every kind': answer(
    'tool_calls',
    {
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'f', arguments: '' } },
        { id: 'b', type: 'custom', custom: { name: 'c', input: 'text' } },
        { id: 'x', type: 'vendor_tool', vendor_tool: { n: 1 } },
        { id: '', type: 'function', function: { name: 'g', arguments: { a: 1 } } },
      ],
    },
    used,
  ),
  'a legacy function call': answer('function_call', { function_call: { name: 'f', arguments: '{}' } }),
  'sound and images': answer(
    'stop',
    { audio: { id: 'au', data: 'UklG', transcript: 'hi', expires_at: 9 }, images: [image, { ...image, index: 1 }] },
    used,
  ),
  'thinking in a list of parts': answer(
    'stop',
    {
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
        { type: 'text', text: 'A' },
        { type: 'reference', reference_ids: [1] },
      ],
    },
    used,
  ),
  'thinking with details': answer(
    'stop',
    { content: 'A', reasoning: 'hm', reasoning_details: [{ type: 'reasoning.text', text: 'hm', signature: 's', index: 0 }] },
    { provider: 'Some', usage },
    { native_finish_reason: 'STOP' },
  ),
  'a failed answer without a reason': answer(null, { content: 'A' }),
  'a new reason': answer('insufficient_system_resource', { content: 'A' }),
  'no answer at all': { ...whole, choices: [], usage },
}

export const chatStreams: Readonly<Record<string, readonly JsonObject[]>> = {
  'parallel calls, interleaved, one without arguments': [
    delta({ role: 'assistant', content: null }),
    delta({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }] }),
    delta({ tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '{"x"' } }] }),
    delta({
      tool_calls: [
        { index: 0, function: { arguments: '{}' } },
        { index: 1, function: { arguments: ':1}' } },
      ],
    }),
    delta({ tool_calls: [{ index: 2, id: 'c', type: 'custom', custom: { name: 'h', input: 'te' } }] }),
    delta({ tool_calls: [{ index: 2, custom: { input: 'xt' } }] }),
    finish('tool_calls'),
    { ...chunk, choices: [], usage },
  ],
  'text, thought and text again': [
    delta({ role: 'assistant', content: 'Grüße ' }),
    delta({ reasoning: 'hm' }),
    delta({ reasoning: '', content: '🎉' }),
    delta({ refusal: 'no' }),
    finish('stop'),
  ],
  'details of thinking': [
    delta({ role: 'assistant', content: '', reasoning: 'a', reasoning_details: [{ type: 'reasoning.text', text: 'a', index: 0 }] }),
    delta({ content: '', reasoning: null, reasoning_details: [{ type: 'reasoning.text', signature: 'sig', index: 0 }] }),
    delta({ content: 'A' }),
    finish('stop'),
    { ...chunk, provider: 'P', choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }], usage },
  ],
  'two answers, log probabilities and a filter report first': [
    { id: '', object: '', created: 0, model: '', choices: [], prompt_filter_results: [{ prompt_index: 0 }] },
    {
      ...chunk,
      choices: [
        { index: 0, delta: { role: 'assistant', content: 'A' }, logprobs: { content: [{ token: 'A', logprob: 0 }] }, finish_reason: null },
      ],
    },
    { ...chunk, choices: [{ index: 1, delta: { role: 'assistant', content: 'B' }, logprobs: null, finish_reason: null }] },
    {
      ...chunk,
      choices: [{ index: 0, delta: { content: 'a' }, logprobs: { content: [{ token: 'a', logprob: 0 }] }, finish_reason: null }],
    },
    finish('stop', 0),
    finish('length', 1),
  ],
  'sound and images': [
    delta({ role: 'assistant', audio: { id: 'au', transcript: 'he' } }),
    delta({ audio: { data: 'AAAA' } }),
    delta({ audio: { data: 'BBBB', transcript: 'llo' } }),
    delta({ audio: { expires_at: 9 } }),
    delta({ content: '', images: [image] }),
    finish('stop'),
  ],
  'usage in a choice': [delta({ content: 'A' }), { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] }],
  'usage of Groq': [
    delta({ content: 'A' }),
    { ...chunk, x_groq: { id: 'q', usage }, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ],
  'usage more than once, and a blank form at the end': [
    { ...delta({ content: 'A' }), usage: { ...usage, completion_tokens: 1, total_tokens: 11 } },
    { ...finish('stop'), usage },
  ],
  'a legacy function call': [
    delta({ role: 'assistant', content: null, function_call: { name: 'f', arguments: '' } }),
    delta({ function_call: { arguments: '{"a":' } }),
    delta({ function_call: { arguments: '1}' } }),
    finish('function_call'),
  ],
  'a failure in the middle': [
    delta({ role: 'assistant', content: 'A' }),
    { error: { message: 'overloaded', type: 'server_error', code: 503 } },
  ],
  'thinking in lists': [
    delta({ role: 'assistant', content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'h' }] }] }),
    delta({ content: 'A' }),
    finish('stop'),
  ],
}
