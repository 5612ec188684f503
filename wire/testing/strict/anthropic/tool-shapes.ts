// The tools of a request, from the official SDK's types (@anthropic-ai/sdk 1.11, 2026-11).
import { closed, dictionary, flag, integer, list, nullable, open, required, type Shape, tagged, text, words } from '../shape.ts'
import { byType, cacheControl, type HasBeta } from './block-shapes.ts'

const name = required(text({ min: 1, max: 128, pattern: /^[a-zA-Z0-9_-]{1,128}$/ }))

/** One entry of `tools`; one without a type is a custom tool. */
export function tool(has: HasBeta): Shape {
  const shared = { cache_control: cacheControl(has), defer_loading: flag(), strict: flag(), allowed_callers: list(text()) }
  const custom = {
    name,
    input_schema: required(open({ type: required(words('object')), required: nullable(list(text())) })),
    description: text(),
    eager_input_streaming: nullable(flag()),
    input_examples: list(open({})),
    ...shared,
  }
  const cases = { custom, ...clientTools(shared), ...serverTools(shared), ...betaTools(has, shared) }
  const shapes = Object.entries(cases).map(([type, fields]) => [type, closed({ type: nullable(words(type)), ...fields })] as const)
  return tagged('type', Object.fromEntries(shapes), { otherwise: 'custom', atObject: true })
}

type Fields = Record<string, Shape>
const named = (fixed: string): Shape => required(words(fixed))

function clientTools(shared: Fields): Record<string, Fields> {
  const examples = { ...shared, input_examples: list(open({})) }
  const toolset = { cache_control: shared.cache_control ?? open({}), configs: nullable(open({})) }
  return {
    bash_20250124: { name: named('bash'), ...examples },
    memory_20250818: { name: named('memory'), ...examples },
    text_editor_20250124: { name: named('str_replace_editor'), ...examples },
    text_editor_20250429: { name: named('str_replace_based_edit_tool'), ...examples },
    text_editor_20250728: { name: named('str_replace_based_edit_tool'), max_characters: nullable(integer({ min: 1 })), ...examples },
    browser_toolset_20260801: toolset,
    computer_toolset_20260801: toolset,
  }
}

function serverTools(shared: Fields): Record<string, Fields> {
  const domains = { allowed_domains: nullable(list(text())), blocked_domains: nullable(list(text())) }
  const uses = nullable(integer({ min: 1 }))
  const place = { city: nullable(text()), country: nullable(text()), region: nullable(text()), timezone: nullable(text()) }
  const search = {
    name: named('web_search'),
    ...shared,
    ...domains,
    max_uses: uses,
    user_location: nullable(byType({ approximate: place })),
  }
  const citations = nullable(closed({ enabled: flag() }))
  const fetched = { citations, max_content_tokens: nullable(integer({ min: 1 })), max_uses: uses, url_sources: nullable(open({})) }
  const fetch = { name: named('web_fetch'), ...shared, ...domains, ...fetched }
  const inclusion = { response_inclusion: words('full', 'excluded') }
  const code = { name: named('code_execution'), ...shared }
  const regex = { name: named('tool_search_tool_regex'), ...shared }
  const bm25 = { name: named('tool_search_tool_bm25'), ...shared }
  return {
    code_execution_20250522: code,
    code_execution_20250825: code,
    code_execution_20260120: code,
    code_execution_20260521: code,
    tool_search_tool_bm25: bm25,
    tool_search_tool_bm25_20251119: bm25,
    tool_search_tool_regex: regex,
    tool_search_tool_regex_20251119: regex,
    web_fetch_20250910: fetch,
    web_fetch_20260209: fetch,
    web_fetch_20260309: { ...fetch, use_cache: flag() },
    web_fetch_20260318: { ...fetch, use_cache: flag(), ...inclusion },
    web_search_20250305: search,
    web_search_20260209: search,
    web_search_20260318: { ...search, ...inclusion },
  }
}

/** Tools that are known only to who asks for their beta. */
function betaTools(has: HasBeta, shared: Fields): Record<string, Fields> {
  const side = required(integer({ min: 1 }))
  const screen = { display_width_px: side, display_height_px: side, display_number: nullable(integer()), input_examples: list(open({})) }
  const computer = { name: named('computer'), ...shared, ...screen }
  const config = closed({ enabled: flag(), defer_loading: flag() })
  const toolset = {
    mcp_server_name: required(text()),
    cache_control: shared.cache_control ?? open({}),
    configs: nullable(dictionary(config)),
    default_config: config,
    tools: nullable(list(open({}))),
  }
  const advice = {
    model: required(text()),
    caching: shared.cache_control ?? open({}),
    max_tokens: nullable(integer()),
    max_uses: nullable(integer()),
  }
  const first = {
    computer_20241022: computer,
    bash_20241022: { name: named('bash'), ...shared },
    text_editor_20241022: { name: named('str_replace_editor'), ...shared },
  }
  return {
    ...(has('computer-use-2024-10-22') ? first : {}),
    ...(has('computer-use-2025-01-24') ? { computer_20250124: computer } : {}),
    ...(has('computer-use-2025-11-24') ? { computer_20251124: { ...computer, enable_zoom: flag() } } : {}),
    ...(has('mcp-client') ? { mcp_toolset: toolset } : {}),
    ...(has('advisor-tool') ? { advisor_20260301: { name: named('advisor'), ...shared, ...advice } } : {}),
  }
}
