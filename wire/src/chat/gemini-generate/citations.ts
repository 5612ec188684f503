// Citations of a response. Google sends them next to the content (`groundingMetadata`, `citationMetadata`), positions in bytes of UTF-8.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { utf8Bytes } from '../../encoding/text-bytes.ts'
import type { LossLog } from '../losses/loss.ts'
import { ownExtras } from '../request/extras.ts'
import type { Citation } from '../request/request.ts'
import { NAME, OWN } from './name.ts'

/** A citation and which of the texts it belongs to. */
export interface PlacedCitation {
  readonly text: number
  readonly citation: Citation
}

/** The citations of a candidate, over the texts of its answer in order. The candidate's own objects are carried elsewhere. */
export function readCitations(candidate: JsonObject, texts: readonly string[]): PlacedCitation[] {
  const found: PlacedCitation[] = []
  if (texts.length === 0) return found
  const { groundingMetadata: grounding, citationMetadata } = candidate
  if (isObject(grounding) && Array.isArray(grounding.groundingChunks)) {
    const chunks = grounding.groundingChunks
    for (const support of list(grounding.groundingSupports)) {
      const segment = isObject(support.segment) ? support.segment : {}
      for (const index of Array.isArray(support.groundingChunkIndices) ? support.groundingChunkIndices : []) {
        const chunk = chunks[Number(index)]
        if (isObject(chunk)) found.push(placed(sourceOf(chunk), segment, { ...chunk, segment }, texts))
      }
    }
  }
  if (isObject(citationMetadata)) {
    for (const source of [...list(citationMetadata.citationSources), ...list(citationMetadata.citations)]) {
      found.push(placed(source, source, source, texts))
    }
  }
  return found
}

/** `groundingMetadata` for citations of another dialect, with positions over the whole answer; undefined where there is none to write. */
export function writeCitations(
  citations: readonly { citation: Citation; textBefore: string; text: string; path: string }[],
  losses: LossLog,
): JsonObject | undefined {
  const groundingChunks: Json[] = []
  const groundingSupports: Json[] = []
  for (const { citation, textBefore, text, path } of citations) {
    if (ownExtras(NAME, citation) !== undefined) continue
    const { url, title, quote, start, end } = citation
    if (url === undefined) {
      losses.add(path, 'not-expressible')
      continue
    }
    losses.add(`${path}.value`, 'not-expressible')
    const words = { uri: url, title: title ?? url }
    groundingChunks.push(quote === undefined ? { web: words } : { retrievedContext: { ...words, text: quote } })
    const to = end ?? text.length
    const startIndex = utf8Bytes(textBefore) + utf8Bytes(text.slice(0, start ?? 0))
    const quoted = text.slice(start ?? 0, to)
    const segment = { startIndex, endIndex: startIndex + utf8Bytes(quoted), text: quoted }
    groundingSupports.push({ segment, groundingChunkIndices: [groundingChunks.length - 1] })
  }
  return groundingChunks.length === 0 ? undefined : { groundingChunks, groundingSupports }
}

/** The source in a chunk: a page, a document, a place. */
function sourceOf(chunk: JsonObject): JsonObject {
  for (const key of Object.keys(chunk)) {
    const inner = chunk[key]
    if (isObject(inner) && (typeof inner.uri === 'string' || typeof inner.title === 'string')) return inner
  }
  return {}
}

function placed(source: JsonObject, segment: JsonObject, value: JsonObject, texts: readonly string[]): PlacedCitation {
  const at = locate(segment, texts)
  const { uri, title, text: quote } = source
  const citation: Citation = {
    ...(typeof uri === 'string' && { url: uri }),
    ...(typeof title === 'string' && { title }),
    ...(typeof quote === 'string' && { quote }),
    ...(at.end > at.start && { start: at.start, end: at.end }),
    value,
    extras: OWN,
  }
  return { text: at.text, citation }
}

/**
 * Where a segment stands. Its positions count over the whole answer or over one part, which the documentation leaves open: the segment's own
 * words decide, where it has any.
 */
function locate(segment: JsonObject, texts: readonly string[]): { text: number; start: number; end: number } {
  const words = typeof segment.text === 'string' && segment.text !== '' ? segment.text : undefined
  const from = number(segment.startIndex)
  const to = number(segment.endIndex)
  const all = texts.join('')
  const start = unitsOf(all, from)
  const end = unitsOf(all, to)
  if (words === undefined || all.slice(start, end) === words) return inText(texts, start, end)
  const first = all.indexOf(words)
  return first < 0 ? { text: texts.length - 1, start: 0, end: 0 } : inText(texts, first, first + words.length)
}

function inText(texts: readonly string[], start: number, end: number): { text: number; start: number; end: number } {
  let before = 0
  for (const [text, { length }] of texts.entries()) {
    if (start < before + length || text === texts.length - 1) return { text, start: start - before, end: Math.min(end - before, length) }
    before += length
  }
  return { text: 0, start, end }
}

/** The position in UTF-16 units of a position in bytes. */
function unitsOf(text: string, bytes: number): number {
  if (utf8Bytes(text) === text.length) return Math.min(bytes, text.length)
  let at = 0
  for (let left = bytes; left > 0 && at < text.length; at++) {
    const unit = text.charCodeAt(at)
    left -= unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3
  }
  return at
}

function number(value: Json | undefined): number {
  return typeof value === 'number' && value > 0 ? Math.trunc(value) : 0
}

function list(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
