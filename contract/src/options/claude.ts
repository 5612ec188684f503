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
  about: 'Headers added to calls for a model: model to header to list of values.',
  isReady: true,
})

export const claudeDefaultMaxTokens = option({
  key: 'claude.default_max_tokens',
  type: json(z.record(safeName, z.number().int().min(1)), {}),
  default: { default: 8192 },
  unit: 'tokens',
  about: 'max_tokens used when a call does not set it, by model; `default` applies to all other models.',
  isReady: true,
})

export const claudeThinkingAdapterEnabled = option({
  key: 'claude.thinking_adapter_enabled',
  type: flag(),
  default: true,
  about: 'A model name ending in -thinking turns thinking on.',
  isReady: true,
})

export const claudeThinkingBudgetPercentage = option({
  key: 'claude.thinking_adapter_budget_tokens_percentage',
  type: number(z.number().min(0.1).max(1)),
  default: 0.8,
  about: 'Share of max_tokens available for thinking, 0.1 to 1. Models that take an effort instead get the nearest one.',
  isReady: true,
})
