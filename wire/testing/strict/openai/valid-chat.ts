// Requests that Chat Completions takes, after its reference and guides: models, limits and conflicts that no draw holds.
import type { JsonObject } from '../../../src/encoding/json.ts'

/** A request that the vendor takes. */
export type Valid = { name: string; body: JsonObject }

const system: JsonObject = { role: 'developer', content: 'You are a helpful assistant.' }
const hello: JsonObject = { role: 'user', content: 'Hello!' }
const weather: JsonObject = { type: 'function', function: { name: 'get_weather', parameters: { type: 'object', properties: {} } } }

function asked(name: string, patch: JsonObject): Valid {
  return { name, body: { model: 'gpt-4.1', messages: [system, hello], ...patch } }
}
/** A message of the assistant that needs no content. */
function substitute(field: string): JsonObject {
  const held: JsonObject = { refusal: 'no', function_call: { name: 'f', arguments: '{}' }, audio: { id: 'a1' } }
  return { role: 'assistant', [field]: held[field] }
}
function said(name: string, ...messages: JsonObject[]): Valid {
  return asked(name, { messages })
}

export const takenByChat: readonly Valid[] = [
  asked('functions of a model that thinks', { model: 'o4-mini', reasoning_effort: 'high', tools: [weather], store: true }),
  asked('sampling without thoughts', { model: 'gpt-5.1', temperature: 0.2, top_p: 0.9 }),
  asked('functions without thoughts', { model: 'gpt-5.6-terra', reasoning_effort: 'none', tools: [weather], frequency_penalty: 0.5 }),
  asked('parallel calls forbidden beside no tools', { model: 'gpt-5.6-terra', parallel_tool_calls: false }),
  asked('marks of the prompt cache', {
    model: 'gpt-5.6-sol',
    prompt_cache_key: 'k'.repeat(64),
    prompt_cache_options: { mode: 'explicit', ttl: '30m' },
    messages: [{ role: 'developer', content: [{ type: 'text', text: 'Long.', prompt_cache_breakpoint: { mode: 'explicit' } }] }, hello],
  }),
  asked('the longest answer', { model: 'gpt-4o-mini-2024-07-18', max_tokens: 16_384, top_logprobs: 0 }),
  asked('spoken answers', { model: 'gpt-audio', modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'wav' } }),
  asked('a spoken question', {
    model: 'gpt-4o-audio-preview',
    messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'UklGR', format: 'wav' } }] }],
  }),
  said(
    'a refusal and a call sent back',
    hello,
    { role: 'assistant', refusal: 'No.' },
    hello,
    { role: 'assistant', content: '', annotations: [] },
    hello,
  ),
  asked('everything at its limit', {
    metadata: Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`${index}`.padStart(64, 'k'), 'v'.repeat(512)])),
    tools: Array.from({ length: 128 }, (_, index) => ({ type: 'function', function: { name: `${index}`.padStart(64, 'f') } })),
    temperature: 2,
    top_p: 0,
    frequency_penalty: 2,
    presence_penalty: -2,
    logprobs: true,
    top_logprobs: 20,
    n: 128,
  }),
  asked('all that gpt-5.6 was seen to take', {
    model: 'gpt-5.6-terra',
    ...{ store: false, user: 'probe', safety_identifier: 'probe', seed: 1, metadata: { a: 'b' }, n: 8, verbosity: 'low' },
    ...{ prompt_cache_key: 'key', prompt_cache_options: { ttl: '30m' }, prompt_cache_retention: '24h', service_tier: 'fast' },
    ...{ parallel_tool_calls: false, moderation: { model: 'omni-moderation-latest' }, max_completion_tokens: 1 },
    ...{ reasoning_effort: 'none', frequency_penalty: 2, presence_penalty: -2, logprobs: true, top_logprobs: 5 },
  }),
  said('what stands for a content', ...['refusal', 'function_call', 'audio'].map(substitute), hello),
  // A field that no message has is ignored, except by a developer's message.
  said('thoughts of another vendor', hello, { role: 'assistant', content: 'Hi', reasoning_content: 'They greet.' }, hello),
  asked('a model of the future', { model: 'gpt-9-nova', temperature: 0.2, reasoning_effort: 'high', max_tokens: 10 }),
]
