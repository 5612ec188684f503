import { vendor } from './vendor.ts'

/** Source: https://docs.mistral.ai/api, 2026. */
export const mistral = vendor({
  id: 42,
  name: 'Mistral',
  hint: { zh: 'Mistral 官方接口，含 Codestral 与向量嵌入', en: 'Official Mistral API, with Codestral and embeddings' },
  baseUrl: 'https://api.mistral.ai',
  rulebook: 'mistral',
  hosts: ['mistral.ai'],
  listedAs: ['mistral'],
  operations: ['chat', 'embeddings', 'transcription', 'models'],
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
  ],
  smallModel: 'mistral-small-latest',
})
