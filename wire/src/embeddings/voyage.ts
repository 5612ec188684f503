import { type EmbeddingFormat, FLOAT } from './format.ts'
import { textsOnly } from './inputs.ts'
import { voyageWords, wordFor } from './purposes.ts'
import { embeddingUsage } from './usage.ts'
import { readVectorList } from './vectors.ts'

/**
 * Voyage's: near OpenAI's, with the length, purpose and numbers of the vectors under names of its own. It refuses fields that it does not know,
 * `encoding_format: float` among them. Source: https://docs.voyageai.com/reference/embeddings-api, 2026; the types of the package voyageai 0.4.0.
 */
export const voyage: EmbeddingFormat = {
  fields: new Set(),
  numberTypes: { taken: [FLOAT, 'int8', 'uint8', 'binary', 'ubinary'], most: 1 },

  writeRequest({ inputs, dimensions, purpose, truncation, numbers }, model, extras, losses) {
    const inputType = wordFor(purpose, 'input_type', voyageWords, losses)
    const [type = FLOAT] = numbers?.value ?? []
    if (truncation?.value === 'start') losses.add(truncation.path, 'not-expressible')
    return {
      ...extras,
      model,
      input: textsOnly(inputs, losses),
      ...(inputType !== undefined && { input_type: inputType }),
      ...(dimensions && { output_dimension: dimensions.value }),
      ...(type !== FLOAT && { output_dtype: type }),
      ...(truncation && { truncation: truncation.value !== 'none' }),
    }
  },

  readReply: readVectorList,
  readUsage: embeddingUsage,
}
