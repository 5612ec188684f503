// Calls to Google Gemini. Source: server-behaviour 6.2 and 11.3, specification §5 Options.
import { z } from 'zod'
import { flag, json, number, option, safeName } from './option.ts'

export const geminiSafetySettings = option({
  key: 'gemini.safety_settings',
  type: json(z.record(safeName, z.string().regex(/^[A-Z_]+$/, 'bad_threshold')), {}),
  default: {
    default: 'OFF',
    HARM_CATEGORY_HARASSMENT: 'BLOCK_NONE',
    HARM_CATEGORY_HATE_SPEECH: 'BLOCK_NONE',
    HARM_CATEGORY_SEXUALLY_EXPLICIT: 'BLOCK_NONE',
    HARM_CATEGORY_DANGEROUS_CONTENT: 'BLOCK_NONE',
  },
  about: 'Blocking threshold of each harm category; `default` applies to all others.',
  isReady: true,
})

export const geminiVersionSettings = option({
  key: 'gemini.version_settings',
  type: json(z.record(safeName, z.string().regex(/^v\d+([a-z]+\d*)?$/, 'bad_version')), {}),
  default: { default: 'v1beta' },
  about: 'API version for each model; `default` applies to all others.',
  isReady: true,
})

export const geminiSupportedImagineModels = option({
  key: 'gemini.supported_imagine_models',
  type: json(z.array(z.string().min(1)), []),
  default: ['gemini-2.5-flash-image', 'gemini-3-pro-image-preview'],
  about: 'Models from which images are requested as well as text.',
  isReady: true,
})

export const geminiThinkingAdapterEnabled = option({
  key: 'gemini.thinking_adapter_enabled',
  type: flag(),
  default: false,
  about: 'A model name ending in -thinking turns thinking on, -nothinking turns it off.',
  isReady: true,
})

export const geminiThinkingBudgetPercentage = option({
  key: 'gemini.thinking_adapter_budget_tokens_percentage',
  type: number(z.number().min(0.002).max(1)),
  default: 0.6,
  about: 'Share of the maximum output available for thinking, 0.002 to 1.',
  isReady: true,
})

export const geminiModelsSupportedThinkingBudget = option({
  key: 'gemini.models_supported_thinking_budget',
  type: json(z.array(z.string().min(1)), []),
  default: ['gemini-2.5-pro', 'gemini-2.5-flash', 'gemini-2.5-flash-lite'],
  about: 'Models that accept a thinking budget.',
  isReady: true,
})
