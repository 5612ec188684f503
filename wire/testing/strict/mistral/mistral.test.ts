// Every rule of Mistral refuses an example in its words, and what its documentation shows is taken.
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/encoding/json.ts'
import { type Broken, prove } from '../openai-compatible/prove.ts'
import { mistral } from './mistral.ts'

const hi: JsonObject = { role: 'user', content: 'What is the best French cheese?' }
const tool = (name: string, parameters: JsonObject = { type: 'object', properties: { city: { type: 'string' } } }): JsonObject => ({
  type: 'function',
  function: { name, parameters },
})
const call = (id: string, name = 'weather'): JsonObject => ({ id, type: 'function', function: { name, arguments: '{}' } })
const calling = (...calls: JsonObject[]): JsonObject => ({ role: 'assistant', content: '', tool_calls: calls })
const result = (id: string): JsonObject => ({ role: 'tool', name: 'weather', tool_call_id: id, content: '21' })
const [first, second] = ['D681PevKs', 'a1B2c3D4e']

const ask = (patch: JsonObject = {}): JsonObject => ({ model: 'mistral-large-latest', messages: [hi], ...patch })
const say = (...messages: JsonObject[]) => ask({ messages })
const broken = (rule: string, says: string, patch: JsonObject): Broken => ({ rule, says, body: ask(patch) })
const told = (rule: string, says: string, ...messages: JsonObject[]): Broken => ({ rule, says, body: say(...messages) })

const refused: readonly Broken[] = [
  { ...broken('no-api-key', 'Unauthorized', {}), headers: {} },
  broken('extra-forbidden', 'body.max_completion_tokens: Extra inputs are not permitted', { max_completion_tokens: 5 }),
  broken('extra-forbidden', 'body.seed: Extra inputs are not permitted', { seed: 1 }),
  broken('extra-forbidden', 'body.user: Extra inputs are not permitted', { user: 'me' }),
  told('extra-forbidden', 'body.messages.0.user.name: Extra inputs are not permitted', { ...hi, name: 'bob' }),
  told('extra-forbidden', 'body.messages.1.assistant.reasoning_content: Extra', hi, {
    role: 'assistant',
    content: 'a',
    reasoning_content: 'b',
  }),
  { rule: 'missing', says: 'body.messages: Field required', body: { model: 'mistral-small-latest' } },
  broken('missing', 'body.tools.0.function.parameters: Field required', { tools: [{ type: 'function', function: { name: 'now' } }] }),
  told('missing', 'body.messages.0.user.content.0.file_id: Field required', {
    role: 'user',
    content: [{ type: 'file', file: { file_data: 'data:application/pdf;base64,aGk=', filename: 'a.pdf' } }],
  }),
  broken('wrong-type', 'body.max_tokens: Input should be a valid integer', { max_tokens: '5' }),
  told(
    'unknown-tag',
    "Input tag 'developer' found using 'role' does not match any of the expected tags: 'assistant', 'system', 'tool', 'user'",
    {
      role: 'developer',
      content: 'Be brief.',
    },
  ),
  told('unknown-tag', "Input tag 'input_file' found using 'type' does not match", { role: 'user', content: [{ type: 'input_file' }] }),
  broken('not-in-enum', "body.reasoning_effort: Input should be 'none', 'minimal', 'low', 'medium', 'high', 'xhigh' or 'max'", {
    reasoning_effort: 'auto',
  }),
  broken('not-in-enum', "body.tool_choice: Input should be 'auto', 'none', 'any' or 'required'", { tool_choice: 'validated' }),
  broken('number-too-large', 'body.temperature: Input should be less than or equal to 1.5', { temperature: 2 }),
  broken('number-too-small', 'body.top_p: Input should be greater than 0', { top_p: 0 }),
  broken('number-too-small', 'body.presence_penalty: Input should be greater than or equal to -2', { presence_penalty: -3 }),
  broken('invalid-model', 'Invalid model: gpt-4o', { model: 'gpt-4o' }),
  told('no-messages', 'Conversation must have at least one message'),
  told('last-role', 'Expected last role User or Tool (or Assistant with prefix True)', hi, { role: 'assistant', content: 'Comté' }),
  told('role-order', "Unexpected role 'user' after role 'tool'", hi, calling(call(first!)), result(first!), hi),
  told('role-order', "Unexpected role 'tool' after role 'user'", hi, result(first!)),
  told(
    'role-order',
    "Unexpected role 'system' after role 'assistant'",
    hi,
    { role: 'assistant', content: 'a' },
    { role: 'system', content: 'b' },
    hi,
  ),
  told('prefix-not-last', 'with prefix True must be last message', hi, { role: 'assistant', content: 'a', prefix: true }, hi),
  told('assistant-message-with-nothing', 'either content or tool_calls, but not none.', hi, { role: 'assistant', content: '' }, hi),
  told('tool-call-id-not-defined', 'Tool call id has to be defined.', hi, calling(call(first!)), { role: 'tool', content: '21' }),
  told('tool-call-id-not-defined', 'has to be defined in serving mode.', hi, calling(call('null')), result('null')),
  told(
    'tool-call-id',
    'Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.',
    hi,
    calling(call('call_1')),
    result('call_1'),
  ),
  told(
    'number-of-responses',
    'Not the same number of function calls and responses',
    hi,
    calling(call(first!), call(second!)),
    result(first!),
  ),
  told('unexpected-tool-call-id', 'Unexpected tool call id', hi, calling(call(first!)), result(second!)),
  told('duplicate-tool-call-id', 'Duplicate tool call id', hi, calling(call(first!), call(second!)), result(first!), result(first!)),
  broken('function-name', 'Function name was read.file but must be a-z, A-Z, 0-9, or contain underscores and dashes', {
    tools: [tool('read.file')],
  }),
  told('function-name', 'with a maximum length of 64.', hi, calling(call(first!, 'f'.repeat(65))), result(first!)),
  broken('tool-schema', "Invalid tool schema: true is not of type 'number'", {
    tools: [tool('f', { type: 'object', properties: { page: { type: 'integer', exclusiveMinimum: true } } })],
  }),
  broken('reasoning-effort-of-model', "reasoning_effort 'none' is not supported for this model; supported values: ['low', 'high', 'max']", {
    model: 'zai-glm-5-3',
    reasoning_effort: 'none',
  }),
  broken('reasoning-effort-of-model', "supported values: ['none', 'high']", { model: 'mistral-small-latest', reasoning_effort: 'low' }),
  broken('model-without-reasoning-effort', 'not enabled for this model', { model: 'codestral-latest', reasoning_effort: 'high' }),
  broken('prompt-mode', 'Reasoning prompt mode is not enabled for this model', {
    model: 'magistral-medium-latest',
    prompt_mode: 'reasoning',
  }),
  broken('top-p-of-greedy-sampling', 'top_p must be 1 when using greedy sampling.', { temperature: 0, top_p: 0.9 }),
]

const taken: Readonly<Record<string, JsonObject>> = {
  'a chat': say({ role: 'system', content: 'Be brief.' }, hi),
  'a stream with usage': ask({ stream: true, stream_options: { include_usage: true } }),
  'settings of the reference': ask({ temperature: 1.5, top_p: 0.01, max_tokens: 5, stop: ['a'], random_seed: 1, safe_prompt: true, n: 2 }),
  penalties: ask({ presence_penalty: -2, frequency_penalty: 2 }),
  'metadata and a key of the cache': ask({ metadata: { a: 1 }, prompt_cache_key: 'a' }),
  'a temperature of zero with the whole of top_p': ask({ temperature: 0, top_p: 1 }),
  'content in parts': say({
    role: 'user',
    content: [
      { type: 'text', text: 'Hi' },
      { type: 'image_url', image_url: 'https://example.com/a.png' },
    ],
  }),
  'a document': say({ role: 'user', content: [{ type: 'document_url', document_url: 'https://example.com/a.pdf' }] }),
  'calls with their results': say(hi, calling(call(first!), call(second!)), result(second!), result(first!)),
  'a call with words beside it': say(hi, { ...calling(call(first!)), content: 'I look it up.' }, result(first!)),
  'a user after the answer to a result': say(hi, calling(call(first!)), result(first!), { role: 'assistant', content: '21' }, hi),
  'thoughts in the history': say(
    hi,
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
        { type: 'text', text: 'Comté' },
      ],
    },
    hi,
  ),
  'two users': say(hi, hi),
  'a beginning of the answer': say(hi, { role: 'assistant', content: 'The best is', prefix: true }),
  tools: ask({ tools: [tool('weather')], tool_choice: 'any', parallel_tool_calls: false }),
  'a named function': ask({ tools: [tool('weather')], tool_choice: { type: 'function', function: { name: 'weather' } } }),
  'JSON without the word': ask({ response_format: { type: 'json_object' } }),
  'a schema of the answer': ask({
    model: 'ministral-8b-latest',
    response_format: { type: 'json_schema', json_schema: { name: 'a', strict: true, schema: { type: 'object' } } },
  }),
  'an effort': ask({ model: 'mistral-medium-3.5', reasoning_effort: 'high' }),
}

prove(mistral, { refused, taken, told: words })

/** The words of a refusal in either form. */
function words(body: unknown): string {
  const { message, detail } = body as { message?: unknown; detail?: string }
  if (detail !== undefined) return detail
  expect(body).toEqual(expect.objectContaining({ object: 'error', type: expect.any(String), param: null }))
  if (typeof message === 'string') return message
  const [fault] = (message as { detail: { loc: (string | number)[]; msg: string }[] }).detail
  return `${fault?.loc.join('.')}: ${fault?.msg}`
}

test('a body of the wrong structure is told with 422, and a request that cannot be served with 400', () => {
  const judge = (body: JsonObject) => mistral.judge({ path: '/v1/chat/completions', headers: { authorization: 'Bearer key' }, body })

  expect(judge(ask({ seed: 1 }))).toMatchObject({
    status: 422,
    body: { message: { detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted', input: 1 }] } },
  })
  expect(judge(say(hi, result(first!)))).toMatchObject({ status: 400, body: { type: 'invalid_request_message_order', code: '3230' } })
})
