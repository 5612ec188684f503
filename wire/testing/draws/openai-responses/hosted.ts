// What tools that the vendor runs, and those of a kind of their own, leave in the history of Responses.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { pictureUrl, png } from '../samples.ts'
import { mixed } from '../variations.ts'
import { assistant, server, took, tool } from './shared.ts'

const web = [{ type: 'web_search' }]
const interpreter = [{ type: 'code_interpreter', container: { type: 'auto' } }]
const search = (action: JsonObject): JsonObject => ({ type: 'web_search_call', id: 'ws_1', status: 'completed', action })
const screenshot = { type: 'computer_screenshot', image_url: `data:image/png;base64,${png}` }
const computed = (action: JsonObject) =>
  took(
    [{ type: 'computer' }],
    { type: 'computer_call', id: 'cu_1', call_id: 'call_h1', status: 'completed', pending_safety_checks: [], action },
    { type: 'computer_call_output', call_id: 'call_h1', output: screenshot, acknowledged_safety_checks: [] },
  )
const patched = (operation: JsonObject) =>
  took(
    [{ type: 'apply_patch' }],
    { type: 'apply_patch_call', id: 'apc_1', call_id: 'call_h1', status: 'completed', operation },
    { type: 'apply_patch_call_output', call_id: 'call_h1', status: 'completed', output: 'Done' },
  )
const ran = (code: string | null, output: JsonObject) =>
  took(interpreter, { type: 'code_interpreter_call', id: 'ci_1', status: 'completed', container_id: 'cntr_1', code, outputs: [output] })

export const hostedItems = mixed('hosted turns', {
  'web search': took(web, search({ type: 'search', query: 'tides', queries: ['tides'] })),
  'web search with sources': took(web, search({ type: 'search', query: 'tides', sources: [{ type: 'url', url: 'https://example.com' }] })),
  'page opened': took(web, search({ type: 'open_page', url: 'https://example.com' })),
  'found in a page': took(web, search({ type: 'find_in_page', url: 'https://example.com', pattern: 'tide' })),
  'file search': took([{ type: 'file_search', vector_store_ids: ['vs_1'] }], {
    type: 'file_search_call',
    id: 'fs_1',
    status: 'completed',
    queries: ['tides'],
    results: [{ file_id: 'file-1', filename: 'a.pdf', score: 0.9, text: 'Tides.', attributes: { year: 2026 } }],
  }),
  'code with logs': ran('print(1)', { type: 'logs', logs: '1' }),
  'code with a picture': ran(null, { type: 'image', url: pictureUrl }),
  'picture made': took([{ type: 'image_generation' }], { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: png }),
  'click of the computer': computed({ type: 'click', button: 'left', x: 10, y: 20 }),
  'typing of the computer': computed({ type: 'type', text: 'Hello' }),
  'screenshot of the computer': computed({ type: 'screenshot' }),
  'shell of the client': took(
    [{ type: 'local_shell' }],
    {
      type: 'local_shell_call',
      id: 'lsh_1',
      call_id: 'call_h1',
      status: 'completed',
      action: { type: 'exec', command: ['ls', '-la'], env: { HOME: '/home/a' }, timeout_ms: 1000, working_directory: '/home/a' },
    },
    { type: 'local_shell_call_output', id: 'call_h1', output: 'a.txt' },
  ),
  shell: took(
    [{ type: 'shell', environment: { type: 'local' } }],
    {
      type: 'shell_call',
      id: 'sh_1',
      call_id: 'call_h1',
      status: 'completed',
      action: { commands: ['ls'], timeout_ms: 1000, max_output_length: 4096 },
    },
    {
      type: 'shell_call_output',
      call_id: 'call_h1',
      max_output_length: 4096,
      output: [{ stdout: 'a.txt', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
    },
  ),
  'file made by a patch': patched({ type: 'create_file', path: 'a.txt', diff: '+a' }),
  'file changed by a patch': patched({ type: 'update_file', path: 'a.txt', diff: '@@\n-a\n+b' }),
  'file deleted by a patch': patched({ type: 'delete_file', path: 'a.txt' }),
  'list of MCP tools': took(server, {
    type: 'mcp_list_tools',
    id: 'mcpl_1',
    server_label: 'docs',
    tools: [{ name: 'find', description: 'Finds', input_schema: { type: 'object' }, annotations: null }],
  }),
  'MCP call': took(server, {
    type: 'mcp_call',
    id: 'mcp_1',
    server_label: 'docs',
    name: 'find',
    arguments: '{}',
    output: 'Found',
    error: null,
  }),
  'MCP call that was approved': took(
    [{ ...server[0], require_approval: 'always' }],
    { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 'docs', name: 'find', arguments: '{}' },
    { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true, reason: 'Fine' },
  ),
  'tools searched': took(
    [{ type: 'tool_search' }, tool('late', { defer_loading: true })],
    { type: 'tool_search_call', id: 'tsc_1', call_id: null, execution: 'server', status: 'completed', arguments: { paths: ['late'] } },
    {
      type: 'tool_search_output',
      id: 'tso_1',
      call_id: null,
      execution: 'server',
      status: 'completed',
      tools: [tool('late', { defer_loading: true })],
    },
  ),
  program: took(
    [{ type: 'programmatic_tool_calling' }],
    { type: 'program', id: 'prog_1', call_id: 'call_h1', code: 'return 1', fingerprint: 'fp_1' },
    { type: 'program_output', id: 'progo_1', call_id: 'call_h1', result: '1', status: 'completed' },
  ),
  compaction: { history: [{ type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAAABo' }] },
  'compaction wanted': { after: [{ type: 'compaction_trigger' }] },
  'reference to an item': { history: [{ type: 'item_reference', id: 'msg_ref' }] },
  'reference without a type': { history: [{ type: 'item_reference', id: 'rs_abc' }, assistant('Hi!')] },
})
