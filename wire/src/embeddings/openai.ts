import { type EmbeddingFormat, type EmbeddingInput, FLOAT } from './format.ts'
import { textsOnly } from './inputs.ts'
import { embeddingUsage } from './usage.ts'
import { readVectorList } from './vectors.ts'

/**
 * OpenAI's, which most vendors follow. Its own clients' requests and replies go on as they are, with whatever their vendor adds. Source:
 * https://platform.openai.com/docs/api-reference/embeddings, 2026.
 */
export const openai: EmbeddingFormat = {
  fields: new Set(['user']),
  numberTypes: { taken: [FLOAT], most: 1 },

  writeRequest({ inputs, dimensions, purpose, truncation }, model, extras, losses) {
    if (purpose) losses.add(purpose.path, 'not-expressible')
    if (truncation) losses.add(truncation.path, 'not-expressible')
    return {
      ...extras,
      model,
      input: inputs.every(isTokens)
        ? inputs.map(({ parts }) => (parts[0]?.kind === 'other' ? parts[0].value : []))
        : textsOnly(inputs, losses),
      encoding_format: FLOAT,
      ...(dimensions && { dimensions: dimensions.value }),
    }
  },

  readReply: (reply) => readVectorList(reply, FLOAT),

  readUsage: embeddingUsage,
}

/**
 * The same without a word for how vectors are written: numbers are all that there is. Source: Zhipu, "Text embedding",
 * https://docs.bigmodel.cn/api-reference, 2026, which has the model, the texts and the length of the vectors, and no more.
 */
export const plain: EmbeddingFormat = {
  ...openai,
  fields: new Set(),

  writeRequest(request, model, extras, losses) {
    const { encoding_format: _, ...body } = openai.writeRequest(request, model, extras, losses)
    return body
  },
}

/** Tokens are OpenAI's own; nobody else knows which texts they are. */
function isTokens({ parts }: EmbeddingInput): boolean {
  const [part] = parts
  return parts.length === 1 && part?.kind === 'other' && Array.isArray(part.value) && part.value.every((token) => typeof token === 'number')
}
