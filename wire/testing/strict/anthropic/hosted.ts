// Hosted tools and what goes with them: tools that are loaded later, references to them, MCP servers, containers, lists of domains.
import { isObject, type JsonObject } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import { type Call, firstOf, objectsOf, type Rule, textOf } from './call.ts'

const toolSearch = 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool (2026-10)'

export const hostedRules: readonly Rule[] = [
  rule('deferred-tool-not-cached', 'https://github.com/anthropics/claude-code/issues/30920 (2026-03)', ({ tools }) => {
    const bad = tools.find((tool) => tool.defer_loading === true && isObject(tool.cache_control))
    if (!bad) return undefined
    return `Tool '${textOf(bad.name)}' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.`
  }),
  rule('not-all-tools-deferred', `${toolSearch}; the words as probed on the live API in 2026-09`, ({ tools }) =>
    tools.length > 0 && tools.every((tool) => tool.defer_loading === true)
      ? 'At least one tool must have defer_loading=false. All tools cannot be deferred.'
      : undefined,
  ),
  rule('tool-reference-exists', `${toolSearch}; the words as probed on the live API in 2026-09`, (call) => {
    const { tools } = call
    // The tools of a toolset have names that only the vendor knows.
    if (tools.some((tool) => textOf(tool.type).includes('toolset'))) return undefined
    const stray = referencesOf(call).find(({ tool_name }) => !tools.some((tool) => tool.name === tool_name))
    return stray && `Tool reference '${textOf(stray.tool_name)}' not found in available tools`
  }),
  rule('tool-references-alone', `${toolSearch}; the words as probed on the live API in 2026-09`, ({ turns }) => {
    const mixed = resultsOf(turns).some(({ content }) => {
      const types = objectsOf(content).map(({ type }) => type)
      return types.includes('tool_reference') && types.some((type) => type !== 'tool_reference')
    })
    return mixed ? 'Tool definitions/code execution functions cannot be mixed with other content' : undefined
  }),
  rule('domain-list-not-empty', 'https://github.com/CherryHQ/cherry-studio/pull/10374 (2025-09-26)', ({ tools }) =>
    firstOf(tools, (tool, index) => {
      const empty = ['allowed_domains', 'blocked_domains'].find((name) => isEmptyList(tool[name]))
      const words = 'Empty list of domains is ambiguous. Provide at least one domain or null.'
      return empty && `tools.${index}.${textOf(tool.type)}.${empty}: ${words}`
    }),
  ),
  rule(
    'one-domain-list',
    'https://github.com/microsoft/vscode/pull/314275 (2026-05-04); the words: https://platform.claude.com/docs/en/managed-agents (2026-10)',
    ({ tools }) =>
      firstOf(tools, ({ type, allowed_domains, blocked_domains }, index) =>
        Array.isArray(allowed_domains) && Array.isArray(blocked_domains)
          ? `tools.${index}.${textOf(type)}: Only one of allowed_domains or blocked_domains may be set.`
          : undefined,
      ),
  ),
  // Before the beta of 2025-11 a server needed no toolset.
  rule(
    'mcp-server-has-its-toolset',
    'https://platform.claude.com/docs/en/agents-and-tools/mcp-connector, "Validation rules" (2026-10)',
    ({ body, tools, betas }) => {
      if (betas.includes('mcp-client-2025-04-04')) return undefined
      const known = tools.map((tool) => tool.mcp_server_name)
      const stray = objectsOf(body.mcp_servers).find(({ name }) => !known.includes(name))
      return stray && `MCP server '${textOf(stray.name)}' is defined but not referenced by any mcp_toolset in tools`
    },
  ),
  rule(
    'container-needs-code-execution',
    'Probed on the live API in 2026-09: a container without the code execution tool is refused',
    ({ body, tools }) => {
      const { container } = body
      const named = typeof container === 'string' || (isObject(container) && typeof container.id === 'string')
      if (!named || tools.some((tool) => textOf(tool.type).startsWith('code_execution'))) return undefined
      return 'Container identifier can only be provided when using the code execution tool'
    },
  ),
  rule('hosted-call-has-its-result', 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools (2026-10)', ({ turns }) =>
    firstOf(turns, ({ role, blocks, index }) => {
      const next = turns[index + 1]
      // Only something besides results of other tools ends the turn. A call out of code has no result of its own.
      if (role !== 'assistant' || next?.role !== 'user' || next.blocks.every(({ type }) => type === 'tool_result')) return undefined
      const open = blocks.find((block) => isOpenSearch(block, blocks))
      const name = textOf(open?.name)
      return (
        open &&
        `messages.${index}: \`${name}\` tool use with id \`${textOf(open.id)}\` was found without a corresponding \`${name}_tool_result\` block`
      )
    }),
  ),
]

function isOpenSearch({ type, name, id, caller }: JsonObject, blocks: readonly JsonObject[]): boolean {
  const direct = !isObject(caller) || caller.type === 'direct'
  if (type !== 'server_tool_use' || (name !== 'web_search' && name !== 'web_fetch') || !direct) return false
  return !blocks.some((block) => block.type === `${name}_tool_result` && block.tool_use_id === id)
}

function resultsOf(turns: Call['turns']): readonly JsonObject[] {
  return turns.flatMap(({ blocks }) => blocks.filter((block) => block.type === 'tool_result'))
}

function referencesOf({ turns }: Call): readonly JsonObject[] {
  return resultsOf(turns).flatMap(({ content }) => objectsOf(content).filter((block) => block.type === 'tool_reference'))
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
