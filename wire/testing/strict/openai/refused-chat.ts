// For every rule of Chat Completions a request that it refuses, with what the vendor says.
import type { Json, JsonObject } from '../../../src/encoding/json.ts'

/** A body that breaks a rule, and a part of what the vendor says to it. */
export type Broken = { rule: string; says: string; body: Json; path?: string; headers?: Record<string, string> }

const hi: JsonObject = { role: 'user', content: 'Say this is JSON.' }
const weather: JsonObject = {
  type: 'function',
  function: { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
}
const call: JsonObject = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }

function broken(rule: string, says: string, patch: JsonObject): Broken {
  return { rule, says, body: { model: 'gpt-4.1', messages: [hi], ...patch } }
}
function thinking(rule: string, says: string, patch: JsonObject, model = 'gpt-5'): Broken {
  return broken(rule, says, { model, ...patch })
}
function told(rule: string, says: string, ...messages: JsonObject[]): Broken {
  return broken(rule, says, { messages })
}

function parameters(schema: JsonObject, strict?: boolean): JsonObject {
  return { tools: [{ type: 'function', function: { name: 'f', parameters: schema, ...(strict === undefined ? {} : { strict }) } }] }
}
function answer(schema: JsonObject): JsonObject {
  return { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } }
}
/** A schema of an object with one property. */
export function property(schema: JsonObject): JsonObject {
  return { type: 'object', properties: { a: schema }, required: ['a'], additionalProperties: false }
}
/** A schema of so many levels. */
export function deep(levels: number): JsonObject {
  return levels === 0 ? { type: 'string' } : property(deep(levels - 1))
}
/** A schema of more properties than are taken. */
export const wide: JsonObject = {
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`p${index}`, { type: 'string' }])),
  required: Array.from({ length: 5001 }, (_, index) => `p${index}`),
  additionalProperties: false,
}
const parts = (...content: JsonObject[]): JsonObject => ({ role: 'user', content })
const image = (url: string): JsonObject => ({ type: 'image_url', image_url: { url } })

const door: readonly Broken[] = [
  { ...broken('no-such-address', 'Invalid URL (POST /v1/chat/completion)', {}), path: '/v1/chat/completion' },
  { ...broken('no-api-key', "You didn't provide an API key.", {}), headers: {} },
  { rule: 'body-not-an-object', says: 'We could not parse the JSON body', body: [hi] },
  broken('model-not-named', 'you must provide a model parameter', { model: '' }),
  broken('model-not-found', 'The model `claude-opus-4-1` does not exist', { model: 'claude-opus-4-1' }),
  broken('model-of-responses-only', 'only supported in v1/responses', { model: 'gpt-5-codex' }),
  broken('argument-not-recognized', 'Unrecognized request argument supplied: top_k', { top_k: 40 }),
]

const structure: readonly Broken[] = [
  thinking('unknown-parameter', "Unknown parameter: 'top_k'.", { top_k: 40 }),
  thinking('unknown-parameter', "Unknown parameter: 'reasoning'.", { reasoning: { effort: 'low' } }),
  thinking('unknown-parameter', "Unknown parameter: 'modalities'.", { modalities: ['text'] }),
  told('unknown-parameter', "'messages[0].content[0].cache_control'", {
    role: 'developer',
    content: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  }),
  broken('unknown-parameter', "Unknown parameter: 'stream_options.bogus'.", { stream: true, stream_options: { bogus: 1 } }),
  { rule: 'missing-parameter', says: "Missing required parameter: 'messages'.", body: { model: 'gpt-4.1' } },
  broken('missing-parameter', "'tools[0].function.name'", { tools: [{ type: 'function', function: {} }] }),
  broken('missing-parameter', "'tool_choice.function'", { tools: [weather], tool_choice: { type: 'tool', name: 'get_weather' } }),
  told('missing-parameter', "'messages[1].tool_call_id'", hi, { role: 'tool', content: 'ok' }),
  broken('wrong-type', "'n': expected an integer, but got a string instead.", { n: '2' }),
  told('wrong-type', 'expected one of a string or array of objects, but got an object instead.', { role: 'user', content: { text: 'hi' } }),
  told(
    'wrong-type',
    "'messages[0].content[0].image_url': expected an object, but got a string instead.",
    parts({ type: 'image_url', image_url: 'https://example.com/a.png' }),
  ),
  told('value-not-in-list', "Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.", {
    role: 'model',
    content: 'x',
  }),
  told(
    'value-not-in-list',
    "Invalid value: 'thinking'. Supported values are: 'text', 'image_url', 'input_audio', 'refusal', 'audio', and 'file'.",
    {
      role: 'assistant',
      content: [{ type: 'thinking', thinking: 'hm' }],
    },
  ),
  broken('text-pattern', "matches the pattern '^[a-zA-Z0-9_-]+$'.", { tools: [{ type: 'function', function: { name: 'a.b' } }] }),
  told('text-pattern', "Invalid 'messages[0].name'", { role: 'user', name: 'Ann Bee', content: 'x' }),
  broken('text-empty', "Invalid 'tools[0].function.name': empty string.", { tools: [{ type: 'function', function: { name: '' } }] }),
  told('text-too-long', 'maximum length 64, but got a string with length 83', hi, {
    role: 'assistant',
    tool_calls: [{ ...call, id: 'c'.repeat(83) }],
  }),
  broken('text-too-long', "Invalid 'user': string too long.", { user: 'u'.repeat(65) }),
  broken('text-too-long', "Invalid 'prompt_cache_key': string too long.", { prompt_cache_key: 'k'.repeat(65) }),
  broken('list-empty', "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.", {
    tools: [],
  }),
  told('list-empty', "Invalid 'messages[1].tool_calls': empty array.", hi, { role: 'assistant', content: 'x', tool_calls: [] }),
  broken('list-too-long', 'maximum length 128, but got an array with length 129', { tools: Array.from({ length: 129 }, () => weather) }),
  broken('list-too-long', "Invalid 'stop': array too long. Expected an array with maximum length 4", { stop: ['a', 'b', 'c', 'd', 'e'] }),
  broken('number-too-small', "Invalid 'max_completion_tokens': integer below minimum value.", { max_completion_tokens: 0 }),
  broken('number-too-large', "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 2.1", {
    temperature: 2.1,
  }),
  broken('too-many-properties', 'at most 16 properties, but got an object with 17', {
    metadata: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 'v'])),
  }),
  broken('property-name-too-long', "Invalid property name in 'metadata': 'kkk...kkk' is too long.", {
    metadata: { ['k'.repeat(70)]: 'v' },
  }),
  broken('stream-options-without-stream', "only allowed when 'stream' is enabled", { stream_options: { include_usage: true } }),
  broken('top-logprobs-without-logprobs', "only allowed when 'logprobs' is enabled", { top_logprobs: 2 }),
]

const tools: readonly Broken[] = [
  broken('tool-choice-without-tools', "'tool_choice' is only allowed when 'tools' are specified.", { tool_choice: 'auto' }),
  broken('tool-choice-of-unknown-function', "no function named 'get_time'", {
    tools: [weather],
    tool_choice: { type: 'function', function: { name: 'get_time' } },
  }),
  broken('parallel-tool-calls-without-tools', "'parallel_tool_calls' is only allowed when 'tools' are specified.", {
    parallel_tool_calls: false,
  }),
  thinking(
    'parallel-tool-calls-of-model',
    "Unsupported parameter: 'parallel_tool_calls'",
    { tools: [weather], parallel_tool_calls: true },
    'o3-mini',
  ),
  broken(
    'schema-not-an-object',
    `schema must be a JSON Schema of 'type: "object"', got 'type: "array"'.`,
    parameters({ type: 'array', items: {} }),
  ),
  broken('schema-choice-at-root', "schema must have type 'object' and not have", parameters({ type: 'object', properties: {}, anyOf: [] })),
  broken(
    'schema-without-properties',
    "Invalid schema for function 'f': In context=(), object schema missing properties.",
    parameters({ type: 'object' }),
  ),
  broken(
    'schema-array-without-items',
    "In context=('properties', 'a'), array schema missing items.",
    parameters(property({ type: 'array' })),
  ),
  broken(
    'strict-schema-extra-properties',
    "'additionalProperties' is required",
    parameters({ type: 'object', properties: {}, required: [] }, true),
  ),
  broken('strict-schema-required', "Missing 'a'.", parameters({ ...property({ type: 'string' }), required: [] }, true)),
  broken('strict-schema-keyword', "In context=('properties', 'a'), 'uniqueItems' is not permitted.", {
    ...answer(property({ type: 'array', items: { type: 'string' }, uniqueItems: true })),
  }),
  broken('strict-schema-format', "'uri' is not a valid format.", answer(property({ type: 'string', format: 'uri' }))),
  broken('strict-schema-without-type', "schema must have a 'type' key.", answer(property({ const: 'fact' }))),
  broken('strict-schema-reference', "$ref cannot have keywords {'description'}.", answer(property({ $ref: '#', description: 'again' }))),
  broken('strict-schema-depth', '11 levels of nesting exceeds limit of 10.', answer(deep(12))),
  broken('strict-schema-size', '5001 parameters exceeds limit of 5000.', answer(wide)),
]

const messages: readonly Broken[] = [
  told(
    'image-outside-user-message',
    "this message with role 'tool' contains an image URL",
    hi,
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content: [image('https://example.com/a.png')] },
  ),
  told('image-data-not-an-image', 'Only image types are supported.', parts(image('data:application/pdf;base64,JVBE'))),
  told(
    'file-without-id-or-named-data',
    "'messages[0].content[0].file.file_id'",
    parts({ type: 'file', file: { file_data: 'data:application/pdf;base64,JVBE' } }),
  ),
  told(
    'file-data-not-a-pdf',
    "got unsupported MIME type 'text/plain'",
    parts({ type: 'file', file: { filename: 'a.txt', file_data: 'data:text/plain;base64,YQ==' } }),
  ),
  told('message-without-content', "Invalid value for 'content': expected a string, got null.", hi, { role: 'assistant', content: null }),
  told('tool-result-without-call', "must be a response to a preceeding message with 'tool_calls'.", hi, {
    role: 'tool',
    tool_call_id: 'call_1',
    content: 'ok',
  }),
  told(
    'tool-result-of-another-call',
    "'tool_call_id' of 'call_2' not found in 'tool_calls' of previous message.",
    hi,
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content: 'ok' },
    { role: 'tool', tool_call_id: 'call_2', content: 'ok' },
  ),
  told('tool-call-without-result', 'did not have response messages: call_1', hi, { role: 'assistant', tool_calls: [call] }, hi),
  broken('json-object-without-the-word', "must contain the word 'json' in some form", {
    messages: [{ role: 'user', content: 'Hi' }],
    response_format: { type: 'json_object' },
  }),
]

const models: readonly Broken[] = [
  thinking('max-tokens-of-thinking-model', "Use 'max_completion_tokens' instead.", { max_tokens: 100 }),
  broken('max-tokens-too-large', 'max_tokens is too large: 64000. This model supports at most 32768 completion tokens', {
    max_tokens: 64_000,
  }),
  broken('max-tokens-twice', 'at the same time is not supported', { max_tokens: 100, max_completion_tokens: 100 }),
  thinking(
    'reasoning-effort-of-model',
    "does not support 'max' with this model. Supported values are: 'none', 'low', 'medium', 'high', and 'xhigh'.",
    {
      model: 'gpt-5.6-terra',
      reasoning_effort: 'max',
    },
  ),
  thinking('reasoning-effort-of-model', "does not support 'none' with this model.", { reasoning_effort: 'none' }, 'gpt-6-astra'),
  thinking('reasoning-effort-of-model', "Supported values are: 'low', 'medium', and 'high'.", { reasoning_effort: 'minimal' }, 'o4-mini'),
  broken('reasoning-effort-without-thinking', 'Unrecognized request argument supplied: reasoning_effort', { reasoning_effort: 'low' }),
  thinking('stop-of-thinking-model', "Unsupported parameter: 'stop' is not supported with this model.", { stop: ['END'] }, 'o3'),
  thinking('logit-bias-of-thinking-model', "Unsupported parameter: 'logit_bias'", { logit_bias: { 50256: -100 } }),
  thinking(
    'prediction-of-thinking-model',
    "Unsupported parameter: 'prediction'",
    { prediction: { type: 'content', content: 'x' } },
    'gpt-5.6-sol',
  ),
  thinking('long-cache-only', 'compatible only with 24h extended prompt caching', { prompt_cache_retention: 'in_memory' }, 'gpt-5.5'),
  thinking('too-many-choices', 'Expected a value <= 8, but got 64', { n: 64 }, 'gpt-5.6-luna'),
  thinking('temperature-while-thinking', "'temperature' does not support 0.2 with this model. Only the default (1) value is supported.", {
    temperature: 0.2,
  }),
  thinking('temperature-while-thinking', "Unsupported parameter: 'temperature'", { temperature: 0.2 }, 'o3-mini-2025-01-31'),
  thinking('top-p-while-thinking', "Unsupported parameter: 'top_p'", { top_p: 0.5 }, 'gpt-5.5'),
  thinking(
    'penalty-while-thinking',
    "Unsupported parameter: 'presence_penalty'",
    { presence_penalty: 0.5, reasoning_effort: 'low' },
    'gpt-5.2',
  ),
  thinking('logprobs-while-thinking', "Unsupported parameter: 'logprobs'", { logprobs: true }),
  broken('verbosity-of-model', "'verbosity' does not support 'low' with this model.", { verbosity: 'low' }),
  thinking(
    'too-many-logprobs',
    'must be less than or equal to 5.',
    { logprobs: true, top_logprobs: 9, reasoning_effort: 'none' },
    'gpt-5.6-terra',
  ),
  thinking(
    'function-tools-while-thinking',
    'Function tools with reasoning_effort are not supported for gpt-5.6-sol',
    { tools: [weather] },
    'gpt-5.6-sol',
  ),
  thinking(
    'function-tools-while-thinking',
    'are not supported for gpt-6-astra',
    { tools: [weather], reasoning_effort: 'low' },
    'gpt-6-astra',
  ),
  thinking('image-for-text-model', 'image_url is only supported by certain models.', {
    model: 'o3-mini',
    messages: [{ role: 'user', content: [image('https://example.com/a.png')] }],
  }),
  broken('audio-model-without-audio', 'requires that either input content or output modality contain audio', {
    model: 'gpt-4o-audio-preview',
  }),
  broken('audio-without-form', "Missing required parameter: 'audio'.", { model: 'gpt-audio', modalities: ['text', 'audio'] }),
  broken('streamed-audio-format', "'audio.format' does not support 'wav' when stream=true.", {
    model: 'gpt-audio',
    modalities: ['text', 'audio'],
    audio: { voice: 'alloy', format: 'wav' },
    stream: true,
  }),
  broken('search-model-sampling', 'Model incompatible request argument supplied: temperature', {
    model: 'gpt-4o-search-preview',
    temperature: 0,
  }),
  broken('search-model-tools', 'tools is not supported in this model', { model: 'gpt-4o-search-preview', tools: [weather] }),
  broken('search-options-of-model', 'Web search options not supported with this model.', { web_search_options: {} }),
]

export const refusedByChat: readonly Broken[] = [...door, ...structure, ...tools, ...messages, ...models]
