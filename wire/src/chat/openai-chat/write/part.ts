import type { JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { LossLog } from '../../losses/loss.ts'
import { partLoss } from '../../losses/part-loss.ts'
import { type MayCarryExtras, nameForeignExtras, ownExtras } from '../../request/extras.ts'
import { type CacheMark, isMedium, type MediaPart, type Part, type ReasoningPart } from '../../request/request.ts'
import { NAME } from '../name.ts'

/**
 * A part of a content list: text, a refusal, a medium, or one carried whole. Undefined, with the loss named, when it cannot be expressed.
 *
 * @param path where the part stands, such as `turns[0].parts[1]`
 */
export function writePart(part: Part, path: string, losses: LossLog): JsonObject | undefined {
  const value = shape(part)
  if (value === undefined) {
    losses.add(path, isPromptMedia(part, path) ? 'needed' : partLoss(part))
    return undefined
  }
  if (part.kind === 'unknown') return value
  finishPart(value, part, path, losses)
  return value
}

/** Is it a medium in the prompt? Without it the model would answer a different question. */
function isPromptMedia(part: Part, path: string): boolean {
  return path.startsWith('turns') && isMedium(part)
}

/** Adds the cache mark and the extras of a part to its written form. */
export function finishPart(value: JsonObject, part: Part, path: string, losses: LossLog): void {
  writeCacheMark(value, part.cacheMark, path, losses)
  writeExtras(value, part, path, losses)
}

/** Puts back what the dialect's own reader carried, at the object and at its nested ones, and names as lost what another's did. */
export function writeExtras(value: JsonObject, carrier: MayCarryExtras, path: string, losses: LossLog): void {
  const extras = ownExtras(NAME, carrier)
  if (extras === undefined) {
    nameForeignExtras(NAME, carrier, path, losses)
    return
  }
  putMissing(value, extras.fields)
  for (const [key, fields] of Object.entries(extras.nested ?? {})) {
    const inner = value[key]
    // The reader carries nested fields only of objects that its writer writes again.
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) putMissing(inner, fields)
    else if (inner === undefined) value[key] = { ...fields }
  }
}

/** A cache mark is not of this dialect; one that came in it goes out again, any other is named as lost. */
export function writeCacheMark(value: JsonObject, mark: CacheMark | undefined, path: string, losses: LossLog): void {
  if (mark === undefined) return
  const extras = ownExtras(NAME, mark)
  if (extras === undefined) {
    losses.add(`${path}.cacheMark`, 'not-expressible')
    return
  }
  const control: JsonObject = { type: 'ephemeral' }
  if (mark.lifetimeSeconds !== undefined) control.ttl = mark.lifetimeSeconds === 3600 ? '1h' : '5m'
  putMissing(control, extras.fields)
  value.cache_control = control
}

/** Signatures and encrypted thinking have no place here, but where the details that held them are carried along. */
export function nameTokenLosses(part: Pick<ReasoningPart, 'signature' | 'encrypted' | 'id'>, path: string, losses: LossLog): void {
  if (part.signature !== undefined) losses.add(`${path}.signature`, 'signature')
  if (part.encrypted !== undefined) losses.add(`${path}.encrypted`, 'signature')
  if (part.id !== undefined) losses.add(`${path}.id`, 'not-expressible')
}

/** Thinking as an item of a content list, in the form that it came in. */
export function thoughtItem(part: Part, text: string, signature: string | undefined): JsonObject {
  if (ownExtras(NAME, part)?.spellings?.place !== 'summary') return { type: 'thinking', thinking: [{ type: 'text', text }] }
  return { type: 'reasoning', summary: [{ type: 'summary_text', text, ...(signature !== undefined && { signature }) }] }
}

function shape(part: Part): JsonObject | undefined {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'refusal':
      return { type: 'refusal', refusal: part.text }
    case 'reasoning':
      return thoughtItem(part, part.text, part.signature)
    case 'unknown':
      return ownExtras(NAME, part) === undefined ? undefined : part.value
    case 'image': {
      const url = mediaUrl(part)
      if (url === undefined) return undefined
      if (ownExtras(NAME, part)?.spellings?.address === 'text') return { type: 'image_url', image_url: url }
      return { type: 'image_url', image_url: { url, ...(part.detail !== undefined && { detail: part.detail }) } }
    }
    case 'video': {
      const url = mediaUrl(part)
      return url === undefined ? undefined : { type: 'video_url', video_url: { url } }
    }
    case 'audio':
      return soundPart(part)
    case 'file':
      return filePart(part)
    default:
      return undefined
  }
}

function soundPart(part: MediaPart): JsonObject | undefined {
  if (part.source.kind === 'file-id') return undefined
  const format = part.mediaType === undefined ? {} : { format: soundFormat(part.mediaType) }
  if (part.source.kind === 'base64') return { type: 'input_audio', input_audio: { data: part.source.data, ...format } }
  return takesAddress(part) ? { type: 'input_audio', input_audio: { data: part.source.url, ...format } } : undefined
}

/** OpenAI takes data only; some vendors take a URL instead, so one that came in this dialect is kept. */
function takesAddress(part: MediaPart): boolean {
  return ownExtras(NAME, part)?.spellings?.address === 'url'
}

function filePart(part: MediaPart): JsonObject | undefined {
  const name = part.fileName === undefined ? {} : { filename: part.fileName }
  switch (part.source.kind) {
    case 'file-id':
      return { type: 'file', file: { file_id: part.source.id, ...name } }
    case 'base64':
      return { type: 'file', file: { file_data: mediaUrl(part) ?? part.source.data, ...name } }
    case 'url':
      return takesAddress(part) ? { type: 'file', file: { file_data: part.source.url, ...name } } : undefined
  }
}

/** An address that holds the data where there is data; undefined for a file by id or data without a type, which no address can say. */
function mediaUrl(part: MediaPart): string | undefined {
  if (part.source.kind === 'url') return part.source.url
  if (part.source.kind === 'file-id' || part.mediaType === undefined) return undefined
  return `data:${part.mediaType};base64,${part.source.data}`
}

function soundFormat(mediaType: string): string {
  if (mediaType === 'audio/mpeg') return 'mp3'
  return mediaType.slice(mediaType.indexOf('/') + 1)
}
