// `annotations` of a text: where it comes from.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import type { LossLog } from '../losses/loss.ts'
import { ownExtras } from '../request/extras.ts'
import type { Citation } from '../request/request.ts'
import { NAME } from './name.ts'

/** An annotation as a citation, whole in its `value`: url_citation, file_citation, container_file_citation, file_path. */
export function readCitation(value: JsonObject): Citation {
  const { url, title, filename, start_index: start, end_index: end } = value
  const named = typeof title === 'string' ? title : filename
  return {
    ...(typeof url === 'string' && { url }),
    ...(typeof named === 'string' && { title: named }),
    ...(typeof start === 'number' && { start }),
    ...(typeof end === 'number' && { end }),
    value,
    extras: { dialect: NAME },
  }
}

/** The citations of a list; undefined when it holds anything but objects, so that it is carried as it is. */
export function readCitations(list: Json | undefined): Citation[] | undefined {
  if (!Array.isArray(list) || !list.every(isObject)) return undefined
  return list.map(readCitation)
}

/**
 * A citation as an annotation: our own as it came, another's as `url_citation`. Undefined, with the loss named, when it has no address.
 *
 * @param textLength the end of the text, where the citation does not name its range
 */
export function writeCitation(citation: Citation, textLength: number, path: string, losses: LossLog): JsonObject | undefined {
  if (ownExtras(NAME, citation) !== undefined) return citation.value
  const { url, title, start, end, quote } = citation
  if (url === undefined) {
    losses.add(path, 'not-expressible')
    return undefined
  }
  if (quote !== undefined) losses.add(`${path}.quote`, 'not-expressible')
  // The vendor's own object holds more, such as signatures that the vendor wants back.
  if (citation.value !== undefined) losses.add(`${path}.value`, 'not-expressible')
  return { type: 'url_citation', start_index: start ?? 0, end_index: end ?? textLength, url, title: title ?? '' }
}
