import { vendor } from './vendor.ts'

/** Another gateway of this family, which translates between these dialects as this one does. Source: https://docs.newapi.pro, "API reference", 2025. */
export const newApi = vendor({
  id: 60,
  name: 'New API',
  hint: { zh: '另一个同类网关（New API、One API 等）', en: 'Another gateway of this kind, such as New API or One API' },
  baseUrl: '',
  dialects: ['openai-chat', 'anthropic-messages', 'gemini-generate'],
  isDialectChosen: true,
  keepsResponses: true,
  operations: [
    ...(['chat', 'completions', 'embeddings', 'transcription', 'translation', 'speech', 'rerank', 'images', 'image-edits'] as const),
    ...(['image-variations', 'videos', 'moderation', 'realtime', 'models'] as const),
  ],
  balanceAt: 'everywhere',
})
