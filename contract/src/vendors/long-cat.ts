import { vendor } from './vendor.ts'

/** OpenAI's chat and Anthropic's dialect, each below a path of its own. Source: https://longcat.chat/platform/docs, 2026. */
export const longCat = vendor({
  id: 1029,
  name: 'LongCat',
  chineseName: '美团 LongCat',
  hint: { zh: 'LongCat 系列模型，官方接口', en: 'Official API of the LongCat models' },
  baseUrl: 'https://api.longcat.chat',
  listedAs: ['longcat'],
  dialects: ['openai-chat', 'anthropic-messages'],
  isDialectChosen: true,
  operations: ['chat', 'models'],
  versionPaths: { 'openai-chat': '/openai/v1', 'anthropic-messages': '/anthropic/v1' },
})
