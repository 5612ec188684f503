// Replies of Anthropic Messages, written by hand after what the vendor and others of its dialect do, for what the recordings do not have.
import type { JsonObject } from '../src/encoding/json.ts'

const usage = { input_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 5, service_tier: 'standard' }
const whole = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-x', stop_sequence: null, usage }

const start = (fields: JsonObject = {}): JsonObject => ({
  type: 'message_start',
  message: { ...whole, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 }, ...fields },
})
const block = (index: number, content_block: JsonObject): JsonObject => ({ type: 'content_block_start', index, content_block })
const delta = (index: number, fields: JsonObject): JsonObject => ({ type: 'content_block_delta', index, delta: fields })
const stop = (index: number): JsonObject => ({ type: 'content_block_stop', index })
const end = (reason: string, fields: JsonObject = {}): JsonObject[] => [
  { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null, ...fields }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
]
const said = (index: number, text: string): JsonObject[] => [
  block(index, { type: 'text', text: '' }),
  delta(index, { type: 'text_delta', text }),
  stop(index),
]

export const messageReplies: Readonly<Record<string, JsonObject>> = {
  'blocks of every kind': {
    ...whole,
    content: [
      { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'cmVk' },
      {
        type: 'text',
        text: 'Grass is green.',
        citations: [
          {
            type: 'char_location',
            cited_text: 'green',
            document_index: 0,
            document_title: 'Lawn',
            start_char_index: 0,
            end_char_index: 5,
            file_id: null,
          },
          { type: 'page_location', cited_text: 'green', document_index: 1, document_title: null, start_page_number: 1, end_page_number: 2 },
          {
            type: 'search_result_location',
            cited_text: 'x',
            source: 'https://example.org',
            title: 'T',
            search_result_index: 0,
            start_block_index: 0,
            end_block_index: 1,
          },
        ],
      },
      { type: 'text', text: 'x', citations: null },
      { type: 'text', text: 'x', citations: [] },
      { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { place: 'Paris' }, caller: { type: 'direct' } },
      { type: 'tool_use', id: 'toolu_2', name: 'now', input: {} },
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_fetch', input: { url: 'https://example.org' } },
      {
        type: 'web_fetch_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: { type: 'web_fetch_tool_result_error', error_code: 'unavailable' },
      },
      { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'echo', server_name: 's', input: { a: 1 } },
      { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [{ type: 'text', text: 'a' }] },
      { type: 'container_upload', file_id: 'file_1' },
      { type: 'hologram', depth: 3 },
    ],
    stop_reason: 'tool_use',
    stop_details: null,
    container: { id: 'container_1', expires_at: '2026-11-21T00:00:00Z', skills: null },
    context_management: { applied_edits: [{ type: 'clear_thinking_20251015', cleared_input_tokens: 3, cleared_thinking_turns: 1 }] },
    diagnostics: { cache_miss_reason: null },
  },
  'a stop sequence': { ...whole, content: [{ type: 'text', text: 'A' }], stop_reason: 'stop_sequence', stop_sequence: 'END' },
  'a pause, and what a compaction and an adviser used': {
    ...whole,
    content: [{ type: 'compaction', content: 'Before: all.', encrypted_content: 'ZW5j' }],
    stop_reason: 'compaction',
    usage: {
      ...usage,
      output_tokens_details: { thinking_tokens: 2 },
      iterations: [
        { type: 'compaction', input_tokens: 100, output_tokens: 20, cache_read_input_tokens: 7, cache_creation_input_tokens: 0 },
        {
          type: 'advisor_message',
          model: 'm',
          input_tokens: 30,
          output_tokens: 4,
          cache_read_input_tokens: 0,
          cache_creation_input_tokens: 6,
          cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 6 },
        },
        { type: 'message', input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
      ],
    },
  },
  'a full context': { ...whole, content: [{ type: 'text', text: 'A' }], stop_reason: 'model_context_window_exceeded' },
  'a new reason': { id: 'msg_2', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: 'bored', usage },
  'thinking of a vendor that does not sign': {
    ...whole,
    content: [
      { type: 'thinking', thinking: 'a' },
      { type: 'thinking', thinking: 'b', signature: '' },
      { type: 'text', text: 'A' },
    ],
    stop_reason: 'end_turn',
  },
  'an answer that was cut off': { ...whole, content: [{ type: 'text', text: '' }], stop_reason: null, container: null },
}

export const messageStreams: Readonly<Record<string, readonly JsonObject[]>> = {
  'thinking, text with a citation, calls with and without arguments': [
    start(),
    block(0, { type: 'thinking', thinking: '', signature: '' }),
    { type: 'ping' },
    delta(0, { type: 'thinking_delta', thinking: 'Grüße ' }),
    delta(0, { type: 'thinking_delta', thinking: '🎉' }),
    delta(0, { type: 'signature_delta', signature: 'c2ln' }),
    stop(0),
    block(1, { type: 'redacted_thinking', data: 'cmVk' }),
    stop(1),
    block(2, { type: 'text', text: '', citations: [] }),
    delta(2, {
      type: 'citations_delta',
      citation: { type: 'web_search_result_location', url: 'https://example.org', title: 'T', cited_text: 'q', encrypted_index: 'aW5k' },
    }),
    delta(2, { type: 'text_delta', text: 'So.' }),
    stop(2),
    block(3, { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} }),
    delta(3, { type: 'input_json_delta', partial_json: '' }),
    delta(3, { type: 'input_json_delta', partial_json: '{"place": "Par' }),
    delta(3, { type: 'input_json_delta', partial_json: 'is"}' }),
    stop(3),
    block(4, { type: 'tool_use', id: 'toolu_2', name: 'now', input: {} }),
    delta(4, { type: 'input_json_delta', partial_json: '' }),
    stop(4),
    block(5, { type: 'tool_use', id: 'toolu_3', name: 'now', input: {} }),
    stop(5),
    block(6, {
      type: 'tool_use',
      id: 'toolu_4',
      name: 'roll',
      input: { player: 'one' },
      caller: { type: 'code_execution_20260120', tool_id: 's' },
    }),
    stop(6),
    ...end('tool_use'),
  ],
  'an answer that comes whole in its beginning': [
    start({
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'roll', input: { player: 'two' } }],
      stop_reason: 'tool_use',
      container: { id: 'c' },
    }),
    { type: 'message_stop' },
  ],
  'a stop sequence, and a beginning that comes twice': [
    start(),
    start(),
    ...said(0, 'A'),
    { type: 'message_delta', delta: { stop_reason: 'stop_sequence', stop_sequence: 'END' }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ],
  'a compaction and an upload': [
    start(),
    block(0, { type: 'compaction', content: null, encrypted_content: null }),
    delta(0, { type: 'compaction_delta', content: 'Before: all.', encrypted_content: 'ZW5j' }),
    stop(0),
    block(1, { type: 'container_upload', file_id: 'file_1' }),
    stop(1),
    block(2, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
    delta(2, { type: 'input_json_delta', partial_json: '{"query":' }),
    delta(2, { type: 'input_json_delta', partial_json: '"x"}' }),
    stop(2),
    ...said(3, 'A'),
    ...end('compaction', { container: { id: 'c' } }),
  ],
  'events, deltas and blocks that are new': [
    start(),
    block(0, { type: 'text', text: 'Be' }),
    delta(0, { type: 'text_delta', text: 'gun' }),
    delta(0, { type: 'new_delta', colour: 'green' }),
    stop(0),
    { type: 'weather_report', sky: 'blue' },
    block(1, { type: 'hologram', depth: 1, name: 'a' }),
    delta(1, { type: 'new_delta', depth: 3 }),
    stop(1),
    ...end('bored'),
  ],
  'unread fields of several deltas of one block': [
    start(),
    block(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
    { ...delta(0, { type: 'input_json_delta', partial_json: '{"query":', pace: 'slow' }), first: 1 },
    { ...delta(0, { type: 'input_json_delta', partial_json: '"x"}', tone: 'low' }), second: 2 },
    stop(0),
    ...said(1, 'A'),
    ...end('end_turn'),
  ],
  'usage on several events': [
    start({
      usage: {
        input_tokens: 3,
        cache_creation_input_tokens: 5,
        cache_read_input_tokens: 7,
        cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 4 },
        output_tokens: 1,
      },
    }),
    ...said(0, 'A'),
    { type: 'message_delta', delta: {}, usage: { output_tokens: 2 } },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { input_tokens: 4, output_tokens: 9 },
      context_management: { applied_edits: [] },
    },
    { type: 'message_stop' },
  ],
  'a failure in the middle': [
    start(),
    block(0, { type: 'text', text: '' }),
    delta(0, { type: 'text_delta', text: 'A' }),
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' },
  ],
}
