import { vendor } from './vendor.ts'

/** A server of one's own. Source: https://github.com/ggml-org/llama.cpp, tools/server/README.md, 2026. */
export const llamaCpp = vendor({
  id: 1057,
  name: 'llama.cpp',
  hint: { zh: '自行部署的 llama-server，通常为 http://…:8080', en: 'Your own llama-server, usually http://…:8080' },
  baseUrl: '',
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages'],
  isDialectChosen: true,
  operations: ['chat', 'completions', 'embeddings', 'rerank', 'models'],
})
