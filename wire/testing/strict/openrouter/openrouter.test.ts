// What OpenRouter refuses and takes, after its published schema and what others recorded of its API.
import { expect } from 'vitest'
import type { JsonObject } from '../../../src/encoding/json.ts'
import { call, calling, hi, named, png, result, schemaFormat, shown, system, tool, weather } from '../chat-examples.ts'
import { type Broken, describeVendor, type Valid } from '../vendor-tables.ts'
import { openrouter } from './index.ts'

const asked = (patch: JsonObject, model = 'openai/gpt-5.4'): JsonObject => ({ model, messages: [hi], ...patch })
const told = (...messages: JsonObject[]): JsonObject => asked({ messages })
const mandatory = 'Reasoning is mandatory for this endpoint and cannot be disabled.'

const refused: readonly Broken[] = [
  { rule: 'missing-authentication', says: 'Missing Authentication header', body: asked({}), headers: {}, status: 401 },
  { rule: 'messages-missing', says: 'Input required: specify "prompt" or "messages"', body: { model: 'openai/gpt-5.4' } },
  { rule: 'messages-missing', says: 'Input required', body: told() },
  { rule: 'wrong-type', says: 'Invalid input: expected number, received string', body: asked({ temperature: 'hot' }) },
  { rule: 'wrong-type', says: 'Invalid input: expected int, received number', body: asked({ max_tokens: 10.5 }) },
  { rule: 'wrong-type', says: 'expected string, received number', body: asked({ user: 5 }) },
  { rule: 'wrong-type', says: 'expected array, received object', body: asked({ tools: {} }) },
  { rule: 'wrong-type', says: 'expected boolean, received string', body: asked({ stream: 'yes' }) },
  { rule: 'wrong-type', says: 'expected string, received number', body: asked({ metadata: { a: 1 } }) },
  { rule: 'missing-field', says: '"tool_call_id"', body: told(hi, calling(call('a')), { role: 'tool', content: 'ok' }) },
  { rule: 'missing-field', says: '"name"', body: asked({ tools: [{ type: 'function', function: {} }] }) },
  {
    rule: 'value-not-in-list',
    says: 'Invalid option: expected one of \\"max\\"|\\"xhigh\\"',
    body: asked({ reasoning: { effort: 'ultra' } }),
  },
  { rule: 'value-not-in-list', says: '\\"none\\"', body: asked({ reasoning_effort: 'highest' }) },
  { rule: 'value-not-in-list', says: '\\"json_schema\\"', body: asked({ response_format: { type: 'xml' } }) },
  { rule: 'value-not-in-list', says: '\\"developer\\"', body: told({ role: 'critic', content: 'No.' }) },
  { rule: 'number-out-of-range', says: 'Too big: expected number to be <=2', body: asked({ temperature: 2.5 }) },
  { rule: 'number-out-of-range', says: 'Too small: expected number to be >=-2', body: asked({ presence_penalty: -3 }) },
  { rule: 'number-out-of-range', says: 'Too big: expected number to be <=20', body: asked({ top_logprobs: 21 }) },
  { rule: 'text-too-long', says: 'expected string to have <=64 characters', body: asked({ tools: [tool('f'.repeat(65))] }) },
  { rule: 'text-too-long', says: 'expected string to have <=256 characters', body: asked({ session_id: 's'.repeat(257) }) },
  {
    rule: 'reasoning-twice',
    says: 'Only one of \\"reasoning\\" and \\"reasoning_effort\\" may be provided',
    body: asked({ reasoning: { enabled: true }, reasoning_effort: 'low' }),
  },
  {
    rule: 'reasoning-effort-and-tokens',
    says: 'Only one of "reasoning.effort" and "reasoning.max_tokens" can be specified',
    body: asked({ reasoning: { effort: 'low', max_tokens: 1000 } }),
  },
  { rule: 'reasoning-is-mandatory', says: mandatory, body: asked({ reasoning: { enabled: false } }, 'moonshotai/kimi-k3') },
  { rule: 'reasoning-is-mandatory', says: mandatory, body: asked({ include_reasoning: false }, 'minimax/minimax-m2.5') },
  { rule: 'model-id', says: 'gpt-4o is not a valid model ID', body: asked({}, 'gpt-4o') },
  {
    rule: 'no-tool-use',
    says: 'No endpoints found that support tool use.',
    body: asked({ tools: [weather] }, 'perplexity/sonar'),
    status: 404,
  },
  {
    rule: 'no-such-tool-choice',
    says: "No endpoints found that support the provided 'tool_choice' value.",
    body: asked({ tools: [weather], tool_choice: 'none' }, 'z-ai/glm-4.7'),
    status: 404,
  },
]

const taken: readonly Valid[] = [
  { name: 'a text', body: told(system, hi) },
  { name: 'the model of the account', body: { messages: [hi] } },
  { name: 'instructions of the developer', body: told({ role: 'developer', content: 'Be brief.' }, hi) },
  { name: 'several models', body: asked({ models: ['openai/gpt-5.4', 'anthropic/claude-sonnet-5'], provider: { sort: 'price' } }) },
  { name: 'an effort', body: asked({ reasoning: { effort: 'xhigh' } }) },
  { name: 'an effort as OpenAI writes it', body: asked({ reasoning_effort: 'minimal' }) },
  { name: 'a budget', body: asked({ reasoning: { max_tokens: 2000, exclude: false } }, 'anthropic/claude-sonnet-5') },
  { name: 'no thinking where it can be off', body: asked({ reasoning: { enabled: false } }, 'moonshotai/kimi-k2.6') },
  { name: 'sampling', body: asked({ temperature: 2, top_p: 1, top_k: 40, min_p: 0.1, seed: 1, frequency_penalty: null, stop: ['a'] }) },
  { name: 'a named tool', body: asked({ tools: [weather, tool('now')], tool_choice: named, parallel_tool_calls: false }) },
  { name: 'a tool of its own', body: asked({ tools: [{ type: 'openrouter:web_search' }] }) },
  { name: 'the choice left to a model', body: asked({ tools: [weather], tool_choice: 'auto' }, 'z-ai/glm-4.7') },
  { name: 'structured output', body: asked({ response_format: schemaFormat }) },
  { name: 'an image and a file', body: told(shown(png), { role: 'user', content: [{ type: 'file', file: { filename: 'a.pdf' } }] }) },
  { name: 'calls, results and thoughts', body: told(hi, { ...calling(call('a')), reasoning_details: [] }, result('a')) },
  { name: 'stream options without a stream', body: asked({ stream_options: { include_usage: true } }) },
  { name: 'fields that it does not know', body: asked({ store: false, usage: { include: true }, transforms: [] }) },
]

describeVendor({
  vendor: openrouter,
  path: '/api/v1/chat/completions',
  refused,
  taken,
  form: (message) => expect.objectContaining({ error: { message, code: expect.any(Number) } }),
})
