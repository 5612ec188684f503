import * as options from '../options/gemini.ts'
import { vendor } from './vendor.ts'

/**
 * OpenAI's chat only where a channel's `setting.dialects` names it, since the options below act on Google's own dialect.
 * Source: Google's API reference, 2026.
 */
export const gemini = vendor({
  id: 24,
  name: 'Google Gemini',
  hint: { zh: 'Gemini 原生接口，支持向量嵌入', en: 'Native Gemini API, with embeddings' },
  baseUrl: 'https://generativelanguage.googleapis.com',
  rulebook: 'gemini-openai',
  hosts: ['generativelanguage.googleapis.com'],
  listedAs: ['google'],
  isCommon: true,
  dialects: ['gemini-generate'],
  isDialectChosen: true,
  versionPaths: { 'gemini-generate': '/v1beta' },
  operations: [
    ...(['chat', 'embeddings', 'embed-content', 'batch-embed-contents', 'images', 'image-edits', 'predict', 'files'] as const),
    ...(['cached-contents', 'models', 'count'] as const),
  ],
  formats: { images: 'gemini', 'image-edits': 'gemini', files: 'gemini' },
  reportsUsageOnRequest: false,
  options: {
    safety: options.geminiSafetySettings,
    versions: options.geminiVersionSettings,
    imageModels: options.geminiSupportedImagineModels,
    hasThinkingAdapter: options.geminiThinkingAdapterEnabled,
    thinkingShare: options.geminiThinkingBudgetPercentage,
    budgetModels: options.geminiModelsSupportedThinkingBudget,
  },
  models: [
    'gemini-3.8-flash',
    'gemini-3.7-flash',
    'gemini-3.6-flash',
    'gemini-3.5-flash',
    'gemini-3.5-flash-lite',
    'gemini-3.1-pro-preview',
    'gemini-3.1-flash-lite',
    'gemini-3-pro-preview',
    'gemini-3-flash-preview',
    'gemini-3-pro-image-preview',
    'gemini-3.1-flash-image-preview',
    'gemini-2.5-pro',
    'gemini-2.5-flash',
    'gemini-2.5-flash-lite',
    'gemini-2.5-flash-image',
    'gemini-embedding-2',
    'gemini-embedding-001',
  ],
})
