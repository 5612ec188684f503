// The requests and replies of `/v1/moderations`: OpenAI's, and Mistral's, whose inputs are texts and whose verdicts have categories of its own.
// Sources: OpenAI's and Mistral's API references, "Moderations", 2026.
import type { LossLog } from './chat/losses/loss.ts'
import type { WireUsage } from './chat/reply/usage.ts'
import { isObject, type Json, type JsonArray, type JsonObject } from './encoding/json.ts'
import { reader } from './encoding/reader.ts'
import { isData, utf8Bytes } from './encoding/text-bytes.ts'
import { hasUsage, readUsage } from './openai/usage.ts'
import { WireError } from './wire-error.ts'

/**
 * What judges texts for a client that names no model, the first that is offered. OpenAI's first one has ended. Sources: server-behaviour 2.1;
 * OpenAI's guide "Moderation" and Mistral's "Moderation", 2026.
 */
export const usualModerationModels = ['text-moderation-stable', 'omni-moderation-latest', 'mistral-moderation-latest'] as const

/** What is judged, and gets one verdict: a text, or several texts and a picture together. */
export interface JudgedInput {
  readonly texts: readonly string[]
  readonly pictures: readonly JudgedPicture[]
}

interface JudgedPicture {
  readonly path: string
  /** Its base64; absent: it is named by its address. */
  readonly data?: string
}

export interface ModerationRequest {
  readonly model: string | undefined
  readonly inputs: readonly JudgedInput[]
  /** Is the input a list, in which texts are judged one by one? */
  readonly isList: boolean
}

/** Throws WireError, with the path, where the body is no such request. */
export function readModeration(body: Json): ModerationRequest {
  const r = reader(body, '')
  const model = r.text('model')
  const input = r.peek('input')
  if (typeof input === 'string') return { model, inputs: [{ texts: [input], pictures: [] }], isList: false }
  if (!Array.isArray(input) || input.length === 0) throw new WireError('input', 'a text, or a list with at least one text or item')
  return isObject(input[0]) ? { model, inputs: [readItems(input)], isList: false } : { model, inputs: input.map(readText), isList: true }
}

function readText(value: Json, at: number): JudgedInput {
  if (typeof value !== 'string') throw new WireError(`input[${at}]`, 'a text')
  return { texts: [value], pictures: [] }
}

/** Items are judged together. OpenAI takes one picture. */
function readItems(items: JsonArray): JudgedInput {
  const texts: string[] = []
  const pictures: JudgedPicture[] = []
  for (const [at, value] of items.entries()) {
    const path = `input[${at}]`
    const item = reader(value, path)
    const type = item.needText('type')
    if (type === 'text') texts.push(item.needText('text'))
    else if (type === 'image_url') pictures.push(pictureOf(item.needObject('image_url').needText('url'), path))
    else throw new WireError(`${path}.type`, 'text or image_url')
  }
  if (pictures.length > 1) throw new WireError('input', 'at most one picture')
  return { texts, pictures }
}

const pictureOf = (url: string, path: string): JudgedPicture => ({
  path,
  ...(isData(url) ? { data: url.slice(url.indexOf(',') + 1) } : {}),
})

/** All texts, for counting their tokens. */
export const moderationTexts = ({ inputs }: ModerationRequest): string[] => inputs.flatMap(({ texts }) => texts)

/** Bytes of all texts. */
export const moderationBytes = (request: ModerationRequest): number =>
  moderationTexts(request).reduce((sum, text) => sum + utf8Bytes(text), 0)

/**
 * The body for a vendor that judges texts, as Mistral does: those of one verdict become one text. A picture is lost, and the verdict depends on it.
 * @param model its name there
 */
export function writeTexts(body: JsonObject, model: string, losses: LossLog): JsonObject {
  const { inputs, isList } = readModeration(body)
  for (const { path } of inputs.flatMap(({ pictures }) => pictures)) losses.add(path, 'needed')
  const texts = inputs.map((input) => input.texts.join('\n'))
  return { ...body, model, input: isList ? texts : (texts[0] ?? '') }
}

/** Pictures in the request, by their places. */
export const picturePlaces = (body: Json): string[] =>
  readModeration(body).inputs.flatMap(({ pictures }) => pictures.map(({ path }) => path))

/** Is this a reply with verdicts? */
export function isVerdict(reply: Json): reply is JsonObject & { results: JsonArray } {
  return isObject(reply) && Array.isArray(reply.results) && reply.results.every(isObject)
}

/** What the vendor counts; undefined where it counts nothing, as OpenAI does. */
export function moderationUsage(reply: Json): WireUsage | undefined {
  return isObject(reply) && hasUsage(reply.usage) ? readUsage(reply.usage) : undefined
}

/**
 * Verdicts with the word `flagged`, which clients of OpenAI look at and Mistral does not have: true where any category is. The same reply where
 * none lacks it.
 */
export function withFlags(reply: JsonObject & { results: JsonArray }): JsonObject {
  const results = reply.results.map((verdict) =>
    isObject(verdict) && verdict.flagged === undefined && isObject(verdict.categories)
      ? { flagged: Object.values(verdict.categories).includes(true), ...verdict }
      : verdict,
  )
  return { ...reply, results }
}

/** The conversations of `/v1/chat/moderations`, of each of which the last message is judged. Throws WireError, with the path. */
export function readChatModeration(body: Json): { readonly model: string | undefined; readonly texts: readonly string[] } {
  const r = reader(body, '')
  const model = r.text('model')
  const input = r.peek('input')
  if (!Array.isArray(input) || input.length === 0) throw new WireError('input', 'a list with at least one message or conversation')
  const conversations = Array.isArray(input[0]) ? input : [input]
  return { model, texts: conversations.flatMap((messages, at) => textsOf(messages, conversations === input ? `input[${at}]` : 'input')) }
}

function textsOf(messages: Json, path: string): string[] {
  if (!Array.isArray(messages) || messages.length === 0) throw new WireError(path, 'a list with at least one message')
  return messages.flatMap((message, at) => {
    if (!isObject(message)) throw new WireError(`${path}[${at}]`, 'a message')
    const { content } = message
    if (typeof content === 'string') return [content]
    return Array.isArray(content) ? content.flatMap((part) => (isObject(part) && typeof part.text === 'string' ? [part.text] : [])) : []
  })
}
