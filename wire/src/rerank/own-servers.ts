import type { Json } from '../encoding/json.ts'
import { type RerankFormat, type RerankReply, textsOnly } from './format.ts'
import { readRanking } from './ranking.ts'

/** A bare list of scores, each with its document's place; nothing is counted. */
function readScores(reply: Json | undefined): RerankReply | undefined {
  const ranking = readRanking(reply, 'score')
  return ranking && { id: undefined, ranking }
}

/**
 * SGLang's: asked like Jina's, and answered with a bare list. The gateway takes the best of it. Source: https://docs.sglang.io, "Rerank models",
 * 2026.
 */
export const sglang: RerankFormat = {
  fields: new Set(['instruct']),
  writeRequest: (request, model, extras, losses) => ({ ...extras, model, ...textsOnly(request, losses), return_documents: false }),
  readReply: readScores,
  readUsage: () => undefined,
}

/**
 * That of Hugging Face's Text Embeddings Inference, which serves one model and is not told which. Unless it may cut texts, it refuses those that are
 * too long. Source: https://huggingface.co/docs/text-embeddings-inference, "Re-rankers" and the server's OpenAPI page, 2026.
 */
export const textEmbeddingsInference: RerankFormat = {
  fields: new Set(['truncation']),

  writeRequest(request, _model, { truncation, ...extras }, losses) {
    const { query, documents } = textsOnly(request, losses)
    for (const name of Object.keys(extras)) losses.add(name, 'not-expressible')
    return { query, texts: documents, ...(truncation !== undefined && { truncate: truncation }) }
  },

  readReply: readScores,
  readUsage: () => undefined,
}
