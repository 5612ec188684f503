import { isObject } from '../encoding/json.ts'
import { type RerankFormat, textsOnly } from './format.ts'
import { readRanking } from './ranking.ts'
import { readRerankUsage } from './usage.ts'

/**
 * NVIDIA's: passages with their logits, best first. Texts that are too long are refused unless their end may be cut off. Source:
 * https://docs.nvidia.com/nim/nemo-retriever/text-reranking, "API Reference", 2026.
 */
export const nvidia: RerankFormat = {
  fields: new Set(['truncation']),

  writeRequest(request, model, { truncation, ...extras }, losses) {
    const { query, documents } = textsOnly(request, losses)
    for (const name of Object.keys(extras)) losses.add(name, 'not-expressible')
    const truncate = truncation === undefined ? {} : { truncate: truncation === true ? 'END' : 'NONE' }
    return { model, query: { text: query }, passages: documents.map((text) => ({ text })), ...truncate }
  },

  readReply(reply) {
    const ranking = isObject(reply) ? readRanking(reply.rankings, 'logit') : undefined
    return ranking && { id: undefined, ranking }
  },

  readUsage: readRerankUsage,
}
