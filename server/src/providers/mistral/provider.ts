import { mistral as vendor } from '@waystation/contract/vendors/mistral'
import { openAICompatible } from '../openai-compatible.ts'

export const mistral = openAICompatible(vendor, {
  /** These fields it refuses with a 422. Source: github.com/openai/openai-agents-python/issues/442, editor-code-assistant/eca/issues/231. */
  adapt({ stream_options: _, max_completion_tokens: limit, ...body }) {
    return limit === undefined ? body : { max_tokens: limit, ...body }
  },
})
