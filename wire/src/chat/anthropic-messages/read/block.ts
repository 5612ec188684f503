// Content blocks, of requests and of whole replies, as parts. What is the vendor's own business (server tools and their results, uploads,
// compaction) is carried whole.
import { defined } from '../../../defined.ts'
import { isObject, type Json, type JsonArray, type JsonObject } from '../../../encoding/json.ts'
import { type Reader, reader } from '../../../encoding/reader.ts'
import { type Extras, keep } from '../../request/extras.ts'
import { unwrapOpaque } from '../../request/opaque.ts'
import type { CacheMark, Citation, MediaPart, MediaSource, Part, ReasoningPart, TextPart, UnknownPart } from '../../request/request.ts'
import { NAME, OWN } from '../name.ts'
import { signedText } from '../text-signature.ts'

/** The parts of a content list, in order. Throws WireError where an element is not an object or a known block misses what it must have. */
export function readBlocks(list: JsonArray, path: string): Part[] {
  const parts: Part[] = []
  for (let index = 0; index < list.length; index++) {
    const value = list[index] ?? null
    parts.push(plainBlock(value) ?? readBlock(value, `${path}[${index}]`))
  }
  return parts
}

/**
 * The blocks that a long conversation of an agent is made of, where there is nothing to them but what they must have: looked at in place, since
 * they come by the hundred.
 */
function plainBlock(value: Json): Part | undefined {
  if (!isObject(value)) return undefined
  let fields = 0
  for (const _ in value) fields += 1
  const { type } = value
  if (fields === 2 && type === 'text' && typeof value.text === 'string') return { kind: 'text', text: value.text }
  if (fields === 4 && type === 'tool_use' && typeof value.id === 'string' && typeof value.name === 'string' && isObject(value.input)) {
    return { kind: 'tool-call', id: value.id, name: value.name, argumentsText: JSON.stringify(value.input) }
  }
  if (fields === 3 && type === 'tool_result' && typeof value.tool_use_id === 'string' && typeof value.content === 'string') {
    return { kind: 'tool-result', toolCallId: value.tool_use_id, parts: [{ kind: 'text', text: value.content }] }
  }
  return undefined
}

/** One block as a part. Throws WireError as `readBlocks` does. */
export function readBlock(value: Json, path: string): Part {
  const r = reader(value, path)
  switch (r.peek('type')) {
    case 'text':
      return readText(r)
    case 'image':
      return readMedium(r, 'image') ?? unknownPart(r.source)
    case 'document':
      return readDocument(r) ?? unknownPart(r.source)
    case 'search_result':
      return readSearchResult(r) ?? unknownPart(r.source)
    case 'tool_reference':
      return readToolReference(r) ?? unknownPart(r.source)
    case 'tool_use':
      return readCall(r)
    case 'tool_result':
      return readResult(r)
    case 'thinking':
      return readThinking(r)
    case 'redacted_thinking': {
      const signed = signedText(r.needText('data'))
      if (signed !== undefined) return signed
      const { text: encrypted, signedBy } = unwrapOpaque(r.needText('data'), NAME)
      return finish(r, { kind: 'reasoning', text: '', encrypted, signedBy })
    }
    default:
      return unknownPart(r.source)
  }
}

/** A block that is carried whole. */
export function unknownPart(value: JsonObject): UnknownPart {
  return { kind: 'unknown', type: typeof value.type === 'string' ? value.type : '', value, extras: OWN }
}

/** The form of content that the writer chooses for these parts by default. */
export function usualContent(parts: readonly Part[]): 'text' | 'list' {
  const only = parts.length === 1 ? parts[0] : undefined
  const isPlain = only?.kind === 'text' && only.extras === undefined && only.cacheMark === undefined && only.citations === undefined
  return isPlain ? 'text' : 'list'
}

/** Content as a text or a list of blocks; `spelling` where its form is not the usual one. Throws WireError when it is neither. */
export function readContent(r: Reader, key: string): { parts: Part[]; spelling: string | undefined } {
  const found = r.peek(key)
  if (typeof found === 'string') {
    r.take(key)
    return { parts: [{ kind: 'text', text: found }], spelling: undefined }
  }
  const parts = readBlocks(r.list(key) ?? [], r.path ? `${r.path}.${key}` : key)
  return { parts, spelling: usualContent(parts) === 'list' ? undefined : 'list' }
}

/** `cache_control`, in the one form that is known; any other stays unread. */
export function readCacheMark(r: Reader): CacheMark | undefined {
  const found = r.peek('cache_control')
  if (!isObject(found) || found.type !== 'ephemeral') return undefined
  const inner = r.needObject('cache_control')
  inner.take('type')
  const lifetimeSeconds = found.ttl === '5m' ? 300 : found.ttl === '1h' ? 3600 : undefined
  if (lifetimeSeconds !== undefined) inner.take('ttl')
  return defined({ lifetimeSeconds, extras: keep(NAME, inner.rest()) })
}

/** The fields of a citation, and the vendor's whole object. */
export function readCitation(value: JsonObject): Citation {
  const { url, source, title, document_title, cited_text, encrypted_index } = value
  const address = typeof url === 'string' ? url : typeof source === 'string' ? source : undefined
  const name = typeof title === 'string' ? title : typeof document_title === 'string' ? document_title : undefined
  const quote = typeof cited_text === 'string' ? cited_text : undefined
  // One that we wrote for another vendor's answer is no citation that this vendor would know again.
  const isForeign = typeof encrypted_index === 'string' && unwrapOpaque(encrypted_index, NAME).signedBy !== NAME
  return defined({ url: address, title: name, quote, value, extras: isForeign ? undefined : OWN })
}

function readText(r: Reader): Part {
  const text = r.needText('text')
  const found = r.peek('citations')
  if (!Array.isArray(found)) return finish(r, { kind: 'text', text })
  if (!found.every(isObject)) return finish(r, { kind: 'text', text })
  r.take('citations')
  if (found.length === 0) return finish(r, { kind: 'text', text }, {}, { citations: 'empty' })
  return finish(r, { kind: 'text', text, citations: found.map(readCitation) })
}

function readMedium(r: Reader, kind: 'image' | 'file'): MediaPart | undefined {
  const inner = r.needObject('source')
  const source = readSource(inner)
  if (source === undefined) return undefined
  inner.take('type')
  const mediaType = source.kind === 'base64' ? inner.text('media_type') : undefined
  const fileName = kind === 'file' ? r.text('title') : undefined
  const medium: MediaPart = defined({ kind, source, mediaType, fileName })
  const part = finish(r, medium, { source: inner })
  // A file by id is known to its vendor only.
  return source.kind === 'file-id' && part.extras === undefined ? { ...part, extras: OWN } : part
}

function readSource(inner: Reader): MediaSource | undefined {
  switch (inner.peek('type')) {
    case 'base64':
      return { kind: 'base64', data: inner.needText('data') }
    case 'url':
      return { kind: 'url', url: inner.needText('url') }
    case 'file':
      return { kind: 'file-id', id: inner.needText('file_id') }
    default:
      return undefined
  }
}

/** A document of plain text is text to any vendor; its title, context and marks go into extras. */
function readDocument(r: Reader): Part | undefined {
  const source = r.needObject('source')
  const type = source.peek('type')
  if (type === 'text') {
    const text = source.needText('data')
    source.take('type')
    if (source.peek('media_type') === 'text/plain') source.take('media_type')
    const mediaType = source.source.media_type === undefined ? 'absent' : undefined
    return finish(r, { kind: 'text', text }, { source }, { place: 'document', mediaType })
  }
  if (type !== 'content') return readMedium(r, 'file')
  const content = source.peek('content')
  if (typeof content === 'string') {
    source.take('type')
    source.take('content')
    return finish(r, { kind: 'text', text: content }, { source }, { place: 'document-content' })
  }
  const joined = joinTexts(content)
  if (joined === undefined) return undefined
  source.take('type')
  source.take('content')
  return finish(r, { kind: 'text', text: joined.text }, { source }, { place: 'document-content', lengths: joined.lengths })
}

function readSearchResult(r: Reader): TextPart | undefined {
  const joined = joinTexts(r.peek('content'))
  if (joined === undefined) return undefined
  r.take('content')
  return finish(r, { kind: 'text', text: joined.text }, {}, { place: 'search-result', lengths: joined.lengths })
}

/** What a search for tools has found: its name, which is among the request's tools from then on. */
function readToolReference(r: Reader): TextPart | undefined {
  const name = r.peek('tool_name')
  if (typeof name !== 'string') return undefined
  r.take('tool_name')
  return finish(r, { kind: 'text', text: name }, {}, { place: 'tool-reference' })
}

/** Blocks that are nothing but text as one text, with their lengths, by which they are cut again. Undefined when there is more to them. */
function joinTexts(content: Json | undefined): { text: string; lengths: string } | undefined {
  if (!Array.isArray(content)) return undefined
  const texts: string[] = []
  for (const block of content) {
    if (!isObject(block) || block.type !== 'text' || typeof block.text !== 'string' || Object.keys(block).length !== 2) return undefined
    texts.push(block.text)
  }
  return { text: texts.join('\n'), lengths: texts.map((text) => text.length).join(',') }
}

function readCall(r: Reader): Part {
  const id = r.needText('id')
  const name = r.needText('name')
  const input = r.peek('input')
  if (input !== undefined && input !== null) r.take('input')
  const argumentsText = input === undefined || input === null ? '{}' : JSON.stringify(input)
  const spellings = { input: input === undefined || input === null ? 'absent' : undefined }
  return finish(r, { kind: 'tool-call', id, name, argumentsText }, {}, spellings)
}

function readResult(r: Reader): Part {
  const toolCallId = r.needText('tool_use_id')
  const found = r.peek('content')
  const content = readContent(r, 'content')
  const isError = r.boolean('is_error')
  const isEmptyList = Array.isArray(found) && found.length === 0
  const spellings = {
    content: isEmptyList ? 'list' : content.spelling,
    // In every dialect a result is an error only when it is marked as one.
    isError: isError === false ? 'false' : undefined,
  }
  const part = defined({ kind: 'tool-result' as const, toolCallId, parts: content.parts, isError: isError || undefined })
  return finish(r, part, {}, spellings)
}

function readThinking(r: Reader): ReasoningPart {
  const text = r.needText('thinking')
  const found = r.text('signature')
  if (found === undefined || found === '') {
    // Some vendors of this dialect do not sign; theirs is given back as it came.
    return finish(r, { kind: 'reasoning', text }, {}, { signature: found === '' ? 'empty' : 'absent' })
  }
  const { text: signature, signedBy } = unwrapOpaque(found, NAME)
  return finish(r, { kind: 'reasoning', text, ...(signature !== '' && { signature }), signedBy })
}

function finish<P extends Part>(
  r: Reader,
  part: P,
  inner: Readonly<Record<string, Reader>> = {},
  spellings: Readonly<Record<string, string | undefined>> = {},
): P {
  r.take('type')
  const cacheMark = readCacheMark(r)
  let nested: Record<string, JsonObject | undefined> | undefined
  for (const key in inner) {
    nested ??= {}
    nested[key] = inner[key]?.rest()
  }
  const extras: Extras | undefined = keep(NAME, r.rest(), nested, spellings)
  return { ...part, ...(cacheMark && { cacheMark }), ...(extras && { extras }) }
}
