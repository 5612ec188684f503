import { jina as vendor } from '@waystation/contract/vendors/jina'
import { openAICompatible } from '../openai-compatible.ts'
import type { Provider } from '../provider.ts'

/**
 * Its word for how vectors are written is `embedding_type`, and it does not have OpenAI's, which OpenAI's own library always sends: the gateway
 * writes them as that asks. Source: https://api.jina.ai/redoc, "Embeddings", 2026.
 */
export const jina: Provider = openAICompatible(vendor, {
  adapt(body, { operation }) {
    if (operation !== 'embeddings') return body
    const { encoding_format: _, ...rest } = body
    return rest
  },
})
