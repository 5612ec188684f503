import { vendor } from './vendor.ts'

/** Any server that speaks OpenAI's dialect, or those that `setting.dialects` names. */
export const custom = vendor({
  id: 8,
  name: 'Custom',
  chineseName: '自定义',
  hint: { zh: '任意兼容 OpenAI 的地址，可含 {model}', en: 'Any OpenAI-compatible address; may contain {model}' },
  baseUrl: '',
  isCommon: true,
  isDialectChosen: true,
  keepsResponses: true,
  operations: [
    ...(['chat', 'completions', 'embeddings', 'transcription', 'translation', 'speech', 'rerank', 'images', 'image-edits'] as const),
    ...(['image-variations', 'videos', 'moderation', 'realtime', 'models'] as const),
  ],
  balanceAt: 'everywhere',
})
