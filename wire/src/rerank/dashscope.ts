import { isObject } from '../encoding/json.ts'
import { type RerankFormat, textsOnly } from './format.ts'
import { readRanking } from './ranking.ts'
import { readRerankUsage } from './usage.ts'

/**
 * DashScope's own: question and settings apart, and the ranking one level down. Source: https://help.aliyun.com/zh/model-studio,
 * "Text rerank", 2026.
 */
export const dashscope: RerankFormat = {
  fields: new Set(['instruct']),

  writeRequest: ({ topN, ...request }, model, extras, losses) => ({
    model,
    input: textsOnly(request, losses),
    parameters: { ...extras, return_documents: false, ...(topN !== undefined && { top_n: topN }) },
  }),

  readReply(reply) {
    if (!isObject(reply) || !isObject(reply.output)) return undefined
    const ranking = readRanking(reply.output.results)
    return ranking && { id: typeof reply.request_id === 'string' ? reply.request_id : undefined, ranking }
  },

  readUsage: readRerankUsage,
}
