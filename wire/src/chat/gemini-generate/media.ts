import type { MediaPart, MediaSource } from '../request/request.ts'

type MediaKind = MediaPart['kind']

/** The kind of a medium, by its type and its address. */
export function mediaKind(mediaType: string | undefined, uri?: string): MediaKind {
  const type = mediaType ?? (uri === undefined ? undefined : typeOfAddress(uri))
  if (type?.startsWith('image/')) return 'image'
  if (type?.startsWith('audio/')) return 'audio'
  if (type?.startsWith('video/')) return 'video'
  return mediaType === undefined && uri !== undefined && isYouTube(uri) ? 'video' : 'file'
}

/** Where a medium is: what only Google can fetch (its Files API, Cloud Storage) is a file of Google's, all else an address. */
export function sourceOfUri(uri: string): MediaSource {
  const isGoogles = uri.startsWith('gs://') || uri.startsWith('https://generativelanguage.googleapis.com/') || !uri.includes('://')
  return isGoogles ? { kind: 'file-id', id: uri } : { kind: 'url', url: uri }
}

/** Is this the address of a film at YouTube, which Google's models watch there? */
export function isYouTube(uri: string): boolean {
  return /^https?:\/\/(www\.|m\.)?(youtube\.com|youtu\.be)\//.test(uri)
}

const byEnding: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  csv: 'text/csv',
}

/** The type by the ending of an address. */
export function typeOfAddress(uri: string): string | undefined {
  const path = uri.split(/[?#]/, 1)[0] ?? ''
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined
}

/** The type of a medium of unknown type, by its kind: Google demands one. */
export const usualType: Readonly<Record<MediaKind, string>> = {
  image: 'image/jpeg',
  audio: 'audio/mpeg',
  video: 'video/mp4',
  file: 'application/pdf',
}
