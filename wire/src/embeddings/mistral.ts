import { type EmbeddingFormat, FLOAT } from './format.ts'
import { textsOnly } from './inputs.ts'
import { embeddingUsage } from './usage.ts'
import { readVectorList } from './vectors.ts'

/**
 * Mistral's: OpenAI's with the length and the numbers of the vectors under names of its own, so that replies to OpenAI's clients, and requests
 * but for the length, go on as they are. It refuses fields that it does not know, `dimensions` among them. Source: https://docs.mistral.ai/api/#tag/embeddings, 2026; the types of the package @mistralai/mistralai.
 */
export const mistral: EmbeddingFormat = {
  fields: new Set(['metadata']),
  numberTypes: { taken: [FLOAT, 'int8', 'uint8', 'binary', 'ubinary'], most: 1 },

  writeRequest({ inputs, dimensions, purpose, truncation, numbers }, model, extras, losses) {
    const [type = FLOAT] = numbers?.value ?? []
    if (purpose) losses.add(purpose.path, 'not-expressible')
    if (truncation) losses.add(truncation.path, 'not-expressible')
    return {
      ...extras,
      model,
      input: textsOnly(inputs, losses),
      encoding_format: FLOAT,
      ...(dimensions && { output_dimension: dimensions.value }),
      ...(type !== FLOAT && { output_dtype: type }),
    }
  },

  readReply: readVectorList,
  readUsage: embeddingUsage,
}
