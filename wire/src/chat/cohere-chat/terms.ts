import { isObject } from '../../encoding/json.ts'
import { type RequestTerms, tokenTerms } from '../request/terms.ts'

const plain = tokenTerms(['messages', 'documents', 'response_format'], ['max_tokens'])

/** The price terms of a chat request: Cohere charges tokens only. */
export const terms: RequestTerms = {
  ...plain,
  withMaxOutputTokens(body, tokens) {
    const limited = plain.withMaxOutputTokens(body, tokens)
    const { thinking } = body
    if (!isObject(thinking) || typeof thinking.token_budget !== 'number' || thinking.token_budget < tokens) return limited
    // At least one token: Cohere takes no budget of 0.
    return { ...limited, thinking: { ...thinking, token_budget: Math.max(1, tokens - 1) } }
  },
}
