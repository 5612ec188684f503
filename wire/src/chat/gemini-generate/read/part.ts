import { defined } from '../../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { WireError } from '../../../wire-error.ts'
import { isAddressAlphabet, usualAlphabet } from '../../media/base64-alphabet.ts'
import type { MediaPart, Part, ToolCallPart, ToolResultPart } from '../../request/request.ts'
import type { IdSource } from '../call-ids.ts'
import { carried, Fields } from '../fields.ts'
import { mediaKind, sourceOfUri } from '../media.ts'
import { NAME, OWN } from '../name.ts'
import { withSignature } from '../signature.ts'

/**
 * One part of a content, of a request or a whole reply. A part whose data is not known is carried whole.
 *
 * Throws WireError where a known field has the wrong type.
 */
export function readPart(f: Fields, ids: IdSource): Part {
  const has = (key: string): boolean => isObject(f.peek(key))
  const inline = f.peek('inlineData')
  const text = typeof f.source.text === 'string' ? f.text('text') : undefined
  const thought = typeof f.source.thought === 'boolean' ? f.boolean('thought') : undefined
  if (text !== undefined || isSignatureOnly(f.source)) {
    // A part that is only a signature is written back as it came.
    const more = text === undefined ? { text: 'absent' } : {}
    if (thought === true) return finish(f, { kind: 'reasoning', text: text ?? '' }, more)
    return finish(f, { kind: 'text', text: text ?? '' }, { ...more, ...thoughtWord(thought) })
  }
  if (has('functionCall')) return readCall(f, ids, thoughtWord(thought))
  if (has('functionResponse')) return readResult(f, ids, thoughtWord(thought))
  // A picture drawn while thinking is not part of the answer, and other dialects could not distinguish the two.
  if (thought !== true && isObject(inline) && typeof inline.data === 'string') {
    return readInline(f, thoughtWord(thought))
  }
  if (thought !== true && has('fileData')) {
    const inner = f.object('fileData')
    if (inner !== undefined && typeof inner.peek('fileUri') === 'string') return readFile(f, inner, thoughtWord(thought))
  }
  return unknownPart(f.source)
}

/** A part of any kind; one that is not what the dialect describes is carried whole. Never throws. */
export function readAnyPart(value: JsonObject, ids: IdSource): Part {
  try {
    return readPart(new Fields(value), ids)
  } catch (error) {
    if (error instanceof WireError) return unknownPart(value)
    throw error
  }
}

/** A part that is carried whole. */
export function unknownPart(value: JsonObject): Part {
  const type = Object.keys(value).find((key) => isObject(value[key])) ?? ''
  return { kind: 'unknown', type, value, extras: { dialect: NAME } }
}

/** The arguments of a call as text; empty for a call without any. */
export function argumentsText(args: Json | undefined): string {
  return isObject(args) ? JSON.stringify(args) : '{}'
}

const signatureFields = new Set(['thought', 'thoughtSignature', 'thought_signature'])

function isSignatureOnly(source: JsonObject): boolean {
  return (
    typeof (source.thoughtSignature ?? source.thought_signature) === 'string' &&
    Object.keys(source).every((key) => signatureFields.has(key))
  )
}

function thoughtWord(thought: boolean | undefined): Record<string, string> {
  return thought === undefined ? {} : { thought: String(thought) }
}

function readCall(f: Fields, ids: IdSource, words: Record<string, string>): Part {
  const inner = f.object('functionCall')
  if (inner === undefined) return unknownPart(f.source)
  const given = inner.text('id')
  const name = inner.text('name') ?? ''
  const args = objectUnder(inner, 'args')
  const part: ToolCallPart = { kind: 'tool-call', id: ids.call(name, given), name, argumentsText: argumentsText(args) }
  return finish(f, part, { ...words, id: absent(given), args: absent(args) }, { functionCall: inner })
}

function readResult(f: Fields, ids: IdSource, words: Record<string, string>): Part {
  const inner = f.object('functionResponse')
  if (inner === undefined) return unknownPart(f.source)
  const given = inner.text('id')
  const toolName = inner.text('name')
  const response = objectUnder(inner, 'response')
  const { text, form, isError } = readResponse(response)
  const media = inner.objects('parts')
  const parts: Part[] = text === '' ? [] : [{ kind: 'text', text }]
  for (const item of media ?? []) parts.push(placed(readPart(item, ids)))
  const toolCallId = ids.result(toolName, given)
  const part: ToolResultPart = {
    kind: 'tool-result',
    toolCallId,
    parts,
    ...(toolName !== undefined && { toolName }),
    ...(isError && { isError }),
  }
  const more = { ...words, id: absent(given), response: form, parts: media?.length === 0 ? 'empty' : inner.words?.parts }
  return finish(f, part, more, { functionResponse: inner })
}

/** An object that is taken whole; anything else under the key stays unread. */
function objectUnder(f: Fields, key: string): JsonObject | undefined {
  const found = f.peek(key)
  if (!isObject(found)) return undefined
  f.take(key)
  return found
}

/** Media of a result stand in a list of their own. */
function placed(part: Part): Part {
  return { ...part, extras: { dialect: NAME, ...part.extras, spellings: { ...part.extras?.spellings, place: 'parts' } } }
}

/** A medium is marked as ours in any case: what another dialect's has not, such as its type, is guessed; ours is given back as it was. */
function marked(part: Part): Part {
  return part.extras === undefined ? { ...part, extras: OWN } : part
}

/** The content of a result: Google's models know the keys `output` and `error`, and many clients write `result`. */
function readResponse(response: JsonObject | undefined): { text: string; form: string; isError?: boolean } {
  if (response === undefined) return { text: '', form: 'absent' }
  const [key, ...others] = Object.keys(response)
  if (others.length > 0 || (key !== 'output' && key !== 'error' && key !== 'result'))
    return { text: JSON.stringify(response), form: 'json' }
  const value = response[key]
  const isError = key === 'error'
  if (typeof value === 'string') return { text: value, form: key, isError }
  return { text: JSON.stringify(value ?? null), form: `${key}-json`, isError }
}

function readInline(f: Fields, words: Record<string, string>): Part {
  const inner = f.object('inlineData')
  const data = inner?.text('data')
  if (inner === undefined || data === undefined) return unknownPart(f.source)
  const mediaType = inner.text('mimeType')
  const isOther = isAddressAlphabet(data)
  if (isOther) inner.remember('data', 'address')
  const part: MediaPart = {
    kind: mediaKind(mediaType),
    source: { kind: 'base64', data: isOther ? usualAlphabet(data) : data },
    ...defined({ mediaType, fileName: inner.text('displayName') }),
  }
  return marked(finish(f, part, words, { inlineData: inner }))
}

function readFile(f: Fields, inner: Fields, words: Record<string, string>): Part {
  const uri = inner.needText('fileUri')
  const mediaType = inner.text('mimeType')
  const source = sourceOfUri(uri)
  const part: MediaPart = { kind: mediaKind(mediaType, uri), source, ...defined({ mediaType, fileName: inner.text('displayName') }) }
  return marked(finish(f, part, words, { fileData: inner }))
}

function finish(
  f: Fields,
  part: Part,
  words: Readonly<Record<string, string | undefined>> = {},
  inner: Readonly<Record<string, Fields>> = {},
): Part {
  const signature = f.text('thoughtSignature')
  const extras = carried(f, inner, words)
  return withSignature(extras === undefined ? part : { ...part, extras }, signature)
}

function absent(value: unknown): string | undefined {
  return value === undefined ? 'absent' : undefined
}
