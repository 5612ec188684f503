// For every rule of Google's OpenAI-compatible address one request that it refuses, and a part of what Google says.

type Refused = { says: string; body: object; headers?: Record<string, string> }

const messages = [{ role: 'user', content: 'What is the weather in Berlin?' }]
const tool = (name: string, parameters?: object) => ({
  type: 'function',
  function: { name, description: '', ...(parameters && { parameters }) },
})
const call = (id: string, signature?: string) => ({
  id,
  type: 'function',
  function: { name: 'weather', arguments: '{"city":"Berlin"}' },
  ...(signature && { extra_content: { google: { thought_signature: signature } } }),
})
const answer = (id: string) => ({ role: 'tool', tool_call_id: id, content: '{"celsius":21}' })
const calling = (...calls: object[]) => ({ role: 'assistant', tool_calls: calls })

const ask = (fields: object, model = 'gemini-2.5-flash') => ({ model, messages, ...fields })
const think = (thinking_config: object, model: string) => ask({ extra_body: { google: { thinking_config } } }, model)

export const refusedByOpenai: Readonly<Record<string, Refused>> = {
  'unknown-field': {
    body: ask({ frequency_penalty: 0, web_search_options: {}, store: false, extra_body: { extra_body: {} } }),
    says: 'Unknown name "frequency_penalty": Cannot find field.\nInvalid JSON payload received. Unknown name "web_search_options": Cannot find field.\nInvalid JSON payload received. Unknown name "store": Cannot find field.\nInvalid JSON payload received. Unknown name "extra_body" at \'extra_body\': Cannot find field.',
  },
  'wrong-type': { body: ask({ temperature: 'hot' }), says: 'Invalid value at \'temperature\' (TYPE_FLOAT), "hot"' },
  'list-where-one-is-wanted': {
    body: ask({ max_tokens: [5] }),
    says: 'Unknown name "max_tokens": Proto field is not repeating, cannot start list.',
  },
  'no-authorization-header': { body: ask({}), headers: {}, says: 'Missing Authorization header.' },
  'model-not-found': { body: ask({}, 'gpt-4o'), says: 'models/gpt-4o is not found for API version v1main' },
  'reasoning-effort': {
    body: ask({ reasoning_effort: 'xhigh' }),
    says: 'Invalid reasoning_effort: xhigh. Valid values are: high, medium, low',
  },
  'reasoning-cannot-be-off': { body: ask({ reasoning_effort: 'none' }, 'gemini-2.5-pro'), says: 'Request contains an invalid argument.' },
  'reasoning-effort-with-thinking-config': {
    body: ask({ reasoning_effort: 'low', extra_body: { google: { thinking_config: { thinking_budget: 800 } } } }),
    says: 'Expected one of either `reasoning_effort` or custom `thinking_config`; found both.',
  },
  'thinking-budget-and-level': {
    body: think({ thinking_budget: 1, thinking_level: 'low' }, 'gemini-3-flash-preview'),
    says: 'You can only set only one of thinking budget and thinking level.',
  },
  'thinking-level-before-gemini-3': {
    body: think({ thinking_level: 'low' }, 'gemini-2.5-flash'),
    says: 'Thinking level is not supported for this model.',
  },
  'thinking-level-of-model': {
    body: think({ thinking_level: 'minimal' }, 'gemini-3.1-pro-preview'),
    says: 'Thinking level MINIMAL is not supported for this model.',
  },
  'thinking-cannot-be-off': { body: think({ thinking_budget: 0 }, 'gemini-2.5-pro'), says: 'Budget 0 is invalid.' },
  'thinking-off-at-flash-lite': {
    body: think({ thinking_budget: 0 }, 'gemini-3.5-flash-lite'),
    says: 'Request contains an invalid argument.',
  },
  'thinking-budget-range': {
    body: think({ thinking_budget: 52428 }, 'gemini-2.5-pro'),
    says: 'The thinking budget 52428 is invalid. Please choose a value between 128 and 32768.',
  },
  'thinking-budget-of-gemma': {
    body: think({ thinking_budget: 10 }, 'gemma-4-31b-it'),
    says: 'Thinking budget is not supported for this model.',
  },
  'thinking-at-gemini-2.0': { body: think({ thinking_budget: 10 }, 'gemini-2.0-flash'), says: 'thinking is not supported by this model' },
  'contents-not-specified': {
    body: ask({ messages: [{ role: 'system', content: 'Be brief.' }] }),
    says: '* GenerateContentRequest.contents: contents is not specified',
  },
  'null-content': {
    body: ask({ messages: [...messages, { ...calling(call('1')), content: null }, answer('1')] }),
    says: 'Expected string or list of content parts, got: null',
  },
  'function-without-name': {
    body: ask({ messages: [...messages, calling(call('1')), answer('2')] }),
    says: '* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.\n',
  },
  'function-name': {
    body: ask({ tools: [tool('weather'), tool('read file')] }),
    says: '* GenerateContentRequest.tools[0].function_declarations[1].name: Invalid function name.',
  },
  'schema-array-without-items': {
    body: ask({ tools: [tool('weather', { type: 'object', properties: { cities: { type: 'array' } }, additionalProperties: false })] }),
    says: 'parameters.properties[cities].items: missing field.',
  },
  'function-call-turn-order': {
    body: ask({ messages: [...messages, { role: 'assistant', content: 'I look it up.' }, calling(call('1')), answer('1')] }),
    says: 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
  },
  'function-response-turn-order': {
    body: ask({ messages: [...messages, { ...answer('1'), name: 'weather' }] }),
    says: 'Please ensure that function response turn comes immediately after a function call turn.',
  },
  'function-response-count': {
    body: ask({ messages: [...messages, calling(call('1'), call('2')), answer('1')] }),
    says: 'Please ensure that the number of function response parts is equal to the number of function call parts',
  },
  'missing-thought-signature': {
    body: ask({ messages: [...messages, calling(call('1')), answer('1')] }, 'gemini-3-flash-preview'),
    says: 'Additional data, function call `default_api:weather` , position 2.',
  },
  'ends-with-model-turn': {
    body: ask({ messages: [...messages, { role: 'assistant', content: 'It is' }] }, 'gemini-3.8-flash'),
    says: 'Requests ending with a model turn are not supported.',
  },
  'no-system-instruction': {
    body: ask({ messages: [{ role: 'system', content: 'Be brief.' }, ...messages] }, 'gemma-3-27b-it'),
    says: 'Developer instruction is not enabled for models/gemma-3-27b-it',
  },
  'no-function-calling': { body: ask({ tools: [tool('weather')] }, 'gemma-3-27b-it'), says: 'Function calling is not enabled for' },
  'no-json-mode': { body: ask({ response_format: { type: 'json_object' } }, 'gemma-3-27b-it'), says: 'JSON mode is not enabled for' },
  'too-many-functions': {
    body: ask({ tools: Array.from({ length: 513 }, (_, index) => tool(`tool_${index}`)) }),
    says: 'At most 512 function declarations can be specified.',
  },
  'duplicate-function': {
    body: ask({ tools: [tool('weather'), tool('weather')] }),
    says: 'Duplicate function declaration found: weather',
  },
  'functions-with-json': {
    body: ask({ tools: [tool('weather')], response_format: { type: 'json_object' } }),
    says: "Function calling with a response mime type: 'application/json' is unsupported",
  },
  temperature: { body: ask({ temperature: 3 }), says: 'temperature must be in the range [0.0, 2.0]' },
  'top-p': { body: ask({ top_p: 2 }), says: 'top_p must be in the range [0.0, 1.0]' },
  'max-output-tokens': { body: ask({ max_completion_tokens: 0 }), says: 'Request contains an invalid argument.' },
  'stop-sequences': { body: ask({ stop: ['a', 'b', 'c', 'd', 'e', 'f'] }), says: 'the number of stop_sequences must not exceed 5' },
  'multiple-candidates': { body: ask({ n: 2 }, 'gemini-3.1-pro-preview'), says: 'Multiple candidates is not enabled for this model' },
  penalty: { body: ask({ presence_penalty: 0.5 }), says: 'Penalty is not enabled for this model' },
}

/** Documented requests to the same address that are taken. */
export const takenByOpenai: Readonly<Record<string, object>> = {
  'a chat': ask({ messages: [{ role: 'system', content: 'You are a helpful assistant.' }, ...messages] }, 'gemini-3.8-flash'),
  'a stream with usage': ask({ stream: true, stream_options: { include_usage: true } }),
  'a reasoning effort': ask({ reasoning_effort: 'low' }),
  'thoughts in the answer': think({ thinking_level: 'low', include_thoughts: true }, 'gemini-3-flash-preview'),
  'cached content': ask({ extra_body: { google: { cached_content: 'cachedContents/0000aaaa1111bbbb2222cccc3333dddd4444eeee' } } }),
  functions: ask({
    tools: [tool('weather', { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] })],
    tool_choice: 'auto',
  }),
  'parallel calls with their answers': ask({ messages: [...messages, calling(call('1'), call('2')), answer('1'), answer('2')] }),
  'an answer that names its function': ask({ messages: [...messages, calling(call('1')), { ...answer('2'), name: 'weather' }] }),
  'calls with an empty content': ask({ messages: [...messages, { ...calling(call('1')), content: '' }, answer('1')] }),
  'calls with their signature': ask(
    { messages: [...messages, calling(call('1', 'aGVsbG8='), call('2')), answer('1'), answer('2')] },
    'gemini-3.6-flash',
  ),
  'an image': ask({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is in this image?' },
          { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,aGVsbG8=' } },
        ],
      },
    ],
  }),
  'a structured answer': ask({ response_format: { type: 'json_schema', json_schema: { name: 'event', schema: { type: 'object' } } } }),
  'several answers': ask({ n: 2, temperature: 1, top_p: 0.9, max_tokens: 100, stop: ['END'] }),
  nulls: ask({ temperature: null, stop: null, reasoning_effort: null }),
}
