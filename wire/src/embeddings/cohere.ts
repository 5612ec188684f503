import type { LossLog } from '../chat/losses/loss.ts'
import { typeOfData } from '../chat/media/type-of-data.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { isData } from '../encoding/text-bytes.ts'
import { type EmbeddingFormat, type EmbeddingInput, type EmbeddingPart, FLOAT } from './format.ts'
import { dataOf, textsOnly } from './inputs.ts'
import { cohereWords, wordFor } from './purposes.ts'
import { billedUsage } from './usage.ts'

/** It wants to be told a purpose, also by clients of those who do not: most vectors are of what is searched. */
const USUAL_PURPOSE = 'search_document'

const truncations = { none: 'NONE', start: 'START', end: 'END' } as const

/**
 * Cohere's version 2: texts, or inputs with pictures in them, and vectors of several types of numbers at once. Source:
 * https://docs.cohere.com/reference/embed, 2026; the types of the package cohere-ai 8.1.0.
 */
export const cohere: EmbeddingFormat = {
  fields: new Set(['max_tokens', 'priority']),
  numberTypes: { taken: [FLOAT, 'int8', 'uint8', 'binary', 'ubinary'], most: Number.POSITIVE_INFINITY },

  writeRequest({ inputs, dimensions, purpose, truncation, numbers }, model, extras, losses) {
    const isMixed = inputs.some(({ parts }) => parts.some(({ kind }) => kind === 'image'))
    return {
      ...extras,
      model,
      ...(isMixed ? { inputs: contentsOf(inputs, losses) } : { texts: textsOnly(inputs, losses) }),
      input_type: wordFor(purpose, 'input_type', cohereWords, losses) ?? USUAL_PURPOSE,
      embedding_types: [...(numbers?.value ?? [FLOAT])],
      ...(dimensions && { output_dimension: dimensions.value }),
      ...(truncation && { truncate: truncations[truncation.value] }),
    }
  },

  readReply(reply) {
    if (!isObject(reply) || !isObject(reply.embeddings)) return undefined
    const entries = Object.entries(reply.embeddings)
    const vectors = Object.fromEntries(entries.flatMap(([type, list]) => (Array.isArray(list) ? [[type, list] as const] : [])))
    return { ...(typeof reply.id === 'string' && { id: reply.id }), vectors }
  },

  readUsage: billedUsage,
}

function contentsOf(inputs: readonly EmbeddingInput[], losses: LossLog): Json[] {
  return inputs.map(({ path, parts }): JsonObject => ({ content: parts.map((part) => contentOf(part, path, losses)) }))
}

function contentOf(part: EmbeddingPart, path: string, losses: LossLog): Json {
  if (part.kind === 'text') return { type: 'text', text: part.text }
  const url = part.kind === 'image' ? dataUri(part.image) : undefined
  if (url === undefined) losses.add(path, 'needed')
  return { type: 'image_url', image_url: { url: url ?? '' } }
}

/** Pictures stand in the request: an address is not looked at. */
function dataUri(image: string): string | undefined {
  if (isData(image)) return image
  const data = dataOf(image)
  const type = data === undefined ? undefined : typeOfData(data)
  return type === undefined ? undefined : `data:${type};base64,${data}`
}
