// Gemini's embeddings: `:embedContent` for one vector, `:batchEmbedContents` for many; and the same request in OpenAI's shape, for vendors
// that know only that. Source: Google's API reference, "Embeddings", 2026.
import { Fields } from './chat/gemini-generate/fields.ts'
import { hasUsage, readUsage } from './chat/gemini-generate/usage.ts'
import type { LossLog } from './chat/losses/loss.ts'
import { inputTokensOf, type WireUsage } from './chat/reply/usage.ts'
import { embeddingUsage } from './embeddings.ts'
import { isObject, type Json, type JsonObject } from './encoding/json.ts'
import { utf8Bytes } from './encoding/text-bytes.ts'
import { WireError } from './wire-error.ts'

/** Which of the two endpoints a body was sent to. */
export type EmbedDoor = 'one' | 'many'

export interface EmbedCall {
  /** How many vectors the request is for. */
  readonly inputs: number
  readonly inputBytes: number
  /** Pictures, sounds and files to be embedded, which newer models take. */
  readonly media: number
}

interface EmbedInput {
  readonly path: string
  readonly texts: readonly string[]
  /** How many parts are something else than text. */
  readonly media: number
  readonly dimensions: number | undefined
  readonly taskType: string | undefined
  readonly title: string | undefined
}

/** What the gateway must know of such a body. Throws WireError, with the path, where it is none. */
export function readEmbedContent(body: Json, door: EmbedDoor): EmbedCall {
  const all = inputsOf(body, door)
  return {
    inputs: all.length,
    inputBytes: all.flatMap(({ texts }) => texts).reduce((sum, text) => sum + utf8Bytes(text), 0),
    media: all.reduce((sum, one) => sum + one.media, 0),
  }
}

/** The texts of the request, for counting their tokens. */
export function embedContentTexts(body: JsonObject, door: EmbedDoor): string[] {
  return inputsOf(body, door).flatMap(({ texts }) => texts)
}

/** The body for a model of this name: each request of a batch names it, as does the address. */
export function renameEmbedContent(body: JsonObject, model: string, door: EmbedDoor): JsonObject {
  const name = `models/${model}`
  if (door === 'one') return body.model === undefined ? body : { ...body, model: name }
  const requests = Array.isArray(body.requests) ? body.requests : []
  return { ...body, requests: requests.map((request) => (isObject(request) ? { ...request, model: name } : request)) }
}

/** The same as a body of `/v1/embeddings`, which has one length for all vectors, and no task type. */
export function toEmbeddings(body: JsonObject, model: string, door: EmbedDoor, losses: LossLog): JsonObject {
  const all = inputsOf(body, door)
  const dimensions = all[0]?.dimensions
  for (const one of all) {
    if (one.media > 0) losses.add(`${one.path}content`, 'needed')
    if (one.dimensions !== dimensions) losses.add(`${one.path}outputDimensionality`, 'needed')
    if (one.taskType !== undefined) losses.add(`${one.path}taskType`, 'not-expressible')
    if (one.title !== undefined) losses.add(`${one.path}title`, 'not-expressible')
  }
  return {
    model,
    input: all.map(({ texts }) => texts.join('\n')),
    encoding_format: 'float',
    ...(dimensions === undefined ? {} : { dimensions }),
  }
}

/** The answer of `/v1/embeddings` in Gemini's shape. Undefined: not every vector is there as a list of numbers. */
export function fromEmbeddings(reply: Json | undefined, inputs: number, door: EmbedDoor): JsonObject | undefined {
  const data = isObject(reply) && Array.isArray(reply.data) ? reply.data.filter(isObject) : []
  const vectors = data.toSorted((one, other) => Number(one.index ?? 0) - Number(other.index ?? 0)).map(({ embedding }) => embedding)
  if (vectors.length !== inputs || !vectors.every((vector) => Array.isArray(vector))) return undefined
  const embeddings: JsonObject[] = vectors.map((values) => ({ values }))
  const usage = embeddingUsage(reply ?? null)
  return {
    ...(door === 'one' ? { embedding: embeddings[0] ?? {} } : { embeddings }),
    ...(usage ? { usageMetadata: { promptTokenCount: inputTokensOf(usage) } } : {}),
  }
}

/** The usage of a reply of Gemini's; undefined where it has none, as with its older models. */
export function embedContentUsage(reply: Json): WireUsage | undefined {
  return isObject(reply) && hasUsage(reply.usageMetadata) ? readUsage(reply.usageMetadata) : undefined
}

/** Is this a whole reply with vectors? */
export function isEmbedContentReply(reply: Json, door: EmbedDoor): boolean {
  return isObject(reply) && (door === 'one' ? isObject(reply.embedding) : Array.isArray(reply.embeddings))
}

function inputsOf(body: Json, door: EmbedDoor): EmbedInput[] {
  if (door === 'one') return [readInput(new Fields(body), '')]
  const requests = new Fields(body).objects('requests')
  if (!requests?.length) throw new WireError('requests', 'a list')
  return requests.map((request, at) => readInput(request, `requests[${at}].`))
}

function readInput(request: Fields, path: string): EmbedInput {
  const content = request.object('content')
  if (content === undefined) throw new WireError(`${path}content`, 'an object')
  const parts = content.objects('parts') ?? []
  const texts = parts.flatMap((part) => part.text('text') ?? [])
  return {
    path,
    texts,
    media: parts.length - texts.length,
    dimensions: request.number('outputDimensionality'),
    taskType: request.text('taskType'),
    title: request.text('title'),
  }
}
