// Requests that Responses takes, after the examples of its reference and guides.
import type { JsonObject } from '../../../src/json.ts'
import type { Valid } from './valid-chat.ts'

const hello: JsonObject = { role: 'user', content: 'Hello!' }
const weather: JsonObject = {
  type: 'function',
  name: 'get_weather',
  description: 'Get current temperature for a given location.',
  parameters: { type: 'object', properties: { location: { type: 'string' } }, required: ['location'], additionalProperties: false },
  strict: true,
}
const thought: JsonObject = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'Look it up.' }],
  encrypted_content: 'gAAAA',
}
const calls: JsonObject[] = ['1', '2'].map((number) => ({
  type: 'function_call',
  id: `fc_${number}`,
  call_id: `call_${number}`,
  name: 'get_weather',
  arguments: '{"location":"Paris"}',
  status: 'completed',
}))
const results: JsonObject[] = calls.map(({ call_id }) => ({ type: 'function_call_output', call_id, output: '15 degrees' }))
const answer: JsonObject = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  phase: 'final_answer',
  content: [{ type: 'output_text', text: 'It is 15 degrees.', annotations: [], logprobs: [] }],
}
const event: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    day: { type: 'string', format: 'date' },
    participants: { type: 'array', items: { type: 'string' } },
  },
  required: ['name', 'day', 'participants'],
  additionalProperties: false,
}

function asked(name: string, patch: JsonObject): Valid {
  return { name, body: { model: 'gpt-5', input: 'Tell me a story.', ...patch } }
}

export const takenByResponses: readonly Valid[] = [
  asked('a text', {}),
  asked('a stream', { stream: true, stream_options: { include_obfuscation: false }, instructions: 'Be brief.' }),
  asked('images by address, data and id', {
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'what is in this image?' },
          { type: 'input_image', image_url: 'https://example.com/nature.jpg', detail: 'high' },
          { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
          { type: 'input_image', file_id: 'file-1' },
        ],
      },
    ],
  }),
  asked('files by address, data and id', {
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_file', file_url: 'https://example.com/letter.pdf' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' },
          { type: 'input_file', file_id: 'file-1' },
        ],
      },
    ],
  }),
  asked('functions', { tools: [weather], tool_choice: 'auto', parallel_tool_calls: true }),
  asked('a function that must be called', { tools: [weather], tool_choice: { type: 'function', name: 'get_weather' } }),
  asked('some of the functions', {
    tools: [weather],
    tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'get_weather' }] },
  }),
  asked('parallel calls after thoughts, with their results', {
    tools: [weather],
    input: [hello, thought, ...calls, ...results, answer, hello],
  }),
  asked('calls and results without ids', {
    tools: [weather],
    store: false,
    include: ['reasoning.encrypted_content'],
    input: [hello, ...calls.map(({ id: _id, ...call }) => call), ...results, { role: 'assistant', content: 'It is 15.' }, hello],
  }),
  asked('a result with an image', {
    tools: [weather],
    input: [
      hello,
      calls[0] ?? {},
      { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_image', image_url: 'https://example.com/a.png' }] },
    ],
  }),
  asked('results after a response that is stored', { previous_response_id: 'resp_1', tools: [weather], input: results }),
  asked('a conversation that is stored', { conversation: { id: 'conv_1' }, input: [hello] }),
  asked('a prompt that is stored', { prompt: { id: 'pmpt_1', version: '2', variables: { city: 'Paris' } } }),
  asked('a structured answer', {
    text: { format: { type: 'json_schema', name: 'calendar_event', strict: true, schema: event }, verbosity: 'low' },
  }),
  asked('an answer in JSON', { input: [{ role: 'developer', content: 'Use JSON.' }, hello], text: { format: { type: 'json_object' } } }),
  asked('thoughts with a summary', { reasoning: { effort: 'high', summary: 'auto' }, max_output_tokens: 16 }),
  asked('the greatest effort', { model: 'gpt-5.6-sol', reasoning: { effort: 'max', context: 'all_turns' }, top_logprobs: 0 }),
  asked('functions while thinking', { model: 'gpt-6-astra', reasoning: { effort: 'low' }, tools: [weather] }),
  asked('sampling without thoughts', { model: 'gpt-5.2', reasoning: { effort: 'none' }, temperature: 0.2, top_p: 0.9 }),
  asked('sampling of a model that does not think', {
    model: 'gpt-4o',
    temperature: 0.2,
    top_p: 0.9,
    include: ['message.output_text.logprobs'],
  }),
  asked('hosted tools', {
    include: ['web_search_call.action.sources', 'file_search_call.results', 'code_interpreter_call.outputs'],
    tools: [
      { type: 'web_search', filters: { allowed_domains: ['example.com'] }, user_location: { type: 'approximate', country: 'GB' } },
      { type: 'file_search', vector_store_ids: ['vs_1'], max_num_results: 20 },
      { type: 'code_interpreter', container: { type: 'auto' } },
      { type: 'image_generation', partial_images: 2 },
      { type: 'mcp', server_label: 'deepwiki', server_url: 'https://mcp.deepwiki.com/mcp', require_approval: 'never' },
    ],
  }),
  asked('a custom tool with a grammar', {
    tools: [{ type: 'custom', name: 'math_exp', format: { type: 'grammar', syntax: 'lark', definition: 'start: "1"' } }],
    input: [
      hello,
      { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_1', name: 'math_exp', input: '1' },
      { type: 'custom_tool_call_output', call_id: 'call_1', output: '1' },
    ],
  }),
  asked('a computer', {
    model: 'computer-use-preview',
    tools: [{ type: 'computer_use_preview', display_width: 1024, display_height: 768, environment: 'browser' }],
    truncation: 'auto',
  }),
  asked('marks of the prompt cache', {
    model: 'gpt-5.6-sol',
    prompt_cache_key: 'k'.repeat(64),
    prompt_cache_options: { mode: 'explicit', ttl: '30m' },
    safety_identifier: 's'.repeat(128),
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'Long.', prompt_cache_breakpoint: { mode: 'explicit' } }] }],
  }),
  asked('a function with optional parameters', {
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] } }],
  }),
  asked('all that gpt-5.6 was seen to take', {
    model: 'gpt-5.6-terra',
    ...{ max_output_tokens: 16, background: true, max_tool_calls: 3, parallel_tool_calls: false, store: true, truncation: 'auto' },
    ...{ instructions: 'be terse', user: 'probe', safety_identifier: 'probe', prompt_cache_key: 'key', service_tier: 'fast' },
    ...{ prompt_cache_options: { mode: 'implicit', ttl: '30m' }, metadata: { a: 'b' }, temperature: 1, tools: [] },
  }),
  asked('items with their status, id and type', {
    input: [
      { type: 'message', role: 'user', content: 'ping', id: 'msg_x', status: 'completed' },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
      { role: 'developer', content: 'Go on.' },
    ],
  }),
  // A field that a tool does not have is ignored.
  asked('a tool with a stranger', { tools: [{ ...weather, cache_control: { type: 'ephemeral' } }] }),
  asked('as the command line asks', { client_metadata: { 'x-codex-installation-id': 'a' } }),
  asked('in the background', { background: true, max_tool_calls: 3, metadata: { topic: 'demo' }, service_tier: 'priority' }),
]
