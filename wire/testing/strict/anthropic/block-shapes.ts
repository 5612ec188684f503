// The content blocks of a request, from the official SDK's types (@anthropic-ai/sdk 1.11, 2026-11).
import {
  anything,
  closed,
  decimal,
  dictionary,
  either,
  flag,
  integer,
  list,
  nullable,
  open,
  required,
  type Shape,
  tagged,
  text,
  words,
} from '../shape.ts'

/** Tells whether a beta of this name, of any day, is asked for. */
export type HasBeta = (name: string) => boolean

export const id = required(text({ pattern: /^[a-zA-Z0-9_-]+$/ }))
const serverId = required(text({ pattern: /^srvtoolu_[a-zA-Z0-9_]+$/ }))
const must = required(text())
const maybe = nullable(text())
const whole = required(integer())

/** Told apart by `type`; a stranger is reported at the object. */
export function byType(cases: Record<string, Record<string, Shape>>): Shape {
  const shapes = Object.entries(cases).map(([name, fields]) => [name, closed({ type: words(name), ...fields })] as const)
  return tagged('type', Object.fromEntries(shapes), { atObject: true })
}

export function cacheControl(has: HasBeta): Shape {
  const scope = has('prompt-caching-scope') ? { scope: text() } : {}
  return nullable(byType({ ephemeral: { ttl: words('5m', '1h'), ...scope } }))
}

const citation = byType({
  char_location: span('document_index', 'document_title', 'start_char_index', 'end_char_index'),
  page_location: span('document_index', 'document_title', 'start_page_number', 'end_page_number'),
  content_block_location: span('document_index', 'document_title', 'start_block_index', 'end_block_index'),
  search_result_location: { ...span('search_result_index', 'title', 'start_block_index', 'end_block_index'), source: must },
  web_search_result_location: { cited_text: must, encrypted_index: must, title: maybe, url: must },
})

function span(place: string, title: string, start: string, end: string): Record<string, Shape> {
  return { cited_text: must, [place]: whole, [title]: maybe, [start]: whole, [end]: whole, file_id: maybe }
}

const caller = byType({
  direct: {},
  code_execution_20250825: { tool_id: serverId },
  code_execution_20260120: { tool_id: serverId },
})

const imageSource = byType({
  base64: { data: must, media_type: required(words('image/jpeg', 'image/png', 'image/gif', 'image/webp')) },
  url: { url: must },
  file: { file_id: must },
})

/** The fields of the blocks that may stand alone and inside of other blocks. */
function common(has: HasBeta): Record<'text' | 'image' | 'document' | 'search_result', Record<string, Shape>> {
  const cache_control = cacheControl(has)
  const textBlock = { text: must, cache_control, citations: nullable(list(citation)) }
  const image = { source: required(imageSource), cache_control, transformations: nullable(open({})) }
  const inner = byType({ text: textBlock, image })
  const source = byType({
    base64: { data: must, media_type: required(words('application/pdf')) },
    text: { data: must, media_type: required(words('text/plain')) },
    content: { content: required(either(text(), list(inner))) },
    url: { url: must },
    file: { file_id: must },
  })
  const citations = nullable(closed({ enabled: flag() }))
  return {
    text: textBlock,
    image,
    document: { source: required(source), cache_control, citations, context: maybe, title: maybe },
    search_result: { content: required(list(byType({ text: textBlock }))), source: must, title: must, cache_control, citations },
  }
}

/** A list of text blocks or a plain text, as the system prompt has it. */
export function texts(has: HasBeta): Shape {
  return either(text(), list(closed({ type: required(words('text')), ...common(has).text })))
}

/** Any block of a user's or an assistant's turn. */
export function contentBlock(has: HasBeta): Shape {
  const { text: textBlock, image, document, search_result } = common(has)
  const cache_control = cacheControl(has)
  const result = byType({
    text: textBlock,
    image,
    document,
    search_result,
    tool_reference: { tool_name: must, cache_control },
    browser_state: { tabs: required(list(open({}))), cache_control, state_changes: nullable(list(open({}))) },
  })
  const call = { input: required(dictionary(anything())), cache_control }
  return byType({
    text: textBlock,
    image,
    document,
    search_result,
    thinking: { signature: must, thinking: must },
    redacted_thinking: { data: must },
    tool_use: { id, name: required(text({ min: 1, max: 200 })), ...call, caller, toolset_name: maybe },
    tool_result: { tool_use_id: id, content: either(text(), list(result)), is_error: flag(), cache_control, toolset_name: maybe },
    server_tool_use: { id: serverId, name: must, ...call, caller },
    ...serverResults(has),
    container_upload: { file_id: must, cache_control },
    ...betaBlocks(has, call),
  })
}

function serverResults(has: HasBeta): Record<string, Record<string, Shape>> {
  const cache_control = cacheControl(has)
  const holds = (content: Shape) => ({ tool_use_id: serverId, content: required(content), cache_control, caller })
  const hit = byType({ web_search_result: { encrypted_content: must, title: must, url: must, page_age: maybe } })
  const ran = { content: required(list(open({}))), return_code: required(decimal()), stderr: must }
  const file = { num_lines: nullable(integer()), start_line: nullable(integer()), total_lines: nullable(integer()) }
  const failed = { error_code: must, error_message: maybe }
  return {
    web_search_tool_result: holds(either(list(hit), byType({ web_search_tool_result_error: failed }))),
    web_fetch_tool_result: holds(
      byType({
        web_fetch_tool_result_error: failed,
        web_fetch_result: { content: required(byType({ document: common(has).document })), url: must, retrieved_at: maybe },
      }),
    ),
    code_execution_tool_result: holds(
      byType({
        code_execution_tool_result_error: failed,
        code_execution_result: { ...ran, stdout: must },
        encrypted_code_execution_result: { ...ran, encrypted_stdout: must },
      }),
    ),
    bash_code_execution_tool_result: holds(
      byType({ bash_code_execution_tool_result_error: failed, bash_code_execution_result: { ...ran, stdout: must } }),
    ),
    text_editor_code_execution_tool_result: holds(
      byType({
        text_editor_code_execution_tool_result_error: failed,
        text_editor_code_execution_view_result: { content: must, file_type: must, ...file },
        text_editor_code_execution_create_result: { is_file_update: required(flag()) },
        text_editor_code_execution_str_replace_result: {
          lines: nullable(list(text())),
          new_lines: nullable(integer()),
          new_start: nullable(integer()),
          old_lines: nullable(integer()),
          old_start: nullable(integer()),
        },
      }),
    ),
    tool_search_tool_result: holds(
      byType({ tool_search_tool_result_error: failed, tool_search_tool_search_result: { tool_references: required(list(open({}))) } }),
    ),
  }
}

/** Blocks that are known only to who asks for their beta. */
function betaBlocks(has: HasBeta, call: Record<string, Shape>): Record<string, Record<string, Shape>> {
  const cache_control = cacheControl(has)
  const mcp = {
    mcp_tool_use: { id, name: must, server_name: must, ...call },
    mcp_tool_result: { tool_use_id: id, content: either(text(), list(open({}))), is_error: flag(), cache_control },
    mcp_tool_listing: { mcp_server_name: must, tools: required(list(open({}))) },
  }
  const compaction = { content: maybe, encrypted_content: maybe, signature: maybe, tool_changes: nullable(list(open({}))), cache_control }
  const moved = { from: required(open({})), to: required(open({})), trigger: anything() }
  return {
    ...(has('mcp-client') ? mcp : {}),
    ...(has('compact') ? { compaction } : {}),
    ...(has('advisor-tool') ? { advisor_tool_result: { tool_use_id: serverId, content: required(open({})), cache_control } } : {}),
    ...(has('server-side-fallback') ? { fallback: moved } : {}),
  }
}
