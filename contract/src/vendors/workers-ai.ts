import { vendor } from './vendor.ts'

const models = [
  '@cf/openai/gpt-oss-120b',
  '@cf/zai-org/glm-5.3-flash',
  '@cf/moonshotai/kimi-k2.7-code',
  '@cf/deepseek-ai/deepseek-v4-flash-0731',
  '@cf/meta/llama-4-scout-17b-16e-instruct',
  '@cf/google/gemma-4-26b-a4b-it',
  '@cf/qwen/qwen3-30b-a3b-fp8',
  '@cf/baai/bge-m3',
  '@cf/openai/whisper-large-v3-turbo',
  '@cf/deepgram/aura-2-en',
  '@cf/deepgram/aura-1',
  '@cf/myshell-ai/melotts',
]

/**
 * Workers AI: the account stands in the address, which may also be that of a gateway (`…/workers-ai/v1`). Sound is no part of its doors in
 * OpenAI's shape: its models run each at an address of its own. Source:
 * https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility, 2026.
 */
export const workersAi = vendor({
  id: 39,
  name: 'Cloudflare Workers AI',
  hint: {
    zh: '需要账户 ID；经 AI Gateway 时请填 https://gateway.ai.cloudflare.com/v1/{账户}/{网关}/workers-ai/v1',
    en: 'Needs the account ID; for an AI Gateway enter https://gateway.ai.cloudflare.com/v1/{account}/{gateway}/workers-ai/v1',
  },
  hasOwnVoices: true,
  baseUrl: 'https://api.cloudflare.com',
  other: { zh: '账户 ID', en: 'Account ID' },
  otherFormat: 'account',
  dialects: ['openai-chat', 'openai-responses'],
  isDialectChosen: true,
  operations: ['chat', 'embeddings', 'transcription', 'speech', 'models'],
  formats: { transcription: 'workers-ai', speech: 'workers-ai' },
  formatsOfModels: { '@cf/myshell-ai/melotts': { speech: 'workers-ai-melotts' } },
  versionPaths: { 'openai-chat': '/client/v4/accounts/{other}/ai/v1', 'openai-responses': '/client/v4/accounts/{other}/ai/v1' },
  paths: { models: '/client/v4/accounts/{other}/ai/models/search?per_page=100' },
  models,
  unpriced: ['@cf/myshell-ai/melotts'],
  smallModel: '@cf/qwen/qwen3-30b-a3b-fp8',
})
