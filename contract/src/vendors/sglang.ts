import { vendor } from './vendor.ts'

/**
 * A server of one's own. Its rankings are in a format of its own, which is not built. Source: https://docs.sglang.ai, "OpenAI-compatible
 * APIs" and "SGLang native APIs", 2026.
 */
export const sglang = vendor({
  id: 63,
  name: 'SGLang',
  hint: { zh: '自行部署的 SGLang 服务，通常为 http://…:30000', en: 'An SGLang server of your own, usually http://…:30000' },
  baseUrl: '',
  dialects: ['openai-chat', 'openai-responses'],
  isDialectChosen: true,
  operations: ['chat', 'completions', 'embeddings', 'models'],
})
