import { noTokens } from '../chat/reply/usage.ts'
import { isObject } from '../encoding/json.ts'
import { readUsage } from '../openai/usage.ts'
import { type RerankFormat, textsOnly } from './format.ts'

/**
 * DeepInfra's: pairs of a query and a document, so the query stands beside each, and a score for each in the order of the documents. The model
 * stands in the address. Source: https://deepinfra.com/Qwen/Qwen3-Reranker-8B/api, 2026.
 */
export const deepinfra: RerankFormat = {
  fields: new Set(['instruction']),

  writeRequest(request, _model, extras, losses) {
    const { query, documents } = textsOnly(request, losses)
    return { ...extras, queries: documents.map(() => query), documents }
  },

  readReply(reply) {
    if (!isObject(reply) || !Array.isArray(reply.scores)) return undefined
    const scores = reply.scores.filter((score) => typeof score === 'number')
    if (scores.length === 0 || scores.length !== reply.scores.length) return undefined
    const id = typeof reply.request_id === 'string' ? reply.request_id : undefined
    return { id, ranking: scores.map((score, index) => ({ index, score })) }
  },

  readUsage(reply) {
    if (!isObject(reply) || typeof reply.input_tokens !== 'number') return undefined
    const { input_tokens } = reply
    return { ...noTokens, freshInput: readUsage({ prompt_tokens: input_tokens }).freshInput, raw: { input_tokens } }
  },
}
