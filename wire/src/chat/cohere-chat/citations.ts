import { defined } from '../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import type { Citation } from '../request/request.ts'

/**
 * Citations of one text, as a list or alone; one for each of their sources, since the hub's have one source each. Those of thinking and of
 * plans are left out: the hub has citations of texts only.
 *
 * @param text the text that is cited
 */
export function readCitations(value: Json | undefined, text: string): Citation[] {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((item) => (isObject(item) && isOfText(item) ? readCitation(item, text) : []))
}

/** The number of the content that a citation is of; undefined where it names none. */
export function contentIndex(citation: JsonObject): number | undefined {
  return typeof citation.content_index === 'number' ? citation.content_index : undefined
}

function isOfText({ type }: JsonObject): boolean {
  return type === undefined || type === null || type === 'TEXT_CONTENT'
}

function readCitation(citation: JsonObject, text: string): Citation[] {
  const place = placeIn(text, citation)
  const sources = Array.isArray(citation.sources) ? citation.sources.filter(isObject) : []
  if (sources.length === 0) return [{ ...place, value: citation }]
  return sources.map((source) => {
    // A result of a tool is named by the tool that gave it, a document by itself.
    const content = isObject(source.document) ? source.document : isObject(source.tool_output) ? source.tool_output : {}
    const url = textOf(content.url)
    const title = textOf(content.title) ?? textOf(source.id)
    const quote = textOf(content.text) ?? textOf(content.snippet)
    return defined({ ...place, url, title, quote, value: { ...citation, sources: [source] } })
  })
}

/** Where the cited words stand, in UTF-16 units. Cohere counts characters; where its numbers do not lead to its words, there is no position. */
function placeIn(text: string, { start, end, text: words }: JsonObject): { start?: number; end?: number } {
  if (typeof start !== 'number' || typeof end !== 'number') return {}
  if (typeof words !== 'string' || text.slice(start, end) === words) return { start, end }
  const characters = Array.from(text)
  const before = characters.slice(0, start).join('').length
  const cited = characters.slice(start, end).join('')
  return cited === words ? { start: before, end: before + cited.length } : {}
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
