import { vendor } from './vendor.ts'

/**
 * All models in OpenAI's chat, and those of two makers in their own dialect too. Source: https://docs.aihubmix.com, 2026, and
 * @aihubmix/ai-sdk-provider 2.1.0.
 */
export const aiHubMix = vendor({
  id: 1036,
  name: 'AIHubMix',
  hint: { zh: '一个密钥调用多家模型', en: 'Models of many providers with one key' },
  baseUrl: 'https://aihubmix.com',
  dialectsOfModels: { claude: ['openai-chat', 'anthropic-messages'], gemini: ['openai-chat', 'gemini-generate'] },
  isDialectChosen: true,
  operations: ['chat', 'embeddings', 'models'],
  versionPaths: { 'gemini-generate': '/gemini/v1beta' },
})
