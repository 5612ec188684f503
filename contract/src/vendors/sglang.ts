import { vendor } from './vendor.ts'

/** A server of one's own, with a format of its own for rankings. Source: https://docs.sglang.io, "OpenAI-compatible APIs" and "Rerank models", 2026. */
export const sglang = vendor({
  id: 63,
  name: 'SGLang',
  hint: { zh: '自行部署的 SGLang 服务，通常为 http://…:30000', en: 'Your own SGLang server, usually http://…:30000' },
  baseUrl: '',
  dialects: ['openai-chat', 'openai-responses'],
  isDialectChosen: true,
  operations: ['chat', 'completions', 'embeddings', 'rerank', 'models'],
  formats: { rerank: 'sglang' },
})
