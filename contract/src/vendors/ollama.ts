import { vendor } from './vendor.ts'

/**
 * A server of one's own, with the models that were pulled there, or Ollama's cloud. A channel's `setting.dialects` may choose OpenAI's chat,
 * which it serves too. Source: https://docs.ollama.com/api and /openai, 2026.
 */
export const ollama = vendor({
  id: 4,
  name: 'Ollama',
  hint: {
    zh: '自行部署的 Ollama 服务，密钥可填任意文本。',
    en: 'Your own Ollama server. Any text works as the key.',
  },
  baseUrl: 'http://localhost:11434',
  rulebook: 'ollama',
  dialects: ['ollama-chat'],
  isDialectChosen: true,
  operations: ['chat', 'completions', 'embeddings', 'models'],
  versionPaths: { 'ollama-chat': '/api', 'openai-chat': '/v1' },
  paths: { models: '/api/tags' },
})
