// An assistant's items, in a request and in a reply, as parts. Items are siblings here, while they are one turn
// elsewhere: the first part of each message remembers where it began.
import { defined } from '../../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { type Reader, reader } from '../../../encoding/reader.ts'
import { WireError } from '../../../wire-error.ts'
import { type Extras, keep } from '../../request/extras.ts'
import type { Part, ReasoningPart, ToolCallPart, UnknownPart } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { heldToken } from '../tokens.ts'
import { readParts } from './part.ts'

/** In a reply an item is completed, as a rule; in a request it may leave out its status. */
export type Use = 'request' | 'reply'

/** What stands between the thoughts of one item where they become one text. */
export const BETWEEN_THOUGHTS = '\n\n'

/**
 * An item of the assistant's as parts: a message's content, or one part.
 *
 * Throws WireError where an item of a known type misses what it must have.
 */
export function readItem(value: JsonObject, path: string, use: Use): Part[] {
  switch (value.type) {
    case 'message':
      return readMessage(reader(value, path), use)
    case 'reasoning':
      return [readReasoning(reader(value, path), use)]
    case 'function_call':
    case 'custom_tool_call':
      return [readCall(reader(value, path), use)]
    case 'image_generation_call':
      return [readMadeImage(reader(value, path), use) ?? unknownItem(value)]
    default:
      return [unknownItem(value)]
  }
}

/** An item that is carried whole. */
export function unknownItem(value: JsonObject, words: Record<string, string> = {}): UnknownPart {
  const type = typeof value.type === 'string' ? value.type : 'item_reference'
  return { kind: 'unknown', type, value, extras: { dialect: NAME, spellings: { place: 'item', ...words } } }
}

/** An assistant's message: its parts, the first of which carries the fields of the message itself. */
export function readMessage(r: Reader, use: Use): Part[] {
  const { parts, form } = readContent(r, 'output_text')
  const header = messageHeader(r, use, form)
  const first = parts[0]
  // An empty message is still a message.
  if (first === undefined) return [{ kind: 'text', text: '', extras: withWords(header, { content: 'none' }) }]
  return [underHeader(first, header), ...parts.slice(1)]
}

/** The fields of a message, for its first part to carry; the content must have been read. */
export function messageHeader(r: Reader, use: Use, form?: string): Extras {
  const type = r.peek('type') === undefined ? 'absent' : undefined
  for (const key of ['type', 'role'] as const) r.take(key)
  const words = { item: 'message', type, form: form === 'text' ? form : undefined, ...envelope(r, use, 'completed') }
  return keep(NAME, undefined, { item: r.rest() }, words) ?? { dialect: NAME }
}

/** The first part of a message, with the fields of the message. */
export function underHeader(part: Part, header: Extras): Part {
  const { extras } = part
  if (extras === undefined) return { ...part, extras: header }
  const nested = { ...extras.nested, ...header.nested }
  const merged: Extras = {
    dialect: NAME,
    ...(extras.fields && { fields: extras.fields }),
    ...(Object.keys(nested).length > 0 && { nested }),
    spellings: { ...renamed(extras.spellings), ...header.spellings },
  }
  return { ...part, extras: merged }
}

/** The words of a part, where one of them would be taken for one of the message. */
function renamed(words: Extras['spellings']): Record<string, string> {
  const { type, ...others } = words ?? {}
  return type === undefined ? others : { ...others, textType: type }
}

/** The content of a message: a text or a list. Throws WireError where it is neither. */
export function readContent(r: Reader, word: 'input_text' | 'output_text'): { parts: Part[]; form: 'text' | 'list' } {
  const found = r.peek('content')
  r.take('content')
  if (typeof found === 'string') return { parts: [{ kind: 'text', text: found }], form: 'text' }
  if (!Array.isArray(found)) throw new WireError(`${r.path}.content`, 'a string or a list of parts')
  return { parts: readParts(found, `${r.path}.content`, word), form: 'list' }
}

/** The id and status of an item, as words: neither is lost where another dialect has no such thing. */
export function envelope(r: Reader, use: Use, usual: string | undefined): Record<string, string | undefined> {
  const itemId = r.text('id')
  const status = r.text('status')
  if (use === 'request') return { itemId, itemStatus: status }
  return { itemId, itemStatus: status === usual ? undefined : (status ?? 'absent') }
}

/** A call of a function or a custom tool. Throws WireError without an id or a name. */
export function readCall(r: Reader, use: Use): ToolCallPart {
  const isCustom = r.peek('type') === 'custom_tool_call'
  r.take('type')
  const id = r.needText('call_id')
  const bare = r.needText('name')
  const namespace = r.text('namespace')
  const name = namespace === undefined ? bare : flatName(namespace, bare)
  const argumentsText = r.text(isCustom ? 'input' : 'arguments') ?? ''
  const words = { ...envelope(r, use, 'completed'), ...(namespace !== undefined && { namespace, name: bare }) }
  const extras = keep(NAME, r.rest(), undefined, words)
  return { kind: 'tool-call', id, name, argumentsText, ...(isCustom && { isCustom }), ...(extras && { extras }) }
}

/** The name of a tool within a namespace, for dialects that have no namespaces. */
export function flatName(namespace: string, name: string): string {
  return `${namespace}__${name}`
}

/**
 * A thought: its text is its summaries and its content, one after the other. The division is remembered where it is more than
 * one plain summary.
 */
export function readReasoning(r: Reader, use: Use): ReasoningPart {
  r.take('type')
  const summary = r.list('summary')
  const content = r.list('content')
  const found = r.text('encrypted_content')
  const thoughts = [...(summary ?? []), ...(content ?? [])].flatMap((each) =>
    isObject(each) && typeof each.text === 'string' ? [each.text] : [],
  )
  const isPlain = summary !== undefined && summary.length === thoughts.length && thoughts.length < 2 && summary.every(isPlainSummary)
  const token = found === undefined ? undefined : heldToken(found)
  const words: Record<string, string | undefined> = {
    ...envelope(r, use, undefined),
    summary: isPlain ? undefined : summary === undefined ? 'absent' : JSON.stringify(summary),
    content: content === undefined ? undefined : JSON.stringify(content),
    use: token?.use === 'next' ? token.use : undefined,
  }
  const extras = keep(NAME, r.rest(), unreadOfThoughts(summary, content), words)
  return defined({
    kind: 'reasoning' as const,
    text: thoughts.join(BETWEEN_THOUGHTS),
    ...(token !== undefined && { [token.use === 'signature' ? 'signature' : 'encrypted']: token.text, signedBy: token.signedBy }),
    extras: extras ?? { dialect: NAME },
  })
}

function isPlainSummary(value: Json): boolean {
  return (
    isObject(value) &&
    value.type === 'summary_text' &&
    typeof value.text === 'string' &&
    value.text !== '' &&
    Object.keys(value).length === 2
  )
}

/** Unknown fields of summaries: carried in their text, and named here for dialects that lose them. */
function unreadOfThoughts(...lists: (Json[] | undefined)[]): Record<string, JsonObject> | undefined {
  let unread: Record<string, JsonObject> | undefined
  for (const [at, list] of lists.entries()) {
    for (const [index, value] of (list ?? []).entries()) {
      if (!isObject(value)) continue
      const { type: _, text: __, ...others } = value
      if (Object.keys(others).length === 0) continue
      unread ??= {}
      unread[`${at === 0 ? 'summary' : 'content'}[${index}]`] = others
    }
  }
  return unread
}

/** An image that the vendor's own tool made; undefined while there is none. */
function readMadeImage(r: Reader, use: Use): Part | undefined {
  const data = r.peek('result')
  if (typeof data !== 'string' || data === '') return undefined
  for (const key of ['type', 'result'] as const) r.take(key)
  const format = r.text('output_format')
  const words = { place: 'item', format, ...envelope(r, use, 'completed') }
  const extras = keep(NAME, r.rest(), undefined, words)
  return defined({ kind: 'image' as const, source: { kind: 'base64' as const, data }, mediaType: `image/${format ?? 'png'}`, extras })
}

function withWords(extras: Extras, words: Record<string, string>): Extras {
  return { ...extras, spellings: { ...extras.spellings, ...words } }
}
