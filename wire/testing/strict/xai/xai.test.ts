// Every rule of xAI refuses an example in its words, and what its documentation shows is taken.
import { expect } from 'vitest'
import type { JsonObject } from '../../../src/encoding/json.ts'
import { type Broken, prove } from '../openai-compatible/prove.ts'
import { xai } from './xai.ts'

const hi: JsonObject = { role: 'user', content: 'What is the temperature in Paris?' }
const tool = (name: string, parameters: JsonObject = { type: 'object', properties: {} }): JsonObject => ({
  type: 'function',
  function: { name, parameters },
})
const tools = (count: number) => Array.from({ length: count }, (_, index) => tool(`f${index}`))
const call = (id: string, text = '{}'): JsonObject => ({ id, type: 'function', function: { name: 'temperature', arguments: text } })
const result = (id: string): JsonObject => ({ role: 'tool', tool_call_id: id, content: '15' })
const schema: JsonObject = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }

const ask = (patch: JsonObject = {}, model = 'grok-4.6'): JsonObject => ({ model, messages: [hi], ...patch })
const say = (...messages: JsonObject[]) => ask({ messages })
const broken = (rule: string, says: string, patch: JsonObject, model?: string): Broken => ({ rule, says, body: ask(patch, model) })
const told = (rule: string, says: string, ...messages: JsonObject[]): Broken => ({ rule, says, body: say(...messages) })

const refused: readonly Broken[] = [
  { ...broken('no-api-key', 'API key', {}), headers: {} },
  told('unknown-variant', 'messages[0].role: unknown variant `model`, expected one of `system`, `developer`, `user`', {
    role: 'model',
    content: 'hi',
  }),
  told('unknown-variant', 'messages[0]: unknown variant `input_audio`, expected one of `text`, `image_url`', {
    role: 'user',
    content: [{ type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } }],
  }),
  broken('unknown-variant', 'tool_choice: unknown variant `any`, expected one of `none`, `auto`, `required`', { tool_choice: 'any' }),
  {
    rule: 'missing-field',
    says: 'Failed to deserialize the JSON body into the target type: missing field `messages`',
    body: { model: 'grok-4.5' },
  },
  broken('missing-field', 'response_format.json_schema: missing field `schema`', {
    response_format: { type: 'json_schema', json_schema: { name: 'a' } },
  }),
  broken('missing-field', 'tools[0]: missing field `function`', { tools: [{ type: 'function', name: 'f' }] }),
  broken('invalid-type', 'max_tokens: invalid type: string "5", expected i64', { max_tokens: '5' }),
  told('invalid-type', 'messages[0].content[0].image_url: invalid type: string "https://example.com/a.png", expected a map', {
    role: 'user',
    content: [{ type: 'image_url', image_url: 'https://example.com/a.png' }],
  }),
  broken('model-not-found', 'Model not found: gpt-4o', {}, 'gpt-4o'),
  broken('model-not-found', 'Model not found: grok-2-latest', {}, 'grok-2-latest'),
  broken('live-search', 'Live search is deprecated. Please switch to the Agent Tools API', { search_parameters: { mode: 'off' } }),
  broken('penalties', 'Model grok-4.6 does not support parameter presencePenalty.', { presence_penalty: 0 }),
  broken('penalties', 'does not support parameter frequencyPenalty.', { frequency_penalty: 1 }, 'grok-4.20-0309-non-reasoning'),
  broken('stop', 'Model grok-4.6 does not support parameter stop.', { stop: ['END'] }),
  broken('stop', 'Model grok-code-fast-1 does not support parameter stop.', { stop: 'END' }, 'grok-code-fast-1'),
  broken('model-without-effort', 'does not support parameter reasoningEffort.', { reasoning_effort: 'low' }, 'grok-4.20-0309-reasoning'),
  broken('model-without-effort', 'does not support parameter reasoningEffort.', { reasoning_effort: 'low' }, 'grok-code-fast-1'),
  broken('reasoning-effort', 'Invalid reasoning effort.', { reasoning_effort: 'none' }),
  broken('reasoning-effort', 'Invalid reasoning effort.', { reasoning_effort: 'xhigh' }, 'grok-4.5'),
  broken('reasoning-effort', 'Invalid reasoning effort.', { reasoning_effort: 'minimal' }, 'grok-4.3'),
  broken('temperature', 'temperature must be between 0 and 2', { temperature: 2.1 }),
  broken('top-p', 'top_p must be between 0 and 1', { top_p: 1.1 }),
  broken('too-many-tools', '351 tools have been provided but the maximum is 350.', { tools: tools(351) }),
  broken(
    'too-many-tools',
    'Maximum tools limit reached. 219 tools have been provided but the maximum is 200.',
    { tools: tools(219) },
    'grok-build-0.1',
  ),
  broken('function-schema', 'Invalid request content: Invalid function schema.', { tools: [tool('f', { type: 'array', items: {} })] }),
  told('message-without-content', 'Each message must have at least one content element.', hi, { role: 'assistant', content: null }, hi),
  told('message-without-content', 'Each message must have at least one content element.', { role: 'user', content: [] }),
  told(
    'arguments-not-json',
    "The arguments to a tool_call with ID 'a' are not a valid JSON string.",
    hi,
    { role: 'assistant', content: '', tool_calls: [call('a', '')] },
    result('a'),
  ),
]

const taken: Readonly<Record<string, JsonObject>> = {
  'a chat': say({ role: 'system', content: 'You are Grok.' }, hi),
  "a developer's message": say({ role: 'developer', content: 'Be brief.' }, hi),
  'roles in any order': say({ role: 'assistant', content: 'a' }, hi, { role: 'system', content: 'b' }, { role: 'assistant', content: 'c' }),
  'a stream with usage': ask({ stream: true, stream_options: { include_usage: true } }),
  'fields that it does not know': ask({ top_k: 40, store: false, metadata: { a: 'b' }, logit_bias: { 1: 2 } }),
  nulls: ask({ presence_penalty: null, stop: null, reasoning_effort: null, search_parameters: null }),
  'settings of the reference': ask({ temperature: 2, top_p: 1, n: 2, seed: 1, max_completion_tokens: 5, user: 'me' }),
  'the old limit and probabilities': ask({ max_tokens: 5, logprobs: true, top_logprobs: 3 }),
  'the highest effort of the newest': ask({ reasoning_effort: 'xhigh' }),
  'no effort of a model that can': ask({ reasoning_effort: 'none' }, 'grok-4.3'),
  'an effort of a name that is another by now': ask({ reasoning_effort: 'low' }, 'grok-4'),
  'stop words where nothing is thought': ask({ stop: ['END'] }, 'grok-4.20-0309-non-reasoning'),
  tools: ask({ tools: tools(350), tool_choice: 'required', parallel_tool_calls: false }),
  'a named function': ask({ tools: [tool('f')], tool_choice: { type: 'function', function: { name: 'f' } } }),
  'a function without parameters': ask({ tools: [{ type: 'function', function: { name: 'now' } }] }),
  'calls with their results': say(hi, { role: 'assistant', content: '', tool_calls: [call('a'), call('b')] }, result('a'), result('b')),
  'a call without content': say(hi, { role: 'assistant', content: null, tool_calls: [call('a')] }, result('a')),
  'thoughts in the history': say(hi, { role: 'assistant', content: 'a', reasoning_content: 'b' }, hi),
  'an image': say({ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'high' } }] }),
  'JSON without the word': ask({ response_format: { type: 'json_object' } }),
  'a schema of the answer beside tools': ask({
    tools: [tool('f')],
    response_format: { type: 'json_schema', json_schema: { name: 'a', schema, strict: true } },
  }),
}

prove(xai, {
  refused,
  taken,
  told(body) {
    if (typeof body === 'string') return body
    const { error } = body as { error: unknown }
    expect(error).toEqual(expect.any(String))
    return String(error)
  },
})
