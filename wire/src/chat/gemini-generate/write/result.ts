import { isObject, type Json, type JsonObject, parseJson, printedJson } from '../../../encoding/json.ts'
import { ownExtras } from '../../request/extras.ts'
import { partPath } from '../../request/placed-part.ts'
import type { Part, ToolResultPart } from '../../request/request.ts'
import { putField } from '../fields.ts'
import { NAME } from '../name.ts'
import { putInner, type WriteContext, writeExtras, writePart } from './part.ts'

/** The written form of a tool result: the response itself, or nothing without a known call, and separate parts next to it. */
export interface WrittenResult {
  readonly response?: JsonObject
  readonly beside: readonly JsonObject[]
}

/**
 * A result of a tool.
 *
 * @param name the name of the tool that was called; undefined when no call of that id is known. Google refuses a result without its call, so
 *   the content of such a result is written as text.
 * @param id the call's id, where Google may be shown it
 */
export function writeResult(
  part: ToolResultPart,
  call: { name: string; id: string | undefined } | undefined,
  path: string,
  context: WriteContext,
): WrittenResult {
  if (ownExtras(NAME, part) !== undefined) return { response: writeOwn(part, path, context), beside: [] }
  const { losses } = context
  const texts: string[] = []
  const inside: Json[] = []
  const beside: JsonObject[] = []
  for (const [index, inner] of part.parts.entries()) {
    const place = partPath(path, index)
    if (inner.kind === 'text') {
      texts.push(inner.text)
      writePart(inner, place, context) // names what is lost of it
      continue
    }
    const value = writePart(inner, place, context)
    if (value === undefined) continue
    if (call !== undefined && mayStandInside(inner, context)) inside.push(value)
    else beside.push(value)
  }
  if (part.cacheMark !== undefined) losses.add(`${path}.cacheMark`, 'not-expressible')
  if (part.signature !== undefined) losses.add(`${path}.signature`, 'not-expressible')
  const text = texts.join('\n')
  if (call === undefined) {
    losses.add(`${path}.toolCallId`, 'not-expressible')
    writeExtras({}, part, path, losses)
    return { beside: text === '' ? beside : [{ text }, ...beside] }
  }
  const response: JsonObject = {}
  if (call.id !== undefined) response.id = call.id
  response.name = call.name
  response.response = responseObject(text, part.isError === true)
  if (inside.length > 0) response.parts = inside
  writeExtras({}, part, path, losses)
  return { response: { functionResponse: response }, beside }
}

/** Google's third generation takes pictures and documents as part of a result, as data only; all else goes next to it. */
function mayStandInside(part: Part, { family }: WriteContext): boolean {
  if (!family.isThird || (part.kind !== 'image' && part.kind !== 'file')) return false
  return part.source.kind === 'base64'
}

/**
 * Text that is a JSON object is the response itself, unless it has the keys that mean something to Google's models, or a number that would
 * not survive being read; else it is the `output`, or the `error`.
 */
function responseObject(text: string, isError: boolean): JsonObject {
  if (text.startsWith('{') && !/\d{16}/.test(text)) {
    const found = parseJson(text)
    const isKeyed = isObject(found) && (Object.hasOwn(found, 'output') || Object.hasOwn(found, 'error'))
    if (isObject(found) && (isError ? Object.hasOwn(found, 'error') : !isKeyed)) return found
  }
  return isError ? { error: text } : { output: text }
}

function writeOwn(part: ToolResultPart, path: string, context: WriteContext): JsonObject {
  const extras = ownExtras(NAME, part)
  const words = extras?.spellings
  const inner: JsonObject = {}
  if (words?.id !== 'absent') inner.id = part.toolCallId
  if (part.toolName !== undefined) inner.name = part.toolName
  const form = words?.response
  const first = part.parts[0]
  const text = first?.kind === 'text' && ownExtras(NAME, first)?.spellings?.place !== 'parts' ? first.text : ''
  if (form !== undefined && form !== 'absent') inner.response = ownResponse(form, text)
  const media: Json[] = []
  for (const [index, each] of part.parts.entries()) {
    if (ownExtras(NAME, each)?.spellings?.place !== 'parts') continue
    const value = writePart(each, partPath(path, index), context)
    if (value !== undefined) media.push(value)
  }
  if (media.length > 0 || words?.parts === 'empty') putField(inner, words, 'parts', media)
  const value: JsonObject = {}
  if (words?.thought !== undefined) value.thought = words.thought === 'true'
  putInner(value, extras, 'functionResponse', inner)
  putField(value, words, 'thoughtSignature', part.signedBy === NAME ? part.signature : words?.standIn)
  writeExtras(value, part, path, context.losses)
  return value
}

function ownResponse(form: string, text: string): Json {
  if (form === 'json') return printedJson(text)
  const [key = 'output', isJson] = form.split('-')
  return { [key]: isJson === undefined ? text : printedJson(text) }
}
