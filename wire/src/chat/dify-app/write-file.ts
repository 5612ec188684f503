import type { JsonObject } from '../../encoding/json.ts'
import { typeOfData } from '../media/type-of-data.ts'
import type { MediaPart } from '../request/request.ts'

const types = { image: 'image', audio: 'audio', video: 'video', file: 'document' } as const

/**
 * A medium as an entry of `files`; undefined for a file of another vendor. Data stand in its `url`, and must be uploaded before the request
 * is sent: an app takes addresses, and ids of what it was given.
 */
export function fileOf({ kind, source, mediaType, fileName }: MediaPart): JsonObject | undefined {
  const type = types[kind]
  if (source.kind === 'url') return { type, transfer_method: 'remote_url', url: source.url }
  if (source.kind === 'file-id') return undefined
  const url = `data:${mediaType ?? typeOfData(source.data) ?? 'application/octet-stream'};base64,${source.data}`
  return { type, transfer_method: 'local_file', url, ...(fileName !== undefined && { name: fileName }) }
}
