import { vendor } from './vendor.ts'

/**
 * The Responses API, which took the place of its chat on 2026-09-27, and vectors. It keeps no reply. `perplexity/sonar` is its own model; those
 * of other makers are called by `maker/model`. Source: https://docs.perplexity.ai, "Agent API", 2026.
 */
export const perplexity = vendor({
  id: 27,
  name: 'Perplexity',
  tracedAs: 'perplexity',
  hint: {
    zh: '联网搜索的 Sonar，及 openai/…、anthropic/…、google/… 等模型；旧的 sonar 名称不再可用',
    en: 'Sonar, which searches the web, and models such as openai/…, anthropic/…, google/…; the old Sonar names no longer work',
  },
  baseUrl: 'https://api.perplexity.ai',
  listedAs: ['perplexity'],
  dialects: ['openai-responses'],
  operations: ['chat', 'embeddings', 'models'],
  models: ['perplexity/sonar'],
  smallModel: 'perplexity/sonar',
})
