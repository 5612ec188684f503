// The tools of Messages: those that the client runs, those that the vendor runs, and the choice among them.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { closedCity, looseSchemas } from '../schemas.ts'
import { added, each, mixed } from '../variations.ts'
import { beta, closedSchemas, longName, marked, tool, weather } from './shared.ts'

const noInput: JsonObject = { type: 'object' }
const time = tool('get_time', { input_schema: { type: 'object', properties: {} } })

const kinds = added('tools', 'tools', {
  one: [weather],
  two: [weather, time],
  'type custom': [tool('find_city', { type: 'custom' })],
  'type null': [tool('find_city', { type: null })],
  'without properties': [tool('now', { input_schema: noInput })],
  'null properties': [tool('now', { input_schema: { type: 'object', properties: null, required: null } })],
  'without a description': [tool('find_city')],
  'empty description': [tool('find_city', { description: '' })],
  'long description': [tool('find_city', { description: 'Finds a city. '.repeat(100) })],
  'longest name': [tool(longName)],
  'name of 65': [tool('n'.repeat(65))],
  'name with a hyphen': [tool('find-the-city-2')],
  'name begins with a digit': [tool('2fa_code')],
  'examples of input': [tool('find_city', { input_examples: [{ city: 'Paris' }, { city: 'Rome' }] })],
  'eager streaming': [tool('find_city', { eager_input_streaming: true })],
  cached: [marked(tool('find_city'))],
  'cached for an hour': [marked(tool('find_city'), '1h')],
  'called out of code': [
    tool('find_city', { allowed_callers: ['code_execution_20250825'] }),
    { type: 'code_execution_20250825', name: 'code_execution' },
  ],
  'called by the model only': [tool('find_city', { allowed_callers: ['direct'] })],
  'not strict': [tool('find_city', { strict: false })],
  'twenty strict': Array.from({ length: 20 }, (_, index) => tool(`strict_${index}`, { strict: true })),
  'one hundred and fifty': Array.from({ length: 150 }, (_, index) => tool(`tool_${index}`)),
})

const { 'names with signs': _, ...unsigned } = looseSchemas
const schemas = added(
  'tools',
  'tool schema',
  each(unsigned, (input_schema) => [tool('with_schema', { input_schema })]),
)
const strict = added(
  'tools',
  'strict tool schema',
  each(closedSchemas, (input_schema) => [tool('with_strict_schema', { strict: true, input_schema })]),
)

const clients = added('tools', 'client tool', {
  bash: [{ type: 'bash_20250124', name: 'bash' }],
  'bash with a mark': [marked({ type: 'bash_20250124', name: 'bash', strict: true })],
  memory: [{ type: 'memory_20250818', name: 'memory' }],
  'text editor of 2025-01': [{ type: 'text_editor_20250124', name: 'str_replace_editor' }],
  'text editor of 2025-04': [{ type: 'text_editor_20250429', name: 'str_replace_based_edit_tool' }],
  'text editor of 2025-07': [{ type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 10_000 }],
  'computer toolset': [{ type: 'computer_toolset_20260801' }],
  'computer toolset, no zoom': [{ type: 'computer_toolset_20260801', configs: { zoom: { enabled: false } } }],
  'browser toolset': [{ type: 'browser_toolset_20260801' }],
  'browser toolset, later loaded': [
    { type: 'browser_toolset_20260801', configs: { javascript_exec: { enabled: false }, find: { defer_loading: true } } },
  ],
})

const screen = { name: 'computer', display_width_px: 1024, display_height_px: 768 }
const computers = mixed('computer tool', {
  'of 2024-10': { tools: [{ type: 'computer_20241022', ...screen }], headers: beta('computer-use-2024-10-22') },
  'of 2025-01': { tools: [{ type: 'computer_20250124', ...screen, display_number: 1 }], headers: beta('computer-use-2025-01-24') },
  'of 2025-11': { tools: [{ type: 'computer_20251124', ...screen, enable_zoom: true }], headers: beta('computer-use-2025-11-24') },
})

const search = (type: string, rest: JsonObject = {}): JsonObject => ({ type, name: 'web_search', ...rest })
const searches = added('tools', 'web search', {
  'of 2025-03': [search('web_search_20250305')],
  'of 2026-02': [search('web_search_20260209')],
  'of 2026-03': [search('web_search_20260318', { response_inclusion: 'excluded' })],
  'at most three': [search('web_search_20250305', { max_uses: 3 })],
  'some domains': [search('web_search_20250305', { allowed_domains: ['example.com', 'docs.example.org'] })],
  'not some domains': [search('web_search_20250305', { blocked_domains: ['example.com'] })],
  'near a city': [
    search('web_search_20250305', {
      user_location: { type: 'approximate', city: 'London', region: 'England', country: 'GB', timezone: 'Europe/London' },
    }),
  ],
  cached: [marked(search('web_search_20250305'))],
  'called out of code': [
    search('web_search_20260209', { allowed_callers: ['direct', 'code_execution_20260120'] }),
    { type: 'code_execution_20260120', name: 'code_execution' },
  ],
})

const fetched = (type: string, rest: JsonObject = {}): JsonObject => ({ type, name: 'web_fetch', ...rest })
const fetches = added('tools', 'web fetch', {
  'of 2025-09': [fetched('web_fetch_20250910')],
  'of 2026-02': [fetched('web_fetch_20260209')],
  'of 2026-03-09': [fetched('web_fetch_20260309', { use_cache: false })],
  'of 2026-03-18': [fetched('web_fetch_20260318', { response_inclusion: 'full' })],
  'with citations': [fetched('web_fetch_20250910', { citations: { enabled: true } })],
  'with limits': [fetched('web_fetch_20250910', { max_uses: 2, max_content_tokens: 5000, allowed_domains: ['example.com'] })],
  'by sources': [fetched('web_fetch_20260318', { url_sources: { user_input: { type: 'all' }, server_tool_results: { type: 'none' } } })],
})

const hosted = added('tools', 'hosted tool', {
  'code execution of 2025-05': [{ type: 'code_execution_20250522', name: 'code_execution' }],
  'code execution of 2025-08': [{ type: 'code_execution_20250825', name: 'code_execution' }],
  'code execution of 2026-01': [{ type: 'code_execution_20260120', name: 'code_execution' }],
  'code execution of 2026-05': [{ type: 'code_execution_20260521', name: 'code_execution' }],
  'tool search by pattern': [
    { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
    tool('later_loaded', { defer_loading: true }),
  ],
  'tool search by words': [{ type: 'tool_search_tool_bm25', name: 'tool_search_tool_bm25' }, tool('later_loaded', { defer_loading: true })],
  'search and code': [search('web_search_20250305'), { type: 'code_execution_20250825', name: 'code_execution' }],
})

const server = { type: 'url', url: 'https://mcp.example.com/sse', name: 'example' }
const toolset = { type: 'mcp_toolset', mcp_server_name: 'example' }
const served = (of: JsonObject, ...tools: JsonObject[]) => ({ set: { mcp_servers: [of] }, tools, headers: beta('mcp-client-2025-11-20') })
const mcp = mixed('MCP servers', {
  one: served(server, toolset),
  'with a token': served({ ...server, authorization_token: 'token' }, toolset),
  'with settings': served(server, {
    ...toolset,
    default_config: { enabled: false, defer_loading: false },
    configs: { find: { enabled: true } },
    cache_control: { type: 'ephemeral' },
  }),
  'of the first beta': {
    set: { mcp_servers: [{ ...server, tool_configuration: { enabled: true, allowed_tools: ['find'] } }] },
    headers: beta('mcp-client-2025-04-04'),
  },
})
const advised = (rest: JsonObject = {}) => ({
  tools: [{ type: 'advisor_20260301', name: 'advisor', model: 'claude-opus-4-7', ...rest }],
  headers: beta('advisor-tool-2026-03-01'),
})
const advice = mixed('advisor tool', {
  plain: advised(),
  limited: advised({ max_uses: 2, max_tokens: 2048, caching: { type: 'ephemeral', ttl: '5m' } }),
})

const choice = (tool_choice: JsonObject) => ({ set: { tool_choice }, tools: [weather] })
const choices = mixed('tool_choice', {
  auto: choice({ type: 'auto' }),
  'auto, one at a time': choice({ type: 'auto', disable_parallel_tool_use: true }),
  'auto, many at a time': choice({ type: 'auto', disable_parallel_tool_use: false }),
  any: choice({ type: 'any' }),
  'any, one at a time': choice({ type: 'any', disable_parallel_tool_use: true }),
  'one tool': choice({ type: 'tool', name: 'get_weather' }),
  'one tool, one at a time': choice({ type: 'tool', name: 'get_weather', disable_parallel_tool_use: true }),
  none: choice({ type: 'none' }),
  'none without tools': { set: { tool_choice: { type: 'none' } } },
  'auto without tools': { set: { tool_choice: { type: 'auto' } } },
  'a hosted tool': { set: { tool_choice: { type: 'tool', name: 'web_search' } }, tools: [search('web_search_20250305')] },
})

const noTools = mixed('tools', {
  'an empty list': { set: { tools: [] } },
  'one with an empty schema list': { tools: [tool('now', { input_schema: { ...closedCity, required: [] } })] },
})

export const tools = [
  ...kinds,
  ...noTools,
  ...schemas,
  ...strict,
  ...clients,
  ...computers,
  ...searches,
  ...fetches,
  ...hosted,
  ...mcp,
  ...advice,
  ...choices,
]
