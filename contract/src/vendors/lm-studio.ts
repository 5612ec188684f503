import { vendor } from './vendor.ts'

/** A server of one's own. Source: https://lmstudio.ai/docs/developer, "OpenAI compatibility" and "Anthropic compatibility", 2026. */
export const lmStudio = vendor({
  id: 1058,
  name: 'LM Studio',
  hint: { zh: '自行部署的 LM Studio，通常为 http://…:1234', en: 'Your own LM Studio server, usually http://…:1234' },
  baseUrl: '',
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages'],
  isDialectChosen: true,
  keepsResponses: true,
})
