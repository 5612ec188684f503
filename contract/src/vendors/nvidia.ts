import { vendor } from './vendor.ts'

/**
 * NVIDIA's hosted models, and servers of one's own with its containers. Hosted rankings are at another host than all else. Sources:
 * https://docs.api.nvidia.com/nim/reference, https://docs.nvidia.com/nim/nemo-retriever/text-reranking, 2026.
 */
export const nvidia = vendor({
  id: 1011,
  name: 'NVIDIA NIM',
  hint: { zh: 'integrate.api.nvidia.com/v1', en: 'integrate.api.nvidia.com/v1' },
  baseUrl: 'https://integrate.api.nvidia.com',
  isDialectChosen: true,
  operations: ['chat', 'embeddings', 'rerank', 'models'],
  formats: { rerank: 'nvidia' },
  paths: { rerank: '/v1/ranking' },
})
