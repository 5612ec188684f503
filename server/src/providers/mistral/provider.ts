import { mistral as vendor } from '@waystation/contract/vendors/mistral'
import { openAICompatible } from '../openai-compatible.ts'

/** Source: https://docs.mistral.ai/api/#tag/embeddings, 2026. */
export const mistral = openAICompatible(vendor, {
  /** The length of vectors has a name of its own, and OpenAI's is refused. */
  adapt(body, { operation }) {
    if (operation !== 'embeddings' || body.dimensions === undefined) return body
    const { dimensions, ...rest } = body
    return { output_dimension: dimensions, ...rest }
  },
})
