// Requests of the chat dialect that no draw holds: fields of other vendors, values that the SDK's types do not know, and turns in odd places.
import type { JsonObject } from '../../src/encoding/json.ts'

const plain: JsonObject = { model: 'm', messages: [] }
const query = { type: 'custom', custom: { name: 'query' } }
const said = (role: string, content: string | JsonObject[] | null, rest: JsonObject = {}): JsonObject => ({ role, content, ...rest })
const nulls = 'temperature stop tools tool_choice stream stream_options response_format max_tokens metadata modalities'

export const chatRequests: Readonly<Record<string, JsonObject>> = {
  'fields of other vendors': {
    ...plain,
    top_k: 40,
    max_tokens: 10,
    max_completion_tokens: 20,
    reasoning: { effort: 'high', max_tokens: 100, enabled: true, exclude: false },
    tools: [{ type: 'web_search', web_search: { depth: 2 } }],
  },
  'tools and their results': {
    ...plain,
    messages: [
      said('assistant', null, {
        ...{ refusal: null, audio: null, annotations: [] },
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'weather', arguments: '{"place":"Paris"}' } },
          { id: 'b', type: 'function', function: { name: 'weather', arguments: '' } },
          { id: 'c', type: 'custom', custom: { name: 'query', input: 'select 1' } },
        ],
      }),
      { role: 'tool', tool_call_id: 'a', content: 'rain' },
      { role: 'tool', tool_call_id: 'b', name: 'weather', content: [{ type: 'text', text: 'sun' }] },
      { role: 'tool', tool_call_id: 'c', content: [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }] },
      said('assistant', 'Rain and sun.', { tool_calls: [] }),
      { role: 'assistant', tool_calls: [{ id: 'd', function: { name: 'weather', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'd', content: '' },
    ],
  },
  'media in and out': {
    ...plain,
    messages: [
      said('user', [
        { type: 'text', text: 'What is this?', cache_control: { type: 'ephemeral', ttl: '1h' } },
        { type: 'image_url', image_url: 'https://example.org/bare.png' },
        { type: 'image_url', image_url: { url: 'data:,hello' } },
        { type: 'input_audio', input_audio: { data: 'https://example.org/a.wav' } },
        { type: 'file', file: { filename: 'b.pdf', file_data: 'JVBERi0=' } },
        { type: 'video_url', video_url: { url: 'https://example.org/a.mp4' } },
        { type: 'hologram', hologram: { depth: 3 } },
      ]),
      { role: 'assistant', audio: { id: 'audio-1' } },
      said('assistant', [
        { type: 'text', text: 'a' },
        { type: 'refusal', refusal: 'no' },
      ]),
      said('assistant', null, { refusal: 'I will not.' }),
      said('assistant', 'Here.', { images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' }, index: 0 }] }),
      said('user', []),
      said('user', ''),
      said('user', 'go on'),
    ],
  },
  'thinking that is sent back': {
    ...plain,
    messages: [
      said('assistant', 'A', { reasoning_content: 'deep' }),
      said('assistant', 'B', { reasoning: 'open', reasoning_details: [{ type: 'reasoning.text', text: 'open', signature: 's' }] }),
      said('assistant', 'C', { reasoning_details: [{ type: 'reasoning.encrypted', data: 'xyz' }] }),
      said('assistant', 'D', { reasoning: 'one', reasoning_content: 'two' }),
      said(
        'assistant',
        [
          { type: 'thinking', thinking: [{ type: 'text', text: 'm' }] },
          { type: 'text', text: 'E' },
        ],
        { prefix: true },
      ),
    ],
  },
  'a legacy result without content': {
    ...plain,
    functions: [],
    function_call: 'auto',
    messages: [{ role: 'function', name: 'f', content: null }],
  },
  'nulls everywhere': {
    ...plain,
    ...Object.fromEntries(nulls.split(' ').map((name) => [name, null])),
    messages: [said('user', 'x', { name: null })],
  },
  'allowed custom tools': { ...plain, tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [query] } } },
  'a choice that is new': { ...plain, tool_choice: 'any', modalities: ['text', 'smell'], stream_options: {} },
  'a format that is new': { ...plain, response_format: { type: 'grammar', grammar: 'x' } },
}
