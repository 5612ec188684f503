// Gemini's embeddings: `:embedContent` for one vector, `:batchEmbedContents` for many. Source: Google's API reference, "Embeddings", 2026.
import { Fields } from '../chat/gemini-generate/fields.ts'
import { hasUsage, readUsage } from '../chat/gemini-generate/usage.ts'
import type { Loss } from '../chat/losses/loss.ts'
import { inputTokensOf, type WireUsage } from '../chat/reply/usage.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { WireError } from '../wire-error.ts'
import { type EmbeddingDoor, type EmbeddingInput, type EmbeddingPart, FLOAT } from './format.ts'
import { purposeIn } from './purposes.ts'

/** Which of the two endpoints a body was sent to. */
export type EmbedDoor = 'one' | 'many'

interface EmbedInput extends EmbeddingInput {
  /** Of its request, with a dot at the end. */
  readonly place: string
  readonly dimensions: number | undefined
  readonly taskType: string | undefined
  readonly title: string | undefined
}

/** The door of an endpoint. The model stands in its address. */
export const geminiDoor = (endpoint: EmbedDoor): EmbeddingDoor => ({
  format: 'gemini',
  givesTypes: false,

  /** Other formats have one length and one purpose for all vectors. */
  read(body) {
    const all = inputsOf(body, endpoint)
    const [first] = all
    const { dimensions, taskType } = first ?? {}
    const isOnePurpose = all.every((one) => one.taskType === taskType)
    return {
      ...{ model: undefined, inputs: all, isBase64: false, extras: {} },
      ...(first && dimensions !== undefined && { dimensions: { path: `${first.place}outputDimensionality`, value: dimensions } }),
      ...(first && isOnePurpose && taskType !== undefined && { purpose: purposeIn(`${first.place}taskType`, taskType) }),
      lost: all.flatMap((one): Loss[] => [
        ...(one.dimensions === dimensions ? [] : [{ path: `${one.place}outputDimensionality`, reason: 'needed' } as const]),
        ...(isOnePurpose || one.taskType === undefined ? [] : [{ path: `${one.place}taskType`, reason: 'not-expressible' } as const]),
        ...(one.title === undefined ? [] : [{ path: `${one.place}title`, reason: 'not-expressible' } as const]),
      ]),
    }
  },

  isReply: (reply) => isObject(reply) && (endpoint === 'one' ? isObject(reply.embedding) : Array.isArray(reply.embeddings)),

  writeReply({ inputs }, { vectors: byType }, { usage }) {
    const vectors = byType[FLOAT] ?? []
    if (vectors.length !== inputs.length || !vectors.every((vector) => Array.isArray(vector))) return undefined
    const embeddings: JsonObject[] = vectors.map((values) => ({ values }))
    const tokens = inputTokensOf(usage)
    return {
      ...(endpoint === 'one' ? { embedding: embeddings[0] ?? {} } : { embeddings }),
      ...(tokens > 0 && { usageMetadata: { promptTokenCount: tokens } }),
    }
  },
})

/** The body for a model of this name: each request of a batch names it, as does the address. */
export function renameEmbedContent(body: JsonObject, model: string, endpoint: EmbedDoor): JsonObject {
  const name = `models/${model}`
  if (endpoint === 'one') return body.model === undefined ? body : { ...body, model: name }
  const requests = Array.isArray(body.requests) ? body.requests : []
  return { ...body, requests: requests.map((request) => (isObject(request) ? { ...request, model: name } : request)) }
}

/** The usage of a reply of Gemini's; undefined where it has none, as with its older models. */
export function embedContentUsage(reply: Json): WireUsage | undefined {
  return isObject(reply) && hasUsage(reply.usageMetadata) ? readUsage(reply.usageMetadata) : undefined
}

function inputsOf(body: Json, endpoint: EmbedDoor): EmbedInput[] {
  if (endpoint === 'one') return [readInput(new Fields(body), '')]
  const requests = new Fields(body).objects('requests')
  if (!requests?.length) throw new WireError('requests', 'a list')
  return requests.map((request, at) => readInput(request, `requests[${at}].`))
}

function readInput(request: Fields, place: string): EmbedInput {
  const content = request.object('content')
  if (content === undefined) throw new WireError(`${place}content`, 'an object')
  return {
    place,
    path: `${place}content`,
    parts: (content.objects('parts') ?? []).map(partOf),
    dimensions: request.number('outputDimensionality'),
    taskType: request.text('taskType'),
    title: request.text('title'),
  }
}

function partOf(part: Fields): EmbeddingPart {
  const text = part.text('text')
  if (text !== undefined) return { kind: 'text', text }
  const inline = part.object('inlineData')
  const [mimeType = '', data = ''] = [inline?.text('mimeType'), inline?.text('data')]
  return mimeType.startsWith('image/') ? { kind: 'image', image: `data:${mimeType};base64,${data}` } : { kind: 'media' }
}
