import { vendor } from './vendor.ts'

/** A server of one's own. Its Responses API keeps nothing unless told to. Source: https://docs.vllm.ai, "Online serving", 2026. */
export const vllm = vendor({
  id: 62,
  name: 'vLLM',
  hint: { zh: '自行部署的 vLLM 服务，通常为 http://…:8000', en: 'Your own vLLM server, usually http://…:8000' },
  baseUrl: '',
  rulebook: 'vllm',
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages'],
  isDialectChosen: true,
  operations: ['chat', 'completions', 'embeddings', 'transcription', 'translation', 'rerank', 'models'],
})
