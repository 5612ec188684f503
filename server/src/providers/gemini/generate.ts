// What the options for Gemini make of a call in Google's own dialect, wherever its models are served. Source of what they do: specification
// §3 Gemini, server-behaviour 11.3.
import { isObject, type Json, type JsonObject } from '@waystation/wire/encoding/json'
import type { UpstreamCall } from '../provider.ts'

/** The largest budget that all thinking models take. */
const MAX_BUDGET_TOKENS = 24_576
const categories = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
]

export interface GenerateSettings {
  readonly safety: Readonly<Record<string, string>>
  readonly versions: Readonly<Record<string, string>>
  readonly imageModels: readonly string[]
  readonly hasThinkingAdapter: boolean
  readonly thinkingShare: number
  readonly budgetModels: readonly string[]
}

/** The gateway hands in the values of the options that the vendor names; a request for the list of models has none. */
export function generateSettings(settings: UpstreamCall['settings']): GenerateSettings {
  return {
    safety: {},
    versions: {},
    imageModels: [],
    hasThinkingAdapter: false,
    thinkingShare: 0.6,
    budgetModels: [],
    ...(settings as Partial<GenerateSettings>),
  }
}

/** The body with what the options and the ending of the model's name say of safety, pictures and thinking; the caller's own words stand. */
export function adaptGenerate(body: JsonObject, call: Pick<UpstreamCall, 'model' | 'requestedModel' | 'settings'>): JsonObject {
  const settings = generateSettings(call.settings)
  const { model, ending } = withoutEnding(call.model, settings)
  const config: JsonObject = isObject(body.generationConfig) ? { ...body.generationConfig } : {}
  if ([call.requestedModel, model].some((name) => settings.imageModels.includes(name))) config.responseModalities ??= ['TEXT', 'IMAGE']
  const hasBudget = [call.requestedModel, call.model, model].some((name) => settings.budgetModels.includes(name))
  const thinks = thinkingOf(config, ending, settings, hasBudget)
  if (thinks) config.thinkingConfig = thinks
  return {
    ...body,
    safetySettings: body.safetySettings ?? safetySettings(settings.safety),
    ...(Object.keys(config).length > 0 || body.generationConfig !== undefined ? { generationConfig: config } : {}),
  }
}

type Ending = '-thinking' | '-nothinking' | undefined

/** The model's name without an ending of ours. */
export function withoutEnding(
  model: string,
  { hasThinkingAdapter }: Pick<GenerateSettings, 'hasThinkingAdapter'>,
): { readonly model: string; readonly ending: Ending } {
  const ending = hasThinkingAdapter ? (['-nothinking', '-thinking'] as const).find((end) => model.endsWith(end)) : undefined
  return { model: ending ? model.slice(0, -ending.length) : model, ending }
}

/** The caller's own thinking settings stand; else the ending of the model's name decides, and models with a budget show their thoughts. */
function thinkingOf(config: JsonObject, ending: Ending, settings: GenerateSettings, hasBudget: boolean): Json | undefined {
  if (config.thinkingConfig !== undefined) return undefined
  if (ending === '-nothinking') return { thinkingBudget: 0 }
  if (ending === '-thinking') {
    const most = Number(config.maxOutputTokens ?? 0)
    const budget = most <= 0 || most > MAX_BUDGET_TOKENS ? MAX_BUDGET_TOKENS : Math.floor(most * settings.thinkingShare)
    return { includeThoughts: true, thinkingBudget: budget }
  }
  return settings.hasThinkingAdapter && hasBudget ? { includeThoughts: true } : undefined
}

/** A category that an admin names goes along, whether or not we know it. */
function safetySettings(thresholds: GenerateSettings['safety']): Json {
  const { default: _, ...named } = thresholds
  return [...new Set([...categories, ...Object.keys(named)])].map((category) => ({
    category,
    threshold: thresholds[category] ?? thresholds.default ?? 'OFF',
  }))
}

/** In OpenAI's shape the refusal has words only. */
const DEAD_KEY = /^api key (?:not valid|expired|not found)/i

/** Does a refusal with 400 mean that the API key is none, or no longer one? */
export const isDeadApiKey = (code: string | undefined, message: string): boolean => code === 'API_KEY_INVALID' || DEAD_KEY.test(message)
