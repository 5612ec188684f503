// Every rule of Groq refuses an example in its words, and what its documentation shows is taken.
import { expect } from 'vitest'
import type { JsonObject } from '../../../src/encoding/json.ts'
import { type Broken, prove } from '../openai-compatible/prove.ts'
import { groq } from './groq.ts'

const hi: JsonObject = { role: 'user', content: 'Explain why fast inference matters.' }
const tool = (name: string, parameters: JsonObject = { type: 'object', properties: {} }, strict = false): JsonObject => ({
  type: 'function',
  function: { name, parameters, ...(strict && { strict }) },
})
const closed: JsonObject = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
const call = (id: string): JsonObject => ({ id, type: 'function', function: { name: 'weather', arguments: '{}' } })
const result = (id: string): JsonObject => ({ role: 'tool', tool_call_id: id, content: '21' })
const image: JsonObject = { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] }
const schema = (held: JsonObject, strict = true): JsonObject => ({
  response_format: { type: 'json_schema', json_schema: { name: 'answer', strict, schema: held } },
})
const json: JsonObject = { response_format: { type: 'json_object' }, messages: [{ role: 'user', content: 'Answer in JSON.' }] }

const ask = (patch: JsonObject = {}, model = 'openai/gpt-oss-120b'): JsonObject => ({ model, messages: [hi], ...patch })
const say = (...messages: JsonObject[]) => ask({ messages })
const broken = (rule: string, says: string, patch: JsonObject, model?: string): Broken => ({ rule, says, body: ask(patch, model) })
const told = (rule: string, says: string, ...messages: JsonObject[]): Broken => ({ rule, says, body: say(...messages) })

const refused: readonly Broken[] = [
  { ...broken('no-api-key', 'Invalid API Key', {}), headers: {} },
  broken('unsupported-property', "property 'top_k' is unsupported", { top_k: 40 }),
  broken('unsupported-property', "property 'reasoning' is unsupported", { reasoning: { effort: 'low' } }),
  told(
    'unsupported-property',
    "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
    hi,
    { role: 'assistant', content: 'a', reasoning_content: 'b' },
    hi,
  ),
  told('unsupported-property', "for 'role:user' the following must be satisfied[('messages.0' : property 'metadata' is unsupported)]", {
    ...hi,
    metadata: {},
  }),
  { rule: 'missing-property', says: "property 'messages' is missing", body: { model: 'openai/gpt-oss-20b' } },
  told('missing-property', "('messages.1' : property 'tool_call_id' is missing)", hi, { role: 'tool', content: '21' }),
  broken('missing-property', "'response_format.json_schema' : property 'name' is missing", {
    response_format: { type: 'json_schema', json_schema: { schema: closed } },
  }),
  told('wrong-type', "for 'role:user' the following must be satisfied[('messages.0.content' : value must be a string)]", {
    role: 'user',
    content: { text: 'hi' },
  }),
  broken('wrong-type', "'seed' : value must be an integer", { seed: 'a' }),
  broken('value-not-allowed', "'response_format.type' : value is not one of the allowed values ['text','json_object','json_schema']", {
    response_format: { type: 'xml' },
  }),
  broken('value-not-allowed', "'service_tier' : value is not one of the allowed values", { service_tier: 'priority' }),
  told('discriminator', "'messages.0' : discriminator property 'role' has invalid value", { role: 'human', content: 'hi' }),
  told('discriminator', "'messages.0.content.0' : discriminator property 'type' has invalid value", {
    role: 'user',
    content: [{ type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } }],
  }),
  broken('too-many-items', "'tools' : maximum number of items is 128", {
    tools: Array.from({ length: 129 }, (_, index) => tool(`f${index}`)),
  }),
  broken('too-many-items', "'stop' : maximum number of items is 4", { stop: ['a', 'b', 'c', 'd', 'e'] }),
  told('too-few-items', "'messages' : minimum number of items is 1"),
  broken('number-range', "'n' : number must be at most 1", { n: 2 }),
  broken('number-range', "'temperature' : number must be at most 2", { temperature: 2.1 }),
  broken('number-range', "'presence_penalty' : number must be at least -2", { presence_penalty: -3 }),
  broken('model-decommissioned', 'has been decommissioned and is no longer supported.', {}, 'gemma2-9b-it'),
  broken('model-not-found', 'The model `gpt-oss-120b` does not exist or you do not have access to it.', {}, 'gpt-oss-120b'),
  broken('model-not-found', 'The model `qwen/qwen3-32b` does not exist', {}, 'qwen/qwen3-32b'),
  broken('probabilities-and-bias', '`logprobs` is not supported with this model', { logprobs: true }),
  broken('probabilities-and-bias', '`logit_bias` is not supported with this model', { logit_bias: { 1: 2 } }),
  broken('max-completion-tokens', '`max_completion_tokens` must be less than or equal to `65536`, the maximum value', {
    max_completion_tokens: 65537,
  }),
  broken('max-completion-tokens', '`max_tokens` must be less than or equal to `16384`', { max_tokens: 32000 }, 'qwen/qwen3.6-27b'),
  broken('reasoning-effort', '`reasoning_effort` must be one of `none` or `default`', { reasoning_effort: 'low' }, 'qwen/qwen3.6-27b'),
  broken('reasoning-effort', '`reasoning_effort` must be one of `low`, `medium`, or `high`', { reasoning_effort: 'none' }),
  broken('model-without-reasoning', '`reasoning_effort` is not supported', { reasoning_effort: 'low' }, 'llama-3.1-8b-instant'),
  broken('model-without-reasoning', '`reasoning_format` is not supported', { reasoning_format: 'parsed' }, 'llama-3.1-8b-instant'),
  broken(
    'reasoning-in-history',
    'messages[1].reasoning: reasoning is not supported with this model',
    { messages: [hi, { role: 'assistant', content: 'a', reasoning: 'b' }, hi] },
    'moonshotai/kimi-k2-instruct',
  ),
  broken('raw-reasoning', '`reasoning_format` must be set to either', { reasoning_format: 'raw', tools: [tool('f')] }, 'qwen/qwen3.6-27b'),
  broken('two-forms-of-reasoning', '`include_reasoning` and `reasoning_format`', { reasoning_format: 'parsed', include_reasoning: true }),
  broken('json-with-tools', 'json mode cannot be combined with tool/function calling', { ...json, tools: [tool('f')] }),
  broken('json-with-tools', 'json mode cannot be combined', { ...schema(closed), tools: [tool('f')] }),
  broken('messages-without-json', "'messages' must contain the word 'json' in some form", { response_format: { type: 'json_object' } }),
  told('image-for-a-text-model', 'messages[1].content must be a string', hi, image),
  broken('required-without-properties', "tools[0].function.parameters: 'required' present but 'properties' is missing", {
    tools: [tool('f', { type: 'object', required: [] })],
  }),
  broken('json-schema-of-model', 'This model does not support response format `json_schema`.', schema(closed), 'llama-3.1-8b-instant'),
  broken(
    'additional-properties',
    "invalid JSON schema for response_format: 'answer': additionalProperties:false must be set",
    schema({ type: 'object' }),
  ),
  broken(
    'additional-properties',
    'tools[0].function.parameters: /properties/a/items: additionalProperties:false must be set on every object',
    {
      tools: [tool('f', { ...closed, properties: { a: { type: 'array', items: { type: 'object' } } } }, true)],
    },
  ),
  broken('required-properties', "Missing 'a'", schema({ ...closed, required: [] })),
]

const taken: Readonly<Record<string, JsonObject>> = {
  'a chat': say({ role: 'system', content: 'Be brief.' }, hi),
  'a stream with usage': ask({ stream: true, stream_options: { include_usage: true } }),
  'settings of the reference': ask({ temperature: 2, top_p: 1, seed: 1, stop: ['a', 'b', 'c', 'd'], n: 1, user: 'me' }),
  'penalties, a store and a tier': ask({
    presence_penalty: 2,
    frequency_penalty: -2,
    store: true,
    metadata: { a: 'b' },
    service_tier: 'flex',
  }),
  nulls: ask({ temperature: null, stop: null, tools: null, logprobs: null, reasoning_effort: null }),
  'no probabilities': ask({ logprobs: false }),
  'the old and the new limit': ask({ max_tokens: 100, max_completion_tokens: 65536 }),
  'an effort of the open models': ask({ reasoning_effort: 'high', include_reasoning: false }),
  'no effort of a model that can': ask({ reasoning_effort: 'none', reasoning_format: 'hidden' }, 'qwen/qwen3.6-27b'),
  'reasoning in the history': say(hi, { role: 'assistant', content: 'a', reasoning: 'b' }, hi),
  'calls with their results': say(hi, { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] }, result('a'), result('b')),
  'a call without content': say(hi, { role: 'assistant', tool_calls: [call('a')] }, result('a')),
  'content in parts': say({ role: 'user', content: [{ type: 'text', text: 'Hi' }] }),
  'an image': ask({ messages: [image] }, 'meta-llama/llama-4-scout-17b-16e-instruct'),
  tools: ask({ tools: [tool('weather', closed)], tool_choice: 'required', parallel_tool_calls: true }),
  'a strict function': ask({ tools: [tool('weather', closed, true)] }),
  'a function without parameters': ask({ tools: [{ type: 'function', function: { name: 'now' } }] }),
  "the vendor's own search": ask({ tools: [{ type: 'browser_search' }] }),
  'JSON that the messages speak of': ask(json),
  'a schema of the answer': ask(schema(closed)),
  'an open schema that is not strict': ask(schema({ type: 'object', properties: { a: {} } }, false)),
}

prove(groq, {
  refused,
  taken,
  told(body) {
    expect(body).toEqual({ error: expect.objectContaining({ message: expect.any(String), type: 'invalid_request_error' }) })
    return (body as { error: { message: string } }).error.message
  },
})
