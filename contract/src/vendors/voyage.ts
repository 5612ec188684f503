import { vendor } from './vendor.ts'

/**
 * Vectors and rankings only, with fields and a ranking of its own. It has no list of models. Source: https://docs.voyageai.com/reference,
 * "Text embeddings", "Rerankers", 2026; the package voyageai 0.4.0.
 */
export const voyage = vendor({
  id: 1101,
  name: 'Voyage AI',
  hint: { zh: 'Voyage AI 官方接口（向量与重排）', en: 'Official Voyage AI API (embeddings and rerank)' },
  baseUrl: 'https://api.voyageai.com',
  operations: ['embeddings', 'rerank'],
  formats: { embeddings: 'voyage', rerank: 'voyage' },
  models: ['voyage-4-large', 'voyage-4', 'voyage-4-lite', 'voyage-code-3', 'rerank-2.5', 'rerank-2.5-lite'],
  smallModel: 'voyage-4-lite',
})
