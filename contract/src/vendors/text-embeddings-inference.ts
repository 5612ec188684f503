import { vendor } from './vendor.ts'

/** A server of one's own, for vectors in OpenAI's format and rankings in one of its own. Source: https://huggingface.co/docs/text-embeddings-inference, 2026. */
export const textEmbeddingsInference = vendor({
  id: 1061,
  name: 'Hugging Face TEI',
  hint: { zh: '自行部署的 TEI 服务，通常为 http://…:8080', en: 'Your own TEI server, usually http://…:8080' },
  baseUrl: '',
  isDialectChosen: true,
  operations: ['embeddings', 'rerank'],
  formats: { rerank: 'text-embeddings-inference' },
  paths: { rerank: '/rerank' },
})
