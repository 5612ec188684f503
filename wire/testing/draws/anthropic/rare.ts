// Forms of blocks and tools of Messages that few clients send.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { mixed } from '../variations.ts'
import { assistant, beta, text, tool, user, weather } from './shared.ts'

const asked = user('Please do.')
const told = assistant('Done.')
const off = (names: string): JsonObject => Object.fromEntries(names.split(' ').map((name) => [name, { enabled: false }]))
const clicks = 'double_click hold_key key left_click left_click_drag left_mouse_down left_mouse_up middle_click mouse_move right_click'
const pointing = `${clicks} screenshot scroll triple_click type wait zoom`
const browsing = 'close_tab file_upload find form_input get_page_text hover javascript_exec list_tabs navigate new_tab read_console'

const toolsets = mixed('client tool', {
  'computer toolset, nothing on': { tools: [{ type: 'computer_toolset_20260801', configs: off(`cursor_position ${pointing}`) }] },
  'browser toolset, nothing on': {
    tools: [{ type: 'browser_toolset_20260801', configs: off(`${browsing} read_network read_page scroll_to switch_tab ${pointing}`) }],
  },
  'bash of 2024-10': { tools: [{ type: 'bash_20241022', name: 'bash' }], headers: beta('computer-use-2024-10-22') },
  'text editor of 2024-10': {
    tools: [{ type: 'text_editor_20241022', name: 'str_replace_editor' }],
    headers: beta('computer-use-2024-10-22'),
  },
  'tool search by its short name': {
    tools: [{ type: 'tool_search_tool_regex', name: 'tool_search_tool_regex' }, tool('later_loaded', { defer_loading: true })],
  },
  'tool search by words, dated': {
    tools: [{ type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' }, tool('later_loaded', { defer_loading: true })],
  },
  'fetch from some results only': {
    tools: [
      weather,
      {
        type: 'web_fetch_20260318',
        name: 'web_fetch',
        url_sources: {
          user_input: { type: 'none' },
          client_tool_results: { type: 'only', tools: [{ type: 'tool_reference', name: 'get_weather' }] },
          server_tool_results: { type: 'except', tools: [{ type: 'tool_reference', name: 'web_fetch' }] },
        },
      },
    ],
  },
})

const state: JsonObject = {
  type: 'browser_state',
  tabs: [{ tab_id: 't1', title: 'Tides', url: 'https://example.com', active: true }],
  state_changes: [
    { type: 'tab_opened', tab_id: 't1' },
    { type: 'download_started', download_id: 'd1', url: 'https://example.com/a' },
    { type: 'download_completed', download_id: 'd1', url: 'https://example.com/a', path: '/a', size_bytes: 10 },
    { type: 'download_failed', download_id: 'd2', url: 'https://example.com/b', error: 'Gone' },
  ],
}
/** An answer that begins with a block of a beta. */
const begun = (name: string, block: JsonObject) => ({ headers: beta(name), history: [asked, assistant([block, text('Done.')])] })
const browsed = mixed('rare turns', {
  'state of the browser': {
    tools: [{ type: 'browser_toolset_20260801' }],
    history: [
      asked,
      assistant([{ type: 'tool_use', id: 'toolu_b1', name: 'list_tabs', toolset_name: 'browser', input: {} }]),
      user([{ type: 'tool_result', tool_use_id: 'toolu_b1', toolset_name: 'browser', content: [state] }]),
      told,
    ],
  },
  ...Object.fromEntries(
    ['code_execution_20250825', 'code_execution_20260120'].map((type) => [
      `called out of ${type}`,
      {
        tools: [
          { ...weather, name: 'get_tide', allowed_callers: [type] },
          { type, name: 'code_execution' },
        ],
        history: [
          asked,
          assistant([
            { type: 'server_tool_use', id: 'srvtoolu_02', name: 'code_execution', input: { code: 'get_tide()' } },
            { type: 'tool_use', id: 'toolu_t1', name: 'get_tide', input: {}, caller: { type, tool_id: 'srvtoolu_02' } },
          ]),
          user([{ type: 'tool_result', tool_use_id: 'toolu_t1', content: 'High' }]),
          told,
        ],
      },
    ]),
  ),
  'MCP tools listed': begun('mcp-client-2026-09-15', {
    type: 'mcp_tool_listing',
    mcp_server_name: 'example',
    tools: [{ name: 'find', description: 'Finds', input_schema: { type: 'object' } }],
  }),
  'fallback to another model': begun('server-side-fallback-2026-07-01', {
    type: 'fallback',
    ...{ from: { model: 'claude-opus-5' }, to: { model: 'claude-opus-4-8' }, trigger: { type: 'refusal', category: null } },
  }),
  'sealed compaction': begun('compact-2026-09-04', {
    type: 'compaction',
    ...{ content: null, encrypted_content: 'EqgfCioI', signature: 'EqoBCkgI', tool_changes: null },
  }),
})

const change = (block: JsonObject, name = 'mid-conversation-tool-changes-2026-07-01') => ({
  tools: [weather],
  headers: beta(name),
  after: [{ role: 'system', content: [block] }],
})
const changes = mixed('change of tools', {
  'one more': change({ type: 'tool_addition', tool: { type: 'tool_reference', name: 'get_weather' } }),
  'one less': change({ type: 'tool_removal', tool: { type: 'tool_reference', name: 'get_weather' } }),
  'tool of a server': change({ type: 'tool_addition', tool: { type: 'mcp_tool_reference', server_name: 'example', name: 'find' } }),
  'all tools of a server': change({ type: 'tool_removal', tool: { type: 'mcp_toolset_reference', server_name: 'example' } }),
  'with its definition': change(
    { type: 'tool_addition', tool: { type: 'tool_definition', definition: tool('find_city') } },
    'inline-tools-2026-09-15',
  ),
  'cleared later': {
    headers: beta('mid-conversation-system-clear-at-2026-08-21'),
    after: [{ role: 'system', content: 'Be brief.', clear_at: 'next_user_message' }],
  },
  'an effort from here on': {
    headers: beta('mid-conversation-output-config-2026-07-01'),
    after: [{ role: 'system', content: [], output_config: { effort: 'low' } }],
  },
})

const hostedTurn = (name: string, kind: string, content: JsonObject): JsonObject[] => [
  asked,
  assistant([
    { type: 'server_tool_use', id: 'srvtoolu_03', name, input: {} },
    { type: `${kind}_tool_result`, tool_use_id: 'srvtoolu_03', content },
    text('Done.'),
  ]),
]
const failed = (name: string, rest: JsonObject = {}) => ({
  history: hostedTurn(name, name, { type: `${name}_tool_result_error`, error_code: 'unavailable', ...rest }),
})
const advised = (content: JsonObject) => ({
  headers: beta('advisor-tool-2026-03-01'),
  history: hostedTurn('advisor', 'advisor', content),
})
const hosted = mixed('rare hosted turns', {
  'code that failed to run': failed('code_execution'),
  'shell that failed to run': failed('bash_code_execution'),
  'editor that failed': failed('text_editor_code_execution', { error_message: 'No such file' }),
  'tool search that failed': {
    history: hostedTurn('tool_search_tool_regex', 'tool_search', {
      type: 'tool_search_tool_result_error',
      error_code: 'unavailable',
      error_message: null,
    }),
  },
  'file changed': {
    history: hostedTurn('text_editor_code_execution', 'text_editor_code_execution', {
      type: 'text_editor_code_execution_str_replace_result',
      ...{ lines: ['-a', '+b'], new_lines: 1, new_start: 1, old_lines: 1, old_start: 1 },
    }),
  },
  'file made by code': {
    history: hostedTurn('code_execution', 'code_execution', {
      type: 'code_execution_result',
      ...{ stdout: '', stderr: '', return_code: 0 },
      content: [{ type: 'code_execution_output', file_id: 'file_012' }],
    }),
  },
  'advice with its end': advised({ type: 'advisor_result', text: 'Wait.', stop_reason: 'end_turn' }),
  'sealed advice': advised({ type: 'advisor_redacted_result', encrypted_content: 'EqgfCioI', stop_reason: null }),
  'advice that failed': advised({ type: 'advisor_tool_result_error', error_code: 'overloaded' }),
})

const billed = mixed('billing_policy', {
  'to the profile': {
    set: { billing_policy: { type: 'billing_policy', bill_to: 'user_profile' } },
    headers: { ...beta('user-profiles-billing-2026-10-01,user-profiles-2026-09-04'), 'anthropic-user-profile-id': 'uprof_011ABC' },
  },
})

export const rare = [...toolsets, ...browsed, ...changes, ...hosted, ...billed]
