// Requests of Anthropic Messages, written by hand: together they use every feature that the dialect has.
import type { JsonObject } from '../src/json.ts'

const weather = {
  name: 'weather',
  description: 'The weather at a place.',
  input_schema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
}
const marked = { type: 'ephemeral', ttl: '1h' }
const plain = { model: 'claude-x', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] }
const asks = (content: JsonObject[]): JsonObject => ({ ...plain, messages: [{ role: 'user', content }] })

export const messageRequests: Readonly<Record<string, JsonObject>> = {
  plain,
  'no limit of tokens': { model: 'm', messages: [] },
  'every parameter': {
    ...plain,
    system: [
      { type: 'text', text: 'x-anthropic-billing-header: cc_version=2' },
      { type: 'text', text: 'Be brief.', cache_control: marked },
    ],
    temperature: 1.5,
    top_p: 0.9,
    top_k: 40,
    stop_sequences: ['END', '\n'],
    metadata: { user_id: 'u-1' },
    service_tier: 'standard_only',
    stream: true,
    cache_control: { type: 'ephemeral' },
    container: { id: 'container_1', skills: [{ type: 'anthropic', skill_id: 'pptx', version: 'latest' }] },
    context_management: { edits: [{ type: 'clear_tool_uses_20250919', trigger: { type: 'input_tokens', value: 9 } }] },
    mcp_servers: [
      { type: 'url', url: 'https://example.org/mcp', name: 's', authorization_token: 't', tool_configuration: { enabled: true } },
    ],
    inference_geo: 'eu',
    speed: 'fast',
    fallbacks: 'default',
    betas: ['context-1m-2025-08-07'],
    output_config: {
      effort: 'xhigh',
      format: { type: 'json_schema', schema: { type: 'object', properties: {} } },
      task_budget: { type: 'tokens', total: 9 },
    },
    thinking: { type: 'enabled', budget_tokens: 2048, display: 'summarized', block_binding: { prefix_mismatch_behavior: 'error' } },
  },
  'system as a text': { ...plain, system: 'Be brief.' },
  'system as an empty text': { ...plain, system: '' },
  'system as one block and as none': { ...plain, system: [{ type: 'text', text: 'Be brief.' }] },
  'system without blocks': { ...plain, system: [] },
  'adaptive thinking': { ...plain, thinking: { type: 'adaptive', display: 'omitted' }, output_config: { effort: 'low' } },
  'no thinking': { ...plain, thinking: { type: 'disabled' }, output_config: {}, metadata: {} },
  'thinking in a new form': { ...plain, thinking: { type: 'between_tools' }, service_tier: 'auto' },
  'effort alone': { ...plain, output_config: { effort: 'max' } },
  'the older output format': { ...plain, output_format: { type: 'json_schema', schema: { type: 'object' } } },
  'output formats that are new': { ...plain, output_format: { type: 'grammar' } },
  'a format of the newer place that is new': {
    ...plain,
    output_config: { format: { type: 'grammar', rules: 'x' } },
    output_format: { type: 'json_schema', schema: {} },
  },
  'nulls everywhere': {
    ...plain,
    system: null,
    tools: null,
    tool_choice: null,
    thinking: null,
    output_config: null,
    metadata: null,
    stop_sequences: null,
    temperature: null,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'x', citations: null, cache_control: null }] }],
  },
  'tools of every kind': {
    ...plain,
    tools: [
      {
        ...weather,
        strict: true,
        cache_control: { type: 'ephemeral' },
        defer_loading: true,
        input_examples: [{ place: 'Paris' }],
        eager_input_streaming: true,
      },
      { type: 'custom', name: 'now', input_schema: { type: 'object' }, strict: false, allowed_callers: ['code_execution_20260120'] },
      { type: null, name: 'later', input_schema: { type: 'object' } },
      {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: 3,
        allowed_domains: ['example.org'],
        user_location: { type: 'approximate', country: 'DE' },
      },
      { type: 'web_fetch_20250910', name: 'web_fetch', citations: { enabled: true } },
      { type: 'code_execution_20250825', name: 'code_execution' },
      { type: 'bash_20250124', name: 'bash' },
      { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 9 },
      { type: 'computer_20251124', name: 'computer', display_width_px: 1, display_height_px: 1 },
      { type: 'memory_20250818', name: 'memory', cache_control: { type: 'ephemeral' } },
      { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
      { type: 'mcp_toolset', mcp_server_name: 's', default_config: { enabled: true }, configs: { echo: { enabled: false } } },
    ],
    tool_choice: { type: 'auto', disable_parallel_tool_use: false },
  },
  'a choice of any tool, one at a time': { ...plain, tools: [weather], tool_choice: { type: 'any', disable_parallel_tool_use: true } },
  'a choice of one tool': { ...plain, tools: [weather], tool_choice: { type: 'tool', name: 'weather' } },
  'a choice of no tool': { ...plain, tools: [weather], tool_choice: { type: 'none' } },
  'a choice without tools': { ...plain, tools: [], tool_choice: { type: 'any' } },
  'a choice that is new': { ...plain, tools: [weather], tool_choice: { type: 'some', names: ['weather'] } },
  'media in the question': asks([
    { type: 'text', text: 'What is this?', cache_control: marked },
    { type: 'text', text: '' },
    {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
      cache_control: { type: 'ephemeral', ttl: '5m' },
    },
    { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' }, transformations: { oversized_image: 'error' } },
    { type: 'image', source: { type: 'file', file_id: 'file_1' } },
    { type: 'image', source: { type: 'hologram', depth: 3 } },
    {
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
      title: 'a.pdf',
      context: 'A paper.',
      citations: { enabled: true },
    },
    { type: 'document', source: { type: 'url', url: 'https://example.org/a.pdf' } },
    { type: 'document', source: { type: 'file', file_id: 'file_2' }, title: 'b' },
    {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'Plain \ud800 words.' },
      title: 'c',
      citations: { enabled: true },
      cache_control: { type: 'ephemeral' },
    },
    { type: 'document', source: { type: 'text', data: 'No type.' } },
    { type: 'document', source: { type: 'content', content: 'One text.' } },
    {
      type: 'document',
      source: {
        type: 'content',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: '' },
          { type: 'text', text: 'b\nc' },
        ],
      },
      title: 'd',
    },
    {
      type: 'document',
      source: { type: 'content', content: [{ type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } }] },
    },
    {
      type: 'search_result',
      source: 'https://example.org',
      title: 'T',
      content: [{ type: 'text', text: 'found' }],
      citations: { enabled: true },
    },
    { type: 'search_result', source: 's', title: 'T', content: [] },
    { type: 'container_upload', file_id: 'file_3' },
    { type: 'hologram', depth: 3 },
  ]),
  'a round of tools': {
    ...plain,
    tools: [weather],
    messages: [
      { role: 'user', content: 'Paris and Rome?' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Both.', signature: 'c2ln' },
          { type: 'redacted_thinking', data: 'cmVk' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { place: 'Paris' } },
          { type: 'tool_use', id: 'toolu_2', name: 'weather', input: {}, cache_control: { type: 'ephemeral' } },
          { type: 'tool_use', id: 'toolu_3', name: 'weather' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'rain' },
          {
            type: 'tool_result',
            tool_use_id: 'toolu_2',
            is_error: true,
            content: [
              { type: 'text', text: 'no' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
            ],
          },
          {
            type: 'tool_result',
            tool_use_id: 'toolu_3',
            is_error: false,
            content: [{ type: 'text', text: 'sun' }],
            cache_control: { type: 'ephemeral' },
          },
          { type: 'text', text: 'And now?' },
        ],
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_4', name: 'weather', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_4' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_4', content: [], toolset_name: 'x' }] },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_4',
            content: [
              { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } },
              { type: 'tool_reference', tool_name: 'weather' },
              { type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'x' }] },
            ],
          },
        ],
      },
    ],
  },
  'what servers did': {
    ...plain,
    messages: [
      { role: 'user', content: 'Search.' },
      {
        role: 'assistant',
        content: [
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
          {
            type: 'web_search_tool_result',
            tool_use_id: 'srvtoolu_1',
            content: [{ type: 'web_search_result', url: 'https://example.org', title: 'T', encrypted_content: 'ZW5j', page_age: null }],
          },
          {
            type: 'text',
            text: 'Found.',
            citations: [
              { type: 'web_search_result_location', url: 'https://example.org', title: 'T', cited_text: 'q', encrypted_index: 'aW5k' },
            ],
          },
          { type: 'text', text: 'More.', citations: [] },
          { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'echo', server_name: 's', input: {} },
          { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [{ type: 'text', text: 'a' }] },
          { type: 'compaction', content: 'All of it.', encrypted_content: null },
          { type: 'fallback', from: { model: 'a' }, to: { model: 'b' } },
        ],
      },
      { role: 'user', content: 'Go on.' },
    ],
  },
  'instructions in the middle, and turns in a row': {
    ...plain,
    system: 'Be brief.',
    messages: [
      { role: 'user', content: 'a' },
      { role: 'user', content: [{ type: 'text', text: 'b' }] },
      { role: 'system', content: 'Be briefer.', clear_at: 'next_user_message' },
      { role: 'assistant', content: '' },
      { role: 'assistant', content: [] },
      { role: 'system', content: [{ type: 'tool_addition', tool: { type: 'tool_reference', name: 'weather' } }] },
    ],
  },
  'instructions as the first message': {
    ...plain,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'a' },
    ],
  },
  'thinking of a vendor that does not sign': {
    ...plain,
    messages: [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'a' },
          { type: 'thinking', thinking: 'b', signature: '' },
          { type: 'text', text: 'A' },
        ],
      },
    ],
  },
  'a call at the end': {
    ...plain,
    messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} }] }],
  },
}
