// The parts of a message's content: text, media, refusals, and the thinking that some vendors put among them.
import { defined } from '../../../defined.ts'
import { isObject, type Json, type JsonArray } from '../../../encoding/json.ts'
import { type Reader, reader } from '../../../encoding/reader.ts'
import { mediaOfUrl } from '../../media/media-of-url.ts'
import { keep } from '../../request/extras.ts'
import type { CacheMark, MediaPart, MediaSource, Part, UnknownPart } from '../../request/request.ts'
import { NAME } from '../name.ts'

/** The parts of a content list, in order. Throws WireError where an element is not an object or a known part misses what it must have. */
export function readParts(list: JsonArray, path: string): Part[] {
  return list.map((value, index) => readPart(value, `${path}[${index}]`))
}

function readPart(value: Json, path: string): Part {
  const r = reader(value, path)
  const type = r.peek('type')
  switch (type) {
    case 'text': {
      const text = r.needText('text')
      return finish(r, { kind: 'text', text })
    }
    case 'refusal': {
      const text = r.needText('refusal')
      return finish(r, { kind: 'refusal', text }, {}, { place: 'part' })
    }
    case 'image_url':
      return readImage(r)
    case 'video_url': {
      const inner = r.needObject('video_url')
      const media = mediaOfUrl(inner.needText('url'))
      return finish(r, { kind: 'video', ...media }, { video_url: inner })
    }
    case 'input_audio':
      return readSound(r)
    case 'file':
      return readFile(r)
    case 'thinking':
      return readThinking(r) ?? unknownPart(r)
    case 'reasoning':
      return readSummary(r) ?? unknownPart(r)
    default:
      return unknownPart(r)
  }
}

/** A part that is carried whole. */
export function unknownPart(r: Reader, spellings: Record<string, string> = {}): UnknownPart {
  const type = r.peek('type')
  return { kind: 'unknown', type: typeof type === 'string' ? type : '', value: r.source, extras: { dialect: NAME, spellings } }
}

/** An image part, as it stands in a content list and in the `images` of a reply. Throws WireError when it has no address. */
export function readImage(r: Reader): MediaPart {
  const found = r.peek('image_url')
  // Mistral and some clients write the address without its object.
  if (typeof found === 'string') {
    r.take('image_url')
    return finish(r, { kind: 'image', ...mediaOfUrl(found) }, {}, { address: 'text' })
  }
  const inner = r.needObject('image_url')
  const media = mediaOfUrl(inner.needText('url'))
  return finish(r, defined({ kind: 'image' as const, ...media, detail: inner.text('detail') }), { image_url: inner })
}

function readSound(r: Reader): MediaPart {
  const inner = r.needObject('input_audio')
  const data = inner.needText('data')
  const format = inner.text('format')
  const source: MediaSource = /^(https?|data):/.test(data.slice(0, 8)) ? { kind: 'url', url: data } : { kind: 'base64', data }
  const mediaType = format === undefined ? undefined : soundType(format)
  return finish(r, defined({ kind: 'audio' as const, source, mediaType }), { input_audio: inner }, addressWord(source))
}

function readFile(r: Reader): Part {
  const inner = r.needObject('file')
  const id = inner.text('file_id')
  const fileName = inner.text('filename')
  if (id !== undefined)
    return finish(r, defined({ kind: 'file' as const, source: { kind: 'file-id' as const, id }, fileName }), { file: inner })
  const data = inner.text('file_data')
  if (data === undefined) return unknownPart(r)
  const media = mediaOfUrl(data)
  // A value that is no URL is base64 without its type.
  const isBare = media.source.kind === 'url' && !/^[a-z][a-z0-9+.-]*:/i.test(data.slice(0, 32))
  const content = isBare ? { source: { kind: 'base64' as const, data } } : media
  return finish(r, defined({ kind: 'file' as const, ...content, fileName }), { file: inner }, addressWord(content.source))
}

/** Remembers that an address stood where the reference wants data: some vendors take it, so it may be written again. */
function addressWord(source: MediaSource): Record<string, string> {
  return source.kind === 'url' ? { address: 'url' } : {}
}

/** Mistral's thinking: a list of text parts. Undefined when it holds anything else, so that the part is carried whole. */
function readThinking(r: Reader): Part | undefined {
  const list = r.peek('thinking')
  if (!Array.isArray(list)) return undefined
  let text = ''
  for (const item of list) {
    if (!isObject(item) || item.type !== 'text' || typeof item.text !== 'string' || Object.keys(item).length !== 2) return undefined
    text += item.text
  }
  if (list.length !== 1) return undefined
  r.take('thinking')
  return finish(r, { kind: 'reasoning', text }, {}, { place: 'thinking' })
}

/** Thinking at Databricks: a list of texts, each with its signature where the model has one. Undefined when it holds anything else. */
function readSummary(r: Reader): Part | undefined {
  const list = r.peek('summary')
  const [item] = Array.isArray(list) ? list : []
  if (!Array.isArray(list) || list.length !== 1 || !isObject(item)) return undefined
  const { type, text = '', signature, ...rest } = item
  const isKnown = type === 'summary_text' && typeof text === 'string' && (signature === undefined || typeof signature === 'string')
  if (!isKnown || Object.keys(rest).length > 0) return undefined
  r.take('summary')
  const signed = typeof signature === 'string' && signature !== '' ? { signature, signedBy: NAME } : {}
  return finish(r, { kind: 'reasoning', text, ...signed }, {}, { place: 'summary' })
}

function finish<P extends Part>(r: Reader, part: P, inner: Record<string, Reader> = {}, spellings: Record<string, string> = {}): P {
  r.take('type')
  const cacheMark = readCacheMark(r)
  const nested = Object.fromEntries(Object.entries(inner).map(([key, child]) => [key, child.rest()]))
  const extras = keep(NAME, r.rest(), nested, spellings)
  return { ...part, ...(cacheMark && { cacheMark }), ...(extras && { extras }) }
}

/** `cache_control`, an addition of several vendors of this dialect. Read only in the one form that is known. */
export function readCacheMark(r: Reader): CacheMark | undefined {
  const found = r.peek('cache_control')
  if (!isObject(found) || found.type !== 'ephemeral') return undefined
  const ttl = found.ttl
  const lifetimeSeconds = ttl === '5m' ? 300 : ttl === '1h' ? 3600 : undefined
  const inner = r.object('cache_control')
  if (inner === undefined) return undefined
  inner.take('type')
  if (lifetimeSeconds !== undefined) inner.take('ttl')
  const rest = inner.rest()
  // The dialect itself has no cache marks, so the mark remembers that it came from here and may be written again.
  return { ...(lifetimeSeconds && { lifetimeSeconds }), extras: { dialect: NAME, ...(rest && { fields: rest }) } }
}

function soundType(format: string): string {
  return format === 'mp3' ? 'audio/mpeg' : `audio/${format}`
}
