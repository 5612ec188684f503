import { vendor } from './vendor.ts'

/** OpenAI's chat, and Anthropic's dialect below `/anthropic`. Source: DeepSeek's API documentation, 2026. */
export const deepseek = vendor({
  id: 43,
  name: 'DeepSeek',
  hint: { zh: 'DeepSeek 官方接口', en: 'Official DeepSeek API' },
  baseUrl: 'https://api.deepseek.com',
  rulebook: 'deepseek',
  hosts: ['deepseek.com'],
  listedAs: ['deepseek'],
  isCommon: true,
  dialects: ['openai-chat', 'anthropic-messages'],
  isDialectChosen: true,
  operations: ['chat', 'completions', 'models'],
  versionPaths: { 'anthropic-messages': '/anthropic/v1' },
  paths: { completions: '/beta/completions' },
  balanceAt: 'everywhere',
  models: ['deepseek-v4-pro', 'deepseek-v4-flash', 'deepseek-chat', 'deepseek-reasoner'],
})
