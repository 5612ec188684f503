import { vendor } from './vendor.ts'

/** Source: https://deepinfra.com/docs, "OpenAI API", "Anthropic Messages API" and "Rerankers", 2026. */
export const deepInfra = vendor({
  id: 1006,
  name: 'DeepInfra',
  hint: { zh: '托管开源模型', en: 'Hosts open models' },
  baseUrl: 'https://api.deepinfra.com',
  dialects: ['openai-chat', 'anthropic-messages'],
  isDialectChosen: true,
  operations: ['chat', 'completions', 'embeddings', 'rerank', 'models'],
  formats: { rerank: 'deepinfra' },
  versionPaths: { 'openai-chat': '/v1/openai', 'anthropic-messages': '/anthropic/v1' },
})
