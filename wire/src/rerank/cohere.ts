import { type RerankFormat, textsOnly } from './format.ts'
import { jina } from './jina.ts'

/**
 * Cohere's version 2: documents are texts and never come back, and what is sold is a search. Its reply is told from others by `meta` alone.
 * Source: https://docs.cohere.com/reference/rerank, 2026.
 */
export const cohere: RerankFormat = {
  fields: new Set(['max_tokens_per_doc', 'priority']),

  writeRequest: ({ topN, ...request }, model, extras, losses) => ({
    ...extras,
    model,
    ...textsOnly(request, losses),
    ...(topN !== undefined && { top_n: topN }),
  }),

  readReply: jina.readReply,
  readUsage: jina.readUsage,
}
