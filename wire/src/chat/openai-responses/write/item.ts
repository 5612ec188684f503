// The items that an assistant makes, whole: for a request that repeats them, and for a reply when they are done.
import { type Json, type JsonArray, type JsonObject, printedJson } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import { ownExtras } from '../../request/extras.ts'
import type { MediaPart, Part, ReasoningPart, ToolCallPart } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { holdToken } from '../tokens.ts'

/** What an item is given where its part does not remember it: nothing in a request, an id and a status in a reply. */
export interface Given {
  readonly id?: string
  readonly status?: string
}

/** The message that this part is the first of, with its content. */
export function messageItem(first: Part, content: Json, given: Given): JsonObject {
  const extras = ownExtras(NAME, first)
  const words = extras?.spellings
  const item: JsonObject = words?.item !== undefined && words.type === 'absent' ? {} : { type: 'message' }
  putEnvelope(item, words, given)
  item.role = 'assistant'
  item.content = words?.content === 'none' ? [] : content
  putMissing(item, extras?.nested?.item)
  return item
}

/** A call of a function or a custom tool. */
export function callItem(part: ToolCallPart, given: Given): JsonObject {
  const extras = ownExtras(NAME, part)
  const words = extras?.spellings
  const item: JsonObject = { type: part.isCustom ? 'custom_tool_call' : 'function_call' }
  putEnvelope(item, words, given)
  item.call_id = part.id
  item.name = words?.name ?? part.name
  if (words?.namespace !== undefined) item.namespace = words.namespace
  item[part.isCustom ? 'input' : 'arguments'] = part.argumentsText
  putMissing(item, extras?.fields)
  return item
}

/** A thought, with the token of whichever vendor it is. */
export function reasoningItem(part: ReasoningPart, given: Given): JsonObject {
  const extras = ownExtras(NAME, part)
  const words = extras?.spellings
  const item: JsonObject = { type: 'reasoning' }
  putEnvelope(item, words, given)
  if (words?.summary !== 'absent') item.summary = thoughts(words?.summary) ?? plainSummary(part.text)
  if (words?.content !== undefined) item.content = thoughts(words.content) ?? null
  const token = tokenOf(part)
  if (token !== undefined) item.encrypted_content = token
  putMissing(item, extras?.fields)
  return item
}

/** An image that a tool of the vendor's made. */
export function imageItem(part: MediaPart, given: Given): JsonObject {
  const extras = ownExtras(NAME, part)
  const words = extras?.spellings
  const item: JsonObject = { type: 'image_generation_call' }
  putEnvelope(item, words, given)
  if (part.source.kind === 'base64') item.result = part.source.data
  const format = extras === undefined ? part.mediaType?.slice(part.mediaType.indexOf('/') + 1) : words?.format
  if (format !== undefined) item.output_format = format
  putMissing(item, extras?.fields)
  return item
}

function putEnvelope(item: JsonObject, words: Readonly<Record<string, string>> | undefined, given: Given): void {
  const id = words?.itemId ?? given.id
  if (id !== undefined) item.id = id
  const status = words?.itemStatus ?? given.status
  if (status !== undefined && status !== 'absent') item.status = status
}

/** The thoughts of an item, as its reader printed them. */
function thoughts(text: string | undefined): Json | undefined {
  return text === undefined ? undefined : printedJson(text)
}

/** One summary, or none where there is no text. */
export function plainSummary(text: string): JsonArray {
  return text === '' ? [] : [{ type: 'summary_text', text }]
}

/** The token of a thought for `encrypted_content`; another vendor's signature and encrypted thought cannot both stand there: the signature goes first. */
function tokenOf(part: ReasoningPart): string | undefined {
  const { signedBy, signature, encrypted } = part
  if (signedBy === undefined) return ownExtras(NAME, part) === undefined ? undefined : encrypted
  // A client of another dialect may bring our own token back as a signature.
  if (signedBy === NAME) return encrypted || signature || undefined
  if (signature !== undefined) return holdToken({ use: 'signature', text: signature, signedBy })
  return encrypted === undefined ? undefined : holdToken({ use: 'encrypted', text: encrypted, signedBy })
}
