// Vendors with a dialect of their own.
import { awsEvent } from '@waystation/wire/testing/aws-event-stream'
import { type Step, step } from '../../../testing/fakes/fake-provider-script.ts'
import { CALL_ID, described, MAX_TOKENS, parameters, TEMPERATURE } from './question.ts'
import { bearer, type Json, type Vendor } from './vendor.ts'

const input = { city: 'Oslo' }
const argumentText = JSON.stringify(input)

/** Events that have their type as their name. */
const namedEvents = (...events: readonly Json[]): readonly Step[] => [
  step.streamHead(),
  ...events.map((event) => step.text(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)),
  step.end(),
]

export const anthropicError = (status: number, type: string, message: string) => ({
  ...{ status, body: { type: 'error', error: { type, message }, request_id: 'req_1' }, told: message },
})
const anthropicUsage = {
  ...{ input_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 100, output_tokens: 30, service_tier: 'standard' },
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
}
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-haiku-4-5-20251001', stop_sequence: null }
const toolUse = { type: 'tool_use', id: 'toolu_1', name: 'get_weather' }
export const anthropic: Vendor = {
  ...{ name: 'Anthropic', type: 14, model: 'claude-haiku-4-5', path: '/v1/messages' },
  headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  body: {
    ...{ max_tokens: MAX_TOKENS, temperature: TEMPERATURE, system: 'Be brief.' },
    messages: [
      { role: 'user', content: 'How warm is it in Rome?' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: CALL_ID, name: 'get_weather', input: { city: 'Rome' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: CALL_ID, content: '{"celsius":18}' }] },
    ],
    tools: [{ ...described, input_schema: parameters }],
  },
  whole: { ...message, content: [{ ...toolUse, input }], stop_reason: 'tool_use', usage: anthropicUsage },
  stream: namedEvents(
    { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage: { ...anthropicUsage, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { ...toolUse, input: {} } },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '' } },
    { type: 'ping' },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: argumentText } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 30 } },
    { type: 'message_stop' },
  ),
  billed: { prompt: 120, cached: 100, output: 30 },
  badKey: anthropicError(401, 'authentication_error', 'invalid x-api-key'),
  tooMany: anthropicError(
    429,
    'rate_limit_error',
    'This request would exceed the rate limit for your organization of 50 requests per minute.',
  ),
  unpaid: anthropicError(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
  badRequest: anthropicError(400, 'invalid_request_error', 'Output blocked by content filtering policy'),
}

const cohereCall = { id: 'get_weather_e8p4', type: 'function', function: { name: 'get_weather', arguments: '' } }
const cohereEnd = {
  finish_reason: 'TOOL_CALL',
  usage: { billed_units: { input_tokens: 119, output_tokens: 44 }, tokens: { input_tokens: 1549, output_tokens: 95 }, cached_tokens: 0 },
}
const coherePiece = (text: string) => ({ message: { tool_calls: { function: { arguments: text } } } })
const cohere: Vendor = {
  ...{ name: 'Cohere', type: 34, model: 'command-a-03-2025', path: '/v2/chat', headers: bearer },
  body: {
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'How warm is it in Rome?' },
      {
        ...{ role: 'assistant', tool_plan: 'I look.' },
        tool_calls: [{ id: CALL_ID, type: 'function', function: { name: 'get_weather', arguments: '{"city":"Rome"}' } }],
      },
      { role: 'tool', tool_call_id: CALL_ID, content: '{"celsius":18}' },
    ],
    tools: [{ type: 'function', function: { ...described, parameters } }],
    ...{ temperature: TEMPERATURE, max_tokens: MAX_TOKENS },
  },
  whole: {
    id: 'f201af17',
    message: {
      role: 'assistant',
      tool_plan: 'I look at Oslo.',
      tool_calls: [{ ...cohereCall, function: { name: 'get_weather', arguments: argumentText } }],
    },
    ...cohereEnd,
  },
  stream: namedEvents(
    {
      id: '2941521a',
      type: 'message-start',
      delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
    },
    { type: 'tool-plan-delta', delta: { message: { tool_plan: 'I look' } } },
    { type: 'tool-plan-delta', delta: { message: { tool_plan: ' at Oslo.' } } },
    { type: 'tool-call-start', index: 0, delta: { message: { tool_calls: cohereCall } } },
    { type: 'tool-call-delta', index: 0, delta: coherePiece('{"city":') },
    { type: 'tool-call-delta', index: 0, delta: coherePiece('"Oslo"}') },
    { type: 'tool-call-end', index: 0 },
    { type: 'message-end', delta: cohereEnd },
  ),
  billed: { prompt: 119, cached: 0, output: 44 },
  badKey: { status: 401, body: { id: '1', message: 'invalid api token' } },
  tooMany: { status: 429, body: { id: '1', message: 'You are using a Trial key, which is limited to 20 API calls / minute.' } },
  badRequest: {
    status: 400,
    body: { id: '1', message: 'invalid request: all elements in history must have a message.' },
    told: 'all elements in history',
  },
}

const ollamaCall = { id: 'call_1', function: { index: 0, name: 'get_weather', arguments: input } }
const ollamaEnd = {
  ...{ done: true, done_reason: 'stop', total_duration: 5, load_duration: 1, prompt_eval_count: 120, prompt_eval_duration: 2 },
  ...{ eval_count: 30, eval_duration: 2 },
}
const ollamaHead = { model: 'qwen3:8b', created_at: '2026-09-01T10:00:00.000000Z' }
const ollamaSaid = (fields: Json) => ({ ...ollamaHead, message: { role: 'assistant', content: '', ...fields } })
const ollama: Vendor = {
  ...{ name: 'Ollama', type: 4, model: 'qwen3:8b', path: '/api/chat', headers: bearer, streamType: 'application/x-ndjson' },
  body: {
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'How warm is it in Rome?' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ id: CALL_ID, function: { name: 'get_weather', arguments: { city: 'Rome' } } }],
      },
      { role: 'tool', content: '{"celsius":18}', tool_name: 'get_weather', tool_call_id: CALL_ID },
    ],
    tools: [{ type: 'function', function: { ...described, parameters } }],
    options: { num_predict: MAX_TOKENS, temperature: TEMPERATURE },
  },
  whole: { ...ollamaSaid({ thinking: 'Oslo.', tool_calls: [ollamaCall] }), ...ollamaEnd },
  stream: [
    step.head(200, { 'content-type': 'application/x-ndjson' }),
    ...[ollamaSaid({ thinking: 'Oslo.' }), ollamaSaid({ tool_calls: [ollamaCall] }), ollamaSaid(ollamaEnd)].map((piece, at) =>
      step.text(`${JSON.stringify(at < 2 ? { ...piece, done: false } : { ...ollamaSaid({}), ...ollamaEnd })}\n`),
    ),
    step.end(),
  ],
  billed: { prompt: 120, cached: 0, output: 30 },
  badKey: { status: 401, body: { error: 'unauthorized' } },
  tooMany: { status: 429, body: { error: 'too many concurrent requests' } },
  badRequest: { status: 400, body: { error: '"qwen3:8b" does not support tools' }, told: '"qwen3:8b" does not support tools' },
}

export const awsError = (status: number, type: string, words: string) => ({
  status,
  body: { message: words },
  headers: { 'x-amzn-errortype': type },
  told: words,
})
const converseUsage = { inputTokens: 20, outputTokens: 30, totalTokens: 150, cacheReadInputTokens: 100, cacheWriteInputTokens: 0 }
const nova = '/model/amazon.nova-lite-v1%3A0'
const bedrockUse = { toolUseId: 'tooluse_1', name: 'get_weather' }
export const awsKeys = ['one', 'two', 'three'].map((name) => `ABSKQmVkcm9ja0FQSUtleS1${name}|us-east-1`)
const bedrock: Vendor = {
  ...{
    name: 'Bedrock Converse',
    type: 33,
    model: 'amazon.nova-lite-v1:0',
    keys: awsKeys,
    path: `${nova}/converse`,
    streamPath: `${nova}/converse-stream`,
  },
  headers: (key) => ({ authorization: `Bearer ${key.split('|')[0]}` }),
  ...{ streamType: 'application/vnd.amazon.eventstream', isModelInPath: true },
  body: {
    system: [{ text: 'Be brief.' }],
    messages: [
      { role: 'user', content: [{ text: 'How warm is it in Rome?' }] },
      {
        role: 'assistant',
        content: [{ text: 'I look.' }, { toolUse: { toolUseId: CALL_ID, name: 'get_weather', input: { city: 'Rome' } } }],
      },
      { role: 'user', content: [{ toolResult: { toolUseId: CALL_ID, content: [{ text: '{"celsius":18}' }] } }] },
    ],
    inferenceConfig: { maxTokens: MAX_TOKENS, temperature: TEMPERATURE },
    toolConfig: { tools: [{ toolSpec: { ...described, inputSchema: { json: parameters } } }] },
  },
  whole: {
    output: { message: { role: 'assistant', content: [{ toolUse: { ...bedrockUse, input } }] } },
    ...{ stopReason: 'tool_use', usage: converseUsage, metrics: { latencyMs: 234 } },
  },
  stream: [
    step.head(200, { 'content-type': 'application/vnd.amazon.eventstream' }),
    ...[
      awsEvent('messageStart', { role: 'assistant' }),
      awsEvent('contentBlockStart', { contentBlockIndex: 0, start: { toolUse: bedrockUse } }),
      awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: '{"city":' } } }),
      awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: '"Oslo"}' } } }),
      awsEvent('contentBlockStop', { contentBlockIndex: 0 }),
      awsEvent('messageStop', { stopReason: 'tool_use' }),
      awsEvent('metadata', { usage: converseUsage, metrics: { latencyMs: 234 } }),
    ].map((bytes) => step.bytes(bytes)),
    step.end(),
  ],
  billed: { prompt: 120, cached: 100, output: 30 },
  badKey: awsError(403, 'UnrecognizedClientException', 'The security token included in the request is invalid.'),
  tooMany: awsError(429, 'ThrottlingException', 'Too many tokens, please wait before trying again.'),
  badRequest: awsError(400, 'ValidationException', 'The model returned the following errors: max_tokens: must be greater than 0'),
}

export const ownDialects: readonly Vendor[] = [anthropic, cohere, ollama, bedrock]
