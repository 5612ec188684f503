// Requests of the Responses dialect that no draw holds: what is stored at the vendor, what the SDK's types do not know, and items in odd places.
import type { JsonObject } from '../../src/encoding/json.ts'

const plain: JsonObject = { model: 'm', input: 'go' }
const nulls = 'instructions temperature tools tool_choice stream text reasoning max_output_tokens metadata include previous_response_id'
const message = (role: string, content: string | JsonObject[], rest: JsonObject = {}): JsonObject => ({
  type: 'message',
  role,
  content,
  ...rest,
})
const said = (text: string): JsonObject => ({ type: 'output_text', text })
const lark = { type: 'custom', name: 'query', description: 'Runs.', format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' } }
const weather = {
  type: 'function',
  name: 'weather',
  description: 'The weather.',
  parameters: { type: 'object', properties: {} },
  strict: true,
}
const allowed = (mode: string, ...tools: JsonObject[]): JsonObject => ({ ...plain, tool_choice: { type: 'allowed_tools', mode, tools } })

export const responsesRequests: Readonly<Record<string, JsonObject>> = {
  'nothing but a stored prompt': { model: 'm', prompt: { id: 'pmpt_1', version: '2', variables: { city: 'Rome' } } },
  'what is stored, and penalties': {
    ...plain,
    ...{ previous_response_id: 'resp_1', conversation: { id: 'conv_1' }, background: false, presence_penalty: 0.1, frequency_penalty: 0.2 },
  },
  'messages of every role and form': {
    ...plain,
    instructions: '',
    input: [
      { role: 'user', content: [] },
      { role: 'user', content: '' },
      message('user', [{ type: 'input_text', text: 'Hello' }], { id: 'msg_u', status: 'completed' }),
      { role: 'assistant', content: 'Hi.' },
      { role: 'assistant', content: [said('And?')] },
      message('assistant', [], { phase: 'commentary' }),
      message(
        'assistant',
        [
          {
            ...said('See here.'),
            annotations: [
              { type: 'url_citation', url: 'https://example.org/a', title: 'A', start_index: 0, end_index: 3 },
              { type: 'container_file_citation', container_id: 'c', file_id: 'file-2', filename: 'b.png', start_index: 1, end_index: 2 },
              { type: 'file_path', file_id: 'file-3', index: 1 },
            ],
          },
          { ...said('More.'), annotations: [], logprobs: [] },
          { type: 'refusal', refusal: 'No.' },
          { type: 'hologram', depth: 3 },
        ],
        { id: 'msg_a', status: 'completed', phase: 'final_answer' },
      ),
      message('assistant', [{ type: 'refusal', refusal: 'No again.' }]),
      message('assistant', [{ type: 'input_text', text: 'as some clients say it' }]),
      message('assistant', [said('and')]),
      message('assistant', [said('again')]),
      message('user', [{ type: 'input_text', text: 'Well?' }]),
      message('assistant', [said('')]),
    ],
  },
  'media in': {
    ...plain,
    input: [
      message('user', [
        { type: 'input_image', image_url: 'https://example.org/a.png', detail: 'high' },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'auto' },
        { type: 'input_image', image_url: 'data:,hello' },
        { type: 'input_image', file_id: 'file-1', image_url: null },
        { type: 'input_image' },
        { type: 'input_file', file_id: 'file-2' },
        { type: 'input_file', file_url: 'https://example.org/a.pdf' },
        { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
        { type: 'input_file', filename: 'b.pdf', file_data: 'JVBERi0=' },
        { type: 'input_file', filename: 'c.txt', file_data: 'data:text/plain,hello' },
        { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
        { type: 'input_audio', input_audio: { data: 'SUQz', format: 'mp3' } },
        { type: 'hologram', hologram: { depth: 3 } },
      ]),
    ],
  },
  'results of calls that are not there': {
    ...plain,
    tools: [lark],
    input: [
      {
        type: 'function_call_output',
        call_id: 'b',
        output: [
          { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'low' },
          { type: 'input_file', file_id: 'file-1' },
        ],
      },
      { type: 'function_call_output', call_id: 'e', output: [] },
      message('assistant', [said('Rain and sun.')]),
    ],
  },
  'thinking that is sent back': {
    ...plain,
    input: [
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'one' }], encrypted_content: 'gAAAAB', status: 'completed' },
      {
        type: 'reasoning',
        id: 'rs_2',
        summary: [{ type: 'summary_text', text: 'two' }],
        content: [{ type: 'reasoning_text', text: 'three' }],
      },
      { type: 'reasoning', summary: [], content: null, encrypted_content: 'gAAAAC' },
      { type: 'reasoning', id: 'rs_3', content: [], summary: [{ type: 'summary_text', text: '' }], encrypted_content: null },
      { type: 'reasoning', id: 'rs_4', content: [{ type: 'reasoning_text', text: 'open' }] },
      message('user', 'go on'),
    ],
  },
  'items in forms of their own': {
    ...plain,
    input: [
      { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['x'], results: null },
      { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'aGk=', output_format: 'webp', revised_prompt: 'a hat' },
      { type: 'image_generation_call', id: 'ig_2', status: 'failed', result: null },
      { type: 'local_shell_call', id: 'ls_1', call_id: 'l1', status: 'completed', action: { type: 'exec', command: ['ls'], env: {} } },
      { id: 'rs_9' },
      { type: 'hologram_call', depth: 3 },
    ],
  },
  'namespaces of other tools and of none': {
    ...plain,
    tools: [
      { type: 'namespace', name: 'crm', description: 'Customers.', tools: [weather, { type: 'custom', name: 'note' }] },
      { type: 'namespace', name: 'other', tools: [{ type: 'mcp', server_label: 's' }] },
      { type: 'namespace', name: 'empty', tools: [] },
    ],
  },
  'tools that items bring': {
    ...plain,
    tools: [weather],
    input: [
      { type: 'additional_tools', role: 'developer', tools: [lark, { type: 'namespace', name: 'crm', tools: [weather] }] },
      { type: 'item_reference', id: 'msg_9' },
      message('developer', [{ type: 'input_text', text: 'Be brief.' }]),
      { type: 'hologram', depth: 3 },
      { role: 'user', content: 'go' },
      { type: 'tool_search_call', call_id: 't1', execution: 'client', arguments: {} },
      { type: 'tool_search_output', call_id: 't1', execution: 'client', tools: [lark] },
      { type: 'tool_search_call', id: 'ts_2', call_id: 't2', execution: 'client', arguments: { query: 'x' } },
      { type: 'tool_search_output', call_id: 't2', execution: 'client', tools: [weather] },
      { role: 'user', content: [] },
      { type: 'hologram', depth: 4 },
      { role: 'user', content: [] },
      { type: 'compaction', encrypted_content: 'x' },
    ],
  },
  'a choice of a tool in a namespace': { ...plain, tool_choice: { type: 'function', namespace: 'crm', name: 'orders' } },
  'allowed tools': allowed('required', { type: 'function', name: 'weather' }, { type: 'custom', name: 'query' }),
  'allowed tools of the vendor': allowed('auto', { type: 'mcp', server_label: 's' }),
  'a choice that is new': { ...plain, tool_choice: 'any', text: {} },
  'a format that is new': { ...plain, text: { format: { type: 'grammar', grammar: 'x' } } },
  'nulls everywhere': {
    ...plain,
    ...Object.fromEntries(nulls.split(' ').map((name) => [name, null])),
    input: [message('user', 'x', { id: null, status: null })],
  },
}
