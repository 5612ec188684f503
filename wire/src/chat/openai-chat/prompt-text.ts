// What a vendor will read of a request, without tokenising it: the gateway sets money aside by it before the call (decision D13), and only
// where a vendor reports no usage are the texts themselves counted afterwards. Bodies are taken as they are: nothing here throws.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { isData, jsonBytes, utf8Bytes } from '../../encoding/text-bytes.ts'
import { inlineData, type PromptMedium, type PromptSize, type TextsFor } from '../request/prompt-text.ts'

/** Bytes for a message's role and the marks that a vendor puts around it: about four tokens. */
const MESSAGE_BYTES = 16

/** The size of a request of this dialect: messages, tools, response format. Data in base64 is counted as media, not as text. */
export function promptBytes(body: JsonObject): PromptSize {
  const size: Counts = { textBytes: 0, media: [] }
  for (const message of list(body.messages)) {
    size.textBytes += MESSAGE_BYTES
    if (!isObject(message)) continue
    for (const key of Object.keys(message)) {
      const value = message[key]
      if (typeof value === 'string') size.textBytes += utf8Bytes(value)
      else if (key === 'content') for (const part of list(value)) countPart(part, size)
      else if (key === 'images') for (const one of list(value)) size.media.push({ kind: 'image', ...imageData(one) })
      else if (key === 'audio') size.media.push(...(isObject(value) ? [soundOf(value)] : []))
      else if (value !== null) size.textBytes += jsonBytes(value)
    }
  }
  for (const key of ['tools', 'functions', 'response_format', 'prediction'] as const) {
    if (body[key] !== undefined && body[key] !== null) size.textBytes += jsonBytes(body[key])
  }
  return size
}

/** The texts of a request, in order: contents, names, calls and their results, and the tools as JSON. */
export function* promptTexts(body: JsonObject, purpose: TextsFor): Generator<string> {
  for (const message of list(body.messages)) {
    if (!isObject(message)) continue
    if (purpose === 'count' && typeof message.role === 'string') yield message.role
    if (typeof message.name === 'string') yield message.name
    yield* contentTexts(message.content)
    for (const key of ['refusal', 'reasoning_content', 'reasoning'] as const) {
      const text = message[key]
      if (typeof text === 'string' && text !== '') yield text
    }
    for (const call of list(message.tool_calls)) if (isObject(call)) yield* callTexts(call.function ?? call.custom)
    yield* callTexts(message.function_call)
  }
  for (const key of ['tools', 'functions'] as const) for (const tool of list(body[key])) yield JSON.stringify(tool)
  const format = body.response_format
  if (isObject(format) && format.type === 'json_schema') yield JSON.stringify(format)
}

/** Which parts are media, in the words of this dialect and of the vendors and clients that borrow from others. */
const media: Readonly<Record<string, PromptMedium['kind']>> = {
  image_url: 'image',
  image: 'image',
  input_image: 'image',
  input_audio: 'audio',
  audio_url: 'audio',
  audio: 'audio',
  video_url: 'video',
  video: 'video',
  file: 'file',
  input_file: 'file',
  document: 'file',
}

interface Counts {
  textBytes: number
  readonly media: PromptMedium[]
}

function countPart(part: Json, size: Counts): void {
  const kind = isObject(part) && typeof part.type === 'string' ? media[part.type] : undefined
  if (kind !== undefined && isObject(part)) {
    size.media.push({ kind, ...dataIn(part) })
  } else if (isObject(part) && part.type === 'text' && typeof part.text === 'string') {
    size.textBytes += utf8Bytes(part.text)
  } else {
    // Unknown: it may be text, so it counts as such; a data URI in it counts as a file.
    if (isObject(part) && Object.values(part).some((value) => typeof value === 'string' && isData(value)))
      size.media.push({ kind: 'file', ...dataIn(part) })
    size.textBytes += jsonBytes(part)
  }
}

/** Fields that hold base64 without saying so. */
const DATA_FIELDS: ReadonlySet<string> = new Set(['data', 'file_data', 'base64'])
/** `input_audio.data`, `image_url.url`, `source.data` are the deepest. */
const DATA_DEPTH = 2

/** The data of a medium, wherever in it that stands; nothing where it is elsewhere. */
function dataIn(part: JsonObject, depth = DATA_DEPTH): Pick<PromptMedium, 'data' | 'mediaType'> {
  for (const [name, value] of Object.entries(part)) {
    if (typeof value === 'string' && isData(value)) return inlineData(value)
    if (typeof value === 'string' && DATA_FIELDS.has(name) && value !== '' && !isAddress(value)) return { data: value, ...typeIn(part) }
    const inner = isObject(value) && depth > 1 ? dataIn(value, depth - 1) : {}
    if (inner.data !== undefined) return inner
  }
  return {}
}

function typeIn({ media_type: type, format }: JsonObject): Pick<PromptMedium, 'mediaType'> {
  if (typeof type === 'string') return { mediaType: type }
  return typeof format === 'string' ? { mediaType: `audio/${format}` } : {}
}

/** A picture of Ollama's is bare base64, one of others an address or an object with one of them. */
function imageData(picture: Json): Pick<PromptMedium, 'data' | 'mediaType'> {
  if (isObject(picture)) return dataIn(picture)
  if (typeof picture !== 'string' || isAddress(picture)) return {}
  return isData(picture) ? inlineData(picture) : { data: picture }
}

const isAddress = (text: string): boolean => /^https?:/i.test(text)

/** The sound of an earlier answer: by its id, or whole. */
const soundOf = (audio: JsonObject): PromptMedium => ({ kind: 'audio', isAnswer: true, ...dataIn(audio) })

function* contentTexts(content: Json | undefined): Generator<string> {
  if (typeof content === 'string') {
    if (content !== '') yield content
    return
  }
  for (const part of list(content)) {
    if (!isObject(part)) continue
    for (const key of ['text', 'refusal'] as const) {
      const text = part[key]
      if (typeof text === 'string' && text !== '') yield text
    }
    if (Array.isArray(part.thinking)) yield* contentTexts(part.thinking)
  }
}

function* callTexts(call: Json | undefined): Generator<string> {
  if (!isObject(call)) return
  for (const key of ['name', 'arguments', 'input'] as const) {
    const value = call[key]
    if (typeof value === 'string' && value !== '') yield value
    else if (isObject(value)) yield JSON.stringify(value)
  }
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
