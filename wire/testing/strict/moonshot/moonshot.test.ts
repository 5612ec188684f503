// What Moonshot refuses and takes, after its pages and what others recorded of its API.
import { expect } from 'vitest'
import type { JsonObject } from '../../../src/encoding/json.ts'
import { call, calling, hi, named, objectOf, png, result, schemaFormat, shown, system, tool, weather } from '../chat-examples.ts'
import { type Broken, describeVendor, type Valid } from '../vendor-tables.ts'
import { moonshot } from './index.ts'

const asked = (patch: JsonObject, model = 'kimi-k2.6'): JsonObject => ({ model, messages: [hi], ...patch })
const old = (patch: JsonObject): JsonObject => asked(patch, 'moonshot-v1-8k')
const told = (...messages: JsonObject[]): JsonObject => asked({ messages })
const still: JsonObject = { thinking: { type: 'disabled' } }
const thought = (...calls: JsonObject[]): JsonObject => ({ ...calling(...calls), reasoning_content: 'I look.' })
const parameters = (schema: JsonObject): JsonObject => asked({ tools: [tool('f', schema)] })
const property = (schema: JsonObject, more?: JsonObject): JsonObject => parameters(objectOf({ a: schema }, more))

const settings: readonly Broken[] = [
  { rule: 'invalid-authentication', says: 'Invalid Authentication', body: asked({}), headers: {}, status: 401 },
  { rule: 'body-not-an-object', says: 'failed to parse', body: [hi] },
  { rule: 'model-not-found', says: 'Not found the model gpt-4o or Permission denied', body: asked({}, 'gpt-4o'), status: 404 },
  { rule: 'thinking-not-an-object', says: 'and bool is not acceptable', body: asked({ thinking: true }) },
  {
    rule: 'thinking-and-reasoning-effort',
    says: "cannot specify both 'thinking' and 'reasoning_effort'",
    body: asked({ thinking: { type: 'enabled' }, reasoning_effort: 'medium' }),
  },
  { rule: 'thinking-cannot-be-off', says: 'only type=enabled is allowed', body: asked(still, 'kimi-k2.7-code') },
  { rule: 'thinking-cannot-be-off', says: 'only type=enabled is allowed', body: asked(still, 'kimi-k3') },
  { rule: 'reasoning-effort', says: "only 'low', 'high', 'max' are allowed", body: asked({ reasoning_effort: 'medium' }, 'kimi-k3') },
  {
    rule: 'fixed-temperature',
    says: 'invalid temperature: only 1 is allowed for this model',
    body: asked({ temperature: 0.6 }, 'kimi-k2.5'),
  },
  { rule: 'fixed-temperature', says: 'invalid temperature: only 0.6 is allowed', body: asked({ temperature: 1, ...still }) },
  { rule: 'fixed-top-p', says: 'invalid top_p: only 0.95 is allowed for this model', body: asked({ top_p: 1 }, 'kimi-k2.7-code') },
  { rule: 'fixed-n', says: 'invalid n: only 1 is allowed', body: asked({ n: 2 }, 'kimi-k3') },
  {
    rule: 'fixed-presence-penalty',
    says: 'invalid presence_penalty: only 0 is allowed for this model',
    body: asked({ presence_penalty: 1 }),
  },
  { rule: 'fixed-frequency-penalty', says: 'invalid frequency_penalty: only 0 is allowed', body: asked({ frequency_penalty: 0.5 }) },
  { rule: 'sampling-range', says: 'invalid temperature: must be between 0 and 1', body: old({ temperature: 1.5 }) },
  { rule: 'sampling-range', says: 'invalid n: must be between 1 and 5', body: old({ n: 6 }) },
  { rule: 'choices-at-low-temperature', says: 'n can only be 1', body: old({ n: 2, temperature: 0 }) },
  { rule: 'stop-count', says: 'at most 5 strings', body: asked({ stop: ['a', 'b', 'c', 'd', 'e', 'f'] }) },
  { rule: 'stop-length', says: 'at most 32 bytes', body: asked({ stop: '停'.repeat(11) }) },
]

const flavored = 'is not a valid moonshot flavored json schema, details: <At path '
const tools: readonly Broken[] = [
  { rule: 'too-many-tools', says: 'at most 128', body: asked({ tools: Array.from({ length: 129 }, (_, place) => tool(`f${place}`)) }) },
  {
    rule: 'function-name',
    says: 'function name is invalid, must start with a letter',
    body: asked({ tools: [tool('21st_magic_builder')] }),
  },
  { rule: 'function-name', says: 'function name is invalid', body: asked({ tools: [tool('weather.get')] }) },
  { rule: 'function-name', says: 'function name is invalid', body: asked({ tools: [tool('f'.repeat(65))] }) },
  { rule: 'parameters-not-an-object-type', says: 'type is required and must be "object"', body: parameters({ properties: {} }) },
  {
    rule: 'schema-type-beside-any-of',
    says: `${flavored}'root': when using anyOf, type should be defined in anyOf items`,
    body: parameters({ type: 'object', anyOf: [{ required: ['a'] }], properties: { a: {} } }),
  },
  {
    rule: 'schema-type-beside-any-of',
    says: `${flavored}'properties.a': when using anyOf`,
    body: property({ type: 'string', anyOf: [{ type: 'string' }, { type: 'null' }] }),
  },
  {
    rule: 'schema-reference-outside',
    says: `${flavored}'properties.a.$ref': references must start with #/$defs/>`,
    body: property({ $ref: '#/definitions/A' }),
  },
  {
    rule: 'schema-type-beside-reference',
    says: `${flavored}'properties.a': when using $ref, type should be defined in the referenced schema`,
    body: property({ type: 'string', $ref: '#/$defs/A' }, { $defs: { A: { type: 'string' } } }),
  },
  {
    rule: 'schema-reference-conflict',
    says: 'conflicting keywords found after $ref expansion: description',
    body: property({ $ref: '#/$defs/A', description: 'One.' }, { $defs: { A: { type: 'string', description: 'Two.' } } }),
  },
  { rule: 'schema-items', says: 'items must be an object', body: property({ type: 'array', items: [{ type: 'string' }] }) },
  { rule: 'schema-items', says: 'items must be an object', body: property({ type: 'array', items: false }) },
  { rule: 'schema-property', says: "property schema for 'a' must be an object", body: parameters(objectOf({ a: true })) },
  { rule: 'schema-required', says: "'required': required must be an array", body: parameters(objectOf({}, { required: true })) },
  { rule: 'schema-required-undefined', says: "required property 'b'", body: property({ type: 'string' }, { required: ['b'] }) },
  {
    rule: 'tool-choice-while-thinking',
    says: "tool_choice 'required' is incompatible with thinking enabled",
    body: asked({ tools: [weather], tool_choice: 'required' }),
  },
  {
    rule: 'tool-choice-while-thinking',
    says: "tool_choice 'specified' is incompatible with thinking enabled",
    body: asked({ tools: [weather], tool_choice: named }, 'kimi-k3'),
  },
]

const file: JsonObject = {
  role: 'user',
  content: [{ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' } }],
}
const messages: readonly Broken[] = [
  { rule: 'unsupported-role', says: 'unsupported role ROLE_UNSPECIFIED', body: told({ role: 'developer', content: 'Be brief.' }, hi) },
  {
    rule: 'empty-message',
    says: "Invalid request: the message at position 1 with role 'assistant' must not be empty",
    body: told(hi, { role: 'assistant', content: '' }, hi),
  },
  { rule: 'empty-message', says: "position 0 with role 'system'", body: told({ role: 'system', content: null }, hi) },
  { rule: 'empty-text-part', says: 'text content is empty', body: told({ role: 'user', content: [{ type: 'text', text: '' }] }) },
  { rule: 'invalid-part-type', says: "role 'user' contains an invalid part type: file", body: told(file) },
  { rule: 'invalid-part-type', says: 'contains an invalid part type: image_url', body: old({ messages: [shown(png)] }) },
  {
    rule: 'unsupported-image-url',
    says: 'unsupported image url: https://example.com/a.png',
    body: told(shown('https://example.com/a.png')),
  },
  { rule: 'duplicate-tool-call-id', says: 'exec:2', body: told(hi, thought(call('exec:2'), call('exec:2')), result('exec:2')) },
  {
    rule: 'reasoning-content-missing',
    says: 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
    body: told(hi, calling(call('a:0')), result('a:0')),
  },
  { rule: 'reasoning-content-missing', says: 'index 1', body: told(hi, { ...calling(call('a:0')), reasoning_content: '' }, result('a:0')) },
  {
    rule: 'call-without-result',
    says: 'The following tool_call_ids did not have response messages: a:1',
    body: told(hi, thought(call('a:0'), call('a:1')), result('a:0'), hi),
  },
  { rule: 'call-without-result', says: 'response messages: a:0', body: told(hi, thought(call('a:0')), hi, result('a:0')) },
  { rule: 'result-without-call', says: 'tool_call_id  is not found', body: told(hi, result('a:0'), hi) },
]

const recursive = {
  type: 'object',
  properties: { list: { $ref: '#/$defs/node' } },
  $defs: {
    node: objectOf({ next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } }, { additionalProperties: false, required: ['next'] }),
  },
  required: ['list'],
}
const taken: readonly Valid[] = [
  { name: 'a text', body: asked({ messages: [system, hi] }) },
  { name: 'the only temperature of a model that thinks', body: asked({ temperature: 1, top_p: 0.95, n: 1, presence_penalty: 0 }) },
  { name: 'the temperature of a model that does not think', body: asked({ temperature: 0.6, ...still }) },
  { name: 'sampling of the older models', body: old({ temperature: 0.3, top_p: 0.9, n: 2, presence_penalty: 1, stop: ['.'] }) },
  { name: 'five stop words', body: asked({ stop: ['a', 'b', 'c', 'd', 'e'] }) },
  { name: 'an effort of the newest model', body: asked({ reasoning_effort: 'max', max_completion_tokens: 100 }, 'kimi-k3') },
  { name: 'an effort of a model that has none', body: asked({ reasoning_effort: 'medium' }) },
  { name: 'a tool with a schema of its specification', body: parameters(recursive) },
  { name: 'a tool without parameters', body: asked({ tools: [tool('now')] }) },
  {
    name: 'keywords that it warns of',
    body: property({ type: 'integer', minimum: 0 }, { $schema: 'https://json-schema.org/draft-07/schema' }),
  },
  { name: 'an enum without a type', body: property({ enum: ['a', 'b'] }) },
  { name: 'a forced tool without thinking', body: asked({ tools: [weather], tool_choice: named, ...still }) },
  { name: 'a required tool of the newest model', body: asked({ tools: [weather], tool_choice: 'required' }, 'kimi-k3') },
  { name: 'an image', body: told(shown(png)) },
  { name: 'an uploaded image as a text', body: told({ role: 'user', content: [{ type: 'image_url', image_url: 'ms://file-1' }] }) },
  { name: 'parallel calls with their results', body: told(hi, thought(call('a:0'), call('a:1')), result('a:1'), result('a:0'), hi) },
  {
    name: 'calls without thoughts where it does not think',
    body: asked({ messages: [hi, calling(call('a:0')), result('a:0')], ...still }),
  },
  { name: 'an empty result', body: told(hi, thought(call('a:0')), { ...result('a:0'), content: '' }) },
  {
    name: 'structured output and a stream',
    body: asked({ response_format: schemaFormat, stream: true, stream_options: { include_usage: true } }),
  },
  { name: 'fields that it does not know', body: asked({ store: false, logit_bias: {}, parallel_tool_calls: true, user: 'u', seed: 1 }) },
]

describeVendor({
  vendor: moonshot,
  path: '/v1/chat/completions',
  refused: [...settings, ...tools, ...messages],
  taken,
  form: (says) => ({ error: { message: says, type: expect.stringMatching(/_error$/) } }),
})
