import { vendor } from './vendor.ts'

/**
 * Chat, vectors, rankings and transcripts in formats of its own. Source: https://docs.cohere.com/reference/chat, /embed, /rerank,
 * /create-audio-transcription and /list-models, 2026.
 */
export const cohere = vendor({
  id: 34,
  name: 'Cohere',
  tracedAs: 'cohere',
  hint: { zh: 'Cohere 官方接口（Chat v2、向量、重排）', en: 'Official Cohere API (Chat v2, embeddings, rerank)' },
  baseUrl: 'https://api.cohere.ai',
  listedAs: ['cohere'],
  dialects: ['cohere-chat'],
  operations: ['chat', 'embeddings', 'transcription', 'rerank', 'models'],
  // Chat is of version 2, the list of models of version 1.
  versionPaths: { 'cohere-chat': '/v2', 'openai-chat': '/v1' },
  paths: {
    embeddings: '/v2/embed',
    transcription: '/v2/audio/transcriptions',
    rerank: '/v2/rerank',
    models: '/v1/models?endpoint=chat&page_size=1000',
  },
  formats: { embeddings: 'cohere', transcription: 'cohere', rerank: 'cohere' },
  models: [
    'command-a-03-2025',
    'command-r7b-12-2024',
    'command-r-plus-08-2024',
    'command-r-08-2024',
    'embed-v4.0',
    'rerank-v3.5',
    'cohere-transcribe-03-2026',
  ],
  unpriced: ['cohere-transcribe-03-2026'],
  smallModel: 'command-r7b-12-2024',
})
