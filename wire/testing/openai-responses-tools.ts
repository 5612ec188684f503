// The tools of requests of the Responses dialect, and which of them may be called: a part of its hand-written requests.
import type { JsonObject } from '../src/json.ts'

export const weather = {
  type: 'function',
  name: 'weather',
  description: 'The weather at a place.',
  parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'], additionalProperties: false },
  strict: true,
}
export const grammar = {
  type: 'custom',
  name: 'query',
  description: 'Runs a query.',
  format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
}

export const responsesToolRequests: Readonly<Record<string, JsonObject>> = {
  'tools of every kind': {
    model: 'm',
    input: 'go',
    tools: [
      { type: 'function', name: 'bare', parameters: null, strict: null },
      { type: 'function', name: 'later', parameters: { type: 'object', properties: {} }, strict: false, defer_loading: true },
      { type: 'custom', name: 'free', format: { type: 'text' } },
      { type: 'custom', name: 'plain' },
      {
        type: 'namespace',
        name: 'crm',
        description: 'Customers.',
        tools: [
          { type: 'function', name: 'orders', description: 'Open orders.', parameters: { type: 'object', properties: {} }, strict: false },
          { type: 'custom', name: 'note' },
        ],
      },
      { type: 'namespace', name: 'other', tools: [{ type: 'mcp', server_label: 's' }] },
      { type: 'namespace', name: 'empty', tools: [] },
      { type: 'web_search', search_context_size: 'low', filters: { allowed_domains: ['example.org'] } },
      { type: 'web_search_preview' },
      { type: 'file_search', vector_store_ids: ['vs_1'], max_num_results: 2 },
      { type: 'code_interpreter', container: { type: 'auto' } },
      { type: 'computer_use_preview', display_width: 10, display_height: 10, environment: 'browser' },
      { type: 'image_generation', size: 'auto' },
      { type: 'mcp', server_label: 's', server_url: 'https://example.org/mcp', require_approval: 'never' },
      { type: 'local_shell' },
      { type: 'shell' },
      { type: 'apply_patch' },
      { type: 'tool_search' },
    ],
  },
  'tools that items bring': {
    model: 'm',
    tools: [weather],
    input: [
      { type: 'additional_tools', role: 'developer', tools: [grammar, { type: 'namespace', name: 'crm', tools: [weather] }] },
      { type: 'item_reference', id: 'msg_9' },
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] },
      { type: 'hologram', depth: 3 },
      { role: 'user', content: 'go' },
      { type: 'tool_search_call', call_id: 't1', execution: 'client', arguments: {} },
      { type: 'tool_search_output', call_id: 't1', execution: 'client', tools: [grammar] },
      { role: 'user', content: [] },
      { type: 'hologram', depth: 4 },
      { role: 'user', content: [] },
      { type: 'compaction', encrypted_content: 'x' },
    ],
  },
  'no tools': { model: 'm', input: 'go', tools: [], include: [] },
  'a choice of one tool': { model: 'm', input: 'go', tools: [weather], tool_choice: { type: 'function', name: 'weather' } },
  'a choice of a tool in a namespace': { model: 'm', input: 'go', tool_choice: { type: 'function', namespace: 'crm', name: 'orders' } },
  'a choice of a custom tool': { model: 'm', input: 'go', tools: [grammar], tool_choice: { type: 'custom', name: 'query' } },
  'allowed tools': {
    model: 'm',
    input: 'go',
    tool_choice: {
      type: 'allowed_tools',
      mode: 'required',
      tools: [
        { type: 'function', name: 'weather' },
        { type: 'custom', name: 'query' },
      ],
    },
  },
  'allowed tools of the vendor': {
    model: 'm',
    input: 'go',
    tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'mcp', server_label: 's' }] },
  },
  'a choice of the vendor': { model: 'm', input: 'go', tool_choice: { type: 'web_search_preview' } },
  'a choice that is new': { model: 'm', input: 'go', tool_choice: 'any', text: {} },
}
