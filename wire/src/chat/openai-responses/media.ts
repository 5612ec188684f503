// Images, sounds and files of a content list.
import { defined } from '../../defined.ts'
import type { JsonObject } from '../../encoding/json.ts'
import type { Reader } from '../../encoding/reader.ts'
import { mediaOfUrl } from '../media/media-of-url.ts'
import { type Extras, keep, ownExtras } from '../request/extras.ts'
import type { MediaPart } from '../request/request.ts'
import { NAME } from './name.ts'

/** An `input_image`; undefined when it names no image. Throws WireError where a field has the wrong type. */
export function readImage(r: Reader): MediaPart | undefined {
  const detail = r.text('detail')
  const id = r.text('file_id')
  if (id !== undefined) return finished(r, defined({ kind: 'image' as const, source: { kind: 'file-id' as const, id }, detail }))
  const url = r.text('image_url')
  return url === undefined ? undefined : finished(r, defined({ kind: 'image' as const, ...mediaOfUrl(url), detail }))
}

/** An `input_file`; undefined when it names no file. Throws WireError where a field has the wrong type. */
export function readFile(r: Reader): MediaPart | undefined {
  const fileName = r.text('filename')
  const id = r.text('file_id')
  if (id !== undefined) return finished(r, defined({ kind: 'file' as const, source: { kind: 'file-id' as const, id }, fileName }))
  const data = r.text('file_data')
  if (data !== undefined) {
    const media = mediaOfUrl(data)
    // A value that is no data URI is base64 without its type; one that is not base64 stays a URL.
    const content = media.source.kind === 'url' && !data.startsWith('data:') ? { source: { kind: 'base64' as const, data } } : media
    const place = content.source.kind === 'url' ? { place: 'file_data' } : {}
    return finished(r, defined({ kind: 'file' as const, ...content, fileName }), {}, place)
  }
  const url = r.text('file_url')
  return url === undefined ? undefined : finished(r, defined({ kind: 'file' as const, source: { kind: 'url' as const, url }, fileName }))
}

/** An `input_audio`. Throws WireError where it has no data. */
export function readSound(r: Reader): MediaPart {
  const inner = r.needObject('input_audio')
  const source = { kind: 'base64' as const, data: inner.needText('data') }
  const format = inner.text('format')
  const mediaType = format === undefined ? undefined : format === 'mp3' ? 'audio/mpeg' : `audio/${format}`
  return finished(r, defined({ kind: 'audio' as const, source, mediaType }), { input_audio: inner.rest() })
}

/** A medium as a part of a content list, without its extras; undefined when this dialect cannot express it. */
export function mediaShape(part: MediaPart): JsonObject | undefined {
  const { source } = part
  switch (part.kind) {
    case 'image': {
      const detail = part.detail === undefined ? {} : { detail: part.detail }
      if (source.kind === 'file-id') return { type: 'input_image', file_id: source.id, ...detail }
      const url = urlOf(part)
      return url === undefined ? undefined : { type: 'input_image', image_url: url, ...detail }
    }
    case 'audio': {
      if (source.kind !== 'base64') return undefined
      const format = part.mediaType === undefined ? {} : { format: soundFormat(part.mediaType) }
      return { type: 'input_audio', input_audio: { data: source.data, ...format } }
    }
    case 'file':
      return fileShape(part)
    case 'video':
      return undefined
  }
}

function fileShape(part: MediaPart): JsonObject {
  const { source, fileName } = part
  const own = ownExtras(NAME, part)
  const name = fileName === undefined ? {} : { filename: fileName }
  if (source.kind === 'file-id') return { type: 'input_file', file_id: source.id, ...name }
  if (source.kind === 'url')
    return { type: 'input_file', [own?.spellings?.place === 'file_data' ? 'file_data' : 'file_url']: source.url, ...name }
  // A file is known by its name's ending here, so one without a name gets one, but for those that came without.
  const ending = part.mediaType === undefined ? '' : part.mediaType.slice(part.mediaType.indexOf('/') + 1)
  const made =
    own !== undefined || fileName !== undefined || ending === '' ? name : { filename: `file.${ending === 'plain' ? 'txt' : ending}` }
  return { type: 'input_file', file_data: urlOf(part) ?? source.data, ...made }
}

function urlOf(part: MediaPart): string | undefined {
  if (part.source.kind === 'url') return part.source.url
  if (part.source.kind === 'file-id' || part.mediaType === undefined) return undefined
  return `data:${part.mediaType};base64,${part.source.data}`
}

function soundFormat(mediaType: string): string {
  return mediaType === 'audio/mpeg' ? 'mp3' : mediaType.slice(mediaType.indexOf('/') + 1)
}

function finished(
  r: Reader,
  part: MediaPart,
  nested: Record<string, JsonObject | undefined> = {},
  words: Record<string, string> = {},
): MediaPart {
  r.take('type')
  const extras: Extras | undefined = keep(NAME, r.rest(), nested, words)
  // Marked as ours even where there is nothing to carry: what came without a name goes without one.
  return { ...part, extras: extras ?? { dialect: NAME } }
}
