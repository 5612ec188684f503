// What a vendor may read for a request beyond the bytes of its body. A count of input tokens is believed up to the bytes that were sent
// (decision D57), and further only where something of this kind stands in the request.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'

/** Ids of things that stand in the request with their content, and ids of people. */
const IDS_WITHIN = /^(tool_call|call|tool_use|toolUse|message|user|end_user|item|project|request)_?ids?$/i
/** Names of fields that hold an address, or the id of something that the vendor keeps. */
const NAMES_ELSEWHERE = /(_ids?|[a-z]Ids?|ur[il]s?)$/i
/** Further fields that name what a vendor keeps, and fields that say of which kind the data beside them is: media. */
const FIELDS_ELSEWHERE: ReadonlySet<string> = new Set([
  ...['cachedContent', 'cached_content', 'conversation', 'container', 'skills', 'documents_source'],
  ...['mimeType', 'mime_type', 'media_type', 'input_audio', 'inlineData', 'inline_data'],
])

/** Nesting beyond this is not looked into, and counts as if something stood there. */
const MAX_DEPTH = 64

/**
 * May the vendor read more than the bytes of this value: media, or something that it is named by an address or an id? Works for the
 * bodies of all dialects. A false yes only lets a vendor's count be believed up to the context of its model.
 */
export function readsBeyondBytes(value: Json | undefined, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth > MAX_DEPTH) return true
  if (Array.isArray(value)) return value.some((one) => readsBeyondBytes(one, depth + 1))
  if (value.type === 'item_reference') return true
  // A stored prompt is named by an object with an id; the prompt of older completions is a text.
  if (isObject(value.prompt) && depth === 0) return true
  return Object.entries(value).some(([name, inner]) => namesElsewhere(name, inner) || readsBeyondBytes(inner, depth + 1))
}

/** Does the vendor read what it keeps for this request: content, a conversation, a prompt, or items of one, by their ids? Bodies of all dialects. */
export function readsKeptContent({ cachedContent, cached_content: snake, conversation, prompt, input }: JsonObject): boolean {
  if (cachedContent || snake || conversation || isObject(prompt)) return true
  return Array.isArray(input) && input.some((item) => isObject(item) && item.type === 'item_reference')
}

function namesElsewhere(name: string, value: Json | undefined): boolean {
  if (value === null || value === undefined || value === '' || value === false) return false
  if (FIELDS_ELSEWHERE.has(name)) return true
  // The properties of a schema may have such names too: their values are objects.
  const isName = typeof value === 'string' || (Array.isArray(value) && value.some((one) => typeof one === 'string'))
  return isName && NAMES_ELSEWHERE.test(name) && !IDS_WITHIN.test(name)
}

/** Uses that are expected of a tool of the vendor's where the request names no maximum (decision D57). */
export const UNNAMED_USES = 100

/** Fields of a tool that the caller runs, in the dialects that give a tool no type. */
const CALLERS_TOOL_FIELDS = ['input_schema', 'functionDeclarations', 'function_declarations', 'toolSpec']
/** Fields by which a request of OpenAI's dialect has its vendor search. */
const SEARCH_FIELDS = ['web_search_options', 'search_parameters', 'enable_search', 'plugins']

/**
 * How often the vendor may run tools of its own for this request, and so read its conversation again, together with what the tools brought:
 * 0 where it has none. Bodies of all dialects.
 */
export function hostedSteps(body: JsonObject): number {
  const { tools, mcp_servers: servers, max_tool_calls: most } = body
  const unnamed = countFrom(most) ?? UNNAMED_USES
  const hosted = Array.isArray(tools) ? tools.filter((tool): tool is JsonObject => isObject(tool) && isHosted(tool)) : []
  const fromTools = hosted.reduce((sum, tool) => sum + (countFrom(tool.max_uses) ?? unnamed), 0)
  const others = (Array.isArray(servers) ? servers.length : 0) + SEARCH_FIELDS.filter((field) => body[field]).length
  return fromTools + others * unnamed
}

function isHosted(tool: JsonObject): boolean {
  if (typeof tool.type === 'string') return !/^(function|custom|namespace)$/.test(tool.type)
  return !CALLERS_TOOL_FIELDS.some((field) => field in tool)
}

function countFrom(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
