import { inputTokensOf, type WireUsage } from '../chat/reply/usage.ts'
import type { Json, JsonObject } from '../encoding/json.ts'
import type { RerankItem, RerankReply, RerankRequest } from './format.ts'

/** What a reply is written with, besides the vendor's ranking. */
export interface ReplyParts {
  /** Where the vendor gives none. */
  readonly id: string
  /** As the client named it. */
  readonly model: string
  readonly returnsDocuments: boolean
  /** Does the client demand `meta` of every reply, as a library for Cohere does? */
  readonly hasMeta: boolean
  readonly usage: WireUsage
}

/**
 * The reply in a shape that clients of Jina and of Cohere read, best document first: `usage` as Jina counts it, with the
 * tokens of output that Together's clients demand, and where searches were counted, `meta` as Cohere does. The documents in it are the client's own. Undefined: the ranking is not one of these documents.
 */
export function writeRerankReply(request: RerankRequest, { id, ranking }: RerankReply, parts: ReplyParts): JsonObject | undefined {
  const { documents, topN = documents.length } = request
  const isRanking = ranking.length > 0 && new Set(ranking.map(({ index }) => index)).size === ranking.length
  if (!isRanking || ranking.some(({ index }) => index >= documents.length)) return undefined
  const { searches } = parts.usage
  const tokens = inputTokensOf(parts.usage)
  return {
    id: id ?? parts.id,
    object: 'list',
    model: parts.model,
    results: ranking
      .toSorted((one, other) => other.score - one.score)
      .slice(0, topN)
      .map(({ index, score }) => ({
        index,
        relevance_score: score,
        ...(parts.returnsDocuments && { document: shown(documents[index]) }),
      })),
    usage: { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens },
    ...((parts.hasMeta || searches !== undefined) && { meta: metaOf(searches) }),
  }
}

const metaOf = (searches: number | undefined): JsonObject => ({
  api_version: { version: '2' },
  ...(searches !== undefined && { billed_units: { search_units: searches } }),
})

const shown = (document: RerankItem | undefined): Json => document?.object ?? { text: document?.text ?? '' }
