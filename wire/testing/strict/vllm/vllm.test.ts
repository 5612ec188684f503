// What a server of vLLM refuses and takes, after its own source.
import { expect } from 'vitest'
import type { JsonObject } from '../../../src/encoding/json.ts'
import { call, calling, hi, named, png, result, schemaFormat, shown, system, tool, weather } from '../chat-examples.ts'
import { type Broken, describeVendor, type Valid } from '../vendor-tables.ts'
import { vllm } from './index.ts'

const asked = (patch: JsonObject): JsonObject => ({ model: 'meta-llama/Llama-3.1-8B-Instruct', messages: [hi], ...patch })
const told = (...messages: JsonObject[]): JsonObject => asked({ messages })
const custom: JsonObject = { type: 'custom', custom: { name: 'patch' } }

const body: readonly Broken[] = [
  { rule: 'body-not-an-object', says: 'Input should be a valid dictionary', body: [hi] },
  { rule: 'tools-empty', says: '`tools` must not be an empty array.', body: asked({ tools: [] }) },
  { rule: 'tool-choice-without-tools', says: 'When using `tool_choice`, `tools` must be set.', body: asked({ tool_choice: 'auto' }) },
  { rule: 'tool-choice-word', says: 'Invalid value for `tool_choice`: any!', body: asked({ tools: [weather], tool_choice: 'any' }) },
  {
    rule: 'tool-choice-function',
    says: 'does not match any of the specified `tools`',
    body: asked({ tools: [tool('other')], tool_choice: named }),
  },
  {
    rule: 'tool-choice-function',
    says: 'Invalid value for `function`: `None`',
    body: asked({ tools: [weather], tool_choice: { type: 'auto' } }),
  },
  { rule: 'generation-prompt', says: 'Cannot set both', body: asked({ continue_final_message: true, add_generation_prompt: true }) },
  {
    rule: 'structured-outputs',
    says: 'only use one kind of constraints',
    body: asked({ structured_outputs: { regex: 'a', choice: ['a'] } }),
  },
  { rule: 'logprobs', says: 'when using `top_logprobs`, `logprobs` must be set to true.', body: asked({ top_logprobs: 2 }) },
  { rule: 'logprobs', says: '`top_logprobs` must be a positive value or -1.', body: asked({ top_logprobs: -2, logprobs: true }) },
  {
    rule: 'stream-options-without-stream',
    says: 'Value error, Stream options can only be defined when `stream=True`.',
    body: asked({ stream_options: { include_usage: false } }),
  },
  {
    rule: 'json-schema-missing',
    says: "the 'json_schema' field must be provided.",
    body: asked({ response_format: { type: 'json_schema' } }),
  },
  { rule: 'cache-salt', says: 'must be a non-empty string', body: asked({ cache_salt: '' }) },
]

const efforts = "Input should be 'none', 'minimal', 'low', 'medium', 'high', 'xhigh' or 'max'"
const fields: readonly Broken[] = [
  { rule: 'integer', says: 'got a number with a fractional part', body: asked({ max_tokens: 10.5 }) },
  { rule: 'integer', says: "'loc': ('body', 'seed')", body: asked({ seed: 'x' }) },
  { rule: 'number', says: 'unable to parse string as a number', body: asked({ temperature: 'hot' }) },
  { rule: 'boolean', says: 'Input should be a valid boolean', body: asked({ stream: [] }) },
  { rule: 'string', says: "'loc': ('body', 'user'), 'msg': 'Input should be a valid string', 'input': 5}", body: asked({ user: 5 }) },
  { rule: 'field-required', says: "'type': 'missing', 'loc': ('body', 'messages')", body: { model: 'm' } },
  {
    rule: 'field-required',
    says: "'loc': ('body', 'tools', 0, 'function', 'name')",
    body: asked({ tools: [{ type: 'function', function: {} }] }),
  },
  { rule: 'literal', says: efforts, body: asked({ reasoning_effort: 'ultra' }) },
  { rule: 'literal', says: "Input should be 'function'", body: asked({ tools: [weather, custom] }) },
  { rule: 'structure', says: 'Input should be a valid list', body: asked({ messages: 'Hi' }) },
  { rule: 'message-role', says: "('body', 'messages', 0, 'role')", body: told({ content: 'Hi' }) },
  { rule: 'message-content', says: "('body', 'messages', 0, 'content', 'str')", body: told({ role: 'user', content: 5 }) },
  { rule: 'part-type', says: 'Unknown part type: file', body: told({ role: 'user', content: [{ type: 'file', file: {} }] }) },
  { rule: 'arguments-not-json', says: 'Expecting value: line 1 column 1', body: told(hi, calling(call('a', 'city')), result('a')) },
]

const sampling: readonly Broken[] = [
  { rule: 'n', says: 'n must be at least 1, got 0.', body: asked({ n: 0 }) },
  { rule: 'presence-penalty', says: 'presence_penalty must be in [-2, 2], got 3.0.', body: asked({ presence_penalty: 3 }) },
  { rule: 'frequency-penalty', says: 'frequency_penalty must be in [-2, 2], got -2.5.', body: asked({ frequency_penalty: -2.5 }) },
  { rule: 'repetition-penalty', says: 'must be greater than zero, got 0.0.', body: asked({ repetition_penalty: 0 }) },
  { rule: 'temperature', says: 'temperature must be non-negative, got -1.0.', body: asked({ temperature: -1 }) },
  { rule: 'temperature', says: 'temperature must be in [0, 2], got 2.5.', body: asked({ temperature: 2.5 }) },
  { rule: 'top-p', says: 'top_p must be in (0, 1], got 0.0.', body: asked({ top_p: 0 }) },
  { rule: 'top-k', says: 'top_k must be 0 (disable), or at least 1, got -2.', body: asked({ top_k: -2 }) },
  { rule: 'min-p', says: 'min_p must be in [0, 1], got 2.0.', body: asked({ min_p: 2 }) },
  { rule: 'max-tokens', says: 'max_tokens must be at least 1, got 0.', body: asked({ max_tokens: 0 }) },
  {
    rule: 'min-tokens',
    says: 'min_tokens must be less than or equal to max_tokens=5, got 10.',
    body: asked({ min_tokens: 10, max_tokens: 5 }),
  },
  { rule: 'stop-empty', says: 'stop cannot contain an empty string.', body: asked({ stop: ['a', ''] }) },
  { rule: 'greedy-choices', says: 'n must be 1 when using greedy sampling, got 2.', body: asked({ n: 2, temperature: 0 }) },
  { rule: 'logit-bias-keys', says: "token IDs: ['the']", body: asked({ logit_bias: { the: 1 } }) },
]

const taken: readonly Valid[] = [
  { name: 'a text', body: told(system, hi) },
  { name: 'instructions of the developer', body: told({ role: 'developer', content: 'Be brief.' }, hi) },
  { name: 'sampling', body: asked({ temperature: 0, top_p: 1, top_k: -1, min_p: 0.1, seed: 3, stop: 'a', n: 1 }) },
  { name: 'numbers as texts', body: asked({ max_tokens: '10', temperature: '0.5' }) },
  {
    name: 'a stream with its options',
    body: asked({ stream: true, stream_options: { include_usage: true, continuous_usage_stats: true } }),
  },
  { name: 'empty stream options without a stream', body: asked({ stream_options: {} }) },
  { name: 'the highest effort', body: asked({ reasoning_effort: 'max', chat_template_kwargs: { enable_thinking: true } }) },
  { name: 'no tools and no choice', body: asked({ tool_choice: 'none' }) },
  { name: 'a named tool', body: asked({ tools: [weather, tool('now')], tool_choice: named, parallel_tool_calls: false }) },
  {
    name: 'a required tool beside structured output',
    body: asked({ tools: [weather], tool_choice: 'required', response_format: schemaFormat }),
  },
  { name: 'logprobs', body: asked({ logprobs: true, top_logprobs: 5 }) },
  {
    name: 'an image and sound',
    body: told(shown(png), { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } }] }),
  },
  {
    name: 'calls and results',
    body: told(hi, { ...calling(call('a'), call('b', '')), reasoning_content: 'Hm.' }, result('a'), result('b')),
  },
  { name: 'a call without its result', body: told(hi, calling(call('a')), hi) },
  { name: 'fields that it does not know', body: asked({ store: false, metadata: {}, service_tier: 'auto', verbosity: 'low' }) },
]

describeVendor({
  vendor: vllm,
  path: '/v1/chat/completions',
  refused: [...body, ...fields, ...sampling],
  taken,
  form: (message) => ({
    error: {
      message,
      type: expect.stringMatching(/^Bad ?Request(Error)?$/),
      param: expect.toSatisfy((param) => param === null || typeof param === 'string'),
      code: 400,
    },
  }),
})
