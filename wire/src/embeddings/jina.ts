import type { LossLog } from '../chat/losses/loss.ts'
import type { Json, JsonObject } from '../encoding/json.ts'
import { type EmbeddingFormat, type EmbeddingInput, FLOAT } from './format.ts'
import { dataOf, textsOnly } from './inputs.ts'
import { jinaWords, wordFor } from './purposes.ts'
import { embeddingUsage } from './usage.ts'
import { readVectorList } from './vectors.ts'

/**
 * Jina's: OpenAI's with fields of its own, so that requests and replies of OpenAI's clients go on as they are, with `task`,
 * `late_chunking` and whatever else is Jina's in them. Source: https://api.jina.ai/redoc, "Embeddings", 2026.
 */
export const jina: EmbeddingFormat = {
  fields: new Set(['late_chunking', 'normalized']),
  numberTypes: { taken: [FLOAT, 'binary', 'ubinary'], most: 1 },

  writeRequest({ inputs, dimensions, purpose, truncation, numbers }, model, extras, losses) {
    const task = wordFor(purpose, 'task', jinaWords, losses)
    const [type = FLOAT] = numbers?.value ?? []
    if (truncation?.value === 'start') losses.add(truncation.path, 'not-expressible')
    return {
      ...extras,
      model,
      input: inputs.some(({ parts }) => parts.some(({ kind }) => kind === 'image')) ? objectsOf(inputs, losses) : textsOnly(inputs, losses),
      embedding_type: type,
      ...(task !== undefined && { task }),
      ...(dimensions && { dimensions: dimensions.value }),
      ...(truncation && { truncate: truncation.value !== 'none' }),
    }
  },

  readReply: readVectorList,
  readUsage: embeddingUsage,
}

/** Texts and pictures, one thing for each vector. */
function objectsOf(inputs: readonly EmbeddingInput[], losses: LossLog): Json[] {
  return inputs.map(({ path, parts }): JsonObject => {
    const [part] = parts
    if (part?.kind === 'image' && parts.length === 1) return { image: dataOf(part.image) ?? part.image }
    const [text = ''] = textsOnly([{ path, parts }], losses)
    return { text }
  })
}
