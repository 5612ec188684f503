// Forms of items and tools of Responses that few clients send.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { pictureUrl, png } from '../samples.ts'
import { closedCity } from '../schemas.ts'
import { added, each, mixed, plain, values } from '../variations.ts'
import { assistant, server, took, tool, turn, user, weather } from './shared.ts'

const screenshot = { type: 'computer_screenshot', file_id: 'file-abc' }
const check = { id: 'sc_1', code: 'malicious_instructions', message: 'Look at this.' }
const acted = (rest: JsonObject) =>
  took(
    [{ type: 'computer' }],
    { type: 'computer_call', id: 'cu_2', call_id: 'call_r1', status: 'completed', pending_safety_checks: [check], ...rest },
    { type: 'computer_call_output', call_id: 'call_r1', output: screenshot, acknowledged_safety_checks: [check], status: 'completed' },
  )
const at = { x: 10, y: 20, keys: ['SHIFT'] }
const actions: Readonly<Record<string, JsonObject>> = {
  'a click with a key': { type: 'click', button: 'right', ...at },
  'a double click': { type: 'double_click', ...at },
  'a drag': {
    type: 'drag',
    path: [
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ],
    keys: null,
  },
  keys: { type: 'keypress', keys: ['CTRL', 'C'] },
  'a move': { type: 'move', ...at },
  'a scroll': { type: 'scroll', scroll_x: 0, scroll_y: 100, ...at },
  'a wait': { type: 'wait' },
}
const computed = mixed('computer action', {
  ...each(actions, (action) => acted({ action })),
  'several actions': acted({ actions: Object.values(actions) }),
})

const failed = (error: JsonObject) =>
  took(server, {
    type: 'mcp_call',
    id: 'mcp_2',
    server_label: 'docs',
    name: 'find',
    arguments: '{}',
    status: 'failed',
    output: null,
    error,
  })
const program = { type: 'program', caller_id: 'call_p1' }
const drawn = (rest: JsonObject): JsonObject => ({ type: 'image_generation_call', id: 'ig_2', result: null, status: 'failed', ...rest })
const rareItems = mixed('rare item', {
  'MCP call that failed by HTTP': failed({ type: 'http_error', code: 500, message: 'Down' }),
  'MCP call that failed by protocol': failed({ type: 'mcp_protocol_error', code: -32_600, message: 'Bad request' }),
  'MCP call that failed by itself': failed({ type: 'mcp_tool_execution_error', content: [{ type: 'text', text: 'No' }] }),
  'call out of a program': took(
    [weather, { type: 'programmatic_tool_calling' }],
    { type: 'program', id: 'prog_2', call_id: 'call_p1', code: 'return 1', fingerprint: 'fp_2' },
    { type: 'function_call', call_id: 'call_r2', name: 'get_weather', arguments: '{}', caller: program },
    { type: 'function_call_output', call_id: 'call_r2', output: '21', caller: program },
    { type: 'program_output', id: 'progo_2', call_id: 'call_p1', result: '21', status: 'completed' },
  ),
  'picture that was refused': took(
    [{ type: 'image_generation' }],
    drawn({
      error: {
        ...{ type: 'image_generation_user_error', code: 'moderation_blocked', message: 'Blocked', param: null },
        moderation_details: { moderation_stage: 'output', categories: ['violence'] },
      },
    }),
  ),
  'picture with all settings': took(
    [{ type: 'image_generation' }],
    drawn({
      ...{ result: png, status: 'completed', action: 'generate', background: 'opaque', output_format: 'svg', quality: 'high' },
      ...{ revised_prompt: 'A harbour at night', size: '1024x1024' },
      svg_usage: { model: 'gpt-5.6-sol', input_tokens: 1, output_tokens: 2, reasoning_tokens: 0, total_tokens: 3 },
    }),
  ),
  'shell that ran too long': took(
    [{ type: 'shell' }],
    { type: 'shell_call', call_id: 'call_r3', action: { commands: ['sleep 99'] }, environment: { type: 'local' } },
    { type: 'shell_call_output', call_id: 'call_r3', output: [{ stdout: '', stderr: '', outcome: { type: 'timeout' } }] },
  ),
  'new settings in the middle': {
    history: [
      user('Hi'),
      assistant('Hi!'),
      { type: 'configuration_update', reasoning: { effort: 'low' }, text: { format: { type: 'text' } } },
    ],
  },
  'the same picture again': {
    history: turn({ type: 'message', role: 'user', content: [{ type: 'input_image', detail: 'low', image_url: pictureUrl }] }),
  },
})

const where = (filters: JsonObject): JsonObject[] => [{ type: 'file_search', vector_store_ids: ['vs_1'], filters }]
const compare = (type: string, value: unknown = 2020): JsonObject => JSON.parse(JSON.stringify({ type, key: 'year', value }))
const filters = added('tools', 'file search', {
  'not equal': where(compare('ne')),
  'at least': where(compare('gte')),
  below: where(compare('lt')),
  'at most': where(compare('lte')),
  'one of': where(compare('in', [2020, 2021])),
  'none of': where(compare('nin', ['a', 'b'])),
  'either of two': where({ type: 'or', filters: [compare('eq', true), compare('gt')] }),
})

const inline = {
  type: 'inline',
  name: 'csv',
  description: 'Reads CSV',
  source: { type: 'base64', media_type: 'application/zip', data: 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==' },
}
const secret = { domain: 'api.example.com', name: 'API_KEY', value: 'secret' }
const rareTools = added('tools', 'rare tool', {
  'code with secrets of domains': [
    {
      type: 'code_interpreter',
      container: { type: 'auto', network_policy: { type: 'allowlist', allowed_domains: ['api.example.com'], domain_secrets: [secret] } },
    },
  ],
  'shell with skills': [
    {
      type: 'shell',
      environment: { type: 'container_auto', skills: [{ type: 'skill_reference', skill_id: 'skill_1', version: 'latest' }, inline] },
    },
  ],
  'pictures that move': [{ type: 'image_generation', output_format: 'gif', frame_count: 8, frame_duration_ms: 100, complexity: 'low' }],
  'pictures of lines': [{ type: 'image_generation', output_format: 'svg', svg: { model: 'gpt-5.6-sol', reasoning: { effort: 'low' } } }],
  'MCP server by a tunnel': [{ type: 'mcp', server_label: 'inside', tunnel_id: 'tunnel_1' }],
  'function in a namespace, with all': [
    {
      type: 'namespace',
      name: 'crm',
      description: 'Customers',
      tools: [
        {
          type: 'function',
          name: 'find',
          parameters: closedCity,
          strict: true,
          defer_loading: true,
          async: false,
          output_schema: closedCity,
        },
      ],
    },
    { type: 'tool_search' },
  ],
  'tool of the computer by its name': [{ type: 'computer' }, tool('click')],
})
const choice = plain('tool_choice.type', ['computer_use'], { tools: [{ type: 'computer' }] }).map((one) => ({
  ...one,
  field: 'tool_choice',
}))
const cache = values('prompt_cache_options', { 'half an hour': { ttl: '30m' } })

export const rare = [...computed, ...rareItems, ...filters, ...rareTools, ...choice, ...cache]
