// Calls to Anthropic Claude. Source: server-behaviour 6.2 and 11.3, specification §5 Options.
import { z } from 'zod'
import { flag, json, number, option, safeName } from './option.ts'

/** A header that a setting may add: not one that carries the key or frames the message. */
const headerName = z
  .string()
  .regex(/^[a-z0-9!#$%&'*+.^_`|~-]+$/i, 'bad_header')
  .regex(/^(?!(host|connection|content-length|transfer-encoding|authorization|x-api-key|cookie|proxy-.*)$)/i, 'bad_header')
const headerValue = z.string().regex(/^[\t\x20-\x7e]*$/, 'bad_header')

export const claudeModelHeadersSettings = option({
  key: 'claude.model_headers_settings',
  type: json(z.record(safeName, z.record(headerName, z.array(headerValue))), {}),
  default: {},
  name: { en: 'Request headers', zh: '请求头设置' },
  about: {
    en: 'Headers added to calls for a model.',
    zh: '为某个模型的调用添加的请求头。',
  },
  card: ['claude', 4],
})

export const claudeDefaultMaxTokens = option({
  key: 'claude.default_max_tokens',
  type: json(z.record(safeName, z.number().int().min(1)), {}),
  default: { default: 8192 },
  unit: 'tokens',
  name: { en: 'Default max_tokens', zh: '默认 max_tokens' },
  about: {
    en: 'max_tokens used when a call does not set it, by model; `default` applies to all other models.',
    zh: '调用未设置 max_tokens 时使用的值，按模型设置；`default`适用于其他所有模型。',
  },
  card: ['claude', 3],
})

export const claudeThinkingAdapterEnabled = option({
  key: 'claude.thinking_adapter_enabled',
  type: flag(),
  default: true,
  name: { en: 'Claude thinking by model name', zh: 'Claude 思考适配' },
  about: { en: 'A model name ending in -thinking turns thinking on.', zh: '以 -thinking 结尾的模型名开启思考。' },
  card: ['claude', 1],
})

export const claudeThinkingBudgetPercentage = option({
  key: 'claude.thinking_adapter_budget_tokens_percentage',
  type: number(z.number().min(0.1).max(1)),
  default: 0.8,
  name: { en: 'Claude thinking share', zh: 'Claude 思考占比' },
  about: {
    en: 'Share of max_tokens available for thinking, 0.1 to 1. Models that take an effort instead get the nearest one.',
    zh: 'max_tokens 中可用于思考的比例，0.1 至 1。改用力度等级的模型取最接近的一级。',
  },
  card: ['claude', 2],
})
