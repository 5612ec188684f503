// What the example requests are made of.
import type { JsonObject } from '../../../src/encoding/json.ts'
import type { JudgedRequest } from '../judge.ts'

const headers = { 'x-api-key': 'key', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }
const hello = [{ role: 'user', content: 'Hello, Claude' }]

/** A request of a model that takes most things, with these fields instead. */
export function asked(fields: JsonObject, more: Record<string, string> = {}): JudgedRequest {
  const body = { model: 'claude-sonnet-4-5-20250929', max_tokens: 4096, messages: hello, ...fields }
  return { path: '/v1/messages', headers: { ...headers, ...more }, body }
}

/** A request for a count of tokens. */
export function counted(fields: JsonObject): JudgedRequest {
  const body = { model: 'claude-sonnet-4-5-20250929', messages: hello, ...fields }
  return { path: '/v1/messages/count_tokens', headers, body }
}

export const weather = {
  name: 'get_weather',
  description: 'The weather of a city',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
export const call = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'get_weather', input: { city: 'Paris' } })
export const result = (id: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content: '21 degrees' })
export const user = (...content: JsonObject[]): JsonObject => ({ role: 'user', content })
export const assistant = (...content: JsonObject[]): JsonObject => ({ role: 'assistant', content })
export const text = (words: string): JsonObject => ({ type: 'text', text: words })
export const letter: JsonObject = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Dear all' } }
/** A text of an answer, with the place that it was taken from. */
export const cited: JsonObject = {
  ...text('Dear all'),
  citations: [
    { type: 'char_location', cited_text: 'Dear', document_index: 0, document_title: null, start_char_index: 0, end_char_index: 4 },
  ],
}
export const thought: JsonObject = { type: 'thinking', thinking: 'The user asks for the weather.', signature: 'EqoBCkgIARABGAIiQL2U' }
