// What OpenAI's Responses refuse, in their words as far as they are known. Source: OpenAI's API reference, "Responses", "Reasoning",
// "Structured outputs", 2026.
import { streamComplaint } from './chat.ts'
import { type Fields, fields, firstOf, objects, text, unknownField } from './fake-dialect.ts'
import { shortName, sign } from './signature.ts'

const conversational = ['input', 'instructions', 'previous_response_id', 'conversation', 'prompt', 'store', 'background', 'include']
const sampling = ['temperature', 'top_p', 'top_logprobs', 'max_output_tokens', 'max_tool_calls', 'truncation', 'reasoning', 'text']
const FIELDS = new Set([
  ...['model', 'stream', 'stream_options', 'metadata', 'user', 'service_tier', 'safety_identifier', 'context_management', 'moderation'],
  ...['tools', 'tool_choice', 'parallel_tool_calls', 'prompt_cache_key', 'prompt_cache_retention', 'prompt_cache_options'],
  // Not in the reference: the vendor's own command line sends it to every address.
  'client_metadata',
  ...conversational,
  ...sampling,
])
const inputParts = new Set(['input_text', 'input_image', 'input_file', 'input_audio'])
const outputParts = new Set(['output_text', 'refusal'])
/** How the ids of items begin. */
const prefixes: Readonly<Record<string, string>> = { message: 'msg', function_call: 'fc', custom_tool_call: 'ctc', reasoning: 'rs' }
const MIN_OUTPUT_TOKENS = 16

/** @param isKnown is this id of a stored item? */
export function responsesComplaint(body: Fields, items: readonly Fields[], isKnown: (id: string) => boolean): string | undefined {
  const odd = unknownField(body, FIELDS)
  if (odd !== undefined) return `Unknown parameter: '${odd}'.`
  if (items.length === 0) return 'One of "input" or "previous_response_id" or \'prompt\' or \'conversation\' must be provided.'
  if (Number(body.max_output_tokens ?? MIN_OUTPUT_TOKENS) < MIN_OUTPUT_TOKENS)
    return `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${MIN_OUTPUT_TOKENS}.`
  return (
    streamComplaint(body) ??
    formatComplaint(fields(fields(body.text).format)) ??
    firstOf(objects(body.tools), toolComplaint) ??
    firstOf(items, itemComplaint) ??
    firstOf(items, (item, at) => pairComplaint(items, item, at)) ??
    storedComplaint(body, items, isKnown)
  )
}

/** Thinking that is missing or altered, and items that were never stored. */
export function storedComplaint(body: Fields, items: readonly Fields[], isKnown: (id: string) => boolean): string | undefined {
  return (
    firstOf(items, (item) => unknownItemComplaint(item, isKnown)) ??
    (body.reasoning === undefined ? undefined : signatureComplaint(items, isKnown))
  )
}

function unknownItemComplaint({ type, id, encrypted_content: sealed }: Fields, isKnown: (id: string) => boolean): string | undefined {
  if (type === 'item_reference' && !isKnown(text(id))) return `Item with id '${text(id)}' not found.`
  if (type !== 'reasoning') return undefined
  if (typeof sealed === 'string')
    return isSealed(sealed) ? undefined : `The encrypted content ${sealed.slice(0, 8)}... could not be verified.`
  return isKnown(text(id)) ? undefined : `Item with id '${text(id)}' not found. Items are not persisted when \`store\` is set to false.`
}

function formatComplaint(format: Fields): string | undefined {
  if (format.type !== 'json_schema') return undefined
  if (typeof format.name !== 'string') return "Missing required parameter: 'text.format.name'."
  return format.strict === true && !isClosed(format.schema)
    ? `Invalid schema for response_format '${format.name}': In context=(), 'additionalProperties' is required to be supplied and to be false.`
    : undefined
}

function toolComplaint(tool: Fields, at: number): string | undefined {
  if (tool.type !== 'function') return typeof tool.type === 'string' ? undefined : `Missing required parameter: 'tools[${at}].type'.`
  if (tool.function !== undefined) return `Unknown parameter: 'tools[${at}].function'.`
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(tool.name))) return `Invalid 'tools[${at}].name': string does not match pattern.`
  return tool.strict === true && !isClosed(tool.parameters)
    ? `Invalid schema for function '${text(tool.name)}': In context=(), 'additionalProperties' is required to be supplied and to be false.`
    : undefined
}

/** A strict schema closes its objects and demands all of their fields. */
function isClosed(schema: unknown): boolean {
  const { additionalProperties, properties, required } = fields(schema)
  const names = Object.keys(fields(properties))
  return additionalProperties === false && names.every((name) => Array.isArray(required) && required.includes(name))
}

function itemComplaint(item: Fields, at: number): string | undefined {
  const type = text(item.type ?? 'message')
  const prefix = prefixes[type]
  const { id } = item
  if (prefix !== undefined && typeof id === 'string' && !id.startsWith(prefix))
    return `Invalid 'input[${at}].id': '${id}'. Expected an ID that begins with '${prefix}'.`
  if (/^(function|custom_tool)_call_output$/.test(type) && typeof item.output !== 'string' && !Array.isArray(item.output))
    return `Invalid type for 'input[${at}].output': expected one of a string or array.`
  if (type === 'function_call' && typeof item.arguments !== 'string') return `Missing required parameter: 'input[${at}].arguments'.`
  if (type === 'reasoning' && !Array.isArray(item.summary)) return `Missing required parameter: 'input[${at}].summary'.`
  if (type !== 'message') return undefined
  const known = item.role === 'assistant' ? outputParts : inputParts
  const odd = partsOf(item).find((part) => !known.has(text(part.type)))
  return odd ? `Invalid value: '${text(odd.type)}'. Supported values are: ${[...known].join(', ')}. input[${at}].content` : undefined
}

function pairComplaint(items: readonly Fields[], item: Fields, at: number): string | undefined {
  const type = text(item.type)
  const id = text(item.call_id)
  const has = (list: readonly Fields[], wanted: string) => list.some((one) => one.type === wanted && one.call_id === id)
  const [, kind] = /^(function|custom_tool)_call_output$/.exec(type) ?? []
  const words = type.startsWith('custom') ? 'custom tool call' : 'function call'
  if (kind !== undefined && !has(items.slice(0, at), `${kind}_call`)) return `No tool call found for ${words} output with call_id ${id}.`
  if (isCall(item) && !has(items.slice(at + 1), `${type}_output`)) return `No tool output found for ${words} ${id}.`
  return undefined
}

/** Is it a call of one of the caller's tools? */
export function isCall(item: Fields | undefined): boolean {
  return item?.type === 'function_call' || item?.type === 'custom_tool_call'
}

/** Call ids that came with thinking contain its id: within a round of tools, the thinking must come before them. */
function signatureComplaint(items: readonly Fields[], isKnown: (id: string) => boolean): string | undefined {
  const begin = lastWords(items) + 1
  return firstOf(items.slice(begin), (item, offset) => {
    const { type, call_id, id } = item
    const mark = isCall(item) ? /_r([0-9a-f]{8})$/.exec(text(call_id))?.[1] : undefined
    if (mark === undefined) return undefined
    const before = items.slice(begin, begin + offset)
    const isProven = before.some(
      (one) =>
        one.type === 'reasoning' &&
        (typeof one.encrypted_content === 'string'
          ? shortName(one.encrypted_content) === mark
          : isKnown(text(one.id)) && text(one.id).endsWith(mark)),
    )
    return isProven
      ? undefined
      : `Item '${text(id)}' of type '${text(type)}' was provided without its required 'reasoning' item: 'rs_..._r${mark}'.`
  })
}

/** Encrypted thinking that only the vendor can read, with a signature against changes. */
export function seal(id: string, thought: string): string {
  const inner = Buffer.from(JSON.stringify({ id, thought, mac: sign('responses', id + thought) })).toString('base64url')
  return `gAAAA${inner}`
}

function isSealed(sealed: string): boolean {
  try {
    const { id, thought, mac } = JSON.parse(Buffer.from(sealed.replace(/^gAAAA/, ''), 'base64url').toString()) as Record<string, string>
    return sealed.startsWith('gAAAA') && mac === sign('responses', `${id}${thought}`)
  } catch {
    return false
  }
}

/** The index of the user's last message. */
export function lastWords(items: readonly Fields[]): number {
  return items.findLastIndex(({ role }) => role === 'user')
}

export function partsOf({ content }: Fields): Fields[] {
  return objects(content)
}

export function itemTexts(item: Fields): string[] {
  if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output')
    return typeof item.output === 'string' ? [item.output] : objects(item.output).map((part) => text(part.text))
  if (item.type !== undefined && item.type !== 'message') return []
  if (typeof item.content === 'string') return [item.content]
  return partsOf(item).flatMap((part) => (typeof part.text === 'string' ? [part.text] : []))
}
