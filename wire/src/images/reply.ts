// Replies with pictures as OpenAI's clients get them: whole, or as a stream of events. Source: OpenAI's API reference, "Images" and "Image
// generation streaming", 2026.
import { noTokens, type WireUsage } from '../chat/reply/usage.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../encoding/json.ts'
import type { Frame } from '../encoding/sse.ts'
import { type ReportedError, reportedError } from '../openai/error.ts'
import { hasUsage, readUsage } from '../openai/usage.ts'
import type { ImageReply, MadeImage } from './format.ts'
import type { ImageRequest, ImageWork } from './request.ts'

/** A whole reply; undefined where it is none. Vendors of the same shape add to it, and some write `images` for `data`. */
export function readOwnReply(reply: Json | undefined): ImageReply | undefined {
  if (!isObject(reply)) return undefined
  const list = [reply.data, reply.images].find(Array.isArray)
  const images = list?.flatMap((one) => madeImage(one) ?? []) ?? []
  if (images.length === 0) return undefined
  const usage = imageUsage(reply.usage)
  return { images, ...(usage ? { usage } : {}) }
}

function madeImage(value: Json): MadeImage | undefined {
  if (!isObject(value)) return undefined
  const { b64_json: base64, url, revised_prompt: revisedPrompt } = value
  if (typeof base64 !== 'string' && typeof url !== 'string') return undefined
  return {
    ...(typeof base64 === 'string' ? { base64 } : {}),
    ...(typeof url === 'string' ? { url } : {}),
    ...(typeof revisedPrompt === 'string' ? { revisedPrompt } : {}),
  }
}

/** Usage with tokens of pictures apart from those of text; undefined where none is counted. */
export function imageUsage(raw: Json | undefined): WireUsage | undefined {
  if (!hasUsage(raw)) return undefined
  const usage = readUsage(raw)
  const details = isObject(raw.input_tokens_details) ? raw.input_tokens_details : {}
  const cached = isObject(details.cached_tokens_details) ? details.cached_tokens_details : {}
  const imageCacheRead = Math.min(countOf(cached.image_tokens), usage.cacheRead)
  const imageInput = Math.min(Math.max(0, countOf(details.image_tokens) - imageCacheRead), usage.freshInput)
  return {
    ...usage,
    freshInput: usage.freshInput - imageInput,
    cacheRead: usage.cacheRead - imageCacheRead,
    imageInput,
    imageCacheRead,
  }
}

/** The objects of a list; none where it is no list. */
export const objects = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

const countOf = (value: Json | undefined): number => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0)

/** The reading of one event of a stream. */
export interface ImageEvent {
  /** Is it a picture, whole or in part? */
  readonly isPicture: boolean
  /** Is it one that is whole? */
  readonly isMade: boolean
  /** Does nothing follow it, whatever was requested? */
  readonly isEnd: boolean
  readonly usage?: WireUsage
  readonly error?: ReportedError
}

const nothing: ImageEvent = { isPicture: false, isMade: false, isEnd: false }

/** OpenAI's events, and Ark's: there one event tells each picture, and the last one all of them. */
export function readImageEvent({ data, event }: Frame): ImageEvent {
  const body = data === undefined ? undefined : parseJson(data)
  if (data?.trim() === '[DONE]') return { ...nothing, isEnd: true }
  if (!isObject(body)) return nothing
  const type = typeof body.type === 'string' ? body.type : (event ?? '')
  if (type === 'error' || (isObject(body.error) && !type.endsWith('partial_failed')))
    return { ...nothing, error: reportedError(body) ?? { message: JSON.stringify(body.error ?? body) } }
  const hasPicture = typeof body.b64_json === 'string' || typeof body.url === 'string'
  const usage = imageUsage(body.usage)
  const isCompleted = /^image_(generation|edit)\.completed$/.test(type)
  return {
    isPicture: hasPicture,
    isMade: (isCompleted && hasPicture) || type.endsWith('.partial_succeeded'),
    isEnd: isCompleted && !hasPicture,
    ...(usage ? { usage } : {}),
  }
}

/** The whole reply, of a vendor of another format. */
export function printReply({ images }: ImageReply, createdAt: number, usage: WireUsage | undefined): JsonObject {
  return { created: createdAt, data: images.map(shownImage), ...(usage ? { usage: shownUsage(usage) } : {}) }
}

function shownImage({ base64, url, revisedPrompt }: MadeImage): JsonObject {
  return {
    ...(base64 === undefined ? {} : { b64_json: base64 }),
    ...(url === undefined ? {} : { url }),
    ...(revisedPrompt === undefined ? {} : { revised_prompt: revisedPrompt }),
  }
}

/** Usage as OpenAI's clients read it. */
export function shownUsage(usage: WireUsage): JsonObject {
  const text = usage.freshInput + usage.cacheRead + usage.cacheWrite + usage.cacheWriteLong
  const image = usage.imageInput + usage.imageCacheRead
  return {
    input_tokens: text + image,
    input_tokens_details: { text_tokens: text, image_tokens: image },
    output_tokens: usage.output,
    total_tokens: text + image + usage.output,
  }
}

/** A whole reply as the stream that was requested: each picture an event, and the usage with the last of them. */
export function replyFrames(
  work: ImageWork,
  reply: ImageReply,
  { size, quality, background, outputFormat }: ImageRequest,
  createdAt: number,
): Frame[] {
  const type = `image_${work === 'image-edits' ? 'edit' : 'generation'}.completed`
  const about = {
    ...{ size: size ?? 'auto', quality: quality ?? 'auto', background: background ?? 'auto', output_format: outputFormat ?? 'png' },
    created_at: createdAt,
  }
  return reply.images.map((image, index) => {
    const isLast = index === reply.images.length - 1
    const usage = isLast ? { usage: shownUsage(reply.usage ?? { ...noTokens, raw: null }) } : {}
    return { event: type, data: JSON.stringify({ type, ...shownImage(image), ...about, ...usage }) }
  })
}
