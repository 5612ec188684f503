import * as options from '../options/claude.ts'
import { vendor } from './vendor.ts'

/** Source: Anthropic's API reference, 2026. */
export const anthropic = vendor({
  id: 14,
  name: 'Anthropic Claude',
  tracedAs: 'anthropic',
  hint: { zh: 'Claude 原生接口，支持思考与提示缓存', en: 'Native Claude API, with thinking and prompt caching' },
  baseUrl: 'https://api.anthropic.com',
  listedAs: ['anthropic'],
  isCommon: true,
  dialects: ['anthropic-messages'],
  operations: ['chat', 'files', 'batches', 'models', 'count'],
  formats: { files: 'messages', batches: 'messages' },
  reportsUsageOnRequest: false,
  options: {
    modelHeaders: options.claudeModelHeadersSettings,
    defaultMaxTokens: options.claudeDefaultMaxTokens,
    hasThinkingAdapter: options.claudeThinkingAdapterEnabled,
    thinkingShare: options.claudeThinkingBudgetPercentage,
  },
  models: [
    'claude-opus-5-5',
    'claude-fable-5-1',
    'claude-fable-5',
    'claude-opus-5',
    'claude-sonnet-5',
    'claude-opus-4-8',
    'claude-opus-4-7',
    'claude-opus-4-6',
    'claude-sonnet-4-6',
    'claude-opus-4-5',
    'claude-opus-4-5-20251101',
    'claude-sonnet-4-5',
    'claude-sonnet-4-5-20250929',
    'claude-haiku-4-5',
    'claude-haiku-4-5-20251001',
    'claude-opus-4-1',
    'claude-opus-4-1-20250805',
    'claude-sonnet-4-20250514',
  ],
})
