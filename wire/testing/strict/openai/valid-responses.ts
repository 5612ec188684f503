// Requests that Responses takes, after its reference and guides: what is stored, models and conflicts that no draw holds.
import type { JsonObject } from '../../../src/encoding/json.ts'
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
function asked(name: string, patch: JsonObject): Valid {
  return { name, body: { model: 'gpt-5', input: 'Tell me a story.', ...patch } }
}

export const takenByResponses: readonly Valid[] = [
  asked('parallel calls after thoughts, with their results', {
    tools: [weather],
    input: [hello, thought, ...calls, ...results, answer, hello],
  }),
  asked('results after a response that is stored', { previous_response_id: 'resp_1', tools: [weather], input: results }),
  asked('a conversation that is stored', { conversation: { id: 'conv_1' }, input: [hello] }),
  asked('a prompt that is stored', { prompt: { id: 'pmpt_1', version: '2', variables: { city: 'Paris' } } }),
  asked('the greatest effort', { model: 'gpt-5.6-sol', reasoning: { effort: 'max', context: 'all_turns' }, top_logprobs: 0 }),
  asked('functions while thinking', { model: 'gpt-6-astra', reasoning: { effort: 'low' }, tools: [weather] }),
  asked('sampling without thoughts', { model: 'gpt-5.2', reasoning: { effort: 'none' }, temperature: 0.2, top_p: 0.9 }),
  asked('sampling of a model that does not think', {
    model: 'gpt-4o',
    temperature: 0.2,
    top_p: 0.9,
    include: ['message.output_text.logprobs'],
  }),
  asked('marks of the prompt cache', {
    model: 'gpt-5.6-sol',
    prompt_cache_key: 'k'.repeat(64),
    prompt_cache_options: { mode: 'explicit', ttl: '30m' },
    safety_identifier: 's'.repeat(128),
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'Long.', prompt_cache_breakpoint: { mode: 'explicit' } }] }],
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
