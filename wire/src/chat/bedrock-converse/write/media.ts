import type { JsonObject } from '../../../encoding/json.ts'
import type { MediaPart } from '../../request/request.ts'

/** The block and the word for the format, by media type. Source: AWS, "ImageBlock", "DocumentBlock", "VideoBlock". */
const formats: Readonly<Record<string, readonly ['image' | 'document' | 'video', string]>> = {
  'image/jpeg': ['image', 'jpeg'],
  'image/jpg': ['image', 'jpeg'],
  'image/png': ['image', 'png'],
  'image/gif': ['image', 'gif'],
  'image/webp': ['image', 'webp'],
  'application/pdf': ['document', 'pdf'],
  'application/msword': ['document', 'doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['document', 'docx'],
  'application/vnd.ms-excel': ['document', 'xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['document', 'xlsx'],
  'application/json': ['document', 'txt'],
  'text/csv': ['document', 'csv'],
  'text/html': ['document', 'html'],
  'text/markdown': ['document', 'md'],
  'video/mp4': ['video', 'mp4'],
  'video/quicktime': ['video', 'mov'],
  'video/x-matroska': ['video', 'mkv'],
  'video/webm': ['video', 'webm'],
  'video/x-flv': ['video', 'flv'],
  'video/mpeg': ['video', 'mpeg'],
  'video/x-ms-wmv': ['video', 'wmv'],
  'video/3gpp': ['video', 'three_gp'],
}

/**
 * The block of a medium; undefined where Converse cannot take it. Addresses are not taken: Converse knows those of S3 only, and would
 * read with the rights of the channel's key whatever object a caller names.
 *
 * @param nameDocument a name that this conversation has not used yet
 */
export function mediaBlock(part: MediaPart, nameDocument: (fileName: string | undefined) => string): JsonObject | undefined {
  if (part.source.kind !== 'base64') return undefined
  const mediaType = part.mediaType?.split(';')[0]?.trim().toLowerCase() ?? guessedType(part.source.data)
  const known = mediaType === undefined ? undefined : formatOf(mediaType)
  if (known === undefined) return undefined
  const [block, format] = known
  const source = { bytes: part.source.data }
  return { [block]: block === 'document' ? { format, name: nameDocument(part.fileName), source } : { format, source } }
}

function formatOf(mediaType: string): readonly ['image' | 'document' | 'video', string] | undefined {
  if (Object.hasOwn(formats, mediaType)) return formats[mediaType]
  return mediaType.startsWith('text/') ? ['document', 'txt'] : undefined
}

/** A PDF is known by its first bytes. */
const guessedType = (data: string) => (data.startsWith('JVBERi') ? 'application/pdf' : undefined)

/** A file's name without its ending. */
export const bareName = (fileName = '') => fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')

/**
 * Names of documents, each once, in the letters that Converse takes: letters, digits, single blanks, hyphens and brackets. The ending goes,
 * since the format implies it.
 */
export function documentNamer(): (fileName: string | undefined) => string {
  const used = new Set<string>()
  return (fileName) => {
    const clean = bareName(fileName)
      .replaceAll(/[^A-Za-z0-9\s\-()[\]]/g, '-')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 180)
    const base = /[A-Za-z0-9]/.test(clean) ? clean : 'document'
    let name = base
    for (let copy = 2; used.has(name); copy++) name = `${base} ${copy}`
    used.add(name)
    return name
  }
}
