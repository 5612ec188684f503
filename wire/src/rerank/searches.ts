// Cohere sells searches: one query with up to a hundred documents. A document that comes to more than 500 tokens together with the query
// counts once for each part of that length. Source: https://cohere.com/pricing, "Rerank", 2026.
import { utf8Bytes } from '../encoding/text-bytes.ts'
import type { RerankRequest } from './format.ts'

const DOCUMENTS_PER_SEARCH = 100
const TOKENS_PER_PART = 500
/** Bytes of a token of ordinary text. */
const USUAL_BYTES = 4

/** Is a model of this name sold by the search, where it has a price per call? */
export function countsSearches(model: string): boolean {
  return /(^|\/|\b(?:cohere|amazon)\.)rerank-(v\d|english|multilingual)/i.test(model)
}

export interface SearchCount {
  /** As the vendor probably counts. */
  readonly usual: number
  /** More is no count of these documents: a token has at least one byte. */
  readonly most: number
}

export function searchesOf({ query, documents }: RerankRequest): SearchCount {
  const queryBytes = utf8Bytes(query.text ?? '')
  const lengths = documents.map(({ text }) => queryBytes + utf8Bytes(text ?? ''))
  return { usual: searchesAt(lengths, USUAL_BYTES), most: searchesAt(lengths, 1) }
}

function searchesAt(lengths: readonly number[], bytesPerToken: number): number {
  const parts = lengths.reduce((sum, bytes) => sum + Math.max(1, Math.ceil(bytes / (TOKENS_PER_PART * bytesPerToken))), 0)
  return Math.ceil(parts / DOCUMENTS_PER_SEARCH)
}
