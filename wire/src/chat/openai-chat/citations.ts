// Citations: `annotations` of a message, next to its content. The list is carried as it is and also parsed for writers of
// other dialects, and what readers of other dialects found is written as a list.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import type { LossLog } from '../losses/loss.ts'
import { ownExtras } from '../request/extras.ts'
import type { Citation, Part } from '../request/request.ts'
import { NAME } from './name.ts'

/** The citations that a list of annotations holds, marked as ours: the list itself is carried. */
export function readCitations(list: Json | undefined): Citation[] {
  if (!Array.isArray(list)) return []
  return list.filter(isObject).map((value): Citation => {
    const inner = isObject(value.url_citation) ? value.url_citation : {}
    const { url, title, start_index: start, end_index: end } = inner
    return {
      ...(typeof url === 'string' && { url }),
      ...(typeof title === 'string' && { title }),
      ...(typeof start === 'number' && { start }),
      ...(typeof end === 'number' && { end }),
      extras: { dialect: NAME },
    }
  })
}

/** The parts with the citations on the last text among them, for this dialect does not name the text. */
export function cited(parts: readonly Part[], citations: readonly Citation[]): readonly Part[] {
  const at = citations.length === 0 ? -1 : parts.findLastIndex((part) => part.kind === 'text')
  return at < 0 ? parts : parts.map((part, index) => (index === at && part.kind === 'text' ? { ...part, citations } : part))
}

/** Citations with positions: one that names none is of the whole text. */
export function positioned(citations: readonly Citation[] | undefined, length: number): Citation[] {
  return (citations ?? []).map((each) => (each.start === undefined ? { ...each, start: 0, end: each.end ?? length } : each))
}

/** Citations of a text that begins further on, by so many characters: this dialect counts from the start of the message. */
export function shifted(citations: readonly Citation[] | undefined, by: number): Citation[] {
  return (citations ?? []).map((citation) => ({
    ...citation,
    ...(citation.start !== undefined && { start: citation.start + by }),
    ...(citation.end !== undefined && { end: citation.end + by }),
  }))
}

/** The annotations for these citations of another dialect; those without an address are named as lost, our own are carried elsewhere. */
export function writeCitations(citations: readonly Citation[] | undefined, path: string, losses: LossLog): JsonObject[] {
  const written: JsonObject[] = []
  for (const [index, citation] of (citations ?? []).entries()) {
    if (ownExtras(NAME, citation) !== undefined) continue
    const place = `${path}[${index}]`
    const { url, title, start, end, quote } = citation
    if (url === undefined) {
      losses.add(place, 'not-expressible')
      continue
    }
    // The vendor's own object holds more, such as signatures that the vendor wants back.
    if (quote !== undefined) losses.add(`${place}.quote`, 'not-expressible')
    losses.add(`${place}.value`, 'not-expressible')
    written.push({ type: 'url_citation', url_citation: { start_index: start ?? 0, end_index: end ?? start ?? 0, url, title: title ?? '' } })
  }
  return written
}
