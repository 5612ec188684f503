import type { MediaSource } from '../request/request.ts'

/** A data URI with base64 as its type and data; anything else as an address. Put together again it is the same text. */
export function mediaOfUrl(url: string): { source: MediaSource; mediaType?: string } {
  if (!url.startsWith('data:')) return { source: { kind: 'url', url } }
  const comma = url.indexOf(',')
  const head = url.slice(5, comma)
  if (comma < 0 || !head.endsWith(';base64')) return { source: { kind: 'url', url } }
  const mediaType = head.slice(0, -';base64'.length)
  return mediaType === '' ? { source: { kind: 'url', url } } : { source: { kind: 'base64', data: url.slice(comma + 1) }, mediaType }
}
