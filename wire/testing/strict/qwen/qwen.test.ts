// What Alibaba Cloud refuses and takes for Qwen, after its pages and what others recorded of its API.
import { expect } from 'vitest'
import type { JsonObject } from '../../../src/encoding/json.ts'
import { call, calling, hi, named, result, schemaFormat, shown, system, tool, weather } from '../chat-examples.ts'
import { type Broken, describeVendor, type Valid } from '../vendor-tables.ts'
import { qwen } from './index.ts'

const asked = (patch: JsonObject, model = 'qwen-plus'): JsonObject => ({ model, messages: [hi], ...patch })
const told = (...messages: JsonObject[]): JsonObject => asked({ messages })
const forced: JsonObject = { tools: [weather], tool_choice: 'required' }
const json: JsonObject = { response_format: { type: 'json_object' } }
const inJson: JsonObject = { role: 'user', content: [{ type: 'text', text: 'Answer as JSON.' }] }

const refused: readonly Broken[] = [
  { rule: 'no-api-key', says: "You didn't provide an API key.", body: asked({}), headers: {}, status: 401 },
  { rule: 'body-not-an-object', says: 'Required body invalid', body: [hi] },
  { rule: 'model-not-found', says: 'The model `gpt-4o` does not exist', body: asked({}, 'gpt-4o'), status: 404 },
  { rule: 'messages-missing', says: 'Either "prompt" or "messages" must exist', body: { model: 'qwen-plus' } },
  { rule: 'empty-list', says: "[] is too short - 'tools'", body: asked({ tools: [] }) },
  { rule: 'empty-list', says: "[] is too short - 'messages'", body: told() },
  {
    rule: 'role-not-in-list',
    says: "developer is not one of ['system', 'assistant', 'user', 'tool', 'function'] - 'messages.[0].role'",
    body: told({ role: 'developer', content: 'Be brief.' }, hi),
  },
  {
    rule: 'tool-without-function',
    says: "'function' is a required property, expected an object - 'tools.1'",
    body: asked({ tools: [weather, { type: 'custom', custom: { name: 'patch' } }] }),
  },
  { rule: 'stream-only-model', says: 'This model only support stream mode', body: asked({}, 'qwq-plus') },
  { rule: 'stream-only-model', says: 'please enable the stream parameter', body: asked({}, 'qwen3-omni-flash') },
  {
    rule: 'thinking-without-stream',
    says: 'parameter.enable_thinking must be set to false for non-streaming',
    body: asked({}, 'qwen3-32b'),
  },
  { rule: 'thinking-without-stream', says: 'for non-streaming calls', body: asked({ enable_thinking: true }, 'qwen3-235b-a22b') },
  { rule: 'thinking-budget', says: 'must be a positive integer', body: asked({ enable_thinking: true, thinking_budget: 0 }) },
  {
    rule: 'json-while-thinking',
    says: 'Json mode response is not supported',
    body: asked({ ...json, enable_thinking: true, messages: [inJson] }),
  },
  {
    rule: 'tool-choice-while-thinking',
    says: 'The tool_choice parameter does not support being set to required or object in thinking mode',
    body: asked(forced, 'qwen3.6-plus'),
  },
  {
    rule: 'tool-choice-while-thinking',
    says: 'required or object in thinking mode',
    body: asked({ tools: [weather], tool_choice: named, enable_thinking: true, stream: true }),
  },
  {
    rule: 'temperature',
    says: '<400> InternalError.Algo.InvalidParameter: Temperature should be in [0.0, 2.0)',
    body: asked({ temperature: 2 }),
  },
  { rule: 'top-p', says: 'Range of top_p should be (0.0, 1.0]', body: asked({ top_p: 1.5 }) },
  { rule: 'presence-penalty', says: 'Presence_penalty should be in [-2.0, 2.0]', body: asked({ presence_penalty: 3 }) },
  { rule: 'repetition-penalty', says: 'greater than 0.0', body: asked({ repetition_penalty: 0 }) },
  { rule: 'n', says: 'Range of n should be [1, 4]', body: asked({ n: 8 }) },
  { rule: 'max-tokens', says: 'Range of max_tokens should be [1, 8192]', body: asked({ max_tokens: 32_000 }, 'qwen-max') },
  { rule: 'max-tokens', says: 'Range of max_tokens should be [1, 131072]', body: asked({ max_tokens: 0 }, 'qwen3.8-max') },
  { rule: 'tool-name-length', says: 'The length of the tool name cannot exceed 64.', body: asked({ tools: [tool('f'.repeat(65))] }) },
  { rule: 'tool-name-search', says: 'Tool names are not allowed to be [search]', body: asked({ tools: [tool('search')] }) },
  { rule: 'tool-choice-word', says: 'should be ["none", "auto"]', body: asked(forced) },
  { rule: 'tool-choice-word', says: 'tool_choice is one of the strings', body: asked({ tools: [weather], tool_choice: 'any' }) },
  { rule: 'json-not-mentioned', says: "'messages' must contain the word 'json' in some form", body: asked(json) },
  {
    rule: 'function-call-in-message',
    says: 'The [function_call] is not supported in the message',
    body: told(hi, { role: 'assistant', content: '', function_call: { name: 'f', arguments: '{}' } }, hi),
  },
  {
    rule: 'empty-tool-calls',
    says: 'Empty tool_calls is not supported in message.',
    body: told(hi, { ...calling(), content: 'Yes.' }, hi),
  },
  { rule: 'content-missing', says: 'The content field is a required field.', body: told(hi, { role: 'assistant' }, hi) },
  {
    rule: 'arguments-not-json',
    says: 'The "function.arguments" parameter of the code model must be in JSON format.',
    body: told(hi, calling(call('a', '')), result('a')),
  },
  {
    rule: 'result-without-call',
    says: 'messages with role "tool" must be a response to a preceeding message with "tool_calls".',
    body: told(hi, result('a')),
  },
  {
    rule: 'call-without-result',
    says: 'did not have response messages: message[3].role',
    body: told(hi, calling(call('a'), call('b')), result('a'), hi),
  },
]

const taken: readonly Valid[] = [
  { name: 'a text', body: told(system, hi) },
  { name: 'sampling', body: asked({ temperature: 1.99, top_p: 0.8, presence_penalty: 1, n: 4, seed: 3, stop: ['.'] }) },
  { name: 'a top_p of 0', body: asked({ top_p: 0 }) },
  { name: 'an open model that shall not think', body: asked({ enable_thinking: false }, 'qwen3-32b') },
  { name: 'an open model that thinks in a stream', body: asked({ stream: true, stream_options: { include_usage: true } }, 'qwen3-32b') },
  { name: 'a new model that thinks in a whole answer', body: asked({}, 'qwen3.8-flash') },
  { name: 'an instruct model in a whole answer', body: asked({}, 'qwen3-30b-a3b-instruct-2507') },
  { name: 'an effort', body: asked({ reasoning_effort: 'xhigh' }, 'qwen3.8-max') },
  { name: 'a named tool without thinking', body: asked({ tools: [weather], tool_choice: named }) },
  { name: 'a forced tool where thinking is off', body: asked({ ...forced, enable_thinking: false }, 'qwen3.6-plus') },
  { name: 'the choice left to a model that thinks', body: asked({ tools: [weather], tool_choice: 'auto' }, 'qwen3.6-plus') },
  { name: 'JSON that is asked for', body: asked({ ...json, messages: [inJson] }) },
  { name: 'structured output', body: asked({ response_format: schemaFormat }) },
  { name: 'a tool without parameters', body: asked({ tools: [tool('now')], parallel_tool_calls: true }) },
  { name: 'an image', body: asked({ messages: [shown('https://example.com/a.png')] }, 'qwen3-vl-plus') },
  { name: 'parallel calls and their results', body: told(hi, calling(call('a'), call('b')), result('b'), result('a')) },
  { name: 'thoughts of an earlier turn', body: told(hi, { role: 'assistant', content: 'Yes.', reasoning_content: 'Hm.' }, hi) },
  { name: 'fields that it does not know', body: asked({ store: false, user: 'u', service_tier: 'auto', metadata: { a: 'b' } }) },
]

describeVendor({
  vendor: qwen,
  path: '/compatible-mode/v1/chat/completions',
  refused,
  taken,
  form: (message) => ({
    error: {
      message,
      type: 'invalid_request_error',
      param: null,
      code: expect.toSatisfy((code) => code === null || typeof code === 'string'),
    },
    id: expect.stringMatching(/^chatcmpl-/),
    request_id: expect.any(String),
  }),
})
