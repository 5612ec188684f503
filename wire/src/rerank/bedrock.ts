import { type RerankFormat, textsOnly } from './format.ts'
import { jina } from './jina.ts'

/**
 * Rankings by Bedrock's InvokeModel, whose body is the model's own: that of Cohere's names the version of Cohere's API. The model stands in the
 * address, and nothing is counted. Source: AWS, Bedrock user guide, "Rerank models" and the card of the model "Rerank 3.5", 2026.
 */
export const bedrock: RerankFormat = {
  fields: new Set(['max_tokens_per_doc']),

  writeRequest: ({ topN, ...request }, model, extras, losses) => ({
    ...extras,
    ...textsOnly(request, losses),
    ...(topN !== undefined && { top_n: topN }),
    ...(model.includes('cohere.') && { api_version: 2 }),
  }),

  readReply: jina.readReply,
  readUsage: jina.readUsage,
}
