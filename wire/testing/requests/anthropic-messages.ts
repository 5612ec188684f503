// Requests of Anthropic Messages that no draw holds: what the SDK's types do not know, what the vendor would refuse, and turns in odd places.
import type { JsonObject } from '../../src/encoding/json.ts'

const weather = {
  name: 'weather',
  description: 'The weather.',
  input_schema: { type: 'object', properties: { place: { type: 'string' } } },
}
const plain: JsonObject = { model: 'claude-x', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] }
const talk = (...messages: [role: string, content: string | JsonObject[]][]): JsonObject => ({
  ...plain,
  messages: messages.map(([role, content]) => ({ role, content })),
})
const nulls = 'system tools tool_choice thinking output_config metadata stop_sequences temperature'
const call = (id: string, rest: JsonObject = {}): JsonObject => ({ type: 'tool_use', id, name: 'weather', ...rest })
const result = (id: string, rest: JsonObject = {}): JsonObject => ({ type: 'tool_result', tool_use_id: id, ...rest })
const text = (words: string, rest: JsonObject = {}): JsonObject => ({ type: 'text', text: words, ...rest })

export const messageRequests: Readonly<Record<string, JsonObject>> = {
  'no limit of tokens': { model: 'm', messages: [] },
  'settings of the middle': {
    ...plain,
    ...{
      system: [text('x-anthropic-billing-header: cc_version=2'), text('Be brief.', { cache_control: { type: 'ephemeral', ttl: '1h' } })],
    },
    ...{ temperature: 1.5, betas: ['context-1m-2025-08-07'], fallbacks: 'default' },
    container: { id: 'container_1', skills: [{ type: 'anthropic', skill_id: 'pptx', version: 'latest' }] },
    thinking: { type: 'enabled', budget_tokens: 2048, display: 'summarized', block_binding: { prefix_mismatch_behavior: 'error' } },
  },
  'no thinking': { ...plain, thinking: { type: 'disabled' }, output_config: {}, metadata: {} },
  'output formats that are new': { ...plain, output_format: { type: 'grammar' } },
  'a format of the newer place that is new': {
    ...plain,
    output_config: { format: { type: 'grammar', rules: 'x' } },
    output_format: { type: 'json_schema', schema: {} },
  },
  'nulls everywhere': {
    ...talk(['user', [text('x', { citations: null, cache_control: null })]]),
    ...Object.fromEntries(nulls.split(' ').map((name) => [name, null])),
  },
  'tools in forms of their own': {
    ...plain,
    tools: [
      { ...weather, strict: true, cache_control: { type: 'ephemeral' }, defer_loading: true, input_examples: [{ place: 'Paris' }] },
      { type: 'custom', name: 'now', input_schema: { type: 'object' }, strict: false, allowed_callers: ['code_execution_20260120'] },
      { type: null, name: 'later', input_schema: { type: 'object' } },
      { type: 'memory_20250818', name: 'memory', cache_control: { type: 'ephemeral' } },
      { type: 'mcp_toolset', mcp_server_name: 's', default_config: { enabled: true }, configs: { echo: { enabled: false } } },
    ],
    tool_choice: { type: 'auto', disable_parallel_tool_use: false },
  },
  'a choice that is new': { ...plain, tools: [weather], tool_choice: { type: 'some', names: ['weather'] } },
  'media in the question': talk([
    'user',
    [
      text(''),
      {
        type: 'image',
        source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
        cache_control: { type: 'ephemeral', ttl: '5m' },
      },
      { type: 'image', source: { type: 'hologram', depth: 3 } },
      {
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: 'Plain \ud800 words.' },
        title: 'c',
        citations: { enabled: true },
      },
      { type: 'document', source: { type: 'text', data: 'No type.' } },
      { type: 'document', source: { type: 'content', content: [text('a'), text(''), text('b\nc')] }, title: 'd' },
      {
        type: 'document',
        source: { type: 'content', content: [{ type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } }] },
      },
      { type: 'search_result', source: 's', title: 'T', content: [] },
      ...Array.from({ length: 20 }, (_, depth) => ({ type: 'hologram', depth })),
    ],
  ]),
  'a round of tools': {
    ...talk(
      ['user', 'Paris and Rome?'],
      [
        'assistant',
        [
          call('toolu_1', { input: { place: 'Paris' } }),
          call('toolu_2', { input: {}, cache_control: { type: 'ephemeral' } }),
          call('toolu_3'),
        ],
      ],
      [
        'user',
        [
          result('toolu_1', { content: 'rain' }),
          result('toolu_2', {
            is_error: true,
            content: [text('no'), { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }],
          }),
          result('toolu_3', { is_error: false, content: [text('sun')], cache_control: { type: 'ephemeral' } }),
          text('And now?'),
        ],
      ],
      ['assistant', [call('toolu_4', { input: {} })]],
      ['user', [result('toolu_4')]],
      ['user', [result('toolu_4', { content: [], toolset_name: 'x' })]],
      [
        'user',
        [
          result('toolu_4', {
            content: [
              { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } },
              { type: 'tool_reference', tool_name: 'weather' },
              { type: 'search_result', source: 's', title: 't', content: [text('x')] },
            ],
          }),
        ],
      ],
    ),
    tools: [weather],
  },
  'what servers did': talk(
    ['user', 'Search.'],
    [
      'assistant',
      [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
        { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
        text('More.', { citations: [] }),
        { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'echo', server_name: 's', input: {} },
        { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [text('a')] },
        { type: 'compaction', content: 'All of it.', encrypted_content: null },
        { type: 'fallback', from: { model: 'a' }, to: { model: 'b' } },
      ],
    ],
    ['user', 'Go on.'],
  ),
  'instructions in the middle, and turns in a row': {
    ...talk(
      ['user', 'a'],
      ['user', [text('b')]],
      ['system', 'Be briefer.'],
      ['assistant', ''],
      ['assistant', []],
      ['system', [{ type: 'tool_addition', tool: { type: 'tool_reference', name: 'weather' } }]],
    ),
    system: 'Be brief.',
  },
  'instructions as the first message': talk(['system', 'Be brief.'], ['user', 'a']),
  'thinking of a vendor that does not sign': talk([
    'assistant',
    [{ type: 'thinking', thinking: 'a' }, { type: 'thinking', thinking: 'b', signature: '' }, text('A')],
  ]),
  'a call at the end': talk(['assistant', [call('toolu_1', { input: {} })]]),
}
