import { vendor } from './vendor.ts'

/** Source: https://novita.ai/docs, "LLM API" and "Anthropic SDK compatibility", 2026. */
export const novita = vendor({
  id: 1008,
  name: 'Novita AI',
  hint: { zh: '托管开源模型', en: 'Hosts open models' },
  baseUrl: 'https://api.novita.ai',
  dialects: ['openai-chat', 'anthropic-messages'],
  isDialectChosen: true,
  operations: ['chat', 'models'],
  versionPaths: { 'openai-chat': '/openai', 'anthropic-messages': '/anthropic/v1' },
})
