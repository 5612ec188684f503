// For every rule of Responses a request that it refuses, with what the vendor says.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { type Broken, deep, property, wide } from './refused-chat.ts'

const hi: JsonObject = { role: 'user', content: 'Say this is JSON.' }
const weather: JsonObject = {
  type: 'function',
  name: 'get_weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
}
const call: JsonObject = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'get_weather', arguments: '{}' }
const parts = (...content: JsonObject[]): JsonObject => ({ role: 'user', content })
const result: JsonObject = { type: 'function_call_output', call_id: 'call_1', output: 'ok' }
const thought: JsonObject = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' }

function broken(rule: string, says: string, patch: JsonObject): Broken {
  return { rule, says, body: { model: 'gpt-4.1', input: 'Hi', ...patch } }
}
function thinking(rule: string, says: string, patch: JsonObject, model = 'gpt-5'): Broken {
  return broken(rule, says, { model, ...patch })
}
function told(rule: string, says: string, ...input: JsonObject[]): Broken {
  return broken(rule, says, { model: 'gpt-5', input })
}
function parameters(schema: JsonObject, strict?: boolean): JsonObject {
  return { tools: [{ type: 'function', name: 'f', parameters: schema, ...(strict === undefined ? {} : { strict }) }] }
}
function answer(schema: JsonObject): JsonObject {
  return { text: { format: { type: 'json_schema', name: 'answer', strict: true, schema } } }
}
const door: readonly Broken[] = [
  { ...broken('no-such-address', 'Invalid URL (POST /v1/response)', {}), path: '/v1/response' },
  { ...broken('no-api-key', "You didn't provide an API key.", {}), headers: { authorization: 'Basic abc' } },
  { rule: 'body-not-an-object', says: 'We could not parse the JSON body', body: 'Hi' },
  broken('parameter-has-moved', "this parameter has moved to 'input'", { messages: [hi] }),
  broken('parameter-has-moved', "this parameter has moved to 'text.format'", { response_format: { type: 'json_object' } }),
  broken('model-not-found', 'The model `gemini-2.5-pro` does not exist', { model: 'gemini-2.5-pro' }),
  broken('two-histories', 'Mutually exclusive parameters', { previous_response_id: 'resp_1', conversation: 'conv_1' }),
  broken('input-empty', 'One of "input" or "previous_response_id"', { input: [] }),
  broken('background-without-store', 'store=true', { background: true, store: false }),
  broken('tool-choice-without-tools', "Tool choice 'required' must be specified with 'tools' parameter.", { tool_choice: 'required' }),
  broken('tool-choice-of-unknown-tool', "Tool choice 'function' not found in 'tools' parameter.", {
    tools: [weather],
    tool_choice: { type: 'function', name: 'get_time' },
  }),
]

const structure: readonly Broken[] = [
  broken('unknown-parameter', "Unknown parameter: 'stop'.", { stop: ['a'] }),
  broken('unknown-parameter', "Unknown parameter: 'max_tokens'.", { max_tokens: 16 }),
  broken('unknown-parameter', "Unknown parameter: 'stream_options.include_usage'.", {
    stream: true,
    stream_options: { include_usage: true },
  }),
  told(
    'unknown-parameter',
    "'input[0].content[0].cache_control'",
    parts({ type: 'input_text', text: 'x', cache_control: { type: 'ephemeral' } }),
  ),
  told('unknown-parameter', "'input[0].phase'", { ...hi, phase: 'final_answer' }),
  { rule: 'missing-parameter', says: "Missing required parameter: 'input'.", body: { model: 'gpt-4.1' } },
  { rule: 'missing-parameter', says: "Missing required parameter: 'model'.", body: { input: 'Hi' } },
  broken('missing-parameter', "'tools[0].name'", { tools: [{ type: 'function', function: { name: 'f' } }] }),
  broken('missing-parameter', "'tool_choice.name'", {
    tools: [weather],
    tool_choice: { type: 'function', function: { name: 'get_weather' } },
  }),
  told('missing-parameter', "'input[0].summary'", { type: 'reasoning', id: 'rs_1' }),
  broken('missing-parameter', "'tools[0].container'", { tools: [{ type: 'code_interpreter' }] }),
  broken('wrong-type', "'input': expected one of a string or array of input items, but got an object instead.", { input: hi }),
  told(
    'wrong-type',
    "'input[0].content[0].image_url': expected an image URL, but got an object instead.",
    parts({ type: 'input_image', image_url: { url: 'https://example.com/a.png' } }),
  ),
  told('value-not-in-list', "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.", {
    role: 'tool',
    content: 'x',
  }),
  told('value-not-in-list', "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.", {
    role: 'assistant',
    content: [{ type: 'input_text', text: 'x' }],
  }),
  told('value-not-in-list', "Invalid value: 'text'. Supported values are: 'input_text', 'input_image'", parts({ type: 'text', text: 'x' })),
  broken('value-not-in-list', "Invalid value: 'web_search_20250305'.", { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }),
  broken('text-pattern', "Invalid 'tools[0].name': string does not match pattern.", { tools: [{ ...weather, name: 'get weather' }] }),
  told('text-empty', "Invalid 'input[0].call_id': empty string.", { ...call, call_id: '' }),
  told('text-too-long', "Invalid 'input[0].call_id': string too long. Expected a string with maximum length 64", {
    ...call,
    call_id: 'c'.repeat(116),
  }),
  broken('text-too-long', "Invalid 'text.format.name': string too long.", {
    text: { format: { type: 'json_schema', name: 'n'.repeat(65), schema: {} } },
  }),
  told('list-too-long', "Invalid 'input[0].content': array too long. Expected an array with maximum length 0", {
    ...thought,
    content: [{ type: 'reasoning_text', text: 'hm' }],
  }),
  broken('number-too-small', "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 8 instead.", {
    max_output_tokens: 8,
  }),
  broken('number-too-large', "Invalid 'top_logprobs': integer above maximum value.", { top_logprobs: 21 }),
  broken('too-many-properties', 'at most 16 properties', {
    metadata: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 'v'])),
  }),
  broken('property-name-too-long', "Invalid property name in 'metadata'", { metadata: { ['k'.repeat(65)]: 'v' } }),
]

const schemas: readonly Broken[] = [
  broken('schema-not-an-object', `got 'type: "None"'.`, parameters({ oneOf: [{ type: 'object', properties: {} }] })),
  broken('schema-choice-at-root', 'at the top level.', parameters({ type: 'object', properties: {}, oneOf: [] })),
  broken('schema-without-properties', 'object schema missing properties.', parameters({ type: 'object' })),
  broken('schema-array-without-items', 'array schema missing items.', parameters(property({ type: ['array', 'null'] }))),
  broken('strict-schema-extra-properties', "'additionalProperties' is required", {
    tools: [{ type: 'function', name: 'f', strict: true }],
  }),
  broken(
    'strict-schema-required',
    "Extra required key 'b' supplied.",
    parameters({ ...property({ type: 'string' }), required: ['a', 'b'] }, true),
  ),
  broken(
    'strict-schema-keyword',
    "In context=('properties', 'a'), 'oneOf' is not permitted.",
    answer(property({ oneOf: [{ type: 'string' }] })),
  ),
  broken('strict-schema-format', "'uri' is not a valid format.", answer(property({ type: 'string', format: 'uri' }))),
  broken('strict-schema-without-type', "schema must have a 'type' key.", answer(property({}))),
  broken('strict-schema-reference', "$ref cannot have keywords {'description'}.", answer(property({ $ref: '#', description: 'x' }))),
  broken('strict-schema-depth', 'exceeds limit of 10.', answer(deep(12))),
  broken('strict-schema-size', '5001 parameters exceeds limit of 5000.', answer(wide)),
]

const history: readonly Broken[] = [
  told('item-id-characters', 'Expected an ID that contains letters, numbers, underscores, or dashes', { ...call, id: 'fc_1|x' }, result),
  told('item-id-prefix', "Invalid 'input[0].id': 'call_1'. Expected an ID that begins with 'fc'.", { ...call, id: 'call_1' }, result),
  told('item-id-prefix', "Expected an ID that begins with 'rs'.", { ...thought, id: 'item_1' }, call, result),
  told('item-twice', 'Duplicate item found with id fc_1.', call, result, { ...call, call_id: 'call_2' }, { ...result, call_id: 'call_2' }),
  broken('reasoning-not-stored', "Item with id 'rs_1' not found.", {
    model: 'gpt-5',
    store: false,
    input: [hi, { type: 'reasoning', id: 'rs_1', summary: [] }, call, result],
  }),
  told(
    'reasoning-without-following-item',
    "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    hi,
    thought,
    hi,
  ),
  told('output-without-call', 'No tool call found for function call output with call_id call_1.', hi, result),
  told('output-without-call', 'No tool call found for function call output', result, call),
  told('call-without-output', 'No tool output found for function call call_1.', hi, call, hi),
  told(
    'part-with-two-sources',
    "Ensure you are only providing one of: 'file_url' or 'filename'.",
    parts({ type: 'input_file', file_url: 'https://example.com/a.pdf', filename: 'a.pdf' }),
  ),
  told(
    'image-address',
    "Invalid 'input[0].content[0].image_url'. Expected a valid URL, but got a value with an invalid format.",
    parts({ type: 'input_image', image_url: 'iVBORw0KGgo=' }),
  ),
  told(
    'image-data-url',
    "got unsupported MIME type 'text/markdown'",
    parts({ type: 'input_image', image_url: 'data:text/markdown;base64,IyBh' }),
  ),
  broken('json-object-without-the-word', "must contain the word 'json' in some form", {
    instructions: 'Answer in JSON.',
    text: { format: { type: 'json_object' } },
  }),
]

const models: readonly Broken[] = [
  thinking(
    'reasoning-effort-of-model',
    "'minimal' is not supported with the 'gpt-5.1' model. Supported values are: 'none', 'low', 'medium', and 'high'.",
    {
      model: 'gpt-5.1',
      reasoning: { effort: 'minimal' },
    },
  ),
  thinking(
    'reasoning-effort-of-model',
    "Supported values are: 'low', 'medium', 'high', 'xhigh', and 'max'.",
    { reasoning: { effort: 'none' } },
    'gpt-6-astra',
  ),
  broken('reasoning-of-model', "Unsupported parameter: 'reasoning.effort' is not supported with this model.", {
    reasoning: { effort: 'low' },
  }),
  broken('encrypted-content-of-model', 'Encrypted content is not supported with this model.', { include: ['reasoning.encrypted_content'] }),
  thinking('sampling-while-thinking', "Unsupported parameter: 'temperature' is not supported with this model.", { temperature: 0.5 }),
  thinking('sampling-while-thinking', "Unsupported parameter: 'top_p' is not supported with this model.", { top_p: 1 }, 'gpt-5.6-terra'),
  thinking('penalty-while-thinking', "Unsupported parameter: 'presence_penalty'", { presence_penalty: 0.5 }),
  thinking('logprobs-while-thinking', 'logprobs are not supported with reasoning models.', { include: ['message.output_text.logprobs'] }),
  broken('verbosity-of-model', "'low' is not supported with the 'gpt-4.1' model. Supported values are: 'medium'.", {
    text: { verbosity: 'low' },
  }),
  thinking('long-cache-only', 'compatible only with 24h', { prompt_cache_retention: 'in_memory' }, 'gpt-5.6-sol'),
  thinking('hosted-tool-with-minimal-effort', "cannot be used with reasoning.effort 'minimal': web_search.", {
    reasoning: { effort: 'minimal' },
    tools: [{ type: 'web_search' }],
  }),
  thinking(
    'hosted-tool-of-model',
    "Tool 'web_search_preview' is not supported with gpt-4.1-nano.",
    { tools: [{ type: 'web_search_preview' }] },
    'gpt-4.1-nano',
  ),
]

export const refusedByResponses: readonly Broken[] = [...door, ...structure, ...schemas, ...history, ...models]
