// One message, of a request or of a whole reply, as a turn. The envelope of a message is flattened: its text, its refusal, its thinking and
// its tool calls all become parts of the turn.
import { defined } from '../../../defined.ts'
import { isObject, type Json } from '../../../encoding/json.ts'
import { type Reader, reader } from '../../../encoding/reader.ts'
import { WireError } from '../../../wire-error.ts'
import { keep, ownExtras } from '../../request/extras.ts'
import type { CacheMark, MediaPart, Part, ReasoningPart, Role, TextPart, ToolCallPart, Turn } from '../../request/request.ts'
import { cited, readCitations } from '../citations.ts'
import { NAME } from '../name.ts'
import { readImage, readParts, unknownPart } from './part.ts'

/** Legacy function calls have no ids; a call and its result get the same one, made up while reading and never written. */
export interface LegacyIds {
  last: string
  count: number
}

/**
 * A message of a request.
 *
 * Throws WireError where the role is unknown or something has the wrong type.
 */
export function readTurn(r: Reader, legacy: LegacyIds): Turn {
  const role = r.needText('role')
  if (role === 'function') return readFunctionResult(r, legacy)
  if (!isRole(role)) throw new WireError(`${r.path}.role`, 'system, developer, user, assistant or tool')
  const name = r.text('name')
  if (role === 'tool') return readToolResult(r, name)
  if (role === 'assistant') return name === undefined ? readAnswer(r, legacy) : { ...readAnswer(r, legacy), name }
  const content = readContent(r, role)
  const extras = keep(NAME, r.rest(), {}, { content: content.spelling })
  return { role, parts: content.parts, ...(name !== undefined && { name }), ...(extras && { extras }) }
}

function isRole(role: string): role is Role {
  return role === 'user' || role === 'assistant' || role === 'tool' || role === 'system' || role === 'developer'
}

/**
 * An assistant's message, in a request or a whole reply; the role is left to the caller.
 * Thinking comes first, then the text, then the calls: the order in which a model makes them.
 *
 * Throws WireError where something has the wrong type.
 */
export function readAnswer(r: Reader, legacy: LegacyIds): Turn {
  const content = readContent(r, 'assistant')
  const parts = readSaid(r, content.parts)
  for (const call of readList(r, 'tool_calls')) parts.push(readCall(call))
  const call = r.object('function_call')
  if (call !== undefined) parts.push(readFunctionCall(call, legacy))
  // An empty list of calls is not the same as no list.
  const list = r.peek('tool_calls')
  const isEmptyList = Array.isArray(list) && list.length === 0
  const extras = keep(NAME, r.rest(), {}, { content: content.spelling, calls: isEmptyList ? 'empty' : undefined })
  return { role: 'assistant', parts, ...(extras && { extras }) }
}

/** Thinking, content, refusal, speech and images, in this order. */
function readSaid(r: Reader, content: readonly Part[]): Part[] {
  const parts: Part[] = [...readReasoning(r), ...cited(content, readCitations(r.peek('annotations')))]
  const refusal = r.text('refusal')
  if (refusal !== undefined) parts.push({ kind: 'refusal', text: refusal })
  const sound = readSpeech(r)
  if (sound !== undefined) parts.push(sound)
  for (const image of readList(r, 'images')) parts.push(withPlace(readImage(image), 'images'))
  return parts
}

/** The form of content that the writer chooses for these parts by default. */
export function usualContent(parts: readonly Part[], role: string): string {
  if (parts.length === 0) return role === 'assistant' ? 'null' : 'text'
  const only = parts.length === 1 ? parts[0] : undefined
  return only?.kind === 'text' && ownExtras(NAME, only) === undefined && ownMark(only) === undefined ? 'text' : 'list'
}

/** A mark that goes out again; another dialect's is a loss whatever the form. */
function ownMark({ cacheMark }: TextPart): CacheMark | undefined {
  return cacheMark && ownExtras(NAME, cacheMark) && cacheMark
}

function readContent(r: Reader, role: string): { parts: Part[]; spelling: string | undefined } {
  const found = r.peek('content')
  let parts: Part[] = []
  let form: string
  if (found === undefined) form = 'absent'
  else if (found === null) form = 'null'
  else if (typeof found === 'string') {
    form = 'text'
    parts = [{ kind: 'text', text: found }]
  } else if (Array.isArray(found)) {
    form = 'list'
    parts = readParts(found, `${r.path}.content`)
  } else throw new WireError(`${r.path}.content`, 'a string or a list of parts')
  r.take('content')
  return { parts, spelling: form === usualContent(parts, role) ? undefined : form }
}

/** DeepSeek, xAI, Moonshot and Alibaba call it `reasoning_content`, Groq and OpenRouter `reasoning`; of both, one is carried. */
function readReasoning(r: Reader): ReasoningPart[] {
  for (const key of ['reasoning_content', 'reasoning'] as const) {
    if (typeof r.peek(key) !== 'string') continue
    const text = r.needText(key)
    const extras = keep(NAME, undefined, {}, { place: key === 'reasoning' ? key : undefined })
    const details = reasoningDetails(r.peek('reasoning_details'))
    return [
      defined({
        kind: 'reasoning' as const,
        text,
        ...signatures(details),
        extras: marked(extras, details),
      }),
    ]
  }
  const details = reasoningDetails(r.peek('reasoning_details'))
  if (!details.isGiven) return []
  // The details stay unread and are carried as they are: the part is for other dialects only.
  return [
    defined({
      kind: 'reasoning' as const,
      text: details.text,
      ...signatures(details),
      extras: keep(NAME, undefined, {}, { place: 'details' }),
    }),
  ]
}

function signatures({
  signature,
  encrypted,
}: {
  signature?: string
  encrypted?: string
}): Pick<ReasoningPart, 'signature' | 'encrypted' | 'signedBy'> {
  if (signature === undefined && encrypted === undefined) return {}
  return defined({ signature, encrypted, signedBy: NAME })
}

function marked(extras: ReasoningPart['extras'], details: { isGiven: boolean }): ReasoningPart['extras'] {
  return details.isGiven ? { dialect: NAME, ...extras, spellings: { ...extras?.spellings, details: 'carried' } } : extras
}

/** OpenRouter's `reasoning_details`: their text, and the signatures that a vendor wants back. */
export function reasoningDetails(value: Json | undefined): { isGiven: boolean; text: string; signature?: string; encrypted?: string } {
  if (!Array.isArray(value) || value.length === 0) return { isGiven: false, text: '' }
  let text = ''
  let signature: string | undefined
  let encrypted: string | undefined
  for (const item of value) {
    if (!isObject(item)) continue
    if (typeof item.text === 'string') text += item.text
    else if (typeof item.summary === 'string') text += item.summary
    if (typeof item.signature === 'string') signature = item.signature
    if (typeof item.data === 'string') encrypted = item.data
  }
  return defined({ isGiven: true, text, signature, encrypted })
}

/** The sound that an assistant spoke: by its id in a request, with its data in a reply. */
function readSpeech(r: Reader): MediaPart | undefined {
  const inner = r.object('audio')
  if (inner === undefined) return undefined
  const id = inner.text('id')
  const data = inner.text('data')
  const transcript = inner.text('transcript')
  const source = data === undefined ? { kind: 'file-id' as const, id: id ?? '' } : { kind: 'base64' as const, data }
  const extras = keep(NAME, undefined, { audio: inner.rest() }, { place: 'audio', id: id === undefined ? 'absent' : undefined })
  return defined({ kind: 'audio' as const, source, id, transcript, extras })
}

function readCall(r: Reader): Part {
  const type = r.peek('type')
  const isCustom = type === 'custom'
  const key = isCustom ? 'custom' : 'function'
  if ((type !== undefined && type !== 'function' && !isCustom) || r.peek(key) === undefined) return unknownPart(r, { place: 'tool_calls' })
  r.take('type')
  const id = r.text('id')
  const inner = r.needObject(key)
  const name = inner.needText('name')
  const given = readArguments(inner, isCustom ? 'input' : 'arguments')
  const spellings = {
    type: type === undefined ? 'absent' : undefined,
    id: id === undefined ? 'absent' : undefined,
    arguments: given.spelling,
  }
  // A call of a custom tool is marked as ours: of those that other dialects bring functions are made.
  const extras = keep(NAME, r.rest(), { [key]: inner.rest() }, spellings) ?? (isCustom ? { dialect: NAME } : undefined)
  return { kind: 'tool-call', id: id ?? '', name, argumentsText: given.text, ...(isCustom && { isCustom }), ...(extras && { extras }) }
}

function readFunctionCall(inner: Reader, legacy: LegacyIds): ToolCallPart {
  const name = inner.needText('name')
  const given = readArguments(inner, 'arguments')
  legacy.count += 1
  legacy.last = `function_call_${legacy.count}`
  const extras = keep(NAME, undefined, { function: inner.rest() }, { place: 'function_call', arguments: given.spelling })
  return defined({ kind: 'tool-call' as const, id: legacy.last, name, argumentsText: given.text, extras })
}

/** Arguments are JSON text; a few vendors and clients write the object itself. */
function readArguments(inner: Reader, key: string): { text: string; spelling: string | undefined } {
  const found = inner.peek(key)
  if (isObject(found)) {
    inner.take(key)
    return { text: JSON.stringify(found), spelling: 'object' }
  }
  const text = inner.text(key)
  return { text: text ?? '', spelling: text === undefined ? 'absent' : undefined }
}

function readToolResult(r: Reader, name: string | undefined): Turn {
  const toolCallId = r.needText('tool_call_id')
  const content = readContent(r, 'tool')
  const media = content.parts.some((part) => part.kind !== 'text' && part.kind !== 'unknown') ? 'kept' : undefined
  const extras = keep(NAME, r.rest(), {}, { content: content.spelling, media, name: name === undefined ? undefined : 'given' })
  const result: Part = { kind: 'tool-result', toolCallId, ...(name !== undefined && { toolName: name }), parts: content.parts }
  return { role: 'tool', parts: [result], ...(extras && { extras }) }
}

function readFunctionResult(r: Reader, legacy: LegacyIds): Turn {
  const toolName = r.needText('name')
  const content = readContent(r, 'tool')
  const extras = keep(NAME, r.rest(), {}, { role: 'function', name: 'given', content: content.spelling })
  return defined({
    role: 'tool' as const,
    parts: [{ kind: 'tool-result' as const, toolCallId: legacy.last, toolName, parts: content.parts }],
    extras,
  })
}

function readList(r: Reader, key: string): Reader[] {
  return (r.list(key) ?? []).map((value, index) => reader(value, `${r.path}.${key}[${index}]`))
}

function withPlace(part: MediaPart, place: string): MediaPart {
  return { ...part, extras: { dialect: NAME, ...part.extras, spellings: { ...part.extras?.spellings, place } } }
}
