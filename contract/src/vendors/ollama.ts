import { vendor } from './vendor.ts'

/**
 * A server of one's own, with the models that were pulled there, or Ollama's cloud. A channel's `setting.dialects` may choose OpenAI's chat,
 * which it serves too. Source: https://docs.ollama.com/api and /openai, 2026.
 */
export const ollama = vendor({
  id: 4,
  name: 'Ollama',
  hint: {
    zh: '自行部署的 Ollama 服务；本机服务不检查密钥，可填任意文本',
    en: 'An Ollama server of your own; without a proxy before it any text will do as its key',
  },
  baseUrl: 'http://localhost:11434',
  rulebook: 'ollama',
  dialects: ['ollama-chat'],
  isDialectChosen: true,
  operations: ['chat', 'completions', 'embeddings', 'models'],
  versionPaths: { 'ollama-chat': '/api', 'openai-chat': '/v1' },
  paths: { models: '/api/tags' },
})
