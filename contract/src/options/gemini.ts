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
  name: { en: 'Safety settings', zh: '安全设置' },
  about: {
    en: 'Blocking threshold of each harm category; `default` applies to all others.',
    zh: '每种有害类别的屏蔽阈值；`default`适用于其他所有类别。',
  },
  card: ['gemini', 5],
})

export const geminiVersionSettings = option({
  key: 'gemini.version_settings',
  type: json(z.record(safeName, z.string().regex(/^v\d+([a-z]+\d*)?$/, 'bad_version')), {}),
  default: { default: 'v1beta' },
  name: { en: 'API versions', zh: '版本设置' },
  about: { en: 'API version for each model; `default` applies to all others.', zh: '每个模型的 API 版本；`default`适用于其他所有模型。' },
  card: ['gemini', 6],
})

export const geminiSupportedImagineModels = option({
  key: 'gemini.supported_imagine_models',
  type: json(z.array(z.string().min(1)), []),
  default: ['gemini-2.5-flash-image', 'gemini-3-pro-image-preview'],
  name: { en: 'Image models', zh: '支持生图的模型' },
  about: { en: 'Models from which images are requested as well as text.', zh: '除文本外还请求图片的模型。' },
  card: ['gemini', 4],
})

export const geminiThinkingAdapterEnabled = option({
  key: 'gemini.thinking_adapter_enabled',
  type: flag(),
  default: false,
  name: { en: 'Gemini thinking by model name', zh: 'Gemini 思考适配' },
  about: {
    en: 'A model name ending in -thinking turns thinking on, -nothinking turns it off.',
    zh: '以 -thinking 结尾的模型名开启思考，以 -nothinking 结尾的关闭思考。',
  },
  card: ['gemini', 1],
})

export const geminiThinkingBudgetPercentage = option({
  key: 'gemini.thinking_adapter_budget_tokens_percentage',
  type: number(z.number().min(0.002).max(1)),
  default: 0.6,
  name: { en: 'Gemini thinking share', zh: 'Gemini 思考占比' },
  about: { en: 'Share of the maximum output available for thinking, 0.002 to 1.', zh: '最大输出中可用于思考的比例，0.002 至 1。' },
  card: ['gemini', 2],
})

export const geminiModelsSupportedThinkingBudget = option({
  key: 'gemini.models_supported_thinking_budget',
  type: json(z.array(z.string().min(1)), []),
  default: ['gemini-2.5-pro', 'gemini-2.5-flash', 'gemini-2.5-flash-lite'],
  name: { en: 'Models with a thinking budget', zh: '支持思考预算的模型' },
  about: { en: 'Models that accept a thinking budget.', zh: '接受思考预算的模型。' },
  card: ['gemini', 3],
})
