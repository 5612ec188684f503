import { vendor } from './vendor.ts'

const models = [
  'jina-embeddings-v5-text-small',
  'jina-embeddings-v5-text-nano',
  'jina-embeddings-v4',
  'jina-embeddings-v3',
  'jina-clip-v2',
  'jina-code-embeddings-1.5b',
  'jina-reranker-v3',
  'jina-reranker-m0',
  'jina-reranker-v2-base-multilingual',
]

/**
 * Vectors and rankings only: its chat is another product at another address. What is its own in a request for vectors (`task`,
 * `late_chunking`, `embedding_type`) goes on as it is. It has no list of models. Source: https://api.jina.ai/redoc, 2026.
 */
export const jina = vendor({
  id: 38,
  name: 'Jina',
  hint: { zh: 'Jina 官方接口（向量与重排）', en: 'Official Jina API (embeddings and rerank)' },
  baseUrl: 'https://api.jina.ai',
  operations: ['embeddings', 'rerank'],
  formats: { embeddings: 'jina' },
  models,
  unpriced: models,
  smallModel: 'jina-embeddings-v5-text-nano',
})
