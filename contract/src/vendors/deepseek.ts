import { vendor } from './vendor.ts'

/** OpenAI's two dialects, and Anthropic's below `/anthropic`. Source: DeepSeek's API documentation, 2026. */
export const deepseek = vendor({
  id: 43,
  name: 'DeepSeek',
  tracedAs: 'deepseek',
  hint: { zh: 'DeepSeek 官方接口', en: 'Official DeepSeek API' },
  baseUrl: 'https://api.deepseek.com',
  rulebook: 'deepseek',
  hosts: ['deepseek.com'],
  listedAs: ['deepseek'],
  isCommon: true,
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages'],
  isDialectChosen: true,
  operations: ['chat', 'completions', 'files', 'models'],
  versionPaths: { 'anthropic-messages': '/anthropic/v1' },
  paths: { completions: '/beta/completions' },
  balanceAt: 'everywhere',
  // The names of before, `deepseek-chat` and `deepseek-reasoner`, answer errors since 2026-07-24.
  models: ['deepseek-v4-pro', 'deepseek-v4-flash'],
  smallModel: 'deepseek-v4-flash',
})
