// The tools of Responses, the choice among them, and the form of the answer.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { closedCity, looseSchemas, strictSchemas, strictWithBounds } from '../schemas.ts'
import { added, each, mixed, values } from '../variations.ts'
import { custom, longName, tool, weather } from './shared.ts'

const allStrict = { ...strictSchemas, ...strictWithBounds }
const time = tool('get_time', { parameters: { type: 'object', properties: {} } })
const grammar = (syntax: string, definition: string): JsonObject => ({ format: { type: 'grammar', syntax, definition } })
const kinds = added('tools', 'tools', {
  one: [weather],
  two: [weather, time],
  'strict not said': [{ type: 'function', name: 'find_city', parameters: closedCity }],
  'strict null': [tool('find_city', { strict: null })],
  'parameters null': [tool('now', { parameters: null })],
  'without parameters': [{ type: 'function', name: 'now' }],
  'null description': [tool('find_city', { description: null })],
  'long description': [tool('find_city', { description: 'Finds a city. '.repeat(100) })],
  'longest name': [tool(longName)],
  'name with a hyphen': [tool('find-the-city-2')],
  'loaded later': [tool('find_city', { defer_loading: true }), { type: 'tool_search' }],
  'called by programs': [tool('find_city', { allowed_callers: ['programmatic'] }), { type: 'programmatic_tool_calling' }],
  'output schema': [tool('find_city', { output_schema: closedCity })],
  asynchronous: [tool('find_city', { async: true })],
  'one hundred and fifty': Array.from({ length: 150 }, (_, index) => tool(`tool_${index}`)),
  custom: [custom('run_code', { description: 'Runs Python' })],
  'custom text': [custom('run_code', { format: { type: 'text' } })],
  'custom grammar of Lark': [custom('sum', grammar('lark', 'start: NUMBER "+" NUMBER\nNUMBER: /[0-9]+/'))],
  'custom grammar of a pattern': [custom('day', grammar('regex', '^\\d{4}-\\d\\d$'))],
  'function and custom': [time, custom('run_code')],
  namespace: [{ type: 'namespace', name: 'crm', description: 'Customers', tools: [tool('find'), custom('run')] }],
})
const listed = values('tools', { 'an empty list': [] })

const schemas = added(
  'tools',
  'tool schema',
  each(looseSchemas, (parameters) => [tool('with_schema', { parameters })]),
)
const strict = added(
  'tools',
  'strict tool schema',
  each(allStrict, (parameters) => [tool('with_strict_schema', { strict: true, parameters })]),
)

const near = { type: 'approximate', city: 'London', country: 'GB', region: 'London', timezone: 'Europe/London' }
const searches = added('tools', 'web search', {
  plain: [{ type: 'web_search' }],
  'of 2025-08': [{ type: 'web_search_2025_08_26' }],
  'small context': [{ type: 'web_search', search_context_size: 'low' }],
  'some domains': [{ type: 'web_search', filters: { allowed_domains: ['example.com'] } }],
  'near a city': [{ type: 'web_search', user_location: near }],
  'cached pages only': [{ type: 'web_search', external_web_access: false }],
  preview: [{ type: 'web_search_preview', search_context_size: 'high', user_location: near }],
  'preview of 2025-03': [{ type: 'web_search_preview_2025_03_11' }],
  'preview of pictures': [{ type: 'web_search_preview', search_content_types: ['text', 'image'] }],
})
const store = (rest: JsonObject = {}): JsonObject => ({ type: 'file_search', vector_store_ids: ['vs_1'], ...rest })
const fileSearches = added('tools', 'file search', {
  plain: [store()],
  'two stores': [store({ vector_store_ids: ['vs_1', 'vs_2'] })],
  limited: [store({ max_num_results: 20 })],
  ranked: [store({ ranking_options: { ranker: 'auto', score_threshold: 0.5, hybrid_search: { embedding_weight: 1, text_weight: 0.5 } } })],
  filtered: [store({ filters: { type: 'eq', key: 'year', value: 2026 } })],
  'filtered twice': [store({ filters: { type: 'and', filters: [{ type: 'gt', key: 'year', value: 2020 }] } })],
})
const code = (container: JsonObject | string): JsonObject => ({ type: 'code_interpreter', container })
const codes = added('tools', 'code interpreter', {
  auto: [code({ type: 'auto' })],
  'with files': [code({ type: 'auto', file_ids: ['file-1'], memory_limit: '4g' })],
  'without a network': [code({ type: 'auto', network_policy: { type: 'disabled' } })],
  'with some domains': [code({ type: 'auto', network_policy: { type: 'allowlist', allowed_domains: ['pypi.org'] } })],
  'by id': [code('cntr_abc')],
})
const images = added('tools', 'image generation', {
  plain: [{ type: 'image_generation' }],
  'with all settings': [
    {
      type: 'image_generation',
      ...{ model: 'gpt-image-1', size: '1024x1024', quality: 'high', background: 'transparent', moderation: 'low' },
      ...{ output_format: 'webp', output_compression: 80, partial_images: 2, input_fidelity: 'high', action: 'edit' },
      input_image_mask: { file_id: 'file-1' },
    },
  ],
})
const mcp = (rest: JsonObject): JsonObject => ({ type: 'mcp', server_label: 'docs', server_url: 'https://mcp.example.com/mcp', ...rest })
const servers = added('tools', 'MCP server', {
  'never approved': [mcp({ require_approval: 'never' })],
  'always approved': [mcp({ require_approval: 'always' })],
  'approved by tool': [mcp({ require_approval: { never: { tool_names: ['find'] }, always: { read_only: false } } })],
  'some tools': [mcp({ allowed_tools: ['find'] })],
  'tools that read': [mcp({ allowed_tools: { read_only: true, tool_names: ['find'] } })],
  'with headers': [mcp({ headers: { authorization: 'Bearer token' }, server_description: 'Docs' })],
  'with a token': [mcp({ authorization: 'token' })],
  connector: [{ type: 'mcp', server_label: 'calendar', connector_id: 'connector_googlecalendar', authorization: 'token' }],
  'loaded later': [mcp({ defer_loading: true }), { type: 'tool_search' }],
})
const screen = { display_width: 1024, display_height: 768 }
const others = added('tools', 'hosted tool', {
  computer: [{ type: 'computer' }],
  'computer preview of a browser': [{ type: 'computer_use_preview', environment: 'browser', ...screen }],
  'computer preview of Linux': [{ type: 'computer_use_preview', environment: 'linux', ...screen }],
  'shell of the client': [{ type: 'local_shell' }],
  shell: [{ type: 'shell' }],
  'shell in a container': [{ type: 'shell', environment: { type: 'container_auto', memory_limit: '1g' } }],
  'shell in a container by id': [{ type: 'shell', environment: { type: 'container_reference', container_id: 'cntr_1' } }],
  'shell of the client with skills': [
    { type: 'shell', environment: { type: 'local', skills: [{ name: 'csv', description: 'Reads CSV', path: '/skills/csv' }] } },
  ],
  patches: [{ type: 'apply_patch' }],
  'tool search': [{ type: 'tool_search' }, tool('late', { defer_loading: true })],
  'tool search of the client': [
    { type: 'tool_search', execution: 'client', description: 'Finds tools', parameters: closedCity },
    tool('late', { defer_loading: true }),
  ],
  programs: [{ type: 'programmatic_tool_calling' }],
  'search, files and code': [{ type: 'web_search' }, store(), code({ type: 'auto' })],
})

const choose = (tool_choice: JsonObject | string, ...tools: JsonObject[]) => ({ set: { tool_choice }, tools })
const functions = [{ type: 'function', name: 'get_weather' }]
const choices = mixed('tool_choice', {
  auto: choose('auto', weather),
  none: choose('none', weather),
  required: choose('required', weather),
  'one function': choose({ type: 'function', name: 'get_weather' }, weather),
  'one custom tool': choose({ type: 'custom', name: 'run_code' }, custom('run_code')),
  'some allowed': choose({ type: 'allowed_tools', mode: 'auto', tools: functions }, weather, time),
  'some allowed, one required': choose({ type: 'allowed_tools', mode: 'required', tools: functions }, weather, time),
  'web search preview': choose({ type: 'web_search_preview' }, { type: 'web_search_preview' }),
  'file search': choose({ type: 'file_search' }, store()),
  'code interpreter': choose({ type: 'code_interpreter' }, code({ type: 'auto' })),
  'image generation': choose({ type: 'image_generation' }, { type: 'image_generation' }),
  'MCP server': choose({ type: 'mcp', server_label: 'docs' }, mcp({ require_approval: 'never' })),
  'MCP tool': choose({ type: 'mcp', server_label: 'docs', name: 'find' }, mcp({ require_approval: 'never' })),
  computer: choose({ type: 'computer' }, { type: 'computer' }),
  shell: choose({ type: 'shell' }, { type: 'shell' }),
  patches: choose({ type: 'apply_patch' }, { type: 'apply_patch' }),
  programs: choose({ type: 'programmatic_tool_calling' }, { type: 'programmatic_tool_calling' }),
  'none without tools': choose('none'),
})

const parallel = values('parallel_tool_calls', { yes: true, no: false, null: null }, { tools: [weather] })
const most = values('max_tool_calls', { one: 1, ten: 10 }, { tools: [{ type: 'web_search' }] })

const format = (schema: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'json_schema', name: 'answer', schema, ...rest })
const formats = values('text.format', {
  text: { type: 'text' },
  'schema with a description': format(closedCity, { description: 'A city', strict: true }),
  'schema strict null': format(closedCity, { strict: null }),
  'schema with the longest name': format(closedCity, { name: 'a'.repeat(64), strict: true }),
  ...each(allStrict, (schema) => format(schema, { strict: true }), 'strict: '),
  ...each(looseSchemas, (schema) => format(schema, { strict: false }), 'loose: '),
})
const anyJson = mixed('text.format', {
  JSON: { set: { text: { format: { type: 'json_object' } } }, parts: [{ type: 'input_text', text: 'Answer in JSON.' }] },
  'JSON, said by the developer': {
    set: { text: { format: { type: 'json_object' } } },
    first: [{ role: 'developer', content: 'Answer as a json object.' }],
  },
})

export const tools = [
  ...kinds,
  ...listed,
  ...schemas,
  ...strict,
  ...searches,
  ...fileSearches,
  ...codes,
  ...images,
  ...servers,
  ...others,
  ...choices,
  ...parallel,
  ...most,
  ...formats,
  ...anyJson,
]
