// Requests that Chat Completions takes, after the examples of its reference and guides.
import type { JsonObject } from '../../../src/json.ts'

/** A request that the vendor takes. */
export type Valid = { name: string; body: JsonObject }

const system: JsonObject = { role: 'developer', content: 'You are a helpful assistant.' }
const hello: JsonObject = { role: 'user', content: 'Hello!' }
const weather: JsonObject = {
  type: 'function',
  function: {
    name: 'get_current_weather',
    description: 'Get the current weather in a given location',
    parameters: {
      type: 'object',
      properties: {
        location: { type: 'string', description: 'The city and state' },
        unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
      },
      required: ['location'],
    },
  },
}
const calls: JsonObject[] = ['Paris', 'Tokyo'].map((city, index) => ({
  id: `call_${index}`,
  type: 'function',
  function: { name: 'get_current_weather', arguments: JSON.stringify({ location: city }) },
}))
const results: JsonObject[] = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: [{ type: 'text', text: '15 degrees' }] }))
const steps: JsonObject = {
  type: 'object',
  properties: {
    steps: {
      type: 'array',
      items: {
        type: 'object',
        properties: { explanation: { type: 'string' }, output: { type: ['string', 'null'] } },
        required: ['explanation', 'output'],
        additionalProperties: false,
      },
    },
    final_answer: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/number' }] },
  },
  $defs: { number: { type: 'number', minimum: 0 } },
  required: ['steps', 'final_answer'],
  additionalProperties: false,
}

function asked(name: string, patch: JsonObject): Valid {
  return { name, body: { model: 'gpt-4.1', messages: [system, hello], ...patch } }
}
/** A message of the assistant that needs no content. */
function substitute(field: string): JsonObject {
  const held: JsonObject = { refusal: 'no', function_call: { name: 'f', arguments: '{}' }, audio: { id: 'a1' } }
  return { role: 'assistant', [field]: held[field] }
}
function said(name: string, ...messages: JsonObject[]): Valid {
  return asked(name, { messages })
}

export const takenByChat: readonly Valid[] = [
  asked('a text', {}),
  asked('a stream with its usage', { stream: true, stream_options: { include_usage: true } }),
  said('an image by address and one by data', {
    role: 'user',
    content: [
      { type: 'text', text: 'What is in these images?' },
      { type: 'image_url', image_url: { url: 'https://example.com/nature.jpg', detail: 'high' } },
      { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,/9j/4AAQ' } },
    ],
  }),
  said('a PDF by data and one by id', {
    role: 'user',
    content: [
      { type: 'file', file: { filename: 'draconomicon.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
      { type: 'file', file: { file_id: 'file-6F2ksmvXxt4VdoqmHRw6kL' } },
      { type: 'text', text: 'What is the first dragon in the book?' },
    ],
  }),
  asked('functions', { tools: [weather], tool_choice: 'auto' }),
  asked('a function that must be called', {
    tools: [weather],
    tool_choice: { type: 'function', function: { name: 'get_current_weather' } },
    parallel_tool_calls: false,
  }),
  asked('parallel calls with their results', {
    tools: [weather],
    messages: [
      hello,
      { role: 'assistant', content: null, tool_calls: calls },
      ...results,
      { role: 'assistant', content: '15 in both.' },
      hello,
    ],
  }),
  asked('functions without parameters', {
    tools: [
      { type: 'function', function: { name: 'now' } },
      { type: 'function', function: { name: 'here', parameters: { type: 'object', properties: {} } } },
    ],
  }),
  asked('a custom tool with a grammar', {
    model: 'gpt-5',
    tools: [
      { type: 'custom', custom: { name: 'math', format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "1"' } } } },
      { type: 'custom', custom: { name: 'code', format: { type: 'text' } } },
    ],
  }),
  asked('a structured answer', {
    response_format: { type: 'json_schema', json_schema: { name: 'math_response', strict: true, schema: steps } },
  }),
  asked('a strict function', { tools: [{ type: 'function', function: { name: 'solve', strict: true, parameters: steps } }] }),
  asked('an answer in JSON', {
    messages: [{ role: 'system', content: 'Answer in JSON.' }, hello],
    response_format: { type: 'json_object' },
  }),
  asked('logprobs', {
    logprobs: true,
    top_logprobs: 2,
    n: 2,
    seed: 7,
    stop: ['a', 'b', 'c', 'd'],
    logit_bias: { 50256: -100 },
    top_p: 0.9,
  }),
  asked('a model that thinks', {
    model: 'gpt-5',
    reasoning_effort: 'minimal',
    verbosity: 'low',
    max_completion_tokens: 500,
    temperature: 1,
  }),
  asked('functions of a model that thinks', { model: 'o4-mini', reasoning_effort: 'high', tools: [weather], store: true }),
  asked('sampling without thoughts', { model: 'gpt-5.1', temperature: 0.2, top_p: 0.9 }),
  asked('functions without thoughts', { model: 'gpt-5.6-terra', reasoning_effort: 'none', tools: [weather], frequency_penalty: 0.5 }),
  asked('parallel calls forbidden beside no tools', { model: 'gpt-5.6-terra', parallel_tool_calls: false }),
  asked('marks of the prompt cache', {
    model: 'gpt-5.6-sol',
    prompt_cache_key: 'k'.repeat(64),
    prompt_cache_options: { mode: 'explicit', ttl: '30m' },
    messages: [{ role: 'developer', content: [{ type: 'text', text: 'Long.', prompt_cache_breakpoint: { mode: 'explicit' } }] }, hello],
  }),
  asked('the longest answer', { model: 'gpt-4o-mini-2024-07-18', max_tokens: 16_384, top_logprobs: 0 }),
  asked('spoken answers', { model: 'gpt-audio', modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'wav' } }),
  asked('a spoken question', {
    model: 'gpt-4o-audio-preview',
    messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'UklGR', format: 'wav' } }] }],
  }),
  asked('a search', {
    model: 'gpt-4o-search-preview',
    web_search_options: { user_location: { type: 'approximate', approximate: { country: 'GB', city: 'London' } } },
  }),
  asked('a prediction', { prediction: { type: 'content', content: 'class User {}' }, metadata: { team: 'a' }, service_tier: 'flex' }),
  said(
    'a refusal and a call sent back',
    hello,
    { role: 'assistant', refusal: 'No.' },
    hello,
    { role: 'assistant', content: '', annotations: [] },
    hello,
  ),
  asked('everything at its limit', {
    metadata: Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`${index}`.padStart(64, 'k'), 'v'.repeat(512)])),
    tools: Array.from({ length: 128 }, (_, index) => ({ type: 'function', function: { name: `${index}`.padStart(64, 'f') } })),
    temperature: 2,
    top_p: 0,
    frequency_penalty: 2,
    presence_penalty: -2,
    logprobs: true,
    top_logprobs: 20,
    n: 128,
  }),
  asked('all that gpt-5.6 was seen to take', {
    model: 'gpt-5.6-terra',
    ...{ store: false, user: 'probe', safety_identifier: 'probe', seed: 1, metadata: { a: 'b' }, n: 8, verbosity: 'low' },
    ...{ prompt_cache_key: 'key', prompt_cache_options: { ttl: '30m' }, prompt_cache_retention: '24h', service_tier: 'fast' },
    ...{ parallel_tool_calls: false, moderation: { model: 'omni-moderation-latest' }, max_completion_tokens: 1 },
    ...{ reasoning_effort: 'none', frequency_penalty: 2, presence_penalty: -2, logprobs: true, top_logprobs: 5 },
  }),
  said('contents that are empty', { role: 'user', content: '' }, { role: 'user', content: [] }),
  said('what stands for a content', ...['refusal', 'function_call', 'audio'].map(substitute), hello),
  // A field that no message has is ignored, except by a developer's message.
  said('thoughts of another vendor', hello, { role: 'assistant', content: 'Hi', reasoning_content: 'They greet.' }, hello),
  asked('a model of the future', { model: 'gpt-9-nova', temperature: 0.2, reasoning_effort: 'high', max_tokens: 10 }),
  asked('a long id of a call', {
    messages: [
      hello,
      { role: 'assistant', tool_calls: [{ ...calls[0], id: 'i'.repeat(64) }] },
      { role: 'tool', tool_call_id: 'i'.repeat(64), content: 'ok' },
    ],
  }),
]
