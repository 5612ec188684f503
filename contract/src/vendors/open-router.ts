import { serverAddress } from '../options/payment.ts'
import { vendor } from './vendor.ts'

/** All its models in three dialects; it keeps no reply. Source: https://openrouter.ai/docs/api-reference/overview, 2026. */
export const openRouter = vendor({
  id: 20,
  name: 'OpenRouter',
  hint: { zh: '一个密钥调用数百个模型', en: 'Hundreds of models with one key' },
  baseUrl: 'https://openrouter.ai/api',
  presets: [{ name: { zh: '欧洲', en: 'Europe' }, address: 'https://eu.openrouter.ai/api' }],
  rulebook: 'openrouter',
  hosts: ['openrouter.ai'],
  headers: { 'x-title': 'Waystation' },
  options: { serverAddress },
  balanceAt: 'everywhere',
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages'],
  isDialectChosen: true,
  operations: ['chat', 'completions', 'embeddings', 'speech', 'rerank', 'models'],
  models: [
    'anthropic/claude-opus-5.5',
    'anthropic/claude-fable-5.1',
    'anthropic/claude-sonnet-5',
    'openai/gpt-6-sol',
    'openai/gpt-6-luna',
    'openai/gpt-5-mini',
    'google/gemini-3.5-flash',
    'x-ai/grok-4.6',
    'moonshotai/kimi-k3',
    'z-ai/glm-5.3',
    'deepseek/deepseek-v4-pro',
    'deepseek/deepseek-v4-flash',
    'qwen/qwen3.7-max',
  ],
  smallModel: 'openai/gpt-5-mini',
})
