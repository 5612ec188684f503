import { vendor } from './vendor.ts'

/** Source: https://docs.mistral.ai/api, 2026. */
export const mistral = vendor({
  id: 42,
  name: 'Mistral',
  hint: { zh: 'Mistral 官方接口，含 Codestral、向量嵌入与文档识别', en: 'Official Mistral API, with Codestral, embeddings and OCR' },
  hasOwnVoices: true,
  baseUrl: 'https://api.mistral.ai',
  rulebook: 'mistral',
  hosts: ['mistral.ai'],
  listedAs: ['mistral'],
  operations: ['chat', 'embeddings', 'transcription', 'speech', 'moderation', 'chat-moderation', 'fim', 'ocr', 'files', 'models'],
  formats: { embeddings: 'mistral', moderation: 'texts', speech: 'mistral' },
  models: [
    'mistral-large-latest',
    'mistral-medium-latest',
    'mistral-small-latest',
    'devstral-2512',
    'codestral-latest',
    'magistral-medium-latest',
    'magistral-small-latest',
    'ministral-14b-2512',
    'ministral-8b-2512',
    'ministral-3b-2512',
    'mistral-embed',
    'mistral-moderation-latest',
    'mistral-ocr-latest',
    'voxtral-mini-2602',
    'voxtral-mini-tts-3-0',
  ],
  unpriced: ['mistral-moderation-latest', 'voxtral-mini-tts-3-0'],
  smallModel: 'mistral-small-latest',
})
