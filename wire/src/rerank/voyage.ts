import { isObject } from '../encoding/json.ts'
import { type RerankFormat, textsOnly } from './format.ts'
import { readRanking } from './ranking.ts'
import { readRerankUsage } from './usage.ts'

/**
 * Voyage's: Jina's with other names for how many documents are wanted and for the ranking. Source:
 * https://docs.voyageai.com/reference/reranker-api, 2026; the types of the package voyageai 0.4.0.
 */
export const voyage: RerankFormat = {
  fields: new Set(['truncation']),

  writeRequest: ({ topN, ...request }, model, extras, losses) => ({
    ...extras,
    model,
    ...textsOnly(request, losses),
    ...(topN !== undefined && { top_k: topN }),
  }),

  readReply(reply) {
    const ranking = isObject(reply) ? readRanking(reply.data) : undefined
    return ranking && { id: undefined, ranking }
  },

  readUsage: readRerankUsage,
}
