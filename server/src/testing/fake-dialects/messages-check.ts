// What Anthropic refuses, in its words as far as they are known. Source: its API reference, "Errors", "Extended thinking", "Tool use", 2026.
import { type FakeRequest, type Fields, fields, firstOf, objects, text, unknownField } from './fake-dialect.ts'
import { shortName, sign } from './signature.ts'

const counted = ['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config', 'output_format', 'cache_control']
const COUNT_FIELDS = new Set([...counted, 'mcp_servers', 'context_management'])
const FIELDS = new Set([
  ...COUNT_FIELDS,
  ...['max_tokens', 'metadata', 'stop_sequences', 'stream', 'temperature', 'top_k', 'top_p', 'service_tier', 'container', 'speed'],
  'inference_geo',
])
const BLOCKS = new Set(['text', 'image', 'document', 'tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'search_result'])
const MIN_BUDGET = 1024
/** Models from before the fourth generation's eighth. */
const OLDER = /claude-(3|(opus|sonnet|haiku)-4-[0-7])/
/** Models that decide themselves how long to think. */
const BUDGETLESS = /claude-(opus|sonnet|haiku|fable)-(4-[7-9]|[5-9])/
const NAME = /^[a-zA-Z0-9_-]{1,128}$/

export function messagesComplaint({ body, path, headers }: FakeRequest): string | undefined {
  const isCount = path.endsWith('/count_tokens')
  const odd = unknownField(body, isCount ? COUNT_FIELDS : FIELDS)
  if (odd !== undefined) return `${odd}: Extra inputs are not permitted`
  if (headers['anthropic-version'] === undefined) return 'anthropic-version: header is required'
  if (headers['x-api-key'] === undefined) return 'x-api-key header is required'
  if (!isCount && !Number.isSafeInteger(body.max_tokens)) return 'max_tokens: Field required'
  const messages = objects(body.messages)
  if (messages.length === 0) return 'messages: at least one message is required'
  const turns = messages.filter(({ role }) => role !== 'system')
  return (
    settingsComplaint(body) ??
    firstOf(objects(body.tools), toolComplaint) ??
    firstOf(messages, (message, at) => systemComplaint(message, text(body.model), messages[at - 1], messages[at + 1])) ??
    firstOf(turns, (message, at) => messageComplaint(message, at, turns)) ??
    messagesSignatureComplaint(body)
  )
}

/** Signatures that are not ours, and in a conversation that thinks those that are missing. */
export function messagesSignatureComplaint(body: Fields): string | undefined {
  const messages = objects(body.messages)
  return (
    firstOf(messages, (message, at) =>
      firstOf(blocksOf(message), (block, index) => alteredComplaint(block, `messages.${at}.content.${index}`)),
    ) ?? (isThinking(body) ? signatureComplaint(messages) : undefined)
  )
}

function settingsComplaint(body: Fields): string | undefined {
  const thinking = fields(body.thinking)
  const choice = text(fields(body.tool_choice).type)
  const temperature = body.temperature as number | undefined
  if (temperature !== undefined && (temperature < 0 || temperature > 1)) return 'temperature: range: 0..1'
  if (body.tool_choice !== undefined && objects(body.tools).length === 0) return 'tool_choice may only be specified while providing tools'
  if (isThinking(body)) {
    if (temperature !== undefined && temperature !== 1) return '`temperature` may only be set to 1 when thinking is enabled'
    if (choice === 'any' || choice === 'tool') return 'Thinking may not be enabled when tool_choice forces tool use.'
    if (body.top_k !== undefined) return '`top_k` must be unset when thinking is enabled'
    if (Number(body.top_p ?? 1) < 0.95) return '`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.'
  }
  if (thinking.type !== 'enabled') return undefined
  if (BUDGETLESS.test(text(body.model)))
    return '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
  const budget = Number(thinking.budget_tokens)
  if (!(budget >= MIN_BUDGET)) return `thinking.enabled.budget_tokens: Input should be greater than or equal to ${MIN_BUDGET}`
  return budget < Number(body.max_tokens ?? Number.POSITIVE_INFINITY)
    ? undefined
    : '`max_tokens` must be greater than `thinking.budget_tokens`'
}

function toolComplaint(tool: Fields, at: number): string | undefined {
  if (tool.type !== undefined && tool.type !== 'custom') return undefined
  if (!NAME.test(text(tool.name))) return `tools.${at}.custom.name: String should match pattern '${NAME.source}'`
  return fields(tool.input_schema).type === 'object' ? undefined : `tools.${at}.custom.input_schema.type: Input should be 'object'`
}

/** Newer models accept instructions mid-conversation: after the user's message, and before the answer to it. */
function systemComplaint(message: Fields, model: string, before: Fields | undefined, after: Fields | undefined): string | undefined {
  if (message.role !== 'system') return undefined
  if (OLDER.test(model)) return `role 'system' is not supported on this model`
  if (before === undefined) return "messages.0: use the top-level 'system' parameter for the initial system prompt"
  const isPlaced = before.role === 'user' && (after === undefined || after.role === 'assistant')
  return isPlaced ? undefined : 'messages: a system message must follow a user message, and be the last or come before an assistant message'
}

function messageComplaint(message: Fields, at: number, messages: readonly Fields[]): string | undefined {
  const where = `messages.${at}`
  if (message.role !== (at % 2 === 0 ? 'user' : 'assistant'))
    return `${where}: roles must alternate between "user" and "assistant", but found "${text(message.role)}"`
  const blocks = blocksOf(message)
  if (blocks.length === 0) return `${where}: all messages must have non-empty content`
  return (
    firstOf(blocks, (block, index) => blockComplaint(block, `${where}.content.${index}`, message)) ??
    orphanComplaint(blocks, where, messages[at - 1]) ??
    missingResultComplaint(blocks, where, messages[at + 1])
  )
}

function blockComplaint(block: Fields, where: string, { role }: Fields): string | undefined {
  const type = text(block.type)
  if (!BLOCKS.has(type)) return `${where}.type: Input tag '${type}' found using 'type' does not match any of the expected tags`
  if (type === 'text' && text(block.text).trim() === '') return `${where}.text: text content blocks must contain non-whitespace text`
  if (type === 'tool_use' && !/^[a-zA-Z0-9_-]+$/.test(text(block.id))) return `${where}.tool_use.id: String should match pattern`
  if (type === 'tool_use' && Object.keys(fields(block.input)).length === 0 && typeof block.input !== 'object')
    return `${where}.tool_use.input: Input should be a valid dictionary`
  if (role === 'user' && (type === 'tool_use' || type === 'thinking')) return `${where}: \`${type}\` blocks can only be in assistant turns`
  if (role === 'assistant' && type === 'tool_result') return `${where}: \`tool_result\` blocks can only be in \`user\` messages`
  const source = fields(block.source)
  if (
    type === 'image' &&
    !(source.type === 'base64' && source.media_type && source.data) &&
    source.type !== 'url' &&
    source.type !== 'file'
  )
    return `${where}.image.source: Input does not match any of the expected tags`
  return type === 'thinking' && !block.signature ? `${where}.thinking.signature: Field required` : undefined
}

function alteredComplaint(block: Fields, where: string): string | undefined {
  if (block.type !== 'thinking') return undefined
  return block.signature === sign('messages', text(block.thinking)) ? undefined : `${where}: Invalid \`signature\` in \`thinking\` block`
}

function orphanComplaint(blocks: readonly Fields[], where: string, before: Fields | undefined): string | undefined {
  const known = before ? blocksOf(before).flatMap(({ type, id }) => (type === 'tool_use' ? [text(id)] : [])) : []
  const orphan = blocks.find(({ type, tool_use_id }) => type === 'tool_result' && !known.includes(text(tool_use_id)))
  return orphan
    ? `${where}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${text(orphan.tool_use_id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
    : undefined
}

function missingResultComplaint(blocks: readonly Fields[], where: string, after: Fields | undefined): string | undefined {
  const answers = after ? blocksOf(after) : []
  const answered = new Set(answers.flatMap(({ type, tool_use_id }) => (type === 'tool_result' ? [text(tool_use_id)] : [])))
  const missing = blocks.find(({ type, id }) => type === 'tool_use' && !answered.has(text(id)))
  if (missing)
    return `${where}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${text(missing.id)}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
  const firstOther = answers.findIndex(({ type }) => type !== 'tool_result')
  const isMixed = answered.size > 0 && firstOther !== -1 && answers.slice(firstOther).some(({ type }) => type === 'tool_result')
  return isMixed ? `${where}: \`tool_result\` blocks must come first in the message after \`tool_use\`` : undefined
}

/** Call ids that came with thinking contain its signature: within a round of tools, the thinking must come before them. */
function signatureComplaint(messages: readonly Fields[]): string | undefined {
  const begin = lastWords(messages) + 1
  return firstOf(messages.slice(begin), (message, offset) => {
    const blocks = blocksOf(message)
    const marked = blocks.map(({ type, id }) => (type === 'tool_use' ? /_r([0-9a-f]{8})$/.exec(text(id))?.[1] : undefined)).find(Boolean)
    const first = blocks[0]
    if (!marked || (first?.type === 'thinking' && shortName(text(first.signature)) === marked)) return undefined
    return `messages.${begin + offset}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${text(first?.type)}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`
  })
}

/** The blocks of a message; a text is a list of one. */
export function blocksOf({ content }: Fields): Fields[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objects(content)
}

export function isThinking(body: Fields): boolean {
  return ['enabled', 'adaptive'].includes(text(fields(body.thinking).type))
}

/** The index of the user's last message. */
export function lastWords(messages: readonly Fields[]): number {
  return messages.findLastIndex(
    (message) => message.role === 'user' && blocksOf(message).some(({ type }) => type === 'text' || type === 'image'),
  )
}
