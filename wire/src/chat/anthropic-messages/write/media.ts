// Media of other dialects as blocks that the vendor takes: images of four types, PDF documents, plain text. All else it cannot look at.
import type { JsonObject } from '../../../encoding/json.ts'
import { textOfBase64 } from '../../media/text-of-base64.ts'
import type { MediaPart } from '../../request/request.ts'

const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** An image or document block of what another dialect gave; undefined when the vendor could not take it. */
export function foreignMedium(part: MediaPart): JsonObject | undefined {
  const { kind, source } = part
  if (kind === 'audio' || kind === 'video' || source.kind === 'file-id') return undefined
  const mediaType = part.mediaType ?? guessedType(part)
  const isImage = kind === 'image' || mediaType?.startsWith('image/') === true
  if (source.kind === 'url') {
    if (!/^https?:/i.test(source.url.slice(0, 6))) return undefined
    return { type: isImage ? 'image' : 'document', source: { type: 'url', url: source.url }, ...(isImage ? {} : title(part)) }
  }
  if (mediaType === undefined) return undefined
  if (isImage) {
    // A few clients write the short name.
    const media_type = mediaType === 'image/jpg' ? 'image/jpeg' : mediaType
    return imageTypes.includes(media_type) ? { type: 'image', source: { type: 'base64', media_type, data: source.data } } : undefined
  }
  if (mediaType === 'application/pdf') {
    return { type: 'document', source: { type: 'base64', media_type: mediaType, data: source.data }, ...title(part) }
  }
  if (!mediaType.startsWith('text/') && mediaType !== 'application/json') return undefined
  const data = textOfBase64(source.data)
  return data === undefined || data === ''
    ? undefined
    : { type: 'document', source: { type: 'text', media_type: 'text/plain', data }, ...title(part) }
}

/** A block of what this dialect's reader read. */
export function ownMedium(part: MediaPart): JsonObject {
  const type = part.kind === 'image' ? 'image' : 'document'
  const { source, mediaType } = part
  if (source.kind === 'url') return { type, source: { type: 'url', url: source.url }, ...title(part) }
  if (source.kind === 'file-id') return { type, source: { type: 'file', file_id: source.id }, ...title(part) }
  return { type, source: { type: 'base64', ...(mediaType !== undefined && { media_type: mediaType }), data: source.data }, ...title(part) }
}

function title(part: MediaPart): JsonObject {
  return part.fileName === undefined || part.kind === 'image' ? {} : { title: part.fileName }
}

/** Data without a type: a PDF is known by its first bytes or its name. */
function guessedType(part: MediaPart): string | undefined {
  if (part.kind !== 'file') return undefined
  const isPdf = part.fileName?.toLowerCase().endsWith('.pdf') || (part.source.kind === 'base64' && part.source.data.startsWith('JVBERi'))
  return isPdf ? 'application/pdf' : undefined
}
