// The examples of the rules of hosted tools: for each rule one request that is refused by it and by no rule before it.
import type { JsonObject } from '../../../src/encoding/json.ts'
import type { Refused } from './refused.ts'
import { asked, assistant, call, text, user, weather } from './requests.ts'

const deferred = { ...weather, defer_loading: true }
const search = { type: 'web_search_20250305', name: 'web_search' }
const found = (...content: JsonObject[]) => user({ type: 'tool_result', tool_use_id: 'a', content })
const reference = (tool_name: string) => ({ type: 'tool_reference', tool_name })
const loop = [user(text('Weather?')), assistant(call('a'))]

export const refusedHosted: Readonly<Record<string, Refused>> = {
  'deferred-tool-not-cached': [
    "Tool 'get_weather' cannot have both defer_loading=true and cache_control set.",
    asked({ tools: [{ ...deferred, cache_control: { type: 'ephemeral' } }] }),
  ],
  'not-all-tools-deferred': ['At least one tool must have defer_loading=false.', asked({ tools: [deferred] })],
  'tool-reference-exists': [
    "Tool reference 'search' not found in available tools",
    asked({ tools: [weather], messages: [...loop, found(reference('search'))] }),
  ],
  'tool-references-alone': [
    'Tool definitions/code execution functions cannot be mixed with other content',
    asked({ tools: [weather], messages: [...loop, found(text('Found:'), reference('get_weather'))] }),
  ],
  'domain-list-not-empty': [
    'tools.0.web_search_20250305.blocked_domains: Empty list of domains is ambiguous. Provide at least one domain or null.',
    asked({ tools: [{ ...search, blocked_domains: [] }] }),
  ],
  'one-domain-list': [
    'tools.0.web_search_20250305: Only one of allowed_domains or blocked_domains may be set.',
    asked({ tools: [{ ...search, allowed_domains: ['example.com'], blocked_domains: ['example.org'] }] }),
  ],
  'mcp-server-has-its-toolset': [
    "MCP server 'example' is defined but not referenced by any mcp_toolset in tools",
    asked(
      { mcp_servers: [{ type: 'url', url: 'https://mcp.example.com', name: 'example' }] },
      { 'anthropic-beta': 'mcp-client-2025-11-20' },
    ),
  ],
  'container-needs-code-execution': [
    'Container identifier can only be provided when using the code execution tool',
    asked({ container: 'container_011CPR5CNjB747bTd36fQLFk' }),
  ],
  'hosted-call-has-its-result': [
    'messages.1: `web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block',
    asked({
      tools: [search],
      messages: [
        user(text('News?')),
        assistant({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'news' } }),
        user(text('Well?')),
      ],
    }),
  ],
  'clear-thinking-needs-thinking': [
    '`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive',
    asked({ context_management: { edits: [{ type: 'clear_thinking_20251015' }] } }, { 'anthropic-beta': 'context-management-2025-06-27' }),
  ],
}
