// Every rule of DeepSeek refuses an example in its words, and what its documentation shows is taken.
import { expect } from 'vitest'
import type { JsonObject } from '../../../src/encoding/json.ts'
import { type Broken, prove } from '../openai-compatible/prove.ts'
import { deepseek } from './deepseek.ts'

const hi: JsonObject = { role: 'user', content: 'How is the weather in Hangzhou?' }
const weather: JsonObject = { type: 'function', function: { name: 'get_weather', parameters: { type: 'object', properties: {} } } }
const call = (id: string): JsonObject => ({ id, type: 'function', function: { name: 'get_weather', arguments: '{}' } })
const calling = (...ids: string[]): JsonObject => ({
  role: 'assistant',
  content: '',
  reasoning_content: 'I look it up.',
  tool_calls: ids.map(call),
})
const result = (id: string): JsonObject => ({ role: 'tool', tool_call_id: id, content: '24℃' })
const named = (name: string): JsonObject => ({ type: 'function', function: { name } })

const ask = (patch: JsonObject = {}): JsonObject => ({ model: 'deepseek-v4-flash', messages: [hi], ...patch })
const say = (...messages: JsonObject[]) => ask({ messages })
const broken = (rule: string, says: string, patch: JsonObject): Broken => ({ rule, says, body: ask(patch) })
const told = (rule: string, says: string, ...messages: JsonObject[]): Broken => ({ rule, says, body: say(...messages) })

const refused: readonly Broken[] = [
  { ...broken('no-api-key', 'Authentication Fails', {}), headers: {} },
  told('unknown-variant', 'messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`', {
    role: 'developer',
    content: 'Be brief.',
  }),
  told('unknown-variant', 'messages[1]: unknown variant `image_url`, expected `text` at line 1', hi, {
    role: 'user',
    content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }],
  }),
  broken('unknown-variant', 'tools[1].type: unknown variant `namespace`, expected `function`', {
    tools: [weather, { type: 'namespace', name: 'app' }],
  }),
  broken('unknown-variant', 'reasoning_effort: unknown variant `off`, expected one of `none`, `minimal`', { reasoning_effort: 'off' }),
  { rule: 'missing-field', says: 'target type: missing field `messages`', body: { model: 'deepseek-v4-pro' } },
  told('missing-field', 'messages[0]: missing field `content`', { role: 'user' }),
  told('missing-field', 'messages[1].tool_calls[0]: missing field `function`', hi, {
    role: 'assistant',
    content: 'I look it up.',
    tool_calls: [{ id: 'call_1', name: 'get_weather', arguments: '{}' }],
  }),
  broken('invalid-type', 'max_tokens: invalid type: string "100", expected i64', { max_tokens: '100' }),
  broken('invalid-type', 'stop: invalid type: map, expected a string', { stop: {} }),
  told('untagged-enum', 'messages[0]: data did not match any variant of untagged enum ChatCompletionRequestContent', {
    role: 'user',
    content: { text: 'hi' },
  }),
  broken('untagged-enum', 'tool_choice: data did not match any variant of untagged enum', { tools: [weather], tool_choice: 'any' }),
  broken('model-not-exist', 'Model Not Exist', { model: 'gpt-4o' }),
  broken('model-not-exist', 'Model Not Exist', { model: 'deepseek-coder-33b-instruct' }),
  told('no-messages', 'Empty input messages'),
  told('empty-assistant-message', 'content or tool_calls must be set', hi, { role: 'assistant', content: null }, hi),
  broken('range-of-max-tokens', 'the valid range of max_tokens is [1, 393216]', { max_tokens: 400000 }),
  broken('range-of-top-p', 'Invalid top_p value, the valid range of top_p is (0, 1.0]', { top_p: 0 }),
  broken('range-of-temperature', 'the valid range of temperature is', { temperature: 2.5 }),
  broken('range-of-frequency-penalty', 'the valid range of frequency_penalty is', { frequency_penalty: 3 }),
  broken('range-of-presence-penalty', 'the valid range of presence_penalty is', { presence_penalty: -3 }),
  broken('n', 'Invalid n value (currently only n = 1 is supported)', { n: 2 }),
  broken('top-logprobs', 'Invalid top_logprobs and logprobs value', { top_logprobs: 5 }),
  broken('top-logprobs', 'Invalid top_logprobs and logprobs value', { logprobs: true, top_logprobs: 21 }),
  broken('stop', 'at most 16', { stop: Array.from({ length: 17 }, (_, index) => `stop ${index}`) }),
  broken('stream-options-without-stream', 'should be set along with stream = true', { stream_options: { include_usage: true } }),
  broken('response-format-unavailable', 'This response_format type is unavailable now', {
    response_format: { type: 'json_schema', json_schema: { name: 'json', schema: { type: 'object' } } },
  }),
  broken('prompt-without-json', "Prompt must contain the word 'json' in some form", { response_format: { type: 'json_object' } }),
  broken('too-many-tools', 'maximum length 128, but got an array with length 129', {
    tools: Array.from({ length: 129 }, (_, index) => named(`f${index}`)),
  }),
  broken('function-name', "Invalid 'tools[0].function.name': string does not match pattern.", { tools: [named('read.file')] }),
  broken('function-name', 'maximum length 64, but got a string with length 65', { tools: [named('f'.repeat(65))] }),
  broken('duplicate-function', 'Tool names must be unique.', { tools: [weather, weather] }),
  broken('function-schema', "for function 'f': schema must be a JSON Schema of 'type: \"object\"', got 'type: null'.", {
    tools: [{ type: 'function', function: { name: 'f', parameters: {} } }],
  }),
  broken('tool-choice-while-thinking', 'Thinking mode does not support this tool_choice', { tools: [weather], tool_choice: 'required' }),
  broken('tool-choice-while-thinking', 'Thinking mode does not support this tool_choice', {
    tools: [weather],
    tool_choice: { type: 'function', function: { name: 'get_weather' } },
  }),
  told('insufficient-tool-messages', 'insufficient tool messages following', hi, calling('a', 'b'), result('a'), hi),
  told('insufficient-tool-messages', 'insufficient tool messages following', hi, calling('a')),
  told('tool-message-without-call', "Messages with role 'tool' must be a response", hi, result('a')),
  told('duplicate-tool-call-id', "Duplicate value for 'tool_call_id' of a in message[3]", hi, calling('a'), result('a'), result('a')),
  told(
    'reasoning-content-not-passed-back',
    'The `reasoning_content` in the thinking mode must be passed back to the API.',
    hi,
    { role: 'assistant', content: '', tool_calls: [call('a')] },
    result('a'),
  ),
]

const taken: Readonly<Record<string, JsonObject>> = {
  'a chat': say({ role: 'system', content: 'You are a helpful assistant.' }, hi),
  'a stream with usage': ask({ stream: true, stream_options: { include_usage: true } }),
  'fields that it does not know': ask({ top_k: 40, max_completion_tokens: 5, user: 'me', store: false, metadata: { a: 'b' } }),
  nulls: ask({ temperature: null, stop: null, tools: null, response_format: null }),
  'content in parts': say({ role: 'user', content: [{ type: 'text', text: 'Hi' }] }),
  'calls with their results': say(hi, calling('a', 'b'), result('b'), result('a')),
  'several rounds of calls': say(hi, calling('a'), result('a'), calling('b'), result('b'), { role: 'assistant', content: 'Warm.' }, hi),
  'an empty thought beside a call': say(hi, { ...calling('a'), reasoning_content: '' }, result('a')),
  'calls without a thought where thinking is off': ask({
    thinking: { type: 'disabled' },
    messages: [hi, { role: 'assistant', content: null, tool_calls: [call('a')] }, result('a')],
  }),
  'a plain answer without its thought': say(hi, { role: 'assistant', content: 'Warm.' }, hi),
  'a thought in the history': say(hi, { role: 'assistant', content: 'Warm.', reasoning_content: 'Summer.' }, hi),
  'a forced call where thinking is off': ask({ thinking: { type: 'disabled' }, tools: [weather], tool_choice: 'required' }),
  'a forced call at the quick model': ask({ model: 'deepseek-chat', tools: [weather], tool_choice: 'required' }),
  'a choice left to the model': ask({ tools: [weather], tool_choice: 'auto' }),
  'a function without parameters': ask({ tools: [named('now')] }),
  'an effort of another vendor': ask({ reasoning_effort: 'medium', temperature: 2, top_p: 1 }),
  'JSON that the prompt speaks of': ask({
    response_format: { type: 'json_object' },
    messages: [{ role: 'user', content: 'Answer in JSON.' }],
  }),
  'an image for a model that sees': ask({
    model: 'deepseek-v4.1-flash',
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] }],
  }),
  'probabilities, stop words and one answer': ask({ logprobs: true, top_logprobs: 20, stop: ['a', 'b'], n: 1, max_tokens: 393216 }),
}

prove(deepseek, {
  refused,
  taken,
  told(body) {
    expect(body).toEqual({ error: { message: expect.any(String), type: expect.any(String), param: null, code: 'invalid_request_error' } })
    return (body as { error: { message: string } }).error.message
  },
})
