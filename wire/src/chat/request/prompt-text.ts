// What a vendor will read of a canonical request, without tokenising it: the gateway sets money aside by it before the call (decision D13),
// and only where a vendor reports no usage are the texts themselves counted afterwards.
import type { JsonObject } from '../../encoding/json.ts'
import { isData, jsonBytes, utf8Bytes } from '../../encoding/text-bytes.ts'
import type { ChatRequest, MediaPart, Part, Tool } from './request.ts'

/** How much there is to read. `textBytes` is biased high: it counts the marks around the words too. */
export interface PromptSize {
  readonly textBytes: number
  readonly media: readonly PromptMedium[]
  /** Set where the caller wants the prompt written to a cache: the longest lifetime requested, in seconds. */
  readonly cacheSeconds?: number
}

/** A medium of a prompt. */
export interface PromptMedium {
  readonly kind: 'image' | 'audio' | 'video' | 'file'
  /** Base64; absent where it is named by an address or an id. */
  readonly data?: string
  readonly mediaType?: string
  /** A sound that the model itself gave as an earlier answer. */
  readonly isAnswer?: true
}

/** Bytes for a turn's role and the marks that a vendor puts around it: about four tokens. */
const TURN_BYTES = 16

interface Counts {
  textBytes: number
  readonly media: PromptMedium[]
  cacheSeconds?: number
}

/** The size of a request: turns, tools, output format. Media are listed, and not counted by their data. */
export function requestBytes(request: ChatRequest): PromptSize {
  const size: Counts = { textBytes: 0, media: [] }
  for (const turn of request.turns) {
    size.textBytes += TURN_BYTES + utf8Bytes(turn.name ?? '')
    for (const part of turn.parts) countPart(part, size)
  }
  for (const tool of request.tools ?? []) {
    size.textBytes += jsonBytes(toolValue(tool))
    if ('cacheMark' in tool) countMark(tool.cacheMark, size)
  }
  if (request.output?.kind === 'json-schema') size.textBytes += jsonBytes(request.output.schema)
  return size
}

/** For which reading the texts of a prompt are listed: to count all that a vendor reads, or to see what was written, without the roles of turns. */
export type TextsFor = 'count' | 'reading'

/** The texts of a request, in order: text, names, calls and their results, and the tools as JSON. */
export function* requestTexts(request: ChatRequest, purpose: TextsFor): Generator<string> {
  for (const turn of request.turns) {
    if (purpose === 'count') yield turn.role
    if (turn.name !== undefined) yield turn.name
    for (const part of turn.parts) yield* partTexts(part)
  }
  for (const tool of request.tools ?? []) yield JSON.stringify(toolValue(tool))
  if (request.output?.kind === 'json-schema') yield JSON.stringify(request.output.schema)
}

/** A mark without a lifetime has the vendor's short one. */
const USUAL_CACHE_SECONDS = 300

function countMark(cacheMark: Part['cacheMark'], size: Counts): void {
  if (cacheMark !== undefined) size.cacheSeconds = Math.max(size.cacheSeconds ?? 0, cacheMark.lifetimeSeconds ?? USUAL_CACHE_SECONDS)
}

function countPart(part: Part, size: Counts): void {
  countMark(part.cacheMark, size)
  switch (part.kind) {
    case 'text':
    case 'refusal':
      size.textBytes += utf8Bytes(part.text)
      return
    case 'reasoning':
      size.textBytes += utf8Bytes(part.text) + utf8Bytes(part.encrypted ?? '')
      return
    case 'tool-call':
      size.textBytes += TURN_BYTES + utf8Bytes(part.name) + utf8Bytes(part.argumentsText)
      return
    case 'tool-result':
      size.textBytes += TURN_BYTES
      for (const inner of part.parts) countPart(inner, size)
      return
    case 'unknown':
      size.textBytes += jsonBytes(part.value)
      return
    default:
      size.media.push(mediumOf(part))
  }
}

function mediumOf({ kind, source, mediaType }: MediaPart): PromptMedium {
  const data = source.kind === 'base64' ? { data: source.data } : source.kind === 'url' ? inlineData(source.url) : {}
  return { kind, ...(mediaType === undefined ? {} : { mediaType }), ...data }
}

/** What stands in a data URI; nothing for an address. */
export function inlineData(address: string): Pick<PromptMedium, 'data' | 'mediaType'> {
  if (!isData(address)) return {}
  const [head = '', data = ''] = [address.slice(0, address.indexOf(',')), address.slice(address.indexOf(',') + 1)]
  const mediaType = head.slice('data:'.length).split(';', 1)[0]
  return { data, ...(mediaType ? { mediaType } : {}) }
}

function* partTexts(part: Part): Generator<string> {
  switch (part.kind) {
    case 'text':
    case 'refusal':
    case 'reasoning':
      if (part.text !== '') yield part.text
      return
    case 'tool-call':
      yield part.name
      if (part.argumentsText !== '') yield part.argumentsText
      return
    case 'tool-result':
      for (const inner of part.parts) yield* partTexts(inner)
      return
    case 'unknown':
      yield JSON.stringify(part.value)
      return
    default:
      if (part.transcript !== undefined) yield part.transcript
  }
}

function toolValue(tool: Tool): JsonObject {
  if (tool.kind === 'vendor') return tool.value
  const { name, description } = tool
  const inner = tool.kind === 'function' ? tool.parameters : tool.format
  return { name, ...(description !== undefined && { description }), ...(inner !== undefined && { inner }) }
}
