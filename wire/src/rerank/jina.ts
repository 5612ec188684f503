import { isObject } from '../encoding/json.ts'
import type { RerankFormat, RerankItem } from './format.ts'
import { readRanking } from './ranking.ts'
import { readRerankUsage } from './usage.ts'

/**
 * Jina's, which most vendors of open models and most servers of one's own follow. Sources: https://api.jina.ai/redoc, "Rerank";
 * https://docs.siliconflow.cn, "Create rerank"; the references of Qianfan, Xinference and vLLM, 2026.
 */
export const jina: RerankFormat = {
  fields: new Set(['truncation', 'max_chunks_per_doc', 'overlap_tokens', 'user']),

  writeRequest: ({ query, documents, topN, wantsDocuments }, model, extras) => ({
    ...extras,
    model,
    query: written(query),
    documents: documents.map(written),
    ...(topN !== undefined && { top_n: topN }),
    // The gateway has the documents. Not every server knows the field, so it goes to those alone whose client names it.
    ...(wantsDocuments !== undefined && { return_documents: false }),
  }),

  readReply(reply) {
    if (!isObject(reply)) return undefined
    const ranking = readRanking(reply.results)
    return ranking && { id: typeof reply.id === 'string' ? reply.id : undefined, ranking }
  },

  readUsage: readRerankUsage,
}

/** Plain texts are what all of them take; objects go to those alone whose client writes more than a text. */
function written({ text, object }: RerankItem) {
  return text !== undefined && Object.keys(object ?? {}).every((name) => name === 'text') ? text : (object ?? '')
}
